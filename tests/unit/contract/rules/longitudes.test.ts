import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsContain,
  boundsOf,
  nearLongitude,
  shortWay,
  unwrapLongitudes,
  wrapLongitude,
} from '@contract/rules/longitudes';

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -85, max: 85, noNaN: true });
const places = fc.array(fc.record({ latitude, longitude }), { minLength: 1, maxLength: 30 });

/** Whether two longitudes name one meridian. */
function expectSameMeridian(one: number, other: number): void {
  expect(Math.abs(shortWay(one, other))).toBeLessThan(1e-9);
}

describe('longitudes', () => {
  it('go the short way round the date line', () => {
    expect(shortWay(179.95, -179.95)).toBeCloseTo(0.1, 9);
    expect(shortWay(-179.95, 179.95)).toBeCloseTo(-0.1, 9);
    expect(shortWay(-46.6, -46.7)).toBeCloseTo(-0.1, 9);
    expect(shortWay(0, 180)).toBe(180);
    expect(shortWay(0, -180)).toBe(180);
  });

  it('are never further apart than half the way round', () => {
    fc.assert(
      fc.property(longitude, longitude, (from, to) => {
        const way = shortWay(from, to);
        expect(way).toBeGreaterThan(-180);
        expect(way).toBeLessThanOrEqual(180);
        expectSameMeridian(from + way, to);
        expectSameMeridian(nearLongitude(to, from), to);
      }),
    );
  });

  it('are wrapped without a change where they need none', () => {
    expect([-180, -46.633308, 0, 180].map(wrapLongitude)).toEqual([-180, -46.633308, 0, 180]);
    expect(wrapLongitude(190)).toBe(-170);
    expect(wrapLongitude(-190)).toBe(170);
  });

  it('of a way are unwrapped without a jump', () => {
    expect([...unwrapLongitudes([179, -179, 178, -178])]).toEqual([179, 181, 178, 182]);
  });
});

describe('the part of the map that holds places', () => {
  it('on both sides of the date line is a narrow one across it', () => {
    const bounds = boundsOf([
      { latitude: -18, longitude: 179.95 },
      { latitude: -17, longitude: -179.95 },
    ]);
    expect(bounds).toEqual({ south: -18, west: 179.95, north: -17, east: 180.05 });
    expect(bounds && boundsContain(bounds, { latitude: -17.5, longitude: 180 })).toBe(true);
    expect(bounds && boundsContain(bounds, { latitude: -17.5, longitude: -179.99 })).toBe(true);
    expect(bounds && boundsContain(bounds, { latitude: -17.5, longitude: 0 })).toBe(false);
  });

  it('is a point for one place, and none for none', () => {
    const place = { latitude: -23.5, longitude: -46.6 };
    expect(boundsOf([place])).toEqual({ south: -23.5, west: -46.6, north: -23.5, east: -46.6 });
    expect(boundsOf([])).toBeNull();
  });

  it('holds all of them, and is the same wherever on earth they are', () => {
    fc.assert(
      fc.property(places, longitude, (some, turn) => {
        const bounds = boundsOf(some);
        if (bounds === null) throw new Error('There are places.');
        for (const place of some) expect(boundsContain(bounds, place)).toBe(true);
        const turned = boundsOf(
          some.map((place) => ({ ...place, longitude: wrapLongitude(place.longitude + turn) })),
        );
        expect((turned?.east ?? 0) - (turned?.west ?? 0)).toBeCloseTo(bounds.east - bounds.west, 6);
      }),
    );
  });
});
