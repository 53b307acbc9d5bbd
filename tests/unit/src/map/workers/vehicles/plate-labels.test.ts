import { describe, expect, it } from 'vitest';
import { createPlateLabels, type PlateLabel, type Wish } from '@/map/workers/vehicles/plate-labels';

const context = {
  measureText: (text: string) => ({ width: text.length * 6 }),
} as unknown as OffscreenCanvasRenderingContext2D;

const wish = (slot: number, x: number, y: number): Wish => ({
  slot,
  x,
  y,
  radius: 10,
  text: 'ABC-1D23',
  isSure: false,
});

const sideOf = ({ dx, dy }: PlateLabel) =>
  dx > 0 ? 'right' : dx < 0 ? 'left' : dy > 0 ? 'below' : 'above';

describe('plates beside vehicles', () => {
  it('stand to the right, or wherever else there is room', () => {
    const labels = createPlateLabels();
    const [free] = labels.choose(context, [wish(0, 100, 100)], []);
    expect(free && sideOf(free)).toBe('right');
    const wall = { minX: 105, maxX: 300, minY: 90, maxY: 110 };
    const [beside] = labels.choose(context, [wish(1, 100, 100)], [wall]);
    expect(beside && sideOf(beside)).toBe('below');
  });

  it('are left out where there is none', () => {
    const labels = createPlateLabels();
    const everywhere = { minX: 0, maxX: 300, minY: 0, maxY: 300 };
    expect(labels.choose(context, [wish(0, 100, 100)], [everywhere])).toEqual([]);
  });

  it('stand beside the selected vehicle even there, always at the same side', () => {
    const labels = createPlateLabels();
    const everywhere = { minX: 0, maxX: 300, minY: 0, maxY: 300 };
    const selected = { ...wish(0, 100, 100), isSure: true };
    const near = wish(1, 100, 104);
    const [first, ...others] = labels.choose(context, [selected, near], [everywhere]);
    expect(first && sideOf(first)).toBe('right');
    expect(others).toEqual([]);
    const wall = { minX: 105, maxX: 300, minY: 90, maxY: 110 };
    labels.choose(context, [selected], [wall]);
    const [after] = labels.choose(context, [selected], [everywhere]);
    expect(after && sideOf(after)).toBe('below');
  });

  it('never lie on each other', () => {
    const labels = createPlateLabels();
    const wishes = Array.from({ length: 40 }, (_, slot) =>
      wish(slot, 60 + (slot % 8) * 30, 60 + Math.floor(slot / 8) * 24),
    );
    const chosen = labels.choose(context, wishes, []);
    const boxes = chosen.map(({ slot, dx, dy, width }) => {
      const { x = 0, y = 0 } = wishes[slot] ?? {};
      return { left: x + dx - width / 2, right: x + dx + width / 2, middle: y + dy };
    });
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || Math.abs(a.middle - b.middle) >= 15;
        expect(apart).toBe(true);
      }
    });
    expect(chosen.length).toBeGreaterThan(5);
  });

  it('stay at their side as long as there is room', () => {
    const labels = createPlateLabels();
    const wall = { minX: 105, maxX: 300, minY: 90, maxY: 110 };
    labels.choose(context, [wish(0, 100, 100)], [wall]);
    const [after] = labels.choose(context, [wish(0, 100, 100)], []);
    expect(after && sideOf(after)).toBe('below');
  });

  it('are not more than a person can read', () => {
    const labels = createPlateLabels();
    const wishes = Array.from({ length: 300 }, (_, slot) =>
      wish(slot, (slot % 15) * 120, Math.floor(slot / 15) * 60),
    );
    expect(labels.choose(context, wishes, []).length).toBeLessThanOrEqual(80);
  });

  it('are cut where a name is longer than any plate', () => {
    const labels = createPlateLabels();
    const named = (text: string) =>
      labels.choose(context, [{ ...wish(0, 100, 100), text }], [])[0]?.text;
    expect(named('ABC-1D23-4567')).toBe('ABC-1D23-4567');
    expect(named('A name that would cross the whole map')).toBe('A name that…');
    expect(named('🚚'.repeat(5000))).toBe(`${'🚚'.repeat(12)}…`);
  });
});
