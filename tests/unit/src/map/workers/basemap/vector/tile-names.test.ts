import { describe, expect, it } from 'vitest';
import { namesOf } from '@/map/workers/basemap/vector/tile-names';
import { foundOf, nameOf, sourceOf } from './tiles';

const place = { z: 1, x: 1, y: 0 };

describe('the names of the tiles on the map', () => {
  it('lie at their point of the world, the most important first', () => {
    const names = [nameOf('Town', { of: 'town', rank: 9 }), nameOf('City', { rank: 1 })];
    const { points } = namesOf([[[foundOf(place, { names })]]], 'en');
    expect(points.map(({ name }) => name)).toEqual(['City', 'Town']);
    expect(points[0]).toMatchObject({ x: 0.75, y: 0.25 });
  });

  it('come once, where several squares of the map are drawn from one tile', () => {
    const tile = foundOf(place, { names: [nameOf('City')] });
    expect(namesOf([[[tile]], [[tile]]], 'en').points).toHaveLength(1);
  });

  it('come in the language of the app where there is one, streets as their signs say', () => {
    const languages = { en: 'Bangkok', es: 'Bangkok' };
    const line = Int32Array.from([0, 0, 4096, 0]);
    const names = [
      nameOf('กรุงเทพ', { languages }),
      nameOf('ถนนสุขุมวิท', { of: 'road', along: 'avenue', line, languages: { en: 'Sukhumvit' } }),
    ];
    const tiles = [[[foundOf(place, { names })]]];
    expect(namesOf(tiles, 'en').points[0]?.name).toBe('Bangkok');
    expect(namesOf(tiles, 'pt').points[0]?.name).toBe('กรุงเทพ');
    expect(namesOf(tiles, 'en').roads[0]?.name).toBe('ถนนสุขุมวิท');
  });

  it('come in another language, or not at all, where this computer has no font for their letters', () => {
    const canWrite = (name: string) => !/\p{Script=Thai}/u.test(name);
    const line = Int32Array.from([0, 0, 4096, 0]);
    const road = { of: 'road', along: 'avenue', line } as const;
    const names = [
      nameOf('กรุงเทพ', { languages: { en: 'Bangkok' } }),
      nameOf('สีลม', { of: 'district' }),
      nameOf('ถนนสุขุมวิท', { ...road, languages: { en: 'Sukhumvit' } }),
      nameOf('ถนนสีลม', road),
    ];
    const { points, roads } = namesOf([[[foundOf(place, { names })]]], 'pt', canWrite);
    expect(points.map(({ name }) => name)).toEqual(['Bangkok']);
    expect(roads.map(({ name }) => name)).toEqual(['Sukhumvit']);
  });

  it('leave those in the margin of a tile to its neighbour', () => {
    const names = [nameOf('Beyond', { line: Int32Array.from([4100, 10]) })];
    expect(namesOf([[[foundOf(place, { names })]]], 'en').points).toEqual([]);
  });

  it('have a coarser source silent where a finer one is', () => {
    const coarse = foundOf({ z: 0, x: 0, y: 0 }, { names: [nameOf('Coarse')] });
    const finer = sourceOf(2, { bounds: [-10, -10, 10, 10] });
    const fine = foundOf(place, { names: [nameOf('Fine')] }, finer);
    const { points } = namesOf([[[coarse], [fine]]], 'en');
    expect(points.map(({ name }) => name)).toEqual(['Fine']);
  });

  it('stay to be read above pictures', () => {
    const city = foundOf(place, { names: [nameOf('City')] });
    const picture = foundOf(place, {}, sourceOf(2, { content: { form: 'raster' } }));
    expect(namesOf([[[city], [picture]]], 'en').points).toHaveLength(1);
  });

  it('say which area needs no other names of towns', () => {
    const bounds = [-10, -10, 10, 10] as [number, number, number, number];
    const town = foundOf(place, { names: [nameOf('City')] }, sourceOf(2, { bounds }));
    const lake = foundOf(place, { names: [nameOf('Lake', { of: 'water' })] }, sourceOf(3));
    expect(namesOf([[[lake, town]]], 'en').named).toEqual([bounds]);
  });

  it('run along a street as one, however many pieces it has', () => {
    const piece = (...line: number[]) =>
      nameOf('Rua Augusta', { of: 'road', along: 'street', line: Int32Array.from(line) });
    const names = [piece(0, 0, 1024, 0), piece(1024, 0, 2048, 0)];
    const { roads } = namesOf([[[foundOf({ z: 0, x: 0, y: 0 }, { names })]]], 'en');
    expect(roads).toHaveLength(1);
    expect(roads[0]).toMatchObject({ name: 'Rua Augusta', class: 'street', length: 0.5 });
  });
});
