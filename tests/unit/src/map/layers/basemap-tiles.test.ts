import { Point } from 'leaflet';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TileRequest } from '@/map/workers/basemap/messages';
import {
  asked,
  forgetAsked,
  forgetShown,
  frames,
  map,
  newest,
  nextFrame,
  openTileMapForEach,
  pictureOf,
  pixelsOf,
  places,
  receive,
  showAll,
  shown,
  size,
  tiles,
  touch,
} from './tile-map';

openTileMapForEach();

describe('the pictures of tiles', () => {
  beforeEach(() => {
    tiles.addTo(map);
    touch();
  });

  it('are shown at once where few come', () => {
    expect(newest().length).toBeGreaterThan(8);
    const bitmaps = receive(3);
    expect(shown).toEqual(bitmaps);
  });

  it('are spread over frames where many come at once, in their order', () => {
    const bitmaps = receive(8);
    expect(shown).toHaveLength(3);
    nextFrame();
    expect(shown).toHaveLength(6);
    nextFrame();
    expect(shown).toEqual(bitmaps);
    nextFrame();
    expect(frames, 'and then no frame is asked for').toEqual([]);
  });

  it('are one at a time on a display of 200 %', () => {
    vi.stubGlobal('devicePixelRatio', 2);
    tiles.refresh();
    receive(3);
    expect(shown).toHaveLength(1);
    nextFrame();
    expect(shown).toHaveLength(2);
  });

  it('are the newest ones, and what nobody needs any more is given back', () => {
    const [, , , , older] = receive(5);
    const tile = newest()[4] as TileRequest;
    const newer = pictureOf(tile);
    tiles.receive(tile, newer);
    expect(older?.close).toHaveBeenCalledOnce();
    const gone = receive(8).at(-1);
    tiles.remove();
    nextFrame();
    expect(gone?.close).toHaveBeenCalledOnce();
    expect(newer.close).toHaveBeenCalledOnce();
    expect(shown).toHaveLength(3);
  });
});

describe('the pictures of a map that nobody is at', () => {
  const window = size.width * size.height;
  /** A picture reaches a pixel over the next one. */
  const over = 5 * (size.width + size.height);

  it('are of its window, and of whole tiles as soon as somebody comes', () => {
    tiles.addTo(map);
    const small = newest();
    expect(pixelsOf(small)).toBeGreaterThanOrEqual(window);
    expect(pixelsOf(small)).toBeLessThanOrEqual(window + over);
    showAll();
    for (const { left, top, width, height } of places()) {
      expect([left, top].every((start) => start >= 0)).toBe(true);
      expect(left + width).toBeLessThanOrEqual(size.width);
      expect(top + height).toBeLessThanOrEqual(size.height);
    }
    touch();
    expect(newest().map(({ id }) => id)).toEqual(small.map(({ id }) => id));
    for (const { picture } of newest()) {
      expect(picture).toEqual({ left: 0, top: 0, width: 513, height: 513 });
    }
  });

  it('are that again once nobody has been there for half a minute', () => {
    tiles.addTo(map);
    touch();
    map.panBy([1100, 0], { animate: false });
    showAll();
    const count = asked.length;
    vi.advanceTimersByTime(29_999);
    expect(asked).toHaveLength(count);
    forgetShown();
    vi.advanceTimersByTime(1);
    expect(asked.length).toBeGreaterThan(count);
    const seen = asked.slice(count);
    expect(pixelsOf(seen)).toBeLessThanOrEqual(window + over);
    const unseen = shown.length;
    expect(unseen, 'tiles that are out of sight').toBeGreaterThan(0);
    expect(shown.every((picture) => picture === null)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(asked).toHaveLength(count + seen.length);
    // Those out of sight come back with somebody, too.
    touch();
    for (const { picture } of newest()) expect(picture.width).toBe(513);
  });

  it('have a canvas of their own each, and those of a map that is moved have one for all', () => {
    tiles.addTo(map);
    const canvases = () => [...map.getContainer().querySelectorAll('canvas')];
    const first = canvases();
    showAll();
    expect(canvases()).toEqual(first);
    const before = places();
    tiles.refresh();
    forgetShown();
    showAll();
    const second = canvases();
    expect(second).toHaveLength(first.length);
    expect(second.filter((canvas) => first.includes(canvas))).toEqual([]);
    expect(places(), 'where they were, and as large').toEqual(before);
    expect(shown.filter((picture) => picture === null)).toHaveLength(first.length);
    for (const old of first) expect(old.width).toBe(1);
    touch();
    showAll();
    expect(canvases()).toEqual(second);
    // Leaflet knows the new ones: it takes them away with their tiles.
    map.panBy([20_000, 0], { animate: false });
    expect(canvases().filter((canvas) => second.includes(canvas))).toEqual([]);
  });

  it('are of whole tiles as soon as it moves, and of its window where it is put in place', async () => {
    tiles.addTo(map);
    map.setView([-11.2, -46.8], 13, { animate: false });
    await Promise.resolve();
    const seen = newest().slice(-15);
    expect(seen.some(({ picture }) => picture.width < 513)).toBe(true);
    const count = asked.length;
    map.fire('movestart');
    await Promise.resolve();
    expect(asked.length).toBeGreaterThan(count);
    for (const { picture } of asked.slice(count)) expect(picture.width).toBe(513);
  });

  it('are of whole tiles while its window gets another size', () => {
    tiles.addTo(map);
    map.fire('resize');
    for (const { picture } of newest()) expect(picture.width).toBe(513);
  });

  it('are drawn again with somebody where all of it changed while it was not seen', () => {
    tiles.addTo(map);
    const hidden = vi.spyOn(map, 'getSize').mockReturnValue(new Point(0, 0));
    forgetAsked();
    tiles.refresh();
    expect(asked).toEqual([]);
    hidden.mockRestore();
    map.fire('resize');
    expect(asked.length).toBeGreaterThan(8);
  });

  it('that were asked for before are not shown in the place of nothing', () => {
    tiles.addTo(map);
    touch();
    const [far] = newest();
    map.panBy([2000, 1000], { animate: false });
    showAll();
    vi.advanceTimersByTime(30_000);
    const late = pictureOf(far as TileRequest);
    tiles.receive(far as TileRequest, late);
    expect(late.close).toHaveBeenCalledOnce();
  });
});

describe('the pixels of tiles', () => {
  it.each([
    [1, 12],
    [1.25, 12],
    [1.5, 12],
    [1.1, 12],
    [1, 12.3],
    [1.25, 11.6],
  ])('are those of the screen at %d times their size and zoom %d', (ratio, zoom) => {
    vi.stubGlobal('devicePixelRatio', ratio);
    map.setView([-11.1234, -46.9876], zoom, { animate: false });
    tiles.addTo(map);
    touch();
    showAll();
    map.panBy([3, 7], { animate: false });
    showAll();
    const found = places().filter(
      ({ left, top, width, height }) =>
        left + width > 0 &&
        top + height > 0 &&
        left < size.width * ratio &&
        top < size.height * ratio,
    );
    expect(found.length).toBeGreaterThan(5);
    for (const place of found) {
      for (const length of Object.values(place)) expect(length).toBeCloseTo(Math.round(length), 6);
    }
    // From one to the next there is no gap.
    const starts = [...new Set(found.map(({ left }) => Math.round(left)))].sort((a, b) => a - b);
    for (const { left, width } of found) {
      const next = starts.find((start) => start > Math.round(left));
      if (next !== undefined) expect(Math.round(left + width)).toBeGreaterThan(next);
    }
  });

  it('are drawn again where a drag ends between two of the screen, and else are not', () => {
    tiles.addTo(map);
    touch();
    const before = new Set(newest().map(({ id }) => id));
    const again = (by: number, ratio: number) => {
      vi.stubGlobal('devicePixelRatio', ratio);
      tiles.refresh();
      const count = asked.length;
      map.panBy([by, 0], { animate: false });
      return asked.slice(count).filter(({ id }) => before.has(id)).length;
    };
    expect(again(3, 1)).toBe(0);
    expect(again(4, 1.25)).toBe(0);
    expect(again(3, 1.25)).toBeGreaterThan(8);
  });
});
