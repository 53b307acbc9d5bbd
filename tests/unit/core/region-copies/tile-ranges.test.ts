import { zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { wholeWorld, type MapBounds } from '@contract/map-sources';
import { boundsOfTile } from '@contract/rules/tile-choice';
import { countTiles, tileRanges, within } from '@core/region-copies/tile-ranges';

/** Every number of the tiles that touch an area with more than an edge, by looking at all tiles. */
function numbersOf([west, south, east, north]: MapBounds, from: number, to: number): number[] {
  const found: number[] = [];
  for (let z = from; z <= to; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const [w, s, e, n] = boundsOfTile({ z, x, y });
        const isWest = w < east && e > west;
        const isBeyondDateLine = w + 360 < east;
        if ((isWest || isBeyondDateLine) && s < north && n > south)
          found.push(zxyToTileId(z, x, y));
      }
    }
  }
  return found.sort((a, b) => a - b);
}

const areas: readonly MapBounds[] = [
  [-47, -24, -46, -23],
  wholeWorld,
  [13.1, 52.3, 13.8, 52.7],
  [-0.01, -0.01, 0.01, 0.01],
  [170, 60, 180, 85],
  // Fiji, and one over the date line that is nearly the whole world.
  [176, -20, 182.5, -12],
  [-10, -20, 340, 20],
];

describe('the tiles of an area', () => {
  it.each(areas)('are the same as those found one by one (%s %s %s %s)', (...bounds) => {
    const ranges = tileRanges(bounds, 0, 6);
    const numbers = ranges.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, index) => from + index),
    );
    expect(numbers).toEqual(numbersOf(bounds, 0, 6));
    expect(countTiles(bounds, 0, 6)).toBe(numbers.length);
  });

  it('of the whole world are one range', () => {
    expect(tileRanges(wholeWorld, 0, 15)).toEqual([{ from: 0, to: (4 ** 16 - 1) / 3 }]);
  });

  it('are cut to those of a directory', () => {
    const ranges = [
      { from: 2, to: 5 },
      { from: 8, to: 12 },
      { from: 20, to: 21 },
    ];
    expect(within(ranges, 4, 10)).toEqual([
      { from: 4, to: 5 },
      { from: 8, to: 10 },
    ]);
    expect(within(ranges, 12, 20)).toEqual([]);
    expect(within(ranges, 0, Infinity)).toEqual(ranges);
  });
});
