import { describe, expect, it } from 'vitest';
import type { FoundPlace } from '@contract/place-search';
import type { Streets } from '@contract/streets';
import { PlaceSearch } from '@core/place-search/place-search';
import { townsOf } from '@core/place-search/towns';

const towns = () =>
  Promise.resolve(
    townsOf({
      name: [
        'São Paulo',
        'Córdoba',
        'Florianópolis',
        'Córdoba',
        'São José',
        'Paulo Afonso',
        'Flora',
      ],
      longitude: [-46.64, -64.18, -48.55, -4.78, -48.63, -38.22, -80],
      latitude: [-23.55, -31.41, -27.6, 37.89, -27.61, -9.4, -10],
      thousands: [10021, 1428, 412, 328, 200, 82, 5],
      countries: 'BRARBRESBRBRPE',
    }),
  );

const demo: Streets = {
  name: 'Serra Clara',
  centre: [-46, -22],
  bbox: [-46.2, -22.2, -45.8, -21.8],
  roads: [
    { class: 'street', name: 'Rua das Flores', line: new Float64Array([-46, -22, -46, -22.01]) },
    {
      class: 'street',
      name: 'Rua das Flores',
      line: new Float64Array([-46, -22.01, -46.01, -22.02, -46.02, -22.03]),
    },
    { class: 'avenue', name: 'Avenida Brasil', line: new Float64Array([-46.1, -22, -46.1, -22.1]) },
    { class: 'street', line: new Float64Array([-46.1, -22, -46.1, -22.1]) },
  ],
  areas: [],
  places: [
    { name: 'Serra Clara', kind: 'city', lng: -46, lat: -22 },
    { name: 'Jardim Flórida', kind: 'district', lng: -46.01, lat: -22.02 },
  ],
};

/** No map file is open. */
const maps = { find: () => Promise.resolve([]) };

function search(streets: Streets | null = demo): PlaceSearch {
  return new PlaceSearch({ towns, maps, streets: () => Promise.resolve(streets) });
}

async function names(words: string, near: [number, number] | null = null): Promise<string[]> {
  const [latitude = 0, longitude = 0] = near ?? [];
  const found = await search().find({ words, near: near && { latitude, longitude } });
  return found.map(({ name, country }) => [name, country].filter(Boolean).join(' '));
}

/** What a map file knows, in the order that it comes. */
function ofMap(
  ...names: [name: string, kind: FoundPlace['kind'], latitude: number, match: number][]
) {
  const found = names.map(([name, kind, latitude, match]) => {
    const place = { ...{ kind, name, latitude, longitude: -46.6, area: '' }, country: null };
    const away = Math.abs(latitude + 23.5) * 111_000;
    return { match, away, size: 0, found: { ...place, source: 'file' as const } };
  });
  return new PlaceSearch({
    ...{ towns, streets: () => Promise.resolve(null) },
    maps: { find: () => Promise.resolve(found) },
  });
}

it('reads the towns again after a search that could not', async () => {
  let isBroken = true;
  const broken = new PlaceSearch({
    ...{ maps, streets: () => Promise.resolve(null) },
    towns: () => (isBroken ? Promise.reject(new Error('no such file')) : towns()),
  });
  await expect(broken.find({ words: 'flora', near: null })).rejects.toThrow('no such file');
  isBroken = false;
  expect((await broken.find({ words: 'flora', near: null })).length).toBeGreaterThan(0);
});

describe('names of map files in the search', () => {
  const near = { latitude: -23.5, longitude: -46.6 };
  const namesOf = async (search: PlaceSearch, words: string) =>
    (await search.find({ words, near })).map(({ name, source }) => `${name} ${source}`);

  it('a street near the middle of the map is not crowded out by far towns of like names', async () => {
    const villages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(
      (n) => [`Florada ${n}`, 'village', n, 1] as const,
    );
    const search = ofMap(...villages.map((each) => [...each] as never), [
      'Rua das Flores',
      'street',
      -23.51,
      3,
    ]);
    const found = await namesOf(search, 'flor');
    expect(found).toHaveLength(12);
    expect(found.indexOf('Rua das Flores file')).toBe(2);
  });

  it('a town that Fleetdesk and a map know is found once', async () => {
    const search = ofMap(['São Paulo', 'town', -23.56, 0], ['São Paulo', 'town', 10, 0]);
    expect(await namesOf(search, 'são paulo')).toEqual(['São Paulo builtIn', 'São Paulo file']);
  });
});

describe('the search of places', () => {
  it('finds a town without accents, by the beginnings of its words in any order', async () => {
    expect(await names('sao pau')).toEqual(['São Paulo BR']);
    expect(await names('PAULO SÃO')).toEqual(['São Paulo BR']);
    expect(await names('aulo')).toEqual([]);
    expect(await names('  ')).toEqual([]);
  });

  it('ranks a whole name above a beginning, and a beginning above a word within', async () => {
    expect(await names('paulo')).toEqual(['Paulo Afonso BR', 'São Paulo BR']);
    expect(await names('flor')).toEqual(
      ['Florianópolis BR', 'Flora PE', 'Jardim Flórida', 'Rua das Flores'].sort(
        (a, b) => Number(!a.startsWith('Flor')) - Number(!b.startsWith('Flor')),
      ),
    );
    expect((await names('flora'))[0]).toBe('Flora PE');
  });

  it('puts the larger of two towns of one name first, and tells their countries', async () => {
    expect(await names('cordoba', [37.8, -4.7])).toEqual(['Córdoba AR', 'Córdoba ES']);
  });

  it('finds a street of the map once, within its town, whatever the number of its pieces', async () => {
    const found = await search().find({ words: 'rua flores', near: null });
    expect(found).toEqual([
      {
        kind: 'street',
        name: 'Rua das Flores',
        area: 'Jardim Flórida, Serra Clara',
        country: null,
        latitude: -22.02,
        longitude: -46.01,
        source: 'demo',
      },
    ]);
  });

  it('finds the street of an address with a house number', async () => {
    expect(await names('Rua das Flores, 120')).toEqual(['Rua das Flores']);
    expect(await names('rua das flores 12b')).toEqual(['Rua das Flores']);
  });

  it('finds no street where no map of streets is open', async () => {
    expect(await search(null).find({ words: 'rua das flores', near: null })).toEqual([]);
  });

  it('brings towns of the whole world along', async () => {
    const own = new PlaceSearch({ maps, streets: () => Promise.resolve(null) });
    const [first] = await own.find({ words: 'florianopolis', near: null });
    expect(first).toMatchObject({ name: 'Florianópolis', country: 'BR', source: 'builtIn' });
  });
});
