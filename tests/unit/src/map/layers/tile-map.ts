import { DomUtil, Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, vi } from 'vitest';
import { BasemapTiles } from '@/map/layers/basemap-tiles';
import type { TileRequest } from '@/map/workers/basemap/messages';

export const size = { width: 2000, height: 1000 };

export let map: LeafletMap;
export let tiles: BasemapTiles;
export let asked: TileRequest[];
export let dropped: number[];
export let frames: (() => void)[];
export let shown: unknown[];

/** What was asked for last of each tile. */
export const newest = () => [...new Map(asked.map((tile) => [tile.id, tile])).values()];

/** A picture as it was asked for. */
export function pictureOf({ picture: { width, height } }: TileRequest): ImageBitmap {
  return { width, height, close: vi.fn() } as unknown as ImageBitmap;
}

/** Pictures for so many of the tiles that were asked for. */
export function receive(count: number): ImageBitmap[] {
  return newest()
    .slice(0, count)
    .map((tile) => {
      const bitmap = pictureOf(tile);
      tiles.receive(tile, bitmap);
      return bitmap;
    });
}

export function nextFrame(): void {
  for (const frame of frames.splice(0)) frame();
}

/** Receives what was asked for, and puts it on the page. */
export function showAll(): void {
  receive(Infinity);
  while (frames.length > 0) nextFrame();
}

/** Somebody is at the map, and moves it by nothing. */
export const touch = () => map.getContainer().dispatchEvent(new Event('pointermove'));

export const pixelsOf = (requests: readonly TileRequest[]) =>
  requests.reduce((sum, { picture: { width, height } }) => sum + width * height, 0);

/** Where canvases are from the corner of the map's window, pixels of the screen. */
export function places(): { left: number; top: number; width: number; height: number }[] {
  const pane = map.layerPointToContainerPoint([0, 0]);
  const scale = map.getZoomScale(map.getZoom(), Math.round(map.getZoom()));
  return [...map.getContainer().querySelectorAll('canvas')].map(({ style, parentElement }) => {
    const [x = 0, y = 0, own = 0] = (
      style.transform.match(/-?[\d.]+(?:e-?\d+)?(?=px|\)$)/g) ?? []
    ).map(Number);
    const level = DomUtil.getPosition(parentElement as HTMLElement);
    const edge = (css: string) => Number.parseFloat(css) * own * scale * devicePixelRatio;
    return {
      left: (pane.x + level.x + x * scale) * devicePixelRatio,
      top: (pane.y + level.y + y * scale) * devicePixelRatio,
      width: edge(style.width),
      height: edge(style.height),
    };
  });
}

export function forgetAsked(): void {
  asked = [];
}

export function forgetShown(): void {
  shown = [];
}

/** A map of nothing but tiles, for each test of a file. */
export function openTileMapForEach(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    asked = [];
    dropped = [];
    shown = [];
    frames = [];
    const element = document.createElement('div');
    document.body.append(element);
    Object.defineProperties(element, {
      clientWidth: { value: size.width },
      clientHeight: { value: size.height },
    });
    map = new LeafletMap(element, {
      center: [-11.1, -46.9],
      zoom: 12,
      zoomSnap: 0,
      zoomAnimation: false,
    });
    tiles = new BasemapTiles({ ask: (tile) => asked.push(tile), drop: (id) => dropped.push(id) });
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    vi.stubGlobal('devicePixelRatio', 1);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({
      transferFromImageBitmap: (bitmap: unknown) => shown.push(bitmap),
    })) as never);
  });

  afterEach(() => {
    map.remove();
    document.body.replaceChildren();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
