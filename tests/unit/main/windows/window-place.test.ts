import { describe, expect, it } from 'vitest';
import { leastSize, placeWindow } from '@main/windows/window-place';

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const second = { x: 1440, y: 0, width: 1920, height: 1040 };
const place = { x: 100, y: 80, width: 1200, height: 700, maximized: false };

describe('the place of the window', () => {
  it('is the middle of the first screen at a first start', () => {
    expect(placeWindow(null, [second, laptop])).toEqual({
      x: 1680,
      y: 70,
      width: 1440,
      height: 900,
    });
  });

  it('is the remembered one', () => {
    expect(placeWindow(place, [laptop])).toEqual({ x: 100, y: 80, width: 1200, height: 700 });
  });

  it('is remembered on a second screen too', () => {
    expect(placeWindow({ ...place, x: 1600 }, [laptop, second])).toMatchObject({ x: 1600, y: 80 });
  });

  it('comes back to the first screen when the second one is gone, with its size', () => {
    expect(placeWindow({ ...place, x: 1600 }, [laptop])).toEqual({
      x: 120,
      y: 80,
      width: 1200,
      height: 700,
    });
  });

  it.each([
    ['above the screen', { y: -40 }],
    ['below the screen', { y: 850 }],
    ['left of the screen', { x: -1150 }],
    ['right of the screen', { x: 1400 }],
  ])('comes back when its title bar lies %s', (_where, moved) => {
    expect(placeWindow({ ...place, ...moved }, [laptop])).toMatchObject({ x: 120, y: 80 });
  });

  it('is never larger than its screen', () => {
    const wide = { ...place, x: 0, y: 0, width: 3000, height: 2000 };
    expect(placeWindow(wide, [laptop])).toEqual({ x: 0, y: 0, width: 1440, height: 860 });
  });

  it('is never smaller than the screens of the app need, where there is room', () => {
    const tiny = { ...place, width: 300, height: 200 };
    expect(placeWindow(tiny, [laptop])).toMatchObject({ width: 900, height: 600 });
  });

  it.each([
    [910, 512],
    [683, 344],
    [1024, 540],
  ])('lies whole on a screen of %i×%i, whose size the least one gives way to', (width, height) => {
    const small = { x: 0, y: 28, width, height };
    for (const remembered of [null, { ...place, y: 30 }]) {
      const found = placeWindow(remembered, [small]);
      expect(found.y).toBeGreaterThanOrEqual(small.y);
      expect(found.y + found.height).toBeLessThanOrEqual(small.y + height);
      expect(found.x).toBeGreaterThanOrEqual(0);
      expect(found.x + found.width).toBeLessThanOrEqual(width);
    }
    expect(leastSize([laptop, small])).toEqual({
      width: Math.min(900, width),
      height: Math.min(600, height),
    });
  });

  it('needs no screen to be told', () => {
    expect(placeWindow(null, [])).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  });
});
