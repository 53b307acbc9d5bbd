import { describe, expect, it } from 'vitest';
import type { MapSourceState, TilePlace } from '@contract/map-sources';
import type { TileShapes } from '@/map/workers/basemap/vector/decode-tile';
import { createShapesAt } from '@/map/workers/basemap/vector/shapes-at';
import { onlineOf, sourceOf } from './tiles';

const place = { z: 5, x: 3, y: 4 };
const shapes: TileShapes = { areas: new Map(), lines: new Map(), names: [] };

/** What is asked for, for a place, of these sources. */
async function askedOf(sources: MapSourceState[]): Promise<string[]> {
  const asked: string[] = [];
  const kept = new Map<string, TileShapes>();
  const keyOf = ({ id }: MapSourceState, { z, x, y }: TilePlace) => `${id}: ${z}/${x}/${y}`;
  const at = createShapesAt({
    peek: (source, tile) => kept.get(keyOf(source, tile)),
    read: (source, tile) => {
      const key = keyOf(source, tile);
      asked.push(key);
      kept.set(key, shapes);
      return Promise.resolve(shapes);
    },
    clear: () => undefined,
  });
  at.setSources(sources);
  const found = await at.read(place);
  expect(found.flat().map((each) => keyOf(each.source, each.place))).toEqual(asked);
  return asked;
}

const raster = { content: { form: 'raster' } } as const;

describe('what a square of the map is drawn from', () => {
  it('is pictures of the level below, which are as sharp as the screen, above shapes', async () => {
    expect(await askedOf([sourceOf(2, raster), sourceOf(1)])).toEqual([
      '1: 5/3/4',
      '2: 6/6/8',
      '2: 6/7/8',
      '2: 6/6/9',
      '2: 6/7/9',
    ]);
  });

  it('is the deepest picture there is, where there is none below', async () => {
    expect(await askedOf([sourceOf(2, { ...raster, maxZoom: 5 })])).toEqual(['2: 5/3/4']);
    expect(await askedOf([sourceOf(2, { ...raster, maxZoom: 4 })])).toEqual(['2: 4/1/2']);
  });
});

describe('a picture that is not there yet', () => {
  const source = onlineOf(1);
  const squares = { z: 5, x: 6, y: 8 };

  /** What a square is drawn from while these pictures alone are there. */
  function foundWith(...there: TilePlace[]) {
    const keyOf = ({ z, x, y }: TilePlace) => `${z}/${x}/${y}`;
    const kept = new Map(there.map((each) => [keyOf(each), shapes]));
    const at = createShapesAt({
      peek: (_source, tile) => kept.get(keyOf(tile)),
      read: () => Promise.resolve(null),
      clear: () => undefined,
    });
    at.setSources([source]);
    return at
      .peek(squares)
      .flat()
      .map((tile) => [keyOf(tile.place), tile.only && keyOf(tile.only)]);
  }

  it('is stood in for by the one above, so that the map does not fall back while zooming in', () => {
    expect(foundWith({ z: 5, x: 6, y: 8 }, { z: 6, x: 12, y: 16 })).toEqual([
      ['6/12/16', undefined],
      ['5/6/8', '6/13/16'],
      ['5/6/8', '6/12/17'],
      ['5/6/8', '6/13/17'],
    ]);
  });

  it('is stood in for by those below while zooming out', () => {
    expect(foundWith({ z: 7, x: 24, y: 32 })).toEqual([['7/24/32', '6/12/16']]);
  });

  it('of a WMS is asked for in the size of the square', async () => {
    expect(await askedOf([onlineOf(3, { kind: 'wms' })])).toEqual(['3: 5/3/4']);
  });
});
