import { describe, expect, it } from 'vitest';
import { layAlong } from '@/map/workers/basemap/words-along';

const view = { scale: 1, left: 0, top: 0 };
const advances = [10, 10, 10];

const lay = (line: number[], start = 20) =>
  layAlong(Float64Array.from(line), view, start, advances, 30);

describe('a name along a road', () => {
  it('stands letter by letter on a straight one', () => {
    const laid = lay([0, 50, 100, 50]);
    expect(laid?.letters.map(({ x }) => x)).toEqual([25, 35, 45]);
    expect(laid?.letters.every(({ y, angle }) => y === 50 && angle === 0)).toBe(true);
    expect(laid?.anchor).toMatchObject({ x: 35, y: 50 });
  });

  it('reads from left to right on a road that runs to the left', () => {
    const laid = lay([100, 50, 0, 50]);
    expect(laid?.letters.map(({ x }) => x)).toEqual([55, 65, 75]);
    expect(laid?.letters.every(({ angle }) => Math.abs(angle) < 1e-9)).toBe(true);
  });

  it('follows a gentle bend', () => {
    const laid = lay([0, 50, 35, 50, 100, 65]);
    expect(laid).not.toBeNull();
    expect(laid?.letters.at(-1)?.angle).toBeGreaterThan(0);
  });

  it('is left out around a sharp corner', () => {
    expect(lay([0, 50, 35, 50, 35, 150])).toBeNull();
  });

  it('is left out where the road ends too soon', () => {
    expect(lay([0, 50, 40, 50])).toBeNull();
    expect(lay([0, 50, 100, 50], -5)).toBeNull();
  });
});
