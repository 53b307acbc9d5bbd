import { describe, expect, it } from 'vitest';
import { roadOrder, roadStyles, widthAt } from '@/map/workers/basemap/street-style';

describe('the width of roads', () => {
  it('is the one of the table at its zoom levels and lies between them in between', () => {
    const widths = [
      [10, 1],
      [12, 4],
    ] as const;
    expect(widthAt(widths, 10)).toBe(1);
    expect(widthAt(widths, 12)).toBe(4);
    expect(widthAt(widths, 11)).toBeCloseTo(2, 9);
    expect(widthAt(widths, 8)).toBe(1);
    expect(widthAt(widths, 13)).toBeGreaterThan(4);
  });

  it('grows with the class of the road and with the zoom', () => {
    for (let zoom = 14; zoom <= 18; zoom += 1) {
      const widths = roadOrder.map((name) => widthAt(roadStyles[name].widths, zoom));
      expect(widths).toEqual([...widths].sort((a, b) => a - b));
    }
    for (const name of roadOrder) {
      const widths = [14, 15, 16, 17, 18].map((zoom) => widthAt(roadStyles[name].widths, zoom));
      expect(widths).toEqual([...widths].sort((a, b) => a - b));
    }
  });
});
