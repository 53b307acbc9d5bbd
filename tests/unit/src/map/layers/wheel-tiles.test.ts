import { beforeEach, describe, expect, it, vi } from 'vitest';
import { movedMap } from '@/map/core/leaflet-motion';
import { goalEvent, type GoalEvent } from '@/map/layers/goal-event';
import {
  asked,
  dropped,
  forgetAsked,
  map,
  newest,
  openTileMapForEach,
  receive,
  showAll,
  size,
  tiles,
  touch,
} from './tile-map';

openTileMapForEach();

describe('the tiles of a zoom by the wheel', () => {
  const centre = () => map.getCenter();
  const turnTo = (zoom: number) =>
    map.fire(goalEvent, { centre: centre(), zoom } satisfies GoalEvent);
  const stepTo = (zoom: number) => {
    movedMap(map)._move(centre(), zoom, { pinch: true, round: false });
  };
  const rest = () => {
    map.fire('zoom');
    movedMap(map)._moveEnd(true);
  };
  /** Levels of Leaflet's, which counts in tiles of 256 pixels, and the size they were asked for in. */
  const levels = () => [...new Set(asked.map(({ z, ratio }) => `${z + 1} × ${ratio}`))];

  beforeEach(() => {
    tiles.addTo(map);
    touch();
    showAll();
    movedMap(map)._moveStart(true, false);
    forgetAsked();
  });

  it.each([13, 11])('are those of its end at %d, once, as large as they are then', (end) => {
    turnTo(end);
    expect(levels()).toEqual([`${end} × 1`]);
    for (const part of [0.2, 0.45, 0.55, 0.9, 1]) {
      stepTo(12 + (end - 12) * part);
      vi.advanceTimersByTime(100);
    }
    const count = asked.length;
    expect(new Set(asked.map(({ x, y }) => `${x}/${y}`)).size).toBe(count);
    rest();
    expect(asked).toHaveLength(count);
    // All of the window has them.
    showAll();
    const own = newest().map(({ picture: { width, height } }) => width * height);
    expect(own.reduce((sum, pixels) => sum + pixels, 0)).toBeGreaterThan(size.width * size.height);
  });

  it('leave what is seen on the way, at the edges of the window too', () => {
    const before = [...map.getContainer().querySelectorAll('canvas')];
    const left = () => before.filter(({ isConnected }) => isConnected);
    turnTo(13);
    stepTo(12.05);
    showAll();
    expect(left()).toEqual(before);
    stepTo(12.9);
    showAll();
    turnTo(13);
    expect(left().length).toBeLessThan(before.length);
    stepTo(13);
    rest();
    expect(left()).toEqual([]);
  });

  it('are not those of levels that it passes', () => {
    turnTo(9);
    for (const zoom of [11.6, 11.2, 10.4]) stepTo(zoom);
    vi.advanceTimersByTime(100);
    expect(asked).toEqual([]);
    stepTo(9.9);
    expect(levels()).toEqual(['9 × 1']);
    const shownTiles = () => map.getContainer().querySelectorAll('canvas').length;
    receive(1);
    expect(shownTiles(), 'what was there stays where others are missing').toBeGreaterThan(
      newest().length,
    );
    showAll();
    expect(shownTiles()).toBe(newest().length);
    stepTo(9);
    rest();
    expect(levels()).toEqual(['9 × 1']);
  });

  it('are not drawn any more where the wheel is turned on', () => {
    turnTo(11);
    const passed = asked.map(({ id }) => id);
    forgetAsked();
    stepTo(10.9);
    turnTo(10);
    expect(dropped).toEqual(expect.arrayContaining(passed));
    expect(levels()).toEqual(['10 × 1']);
  });

  it('are none where something else stops it before it has begun to move', () => {
    turnTo(9);
    rest();
    expect(asked).toEqual([]);
  });

  it('between two levels are of the nearer one', () => {
    turnTo(12.4);
    stepTo(12.4);
    rest();
    expect(new Set(asked.map(({ z }) => z + 1))).toEqual(new Set([12]));
    turnTo(12.7);
    expect(asked.at(-1)).toMatchObject({ z: 12, ratio: map.getZoomScale(12.7, 13) });
  });
});
