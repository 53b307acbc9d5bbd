import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BasemapTiles } from '@/map/layers/basemap-tiles';
import { tileReach, type TileRequest } from '@/map/workers/basemap/messages';

let map: LeafletMap;
let tiles: BasemapTiles;
let asked: TileRequest[];
let frames: (() => void)[];
let shown: unknown[];

/** A picture of a tile, as large as a display of this pixel ratio wants it. */
function picture(ratio = 1): ImageBitmap {
  const edge = tileReach * ratio;
  return { width: edge, height: edge, close: vi.fn() } as unknown as ImageBitmap;
}

/** Pictures for so many of the tiles that were asked for. */
function receive(count: number, ratio = 1): ImageBitmap[] {
  return asked.slice(0, count).map(({ id }) => {
    const bitmap = picture(ratio);
    tiles.receive(id, bitmap);
    return bitmap;
  });
}

function nextFrame(): void {
  for (const frame of frames.splice(0)) frame();
}

beforeEach(() => {
  asked = [];
  shown = [];
  const element = document.createElement('div');
  document.body.append(element);
  Object.defineProperties(element, { clientWidth: { value: 2000 }, clientHeight: { value: 1000 } });
  map = new LeafletMap(element, { center: [-11.1, -46.9], zoom: 12, zoomAnimation: false });
  tiles = new BasemapTiles({ ask: (tile) => asked.push(tile), drop: () => undefined });
  tiles.addTo(map);
  // From here on, so that Leaflet's own frames are no concern of these tests.
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({
    transferFromImageBitmap: (bitmap: unknown) => shown.push(bitmap),
  })) as never);
});

afterEach(() => {
  map.remove();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the pictures of tiles', () => {
  it('are shown at once where few come', () => {
    expect(asked.length).toBeGreaterThan(8);
    const bitmaps = receive(3);
    expect(shown).toEqual(bitmaps);
  });

  it('are spread over frames where many come at once, in their order', () => {
    const bitmaps = receive(8);
    expect(shown).toHaveLength(3);
    nextFrame();
    expect(shown).toHaveLength(6);
    nextFrame();
    expect(shown).toEqual(bitmaps);
    nextFrame();
    expect(frames, 'and then no frame is asked for').toEqual([]);
  });

  it('are one at a time on a display of 200 %', () => {
    receive(3, 2);
    expect(shown).toHaveLength(1);
    nextFrame();
    expect(shown).toHaveLength(2);
  });

  it('are the newest ones, and what nobody needs any more is given back', () => {
    const [, , , , older] = receive(5);
    const id = asked[4]?.id ?? 0;
    const newer = picture();
    tiles.receive(id, newer);
    expect(older?.close).toHaveBeenCalledOnce();
    const gone = receive(8).at(-1);
    tiles.remove();
    nextFrame();
    expect(gone?.close).toHaveBeenCalledOnce();
    expect(newer.close).toHaveBeenCalledOnce();
    expect(shown).toHaveLength(3);
  });
});
