import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellSize, type Cell, type ClusterGrid } from '@/map/workers/vehicles/cluster-grid';
import { mixKindOf, packState } from '@/map/workers/vehicles/vehicle-state';
import { corner, fleetWithGrid, type Spot } from './fleet';

const columns = 8;
const firstColumn = corner.left / cellSize;
const firstRow = corner.top / cellSize;

function cellsOf(grid: ClusterGrid): Cell[] {
  const cells: Cell[] = [];
  for (let row = 0; row < columns; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = grid.at(firstColumn + column, firstRow + row);
      if (cell) cells.push(cell);
    }
  }
  return cells;
}

const spot: fc.Arbitrary<Spot> = fc.record({
  slot: fc.integer({ min: 0, max: 40 }),
  x: fc.integer({ min: 1, max: columns * cellSize - 1 }),
  y: fc.integer({ min: 1, max: columns * cellSize - 1 }),
  motion: fc.constantFrom('moving', 'idling', 'parked', 'unknown'),
  connection: fc.constantFrom('live', 'late', 'silent', 'never'),
});

describe('the grid of clusters', () => {
  it('stays, move by move, what counting again would give', () => {
    fc.assert(
      fc.property(fc.array(fc.array(spot, { maxLength: 8 }), { maxLength: 30 }), (moves) => {
        const { fleet, grid, put } = fleetWithGrid();
        const slots = new Set<number>();
        for (const move of moves) {
          const once = [...new Map(move.map((each) => [each.slot, each])).values()];
          put(once);
          for (const { slot } of once) slots.add(slot);
        }
        const cells = cellsOf(grid);
        expect(cells.flatMap((cell) => cell.slots).sort((a, b) => a - b)).toEqual(
          [...slots].sort((a, b) => a - b),
        );
        for (const cell of cells) {
          const x = cell.slots.reduce((sum, slot) => sum + fleet.x(slot), 0);
          expect(cell.sumX).toBeCloseTo(x, 9);
          const mix = new Uint32Array(8);
          for (const slot of cell.slots) {
            const kind = mixKindOf(fleet.state(slot));
            mix[kind] = (mix[kind] ?? 0) + 1;
          }
          expect([...cell.mix]).toEqual([...mix]);
        }
      }),
    );
  });

  it('forgets a cell that its last vehicle has left', () => {
    const { grid, put } = fleetWithGrid();
    put([{ slot: 0, x: 10, y: 10 }]);
    expect(cellsOf(grid)).toHaveLength(1);
    put([{ slot: 0, x: 200, y: 10 }]);
    expect(cellsOf(grid).map(({ column }) => column - firstColumn)).toEqual([3]);
  });

  it('leaves out what stands alone and what has no place', () => {
    const { grid, put } = fleetWithGrid((slot) => slot === 1);
    put([
      { slot: 0, x: 10, y: 10 },
      { slot: 1, x: 12, y: 10 },
      { slot: 2, x: NaN, y: NaN },
    ]);
    expect(cellsOf(grid).flatMap(({ slots }) => slots)).toEqual([0]);
  });

  it('sorts again for another zoom level', () => {
    const { grid, put } = fleetWithGrid();
    put([
      { slot: 0, x: 10, y: 10 },
      { slot: 1, x: 100, y: 10 },
    ]);
    grid.rebuild(grid.zoom - 2);
    expect(grid.at(Math.floor(firstColumn / 4), Math.floor(firstRow / 4))?.slots).toEqual([0, 1]);
  });
});

describe('states in a byte', () => {
  it('tell silence apart in a ring, but not lateness', () => {
    expect(mixKindOf(packState('moving', 'late'))).toBe(mixKindOf(packState('moving', 'live')));
    expect(mixKindOf(packState('moving', 'silent'))).not.toBe(
      mixKindOf(packState('moving', 'live')),
    );
    expect(mixKindOf(packState('parked', 'live'))).not.toBe(mixKindOf(packState('moving', 'live')));
  });
});
