import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, contains, moveNear, nearestCopy, shortWay } from '@/map/core/places';

describe('the box around places', () => {
  it('is the smallest one that holds them', () => {
    const bounds = boundsOf([
      { latitude: -11, longitude: -46 },
      { latitude: -12.5, longitude: -47 },
      { latitude: -10, longitude: -46.5 },
    ]);
    expect(bounds).toEqual({ south: -12.5, west: -47, north: -10, east: -46 });
  });

  it('does not exist around none', () => {
    expect(boundsOf([])).toBeNull();
  });

  it('holds its own corners and nothing beyond', () => {
    const bounds = { south: -12, west: -47, north: -10, east: -46 };
    expect(contains(bounds, { latitude: -12, longitude: -47 })).toBe(true);
    expect(contains(bounds, { latitude: -10, longitude: -46 })).toBe(true);
    expect(contains(bounds, { latitude: -9.99, longitude: -46.5 })).toBe(false);
    expect(contains(bounds, { latitude: -11, longitude: -47.01 })).toBe(false);
  });
});

describe('longitudes on both sides of the date line', () => {
  const fiji = { latitude: -17, longitude: 179.95 };
  const samoa = { latitude: -14, longitude: -179.95 };

  it('are framed the short way round, not by a map of Africa', () => {
    const bounds = boundsOf([fiji, samoa]);
    expect(bounds).toMatchObject({ south: -17, west: 179.95, north: -14 });
    expect(bounds?.east).toBeCloseTo(180.05, 9);
  });

  it('are in the box that frames them, and Africa is not', () => {
    const bounds = boundsOf([fiji, samoa]) ?? { south: 0, west: 0, north: 0, east: 0 };
    expect(contains(bounds, fiji)).toBe(true);
    expect(contains(bounds, samoa)).toBe(true);
    expect(contains(bounds, { latitude: -15, longitude: 20 })).toBe(false);
    // As the map tells what it shows after a drag to the east.
    const window = { south: -20, west: 178, north: -10, east: 182 };
    expect(contains(window, samoa)).toBe(true);
    expect(contains({ ...window, west: -182, east: -178 }, fiji)).toBe(true);
  });

  it('have a way between them and a copy beside each other', () => {
    expect(shortWay(179.95, -179.95)).toBeCloseTo(0.1, 9);
    expect(shortWay(-179.95, 179.95)).toBeCloseTo(-0.1, 9);
    expect(nearestCopy(-179.95, 179.95)).toBeCloseTo(180.05, 9);
    expect(moveNear({ south: 0, north: 1, west: 179, east: 181 }, -179)).toEqual({
      south: 0,
      north: 1,
      west: -181,
      east: -179,
    });
  });

  it('are always in their box, which is never wider than the plain one', () => {
    const place = fc.record({
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), (places) => {
        const bounds = boundsOf(places);
        if (!bounds) throw new Error('no bounds');
        const { west, east } = bounds;
        const plain = places.map(({ longitude }) => longitude);
        expect(east - west).toBeLessThanOrEqual(Math.max(...plain) - Math.min(...plain) + 1e-9);
        const roomy = { ...bounds, west: west - 1e-9, east: east + 1e-9 };
        for (const each of places) expect(contains(roomy, each)).toBe(true);
      }),
    );
  });
});
