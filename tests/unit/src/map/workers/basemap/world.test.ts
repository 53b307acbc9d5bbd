import type { LineString } from 'geojson';
import { describe, expect, it, vi } from 'vitest';
import outlines from 'world-atlas/countries-50m.json?raw';
import names from '@resources/basemap/places.json';
import { worldX, worldY } from '@/map/core/projection';
import { graticuleLines, graticuleStep } from '@/map/workers/basemap/graticule';
import { countryName } from '@/map/workers/basemap/place-labels';
import { positionsOf, sliceGeometry, tileExtent } from '@/map/workers/basemap/sliced-geometry';
import { sliceWorld, type Outlines } from '@/map/workers/basemap/world-geometry';

const world = await sliceWorld(() => Promise.resolve(JSON.parse(outlines) as Outlines));

/** Whether a place lies on the land of its tile, by the even-odd rule over all rings. */
function isLand(latitude: number, longitude: number, z: number): boolean {
  const tiles = 2 ** z;
  const x = worldX(longitude) * tiles;
  const y = worldY(latitude) * tiles;
  const px = (x - Math.floor(x)) * tileExtent;
  const py = (y - Math.floor(y)) * tileExtent;
  let inside = false;
  for (const ring of world.land.linesOf(z, Math.floor(x), Math.floor(y))) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
      if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

describe('the embedded world', () => {
  it.each([
    ['Brasília', -15.78, -47.93, true],
    ['the demo town', -11.1, -46.9, true],
    ['the South Pole', -84, 20, true],
    ['Chukotka, beyond the 180th meridian', 66.5, -175, true],
    ['the middle of the Atlantic', -20, -25, false],
    ['the Bering Sea', 58, 179.5, false],
    ['the Pacific at the latitude of Chukotka’s step', 66.5, -150.2, true],
    ['the Atlantic between Iceland and Norway', 66.5, 0, false],
  ])('knows whether %s is land', (_, latitude, longitude, expected) => {
    for (const z of [1, 4, 11]) expect(isLand(latitude, longitude, z), `zoom ${z}`).toBe(expected);
  });

  it('has no coast that crosses it from edge to edge', () => {
    for (const line of [...world.coasts.linesOf(0, 0, 0), ...world.borders.linesOf(0, 0, 0)]) {
      for (let i = 2; i + 1 < line.length; i += 2) {
        expect(Math.abs((line[i] ?? 0) - (line[i - 2] ?? 0))).toBeLessThan(tileExtent / 3);
      }
    }
  });
});

describe('the names of the world', () => {
  it('are columns of one length, the larger places first', () => {
    const { name, longitude, latitude, thousands, capitals } = names.places;
    expect(name.length).toBeGreaterThan(5000);
    expect([longitude.length, latitude.length, thousands.length]).toEqual(
      Array.from({ length: 3 }, () => name.length),
    );
    expect(thousands).toEqual([...thousands].sort((a, b) => b - a));
    expect(capitals.map((index) => name[index])).toContain('Brasília');
    expect(names.countries.name.length).toBe(names.countries.room.length);
  });

  it('come in the language of the reader', () => {
    expect(countryName('076', 'Brazil', 'pt-BR')).toBe('Brasil');
    expect(countryName('276', 'Germany', 'es')).toBe('Alemania');
    expect(countryName('', 'Somaliland', 'es')).toBe('Somaliland');
    expect(countryName('999', 'Nowhere', 'en')).toBe('Nowhere');
  });
});

describe('geometry cut into tiles', () => {
  it('gives a tile the lines that cross it and no others', () => {
    const positions = positionsOf(Float64Array.from([-46.9, -11.1, -46.8, -11.1]));
    expect(positions).toEqual([
      [-46.9, -11.1],
      [-46.8, -11.1],
    ]);
    const line: LineString = { type: 'LineString', coordinates: positions };
    const sliced = sliceGeometry(line, () => line);
    const z = 12;
    const x = Math.floor(worldX(-46.85) * 2 ** z);
    const y = Math.floor(worldY(-11.1) * 2 ** z);
    expect(sliced.linesOf(z, x, y)).toHaveLength(1);
    expect(sliced.linesOf(z, x, y + 3)).toEqual([]);
    expect(sliced.linesOf(z, 5, 5)).toEqual([]);
  });

  it('starts over where a day has cut too many, and has tiles until all is read again', async () => {
    const at = (latitude: number): LineString => ({
      type: 'LineString',
      coordinates: [
        [-179, latitude],
        [179, latitude],
      ],
    });
    let isThere = false;
    const read = vi.fn(() =>
      isThere ? Promise.resolve(at(-40)) : Promise.reject(new Error('It can not be read.')),
    );
    const sliced = sliceGeometry(at(40), read);
    const z = 11;
    const row = (latitude: number) => Math.floor(worldY(latitude) * 2 ** z);
    const hasLine = (x: number, latitude: number) => sliced.linesOf(z, x, row(latitude)).length > 0;
    let x = 20;
    while (x < 2000 && read.mock.calls.length === 0) {
      expect(hasLine(x, 40)).toBe(true);
      x += 1;
    }
    expect(read).toHaveBeenCalledOnce();
    // It failed; the next tile tries again, and those that come meanwhile don't.
    await new Promise(process.nextTick);
    isThere = true;
    expect(hasLine(1000, 40)).toBe(true);
    expect(hasLine(1001, 40)).toBe(true);
    expect(read).toHaveBeenCalledTimes(2);
    await new Promise(process.nextTick);
    expect(hasLine(1000, -40)).toBe(true);
    expect(hasLine(1000, 40)).toBe(false);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('lines of longitude and latitude', () => {
  it.each([5, 7, 10, 13, 16, 18])('keep their distance at level %d', (z) => {
    const step = graticuleStep(z);
    const pixels = (step * 512 * 2 ** z) / 360;
    expect(pixels).toBeGreaterThanOrEqual(140);
    expect(pixels).toBeLessThan(380);
  });

  it('go on from one tile to the next', () => {
    const tile = { z: 9, x: 190, y: 270 };
    const step = (graticuleStep(9) * 512 * 2 ** 9) / 360;
    const here = graticuleLines(tile).xs;
    const next = graticuleLines({ ...tile, x: 191 }).xs;
    expect((next[0] ?? 0) + 512 - (here.at(-1) ?? 0)).toBeCloseTo(step, 6);
    for (const position of [...here, ...graticuleLines(tile).ys]) {
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(512);
    }
  });
});
