import { describe, expect, it } from 'vitest';
import type { LineClass, NameClass } from '@contract/tile-schemas/meaning';
import { EARTH_RADIUS } from '@contract/rules/sphere';
import { worldX, worldY } from '@contract/rules/web-mercator';
import { Ground } from '@core/places/ground';
import { locate, merged } from '@core/places/locate';
import { tilesAround } from '@core/places/tiles-around';

const center = { latitude: -22.9, longitude: -47.06 };

/** Degrees of so many meters to the north, and to the east at the center. */
const north = (meters: number) => (meters / (EARTH_RADIUS * Math.PI)) * 180;
const east = (meters: number, latitude = center.latitude) =>
  north(meters) / Math.cos((latitude * Math.PI) / 180);

/** A road through points so many meters east and north of a place. */
function road(
  name: string,
  offsets: [number, number][],
  kind: LineClass = 'street',
  from = center,
) {
  const line = offsets.flatMap(([x, y]) => [
    worldX(from.longitude + east(x, from.latitude)),
    worldY(from.latitude + north(y)),
  ]);
  return { name, class: kind, line: Float64Array.from(line) };
}

function point(of: NameClass, text: string, x: number, y: number, languages = {}) {
  const at = { longitude: center.longitude + east(x), latitude: center.latitude + north(y) };
  return { of, text, languages, x: worldX(at.longitude), y: worldY(at.latitude) };
}

const ground = (names: Partial<ConstructorParameters<typeof Ground>[0]>) =>
  new Ground({ roads: [], points: [], areas: [], ...names });

describe('the nearest street', () => {
  it('is the one whose line is nearest, not the one whose points are', () => {
    const long = road('Avenida Brasil', [
      [-900, 20],
      [900, 20],
    ]);
    const short = road('Rua Curta', [
      [0, -60],
      [0, -40],
    ]);
    const { street } = locate(center, [ground({ roads: [short, long] })], 'pt');
    expect(street).toEqual({ name: 'Avenida Brasil', away: 20, isClear: true });
  });

  it('is told as unclear where another one is nearly as near, and only then', () => {
    const one = road('Rua A', [
      [-100, 8],
      [100, 8],
    ]);
    const other = (y: number) =>
      road('Rua B', [
        [-100, y],
        [100, y],
      ]);
    const clear = (y: number) => locate(center, [ground({ roads: [one, other(y)] })], 'pt').street;
    expect(clear(-15)).toMatchObject({ name: 'Rua A', isClear: false });
    expect(clear(-30)).toMatchObject({ name: 'Rua A', isClear: true });
  });

  it('two pieces of one street do not make each other unclear', () => {
    const pieces = [
      road('Rua A', [
        [-100, 8],
        [0, 8],
      ]),
      road('Rua A', [
        [0, 8],
        [100, 8],
      ]),
    ];
    const found = locate(center, [ground({ roads: pieces })], 'pt');
    expect(found.street).toMatchObject({ away: 8, isClear: true });
  });

  it('a path beside the road that a vehicle is on is not where it is', () => {
    const path = road(
      'Ciclovia',
      [
        [-100, 4],
        [100, 4],
      ],
      'track',
    );
    const street = road('Rua A', [
      [-100, -9],
      [100, -9],
    ]);
    expect(locate(center, [ground({ roads: [path, street] })], 'pt').street?.name).toBe('Rua A');
    expect(locate(center, [ground({ roads: [path] })], 'pt').street?.name).toBe('Ciclovia');
  });

  it('farther than 300 m there is none', () => {
    const far = (y: number) =>
      ground({
        roads: [
          road('Rua A', [
            [-100, y],
            [100, y],
          ]),
        ],
      });
    expect(locate(center, [far(290)], 'pt').street?.away).toBe(290);
    expect(locate(center, [far(310)], 'pt').street).toBeNull();
  });

  it('is found across the date line, from both sides', () => {
    const fiji = { latitude: -16.8, longitude: 180 };
    const west = road(
      'Hibiscus Highway',
      [
        [-500, 0],
        [-10, 0],
      ],
      'street',
      fiji,
    );
    const ofWest = ground({ roads: [west] });
    const from = { latitude: -16.8, longitude: -180 + east(20, -16.8) };
    expect(locate(from, [ofWest], 'en').street).toMatchObject({
      name: 'Hibiscus Highway',
      away: 30,
    });
    const eastern = road(
      'Naqara Road',
      [
        [10, 0],
        [500, 0],
      ],
      'street',
      { latitude: -16.8, longitude: -180 },
    );
    const here = { latitude: -16.8, longitude: 180 - east(20, -16.8) };
    expect(locate(here, [ground({ roads: [eastern] })], 'en').street).toMatchObject({
      name: 'Naqara Road',
      away: 30,
    });
  });

  it('lines that are no numbers, or go round the world, harm nothing', () => {
    const broken = { name: 'x', class: 'street', line: Float64Array.of(NaN, 0, 1, 1) } as const;
    const endless = { name: 'y', class: 'street', line: Float64Array.of(0, 0, 1, 1) } as const;
    const good = road('Rua A', [
      [-10, 5],
      [10, 5],
    ]);
    const found = locate(center, [ground({ roads: [broken, endless, good] })], 'pt');
    expect(found.street?.name).toBe('Rua A');
  });
});

describe('district and town', () => {
  const points = [
    point('district', 'Centro', 300, 0),
    point('district', 'Cambuí', 900, 0),
    point('town', 'Valinhos', 4_500, 0),
    point('city', 'Campinas', 6_000, 0, { en: 'Campinas City' }),
  ];

  it('the nearest district within 2 km, and the town whose size reaches this far', () => {
    const { district, town } = locate(center, [ground({ points })], 'en');
    expect(district).toBe('Centro');
    expect(town).toMatchObject({ name: 'Campinas City', isIn: true });
    expect(locate(center, [ground({ points })], 'pt').town?.name).toBe('Campinas');
  });

  it('an area that holds the point goes before a name that is near', () => {
    const corner = (x: number, y: number) => [
      worldX(center.longitude + east(x)),
      worldY(center.latitude + north(y)),
    ];
    const ring = Float64Array.from([
      ...corner(-500, -500),
      ...corner(500, -500),
      ...corner(500, 500),
      ...corner(-500, 500),
    ]);
    const areas = [{ name: 'Vila Nova', ring }];
    expect(locate(center, [ground({ points, areas })], 'pt').district).toBe('Vila Nova');
    const outside = { ...center, longitude: center.longitude + east(700) };
    expect(locate(outside, [ground({ points, areas })], 'pt').district).toBe('Cambuí');
  });

  it('no town reaches this far: the nearest one is told as being beside', () => {
    const far = [point('city', 'Campinas', 30_000, 0), point('village', 'Sousas', 9_000, 0)];
    const { town, district } = locate(center, [ground({ points: far })], 'pt');
    expect(town).toMatchObject({ name: 'Sousas', isIn: false });
    expect(district).toBeNull();
  });

  it('of several maps the best one speaks, and the next ones fill in what it lacks', () => {
    const place = { latitude: 0, longitude: 0 };
    const street = { name: 'Rua A', away: 3, isClear: true };
    const beside = { ...place, name: 'Sousas', isIn: false };
    const within = { ...place, name: 'Campinas', isIn: true };
    expect(
      merged([
        { street: null, district: 'Centro', town: beside },
        { street, district: 'Other', town: within },
      ]),
    ).toEqual({ street, district: 'Centro', town: within });
  });
});

describe('the tiles that are read for a point', () => {
  const ofLevel = (at: typeof center, z: number) =>
    tilesAround(at, { minZoom: 0, maxZoom: 14 }).filter((tile) => tile.z === z);

  it('in the middle of a tile it is that one alone, at its edge the neighbor too', () => {
    const across = 2 ** 14;
    const middle = (5_000.5 / across) * 360 - 180;
    expect(ofLevel({ latitude: 0.011, longitude: middle }, 14)).toHaveLength(1);
    const edge = (5_000.02 / across) * 360 - 180;
    expect(ofLevel({ latitude: 0.011, longitude: edge }, 14).map(({ x }) => x)).toEqual([
      5_000, 4_999,
    ]);
  });

  it('beside the date line the neighbor is at the other end of the world', () => {
    const columns = ofLevel({ latitude: 0.011, longitude: 179.999 }, 14).map(({ x }) => x);
    expect(columns).toEqual([2 ** 14 - 1, 0]);
  });

  it('at the poles there are tiles all the same, and none beyond the edge of the map', () => {
    for (const latitude of [90, -90]) {
      for (const { z, y } of tilesAround({ latitude, longitude: 0 }, { minZoom: 0, maxZoom: 14 })) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThan(2 ** z);
      }
    }
  });

  it('a map that ends early tells no streets: its lines are too rough', () => {
    const tiles = tilesAround(center, { minZoom: 0, maxZoom: 10 });
    expect(tiles.some(({ hasStreets }) => hasStreets)).toBe(false);
    expect(Math.max(...tiles.map(({ z }) => z))).toBe(10);
  });
});
