import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldSize } from '@/map/core/projection';
import { easeZoom, restingView, viewBetween, wordsLeft } from '@/map/workers/zoom-glide';

const from = { zoom: 12, left: 1000, top: 2000, width: 800, height: 600, inset: 50, ratio: 1 };
const to = { ...from, zoom: 11, left: 300, top: 850 };

describe('a glide between two zoom levels', () => {
  it('starts at the one view and ends at the other', () => {
    expect(viewBetween(from, to, 0)).toMatchObject({ left: 1000, scale: worldSize(12) });
    expect(viewBetween(from, to, 1)).toEqual(restingView(to));
  });

  it('moves every point of the world along a straight line', () => {
    const on = (part: number, x: number) => {
      const view = viewBetween(from, to, part);
      return x * view.scale - view.left;
    };
    const x = 0.001;
    expect(on(0.5, x)).toBeCloseTo((on(0, x) + on(1, x)) / 2, 6);
    expect(on(0.25, x)).toBeCloseTo(on(0, x) * 0.75 + on(1, x) * 0.25, 6);
  });

  it('knows all that comes into view on the way, at the level that it leaves', () => {
    const { area } = viewBetween(from, to, 0.3);
    expect(area).toEqual({ left: 600, top: 1700, width: 1600, height: 1200 });
  });

  it('lets words fade while it zooms out and leaves them alone otherwise', () => {
    expect(wordsLeft(restingView(from).scale, from.zoom)).toBe(1);
    expect(wordsLeft(viewBetween(from, { ...to, zoom: 13 }, 0.5).scale, from.zoom)).toBe(1);
    expect(wordsLeft(viewBetween(from, to, 0.4).scale, from.zoom)).toBeLessThan(1);
    expect(wordsLeft(viewBetween(from, to, 0.9).scale, from.zoom)).toBe(0);
  });
});

describe('the easing of a zoom', () => {
  it('is the curve of the stylesheet, cubic-bezier(0, 0, 0.25, 1)', () => {
    expect(easeZoom(0)).toBe(0);
    expect(easeZoom(1)).toBe(1);
    // By the parameter 0.5: time 0.21875, movement 0.5.
    expect(easeZoom(0.21875)).toBeCloseTo(0.5, 4);
  });

  it('never turns back', () => {
    const time = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(easeZoom(Math.min(a, b))).toBeLessThanOrEqual(easeZoom(Math.max(a, b)) + 1e-9);
      }),
    );
  });
});
