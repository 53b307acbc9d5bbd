import {
  DomUtil,
  GridLayer,
  type Coords,
  type DoneCallback,
  type LeafletEventHandlerFn,
  type ZoomAnimEvent,
} from 'leaflet';
import { tileReach, tileSize, type TileRequest } from '../workers/basemap/messages';

type Tile = {
  canvas: HTMLCanvasElement;
  coords: Coords;
  done: DoneCallback | null;
  /** Device pixels a CSS pixel of the tile, as it was asked for last. */
  ratio: number;
};

/**
 * Pixels of pictures that are put on the page at a time: a frame copies what it gets, and a dozen
 * at once, as after a zoom on a busy machine, would hold it up for long.
 */
const mostPixels = 3 * tileReach ** 2;

/** Asks for tiles and says which are needed no more. */
export type TileSupply = { ask(tile: TileRequest): void; drop(id: number): void };

/** Leaflet's grid of tiles, each drawn by a worker and shown as it comes. */
export class BasemapTiles extends GridLayer {
  readonly #supply: TileSupply;
  readonly #tiles = new Map<number, Tile>();
  readonly #ids = new WeakMap<HTMLElement, number>();
  /** Pictures that came and are not shown yet. */
  readonly #pictures = new Map<number, ImageBitmap>();
  /** Pixels that were put on the page since its last frame. */
  #shownPixels = 0;
  /** For the next frame. */
  #waits = false;
  #nextId = 1;
  /** Where a running zoom ends. */
  #zoomAhead: number | null = null;

  constructor(supply: TileSupply) {
    super({ tileSize, keepBuffer: 2, updateInterval: 60, updateWhenIdle: false });
    this.#supply = supply;
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => {
      const id = this.#ids.get(tile);
      if (id === undefined) return;
      this.#tiles.delete(id);
      this.#keep(id, null);
      supply.drop(id);
    });
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const events = super.getEvents?.() ?? {};
    return {
      ...(events as Record<string, LeafletEventHandlerFn>),
      zoomend: () => {
        this.#zoomAhead = null;
        this.#sharpen();
      },
      zoomanim: (event) => {
        this.#zoomAhead = (event as ZoomAnimEvent).zoom;
        (events['zoomanim'] as LeafletEventHandlerFn | undefined)?.call(this, event);
        // Zooming out, Leaflet asks for what was visible before, and for the rest once the zoom has
        // ended. The worker is quick enough to have all of it by then.
        queueMicrotask(() => {
          if (this._map) (this as unknown as { _update(): void })._update();
        });
      },
    };
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = DomUtil.create('canvas');
    const id = this.#nextId;
    this.#nextId += 1;
    const tile = { canvas, coords, done, ratio: 0 };
    this.#tiles.set(id, tile);
    this.#ids.set(canvas, id);
    this.#ask(id, tile);
    return canvas;
  }

  /** Draws all tiles again, each staying as it is until the new picture is there. */
  refresh(): void {
    for (const [id, tile] of this.#tiles) this.#ask(id, tile);
  }

  /** Between two zoom levels tiles are drawn as large as they are shown, so that they stay sharp. */
  #sharpen(): void {
    for (const [id, tile] of this.#tiles) {
      if (tile.coords.z === this._tileZoom && tile.ratio !== this.#ratioAt(tile.coords.z)) {
        this.#ask(id, tile);
      }
    }
  }

  #ratioAt(z: number): number {
    return window.devicePixelRatio * 2 ** ((this.#zoomAhead ?? this._map.getZoom()) - z);
  }

  /** A picture of a tile: shown at once, or with one of the next frames where many come. */
  receive(id: number, bitmap: ImageBitmap): void {
    this.#keep(id, bitmap);
    this.#showPictures();
  }

  /** In the place of an older one, which nobody needs any more. */
  #keep(id: number, bitmap: ImageBitmap | null): void {
    this.#pictures.get(id)?.close();
    this.#pictures.delete(id);
    if (bitmap) this.#pictures.set(id, bitmap);
  }

  #showPictures(): void {
    for (const [id, bitmap] of this.#pictures) {
      if (this.#shownPixels >= mostPixels) break;
      this.#shownPixels += bitmap.width * bitmap.height;
      this.#pictures.delete(id);
      this.#show(id, bitmap);
    }
    if (this.#shownPixels === 0 || this.#waits) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      this.#waits = false;
      this.#shownPixels = 0;
      this.#showPictures();
    });
  }

  #show(id: number, bitmap: ImageBitmap): void {
    const tile = this.#tiles.get(id);
    if (!tile) {
      bitmap.close();
      return;
    }
    tile.canvas.width = bitmap.width;
    tile.canvas.height = bitmap.height;
    tile.canvas.style.width = tile.canvas.style.height = `${tileReach}px`;
    tile.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    tile.done?.(undefined, tile.canvas);
    tile.done = null;
  }

  #ask(id: number, tile: Tile): void {
    const { x, y, z } = tile.coords;
    tile.ratio = this.#ratioAt(z);
    // Leaflet counts zoom in tiles of 256 pixels.
    const level = z - 1;
    const across = 2 ** level;
    this.#supply.ask({
      id,
      z: level,
      x: ((x % across) + across) % across,
      y,
      ratio: tile.ratio,
    });
  }
}
