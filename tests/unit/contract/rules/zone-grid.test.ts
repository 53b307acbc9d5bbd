import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, wrapLongitude, type Bounds } from '@contract/rules/longitudes';
import { doMeet, ZoneGrid, type RoomyZone } from '@contract/rules/zone-grid';
import { prepareShape, widenBounds } from '@contract/rules/zone-geometry';
import { EDGE_MARGIN } from '@contract/rules/zone-judge';

/** Places around the middle of a part of the map that may lie on the date line. */
const places = (middle: number, size: number) =>
  fc.record({
    latitude: fc.double({ min: -size, max: size, noNaN: true }),
    longitude: fc
      .double({ min: -size, max: size, noNaN: true })
      .map((away) => wrapLongitude(middle + away)),
  });

function zoneAt(id: string, center: { latitude: number; longitude: number }, radius: number) {
  const prepared = prepareShape({ kind: 'circle', center, radius });
  return { id, prepared, room: widenBounds(prepared.bounds, EDGE_MARGIN) };
}

describe('the zones near a way of a day', () => {
  it('are all that touch the box around it, also on the date line and around the world', () => {
    const scene = fc
      .tuple(fc.constantFrom(0, 100, 180, -180), fc.constantFrom(0.01, 1, 80))
      .chain(([middle, size]) =>
        fc.record({
          way: fc.array(places(middle, size), { minLength: 2, maxLength: 8 }),
          zones: fc.array(
            fc.tuple(places(middle, size * 1.2), fc.integer({ min: 5, max: 50_000 })),
          ),
        }),
      );
    fc.assert(
      fc.property(scene, ({ way, zones }) => {
        const bounds = boundsOf(way) as Bounds;
        const known = zones.map(([center, radius], index) => zoneAt(String(index), center, radius));
        const grid = new ZoneGrid(bounds, known);
        way.slice(1).forEach((to, index) => {
          const from = way[index] ?? to;
          const box = boundsOf([from, to]) as Bounds;
          const found = new Set([...grid.near(from, to)].map(({ id }) => id));
          const touched = known.filter(({ room }) => doMeet(room, box)).map(({ id }) => id);
          expect([...found].sort()).toEqual(touched.sort());
        });
      }),
    );
  });

  it('are looked for among those of the same corner of the map, not among all', () => {
    let tested = 0;
    const zones = Array.from({ length: 5_000 }, (_, index): RoomyZone => {
      const center = { latitude: (index % 70) / 70, longitude: Math.floor(index / 70) / 72 };
      const { room, ...zone } = zoneAt(String(index), center, 100);
      return {
        ...zone,
        get room() {
          tested += 1;
          return room;
        },
      };
    });
    const grid = new ZoneGrid({ south: 0, north: 1, west: 0, east: 1 }, zones);
    tested = 0;
    const from = { latitude: 0.5, longitude: 0.5 };
    const near = [...grid.near(from, { latitude: 0.501, longitude: 0.501 })];
    expect(near.length).toBeGreaterThan(0);
    expect(tested).toBeLessThan(50);
  });
});
