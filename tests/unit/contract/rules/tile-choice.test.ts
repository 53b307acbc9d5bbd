import { describe, expect, it } from 'vitest';
import { wholeWorld, type MapBounds, type MapSourceState } from '@contract/map-sources';
import { boundsOfTile, overlap, tilesToRead } from '@contract/rules/tile-choice';

function source(id: number, bounds: MapBounds, zooms: [number, number], more = {}): MapSourceState {
  return {
    id,
    bounds,
    minZoom: zooms[0],
    maxZoom: zooms[1],
    kind: 'pmtiles',
    name: String(id),
    attribution: '',
    content: { form: 'vector', schema: 'protomaps' },
    file: `/maps/${id}`,
    shown: true,
    readable: true,
    fault: null,
    ...more,
  };
}

const saoPaulo: MapBounds = [-47, -24, -46, -23];
const place = { z: 12, x: 1516, y: 2323 };

const chosen = (sources: MapSourceState[], at = place) =>
  tilesToRead(sources, at).map((group) =>
    group.map(({ source: { id }, place: { z, x, y } }) => `${id}: ${z}/${x}/${y}`),
  );

describe('the tiles that a place on the map is drawn from', () => {
  it('come from the sources whose area and zoom levels hold it', () => {
    const paris = source(2, [2, 48, 3, 49], [0, 14]);
    const far = source(3, saoPaulo, [13, 14]);
    expect(chosen([source(1, saoPaulo, [0, 14]), paris, far])).toEqual([['1: 12/1516/2323']]);
  });

  it('are the one above where a source ends before the zoom level', () => {
    expect(chosen([source(1, wholeWorld, [0, 6])])).toEqual([['1: 6/23/36']]);
  });

  it('leave out a coarser source where a finer one covers all of it', () => {
    const world = source(1, wholeWorld, [0, 6]);
    expect(chosen([world, source(2, saoPaulo, [0, 14])])).toEqual([['2: 12/1516/2323']]);
  });

  it('have the coarser one below where the finer one covers a part', () => {
    const [west, south, east, north] = boundsOfTile(place);
    const half = source(2, [west - 1, south - 1, (west + east) / 2, north + 1], [0, 14]);
    expect(chosen([half, source(1, wholeWorld, [0, 6])])).toEqual([
      ['1: 6/23/36'],
      ['2: 12/1516/2323'],
    ]);
  });

  it('come from neighbours alike, for a place that both hold a part of', () => {
    const [west, south, east, north] = boundsOfTile(place);
    const middle = (west + east) / 2;
    const left = source(2, [west - 1, south - 1, middle, north + 1], [0, 14]);
    const right = source(1, [middle, south - 1, east + 1, north + 1], [0, 14]);
    expect(chosen([left, right])).toEqual([['1: 12/1516/2323', '2: 12/1516/2323']]);
  });

  it('do not come from a source that is hidden or can not be read: the coarser one is shown', () => {
    const world = source(1, wholeWorld, [0, 6]);
    for (const state of [{ shown: false }, { readable: false }]) {
      expect(chosen([world, source(2, saoPaulo, [0, 14], state)])).toEqual([['1: 6/23/36']]);
    }
  });

  it('do not come from a source that only touches it', () => {
    const [, south, east, north] = boundsOfTile(place);
    expect(chosen([source(1, [east, south, east + 1, north], [0, 14])])).toEqual([]);
  });

  it('come from an area over the date line on both of its sides, and nowhere else', () => {
    const fiji = source(2, [176, -20, 184, -12], [0, 14]);
    const sources = [source(1, wholeWorld, [0, 6]), fiji];
    expect(chosen(sources, { z: 8, x: 254, y: 140 })).toEqual([['2: 8/254/140']]);
    expect(chosen(sources, { z: 8, x: 0, y: 140 })).toEqual([['2: 8/0/140']]);
    expect(chosen(sources, { z: 8, x: 128, y: 140 })).toEqual([['1: 6/32/35']]);
  });

  it('are none for a place outside the world', () => {
    expect(chosen([source(1, wholeWorld, [0, 6])], { z: 2, x: 4, y: 0 })).toEqual([]);
  });
});

it('two tiles overlap where one holds the other, west of the first world, too', () => {
  const tile = { z: 3, x: -1, y: 2 };
  for (const other of [tile, { z: 1, x: -1, y: 0 }, { z: 5, x: -4, y: 11 }]) {
    expect([overlap(tile, other), overlap(other, tile)]).toEqual([true, true]);
  }
  for (const other of [
    { z: 3, x: 0, y: 2 },
    { z: 1, x: 0, y: 0 },
    { z: 5, x: 0, y: 11 },
    { z: 5, x: -4, y: 12 },
  ]) {
    expect([overlap(tile, other), overlap(other, tile)]).toEqual([false, false]);
  }
});
