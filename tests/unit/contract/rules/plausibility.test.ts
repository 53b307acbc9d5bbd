import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findImplausible, isReachable } from '@contract/rules/plausibility';

const START = Date.UTC(2026, 2, 10, 8);

/** A straight way south at 60 km/h, a fix each ten seconds, with some fixes moved elsewhere. */
function wayOf(count: number, moved: Record<number, [number, number]> = {}) {
  const indices = Array.from({ length: count }, (_, index) => index);
  const place = (index: number): [number, number] => moved[index] ?? [-23 - index * 0.0015, -46.6];
  return {
    at: indices.map((index) => START + index * 10_000),
    latitude: indices.map((index) => place(index)[0]),
    longitude: indices.map((index) => place(index)[1]),
  };
}

const paris: [number, number] = [48.8, 2.3];

describe('implausible fixes', () => {
  it('one fix on another continent does not outvote its neighbors', () => {
    expect(findImplausible(wayOf(120, { 59: paris }))).toEqual([59]);
  });

  it('several in a row are found as well', () => {
    expect(findImplausible(wayOf(120, { 59: paris, 60: paris, 61: [0, 0] }))).toEqual([59, 60, 61]);
  });

  it('at either end of a track are found where they are one', () => {
    expect(findImplausible(wayOf(120, { 0: paris }))).toEqual([0]);
    expect(findImplausible(wayOf(120, { 119: paris }))).toEqual([119]);
    expect(findImplausible(wayOf(120, { 118: paris, 119: paris }))).toEqual([]);
  });

  it('two fixes alone can both be right', () => {
    expect(findImplausible(wayOf(2, { 1: paris }))).toEqual([]);
    expect(findImplausible(wayOf(0))).toEqual([]);
  });

  it('a vehicle that was carried far while nothing was heard keeps all its fixes', () => {
    const way = wayOf(
      20,
      Object.fromEntries([10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((i) => [i, paris])),
    );
    way.at = way.at.map((at, index) => (index < 10 ? at : at + 30 * 3_600_000));
    expect(findImplausible(way)).toEqual([]);
  });

  it('of a way across the date line there are none', () => {
    const way = wayOf(20);
    way.longitude = way.latitude.map((_, index) =>
      index < 10 ? 179.99 + index * 0.001 : index * 0.001 - 180,
    );
    expect(findImplausible(way)).toEqual([]);
  });

  it('are just those that were put somewhere else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 2, max: 97 }), { maxLength: 10 }), (indices) => {
        const moved = Object.fromEntries(indices.map((index) => [index, paris]));
        const found = findImplausible(wayOf(100, moved));
        expect(found).toEqual([...indices].sort((a, b) => a - b));
      }),
    );
  });
});

it('no vehicle is 600 km away a minute later, and may be so after two hours', () => {
  const from = { at: START, latitude: -23.5, longitude: -46.6 };
  const to = { at: START + 60_000, latitude: -18.5, longitude: -46.6 };
  expect(isReachable(from, to)).toBe(false);
  expect(isReachable(from, { ...to, at: START + 2 * 3_600_000 })).toBe(true);
});
