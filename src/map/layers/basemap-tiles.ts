import {
  DomUtil,
  GridLayer,
  type Coords,
  type DoneCallback,
  type LeafletEventHandlerFn,
} from 'leaflet';
import { tileSize, type TileRequest } from '../workers/basemap/messages';

type Tile = { canvas: HTMLCanvasElement; coords: Coords; done: DoneCallback | null };

/** Asks for tiles and says which are needed no more. */
export type TileSupply = { ask(tile: TileRequest): void; drop(id: number): void };

/** Leaflet's grid of tiles, each drawn by a worker and shown as it comes. */
export class BasemapTiles extends GridLayer {
  readonly #supply: TileSupply;
  readonly #tiles = new Map<number, Tile>();
  readonly #ids = new WeakMap<HTMLElement, number>();
  #nextId = 1;

  constructor(supply: TileSupply) {
    super({ tileSize, keepBuffer: 2, updateInterval: 60, updateWhenIdle: false });
    this.#supply = supply;
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => {
      const id = this.#ids.get(tile);
      if (id === undefined) return;
      this.#tiles.delete(id);
      supply.drop(id);
    });
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const events = super.getEvents?.() ?? {};
    return {
      ...(events as Record<string, LeafletEventHandlerFn>),
      zoomanim: (event) => {
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
    this.#tiles.set(id, { canvas, coords, done });
    this.#ids.set(canvas, id);
    this.#ask(id, coords);
    return canvas;
  }

  /** Draws all tiles anew, each staying as it is until the new picture is there. */
  refresh(): void {
    for (const [id, { coords }] of this.#tiles) this.#ask(id, coords);
  }

  receive(id: number, bitmap: ImageBitmap): void {
    const tile = this.#tiles.get(id);
    if (!tile) {
      bitmap.close();
      return;
    }
    tile.canvas.width = bitmap.width;
    tile.canvas.height = bitmap.height;
    tile.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    tile.done?.(undefined, tile.canvas);
    tile.done = null;
  }

  #ask(id: number, { x, y, z }: Coords): void {
    // Leaflet counts zoom in tiles of 256 pixels.
    const level = z - 1;
    const across = 2 ** level;
    this.#supply.ask({
      id,
      z: level,
      x: ((x % across) + across) % across,
      y,
      ratio: window.devicePixelRatio,
    });
  }
}
