import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldSize } from '@/map/core/projection';
import { compose, slotsOf, type Memory } from '@/map/workers/vehicles/compose';
import { corner, fleetWithGrid, zoom, type Spot } from './fleet';

const area = { ...corner, width: 800, height: 600 };
const scale = worldSize(zoom);

function composed(spots: readonly Spot[], memory: Memory = { leaders: new Map() }) {
  const { fleet, grid, put } = fleetWithGrid();
  put(spots);
  return { ...compose(grid, fleet, area, zoom, memory), fleet, grid, put };
}

const crowd = (count: number, x: number, y: number, from = 0): Spot[] =>
  Array.from({ length: count }, (_, index) => ({
    slot: from + index,
    x: x + (index % 3) * 14,
    y: y + Math.floor(index / 3) * 14,
  }));

describe('what is drawn alone and what together', () => {
  it('draws vehicles alone that have room', () => {
    const { singles, clusters } = composed([
      { slot: 0, x: 100, y: 100 },
      { slot: 1, x: 130, y: 100 },
      { slot: 2, x: 400, y: 300 },
    ]);
    expect(singles.map(({ slot }) => slot).sort()).toEqual([0, 1, 2]);
    expect(clusters).toEqual([]);
  });

  it('draws a crowd as one, in its middle, with what its vehicles do', () => {
    const spots = crowd(6, 70, 70).map((spot, index) => ({
      ...spot,
      motion: index < 4 ? ('moving' as const) : ('parked' as const),
    }));
    const { singles, clusters } = composed(spots);
    expect(singles).toEqual([]);
    expect(clusters).toHaveLength(1);
    const [cluster] = clusters;
    expect(cluster?.count).toBe(6);
    expect((cluster?.x ?? 0) * scale - corner.left).toBeCloseTo(84, 3);
    expect([...(cluster?.mix ?? [])]).toEqual([4, 0, 0, 0, 2, 0, 0, 0]);
  });

  it('draws two vehicles at one spot as one, also across the edge of a cell', () => {
    const { singles, clusters } = composed([
      { slot: 0, x: 126, y: 100 },
      { slot: 1, x: 130, y: 100 },
      { slot: 2, x: 300, y: 100 },
    ]);
    expect(singles.map(({ slot }) => slot)).toEqual([2]);
    expect(clusters.map((cluster) => slotsOf(cluster).sort())).toEqual([[0, 1]]);
  });

  it('never draws two clusters on each other', () => {
    const { clusters } = composed([...crowd(9, 90, 90), ...crowd(9, 130, 90, 20)]);
    for (const a of clusters) {
      for (const b of clusters) {
        if (a === b) continue;
        expect(Math.hypot(a.x - b.x, a.y - b.y) * scale).toBeGreaterThan(
          Math.max(a.radius, b.radius),
        );
      }
    }
  });

  it('draws every vehicle of the area once', () => {
    const spot: fc.Arbitrary<Omit<Spot, 'slot'>> = fc.record({
      x: fc.integer({ min: 0, max: 799 }),
      y: fc.integer({ min: 0, max: 599 }),
    });
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 120 }), (places) => {
        const { singles, clusters } = composed(places.map((place, slot) => ({ ...place, slot })));
        const drawn = [...singles.map(({ slot }) => slot), ...clusters.flatMap(slotsOf)];
        expect(drawn.sort((a, b) => a - b)).toEqual(places.map((_, slot) => slot));
        for (const cluster of clusters) {
          expect(cluster.count).toBe(slotsOf(cluster).length);
          expect(cluster.mix.reduce((sum, count) => sum + count, 0)).toBe(cluster.count);
        }
      }),
    );
  });

  it('keeps a crowd together when one of four leaves, and lets go when two do', () => {
    const memory: Memory = { leaders: new Map() };
    const { fleet, grid, put } = composed(crowd(4, 70, 70), memory);
    put([{ slot: 0, x: 500, y: 500 }]);
    expect(compose(grid, fleet, area, zoom, memory).clusters).toHaveLength(1);
    put([{ slot: 1, x: 600, y: 500 }]);
    expect(compose(grid, fleet, area, zoom, memory).clusters).toHaveLength(0);
    put([{ slot: 1, x: 75, y: 70 }]);
    expect(compose(grid, fleet, area, zoom, memory).clusters).toHaveLength(0);
  });

  it('keeps two together that part by a hair, so that nothing flickers', () => {
    const memory: Memory = { leaders: new Map() };
    const pair = (distance: number): Spot[] => [
      { slot: 0, x: 100, y: 100 },
      { slot: 1, x: 100 + distance, y: 100 },
    ];
    const { fleet, grid, put } = composed(pair(13), memory);
    const clusters = () => compose(grid, fleet, area, zoom, memory).clusters.length;
    expect(clusters()).toBe(0);
    put(pair(10));
    expect(clusters()).toBe(1);
    put(pair(13));
    expect(clusters()).toBe(1);
    put(pair(16));
    expect(clusters()).toBe(0);
  });

  it('shows a vehicle again in each copy of the world that is in view', () => {
    const { fleet, grid, put } = fleetWithGrid();
    put([{ slot: 0, x: 100, y: 100 }]);
    grid.rebuild(1);
    const world = worldSize(1);
    const wide = { left: -world, top: 0, width: world * 3, height: world };
    const { singles } = compose(grid, fleet, wide, 1, { leaders: new Map() });
    expect(singles.map(({ copy }) => copy)).toEqual(expect.arrayContaining([-1, 0, 1]));
  });

  it('finds the same vehicles between two zoom levels, where cells are larger or smaller', () => {
    const { fleet, grid, put } = fleetWithGrid();
    put([
      { slot: 0, x: 100, y: 100 },
      { slot: 1, x: 700, y: 500 },
      { slot: 2, x: 712, y: 500 },
    ]);
    const alone = (between: number) => {
      const factor = 2 ** (between - zoom);
      const part = {
        left: area.left * factor,
        top: area.top * factor,
        width: area.width * factor,
        height: area.height * factor,
      };
      const memory = { leaders: new Map<number, number>() };
      const { singles, clusters } = compose(grid, fleet, part, between, memory);
      return [singles.map(({ slot }) => slot).sort(), clusters.length];
    };
    expect(alone(zoom)).toEqual([[0, 1, 2], 0]);
    expect(alone(zoom + 0.45)).toEqual([[0, 1, 2], 0]);
    // Twelve pixels at the level are nine of them here: drawn on each other.
    expect(alone(zoom - 0.45)).toEqual([[0], 1]);
  });
});
