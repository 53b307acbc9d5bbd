import { describe, expect, it } from 'vitest';
import { readTilePath, tilePath } from '@contract/map-sources';

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
