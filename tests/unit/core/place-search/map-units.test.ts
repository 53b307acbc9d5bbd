import { describe, expect, it } from 'vitest';
import {
  MOST_UNITS,
  tilesOfUnit,
  unitAt,
  unitCount,
  unitsAround,
} from '@core/place-search/map-units';

const town = { bounds: [-46.8, -23.8, -46.3, -23.3] as [number, number, number, number] };
const world = { bounds: [-180, -85, 180, 85] as [number, number, number, number] };
const here = { latitude: -23.5, longitude: -46.6 };
const there = { latitude: 48.85, longitude: 2.35 };

describe('the squares of a map that are read for the search', () => {
  it('are all of a small map, those at the place first', () => {
    const units = unitsAround(town, [here]);
    expect(units).toHaveLength(unitCount(town));
    expect(new Set(units).size).toBe(units.length);
    expect(units[0]).toBe(unitAt(here));
    expect(unitsAround(town, [there])).toHaveLength(unitCount(town));
  });

  it('of a map of the world are those around the places, of each as many', () => {
    const units = unitsAround(world, [here, there]);
    expect(units).toHaveLength(MOST_UNITS);
    expect(units.slice(0, 2)).toEqual([unitAt(here), unitAt(there)]);
  });

  it('of a large map are none while nobody knows where to begin', () => {
    expect(unitsAround(world, [])).toEqual([]);
  });

  it('of a map across the date line are on both sides of it', () => {
    const fiji = { bounds: [179.5, -17.2, 180.5, -16.8] as [number, number, number, number] };
    const west = unitAt({ latitude: -17, longitude: 179.99 });
    const east = unitAt({ latitude: -17, longitude: -179.99 });
    expect(unitsAround(fiji, [])).toEqual(expect.arrayContaining([west, east]));
    expect(unitsAround(fiji, [{ latitude: -17, longitude: -179.99 }])[0]).toBe(east);
    const tiles = tilesOfUnit(east, { ...fiji, minZoom: 14, maxZoom: 14 });
    expect(tiles).toHaveLength(16);
    expect(tiles.every(({ x }) => x < 2 ** 14)).toBe(true);
  });

  it('end at the edge of the world and of the map', () => {
    const units = unitsAround(world, [{ latitude: 85, longitude: 180 }]);
    expect(units).toHaveLength(MOST_UNITS);
    expect(Math.min(...units)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...units)).toBeLessThan(2 ** 24);
  });
});

describe('the tiles of a square', () => {
  it('are those of towns and districts, and all of the streets within the map', () => {
    const tiles = tilesOfUnit(unitAt(here), { ...world, minZoom: 0, maxZoom: 14 });
    expect(tiles.filter(({ z }) => z === 9)).toHaveLength(1);
    expect(tiles.filter(({ z }) => z === 12)).toHaveLength(1);
    expect(tiles.filter(({ hasStreets }) => hasStreets)).toHaveLength(16);
    const small = { bounds: [-46.601, -23.501, -46.599, -23.499] as const };
    const clipped = tilesOfUnit(unitAt(here), {
      ...{ bounds: [...small.bounds] as [number, number, number, number] },
      ...{ minZoom: 14, maxZoom: 14 },
    });
    expect(clipped.length).toBeLessThan(5);
  });

  it('of a rough map name places alone', () => {
    const tiles = tilesOfUnit(unitAt(here), { ...world, minZoom: 0, maxZoom: 10 });
    expect(tiles.map(({ z, hasStreets }) => [z, hasStreets])).toEqual([
      [9, false],
      [10, false],
    ]);
  });
});
