import { describe, expect, it } from 'vitest';
import { areaHolds, mapBoundsSchema, readTilePath, tilePath } from '@contract/map-sources';

describe('the area of a map', () => {
  it('may cross the date line, and holds places on both sides of it', () => {
    expect(mapBoundsSchema.safeParse([176, -20, 184, -12]).success).toBe(true);
    expect(areaHolds([176, -20, 184, -12], { latitude: -16, longitude: -177 })).toBe(true);
    expect(areaHolds([176, -20, 184, -12], { latitude: -16, longitude: 177 })).toBe(true);
    expect(areaHolds([176, -20, 184, -12], { latitude: -16, longitude: 0 })).toBe(false);
  });

  it.each([
    ['east of its east', [10, 0, 5, 1]],
    ['more than once around', [0, 0, 361, 1]],
    ['north of its north', [0, 2, 1, 1]],
  ])('is none where it is %s', (_name, bounds) => {
    expect(mapBoundsSchema.safeParse(bounds).success).toBe(false);
  });
});

describe('the path of a tile', () => {
  it('holds whole numbers alone and is read back', () => {
    const place = { z: 14, x: 6072, y: 9305 };
    expect(tilePath(3, place)).toBe('/tiles/3/14/6072/9305');
    expect(readTilePath('/tiles/3/14/6072/9305')).toEqual({ source: 3, place });
    expect(readTilePath('/tiles/1/0/0/0')).toEqual({ source: 1, place: { z: 0, x: 0, y: 0 } });
  });

  it.each([
    '/tiles/0/1/1/1',
    '/tiles/1/1/2/0',
    '/tiles/1/1/0/2',
    '/tiles/1/23/0/0',
    '/tiles/1/1/-1/0',
    '/tiles/1/1/0/0/',
    '/tiles/1/1/0/0.png',
    '/tiles/1/1/0',
    '/tiles/1/1/1e0/0',
    '/tiles/city/1/0/0',
    '/tiles/1/1/0/0/../../../etc/passwd',
    '/tiles/%31/1/0/0',
    '/tiles/9999999999999999/1/0/0',
  ])('%s names none', (path) => {
    expect(readTilePath(path)).toBeNull();
  });
});
