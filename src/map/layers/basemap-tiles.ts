import { overlap } from '@contract/rules/tile-choice';
import {
  Bounds,
  DomUtil,
  GridLayer,
  Point,
  type Coords,
  type DoneCallback,
  type LatLng,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  type ZoomAnimEvent,
} from 'leaflet';
import { Calm } from '../core/calm';
import { goalEvent, type GoalEvent } from './goal-event';
import { tileSize, type PicturePlace, type TileRequest } from '../workers/basemap/messages';
import { isInWindow } from './tile-in-window';
import { seenPicture, wholePicture, type TilePlace } from './tile-picture';

type Tile = {
  canvas: HTMLCanvasElement;
  coords: Coords;
  done: DoneCallback | null;
  /** The picture that was asked for last; null where it has none. */
  asked: TileRequest | null;
  /** Whether its canvas has had a picture. */
  isUsed: boolean;
};

/** What came for a tile and is not shown yet. */
type Picture = { tile: TileRequest; bitmap: ImageBitmap };

/** A tile as Leaflet keeps it. */
type Kept = {
  el: HTMLElement;
  coords: Coords;
  current: boolean;
  active?: boolean;
  loaded?: unknown;
};

/** The parts of Leaflet that its types lack. */
type Grid = {
  _levels: Record<number, { origin: Point } | undefined>;
  _tiles: Record<string, Kept>;
  _update(): void;
  _onMoveEnd(): void;
  _removeTile(key: string): void;
  _getTiledPixelBounds(centre: LatLng): Bounds;
  _setView(centre: LatLng, zoom: number, keepsTiles: boolean, keepsLevel: boolean): void;
  _setZoomTransforms(centre: LatLng, zoom: number): void;
};
type Panes = { _getMapPanePos(): Point; _getNewPixelOrigin(centre: LatLng, zoom: number): Point };

/**
 * Pixels of pictures that are put on the page at a time: a frame copies what it gets, and a dozen
 * at once, as after a zoom on a busy machine, would hold it up for long.
 */
const mostPixels = 3 * (tileSize + 1) ** 2;

/** A map that nobody has touched for so long keeps no picture of what is not seen, milliseconds. */
const calmAfter = 30_000;

/** Asks for tiles and says which are needed no more. */
export type TileSupply = { ask(tile: TileRequest): void; drop(id: number): void };

/**
 * Leaflet's grid of tiles, each drawn by a worker and shown as it comes. While nobody is at the map
 * there are pictures of its window alone: whole tiles are up to three times as large, and Chromium
 * holds each twice.
 */
export class BasemapTiles extends GridLayer {
  readonly #supply: TileSupply;
  readonly #tiles = new Map<number, Tile>();
  readonly #ids = new WeakMap<HTMLElement, number>();
  readonly #pictures = new Map<number, Picture>();
  /** Pixels that were put on the page since its last frame. */
  #shownPixels = 0;
  /** For the next frame. */
  #waits = false;
  #nextId = 1;
  /** Where a running zoom ends. */
  #ahead: { centre: LatLng; zoom: number } | null = null;
  /** It is one of the wheel, which may be turned further. */
  #isWheeled = false;
  /** Tiles for its end were asked for. */
  #isAskedAhead = false;
  readonly #calm = new Calm(calmAfter, () => {
    this.#settle();
  });
  #unwatch: () => void = () => undefined;

  constructor(supply: TileSupply) {
    super({ tileSize, keepBuffer: 2, updateInterval: 60, updateWhenIdle: false });
    this.#supply = supply;
    // From here on it is known where the tile is.
    this.on('tileloadstart', ({ tile: canvas }: { tile: HTMLElement }) => {
      const id = this.#ids.get(canvas);
      const tile = id === undefined ? undefined : this.#tiles.get(id);
      if (id === undefined || !tile) return;
      const place = this.#placeOf(tile);
      this.#ask(id, tile, place, this.#wanted(place) ?? wholePicture(place));
    });
    this.on('tileunload', ({ tile }: { tile: HTMLElement }) => {
      const id = this.#ids.get(tile);
      if (id === undefined) return;
      this.#tiles.delete(id);
      this.#keep(id, null);
      supply.drop(id);
    });
  }

  override onAdd(map: LeafletMap): this {
    this.#unwatch = this.#calm.watch(map);
    return super.onAdd(map);
  }

  override onRemove(map: LeafletMap): this {
    this.#unwatch();
    this.#forgetAhead();
    return super.onRemove(map);
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const events = super.getEvents?.() ?? {};
    return {
      ...(events as Record<string, LeafletEventHandlerFn>),
      resize: this.#calm.touch,
      [goalEvent]: (event) => {
        this.#ahead = event as unknown as GoalEvent;
        this.#isWheeled = true;
        this.#isAskedAhead = false;
        this.#askAhead();
      },
      zoom: (event) => {
        if (this.#isWheeled && (event as { pinch?: boolean }).pinch === true) {
          this.#askAhead();
          return;
        }
        // The wheel rests, or something else moves the map now, which may be far from the goal.
        if (this.#isWheeled) this.#forgetAhead();
        (events['zoom'] as LeafletEventHandlerFn | undefined)?.call(this, event);
      },
      zoomend: () => {
        this.#forgetAhead();
        this.#settle();
      },
      moveend: (event) => {
        (events['moveend'] as LeafletEventHandlerFn | undefined)?.call(this, event);
        this.#settle();
      },
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent;
        this.#ahead = { centre: center, zoom };
        this.#isWheeled = false;
        (events['zoomanim'] as LeafletEventHandlerFn | undefined)?.call(this, event);
        // Zooming out, Leaflet asks for what was visible before, and for the rest once the zoom has
        // ended. The worker is quick enough to have all of it by then.
        queueMicrotask(() => {
          if (this._map) this.#grid._update();
        });
      },
    };
  }

  #forgetAhead(): void {
    this.#ahead = null;
    this.#isWheeled = false;
  }

  /**
   * Asks for tiles of where the wheel leads, as large as they are once it rests: drawn on the way, at another
   * level or size, most would be thrown away. Leaflet takes no level that is farther away than one.
   */
  #askAhead(): void {
    const map = this._map;
    const ahead = this.#ahead;
    if (ahead && !this.#isAskedAhead && Math.abs(map.getZoom() - Math.round(ahead.zoom)) <= 1) {
      this.#isAskedAhead = true;
      this.#grid._setView(ahead.centre, ahead.zoom, false, false);
    }
    this.#grid._setZoomTransforms(map.getCenter(), map.getZoom());
  }

  /** Leaflet asks for what a moved map shows; by the wheel, for what it will show. */
  protected _onMoveEnd(): void {
    if (!this.#isWheeled) leafletGrid._onMoveEnd.call(this);
  }

  protected _getTiledPixelBounds(centre: LatLng): Bounds {
    if (!this.#isWheeled || !this.#ahead) {
      return leafletGrid._getTiledPixelBounds.call(this, centre);
    }
    const level = this._tileZoom ?? 0;
    const scale = this._map.getZoomScale(this.#ahead.zoom, level);
    const middle = this._map.project(centre, level).floor();
    const half = this._map.getSize().divideBy(scale * 2);
    return new Bounds(middle.subtract(half), middle.add(half));
  }

  /**
   * What was seen stays until what is seen now is there, however many levels it is away: Leaflet looks
   * two levels down, and the wheel goes further. On the way of the wheel into the map its window shows
   * more than that of the end, for which tiles were asked: the rest stays, too.
   */
  protected _pruneTiles(): void {
    const tiles = Object.entries(this.#grid._tiles);
    const missing = tiles.filter(([, { current, active }]) => current && active !== true);
    for (const [key, { coords, current, loaded }] of tiles) {
      const isPassed = () => coords.z <= (this._tileZoom ?? 0) && isInWindow(this._map, coords);
      const isCover = () =>
        missing.some(([, tile]) => overlap(tile.coords, coords)) || (this.#isWheeled && isPassed());
      if (!current && (loaded === undefined || !isCover())) this.#grid._removeTile(key);
    }
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = DomUtil.create('canvas');
    canvas.style.transformOrigin = '0 0';
    const id = this.#nextId;
    this.#nextId += 1;
    this.#tiles.set(id, { canvas, coords, done, asked: null, isUsed: false });
    this.#ids.set(canvas, id);
    return canvas;
  }

  /** Draws all seen tiles again, each staying as it is until the new picture is there. */
  refresh(): void {
    for (const [id, tile] of this.#tiles) {
      const place = this.#placeOf(tile);
      const wanted = this.#wanted(place);
      if (wanted) this.#ask(id, tile, place, wanted);
      // What it shows is outdated, and would be shown again with somebody at the map.
      else this.#release(id, tile);
    }
  }

  /**
   * Asks for what the map needs as it rests now: tiles as large as they are shown, which between two
   * zoom levels is another size, and none of their pixels between two of the screen's.
   */
  #settle(): void {
    if (this._map === null || this.#ahead !== null) return;
    for (const [id, tile] of this.#tiles) {
      if (tile.coords.z !== this._tileZoom) continue;
      const place = this.#placeOf(tile);
      const wanted = this.#wanted(place);
      if (wanted === null) this.#release(id, tile);
      else if (!isOf(tile.asked, place, wanted) && (this.#isSeen(place) || tile.asked === null)) {
        this.#ask(id, tile, place, wanted);
      }
    }
  }

  /** The picture that a tile at a place should have; null for none. */
  #wanted(place: TilePlace): PicturePlace | null {
    return this.#calm.isCalm ? this.#seenOf(place) : wholePicture(place);
  }

  #isSeen(place: TilePlace): boolean {
    return this.#seenOf(place) !== null;
  }

  #seenOf(place: TilePlace): PicturePlace | null {
    const { x, y } = this._map.getSize().multiplyBy(window.devicePixelRatio);
    return seenPicture(place, { width: x, height: y });
  }

  /** Where a tile is once a running zoom has ended; reckoned as Leaflet does. */
  #placeOf({ canvas, coords: { z } }: Tile): TilePlace {
    const map = this._map as LeafletMap & Panes;
    const { centre, zoom } = this.#ahead ?? { centre: null, zoom: map.getZoom() };
    const scale = map.getZoomScale(zoom, z);
    const origin = centre ? map._getNewPixelOrigin(centre, zoom) : map.getPixelOrigin();
    const level = this.#grid._levels[z]?.origin ?? new Point(0, 0);
    const { x, y } = level
      .multiplyBy(scale)
      .subtract(origin)
      .round()
      .add(map._getMapPanePos())
      .add(DomUtil.getPosition(canvas).multiplyBy(scale))
      .multiplyBy(window.devicePixelRatio);
    return { x, y, ratio: window.devicePixelRatio * scale };
  }

  get #grid(): Grid {
    return this as unknown as Grid;
  }

  /** A picture of a tile: shown at once, or with one of the next frames where many come. */
  receive(tile: TileRequest, bitmap: ImageBitmap): void {
    this.#keep(tile.id, { tile, bitmap });
    this.#showPictures();
  }

  /** In the place of an older one, which nobody needs any more. */
  #keep(id: number, picture: Picture | null): void {
    this.#pictures.get(id)?.bitmap.close();
    this.#pictures.delete(id);
    if (picture) this.#pictures.set(id, picture);
  }

  #showPictures(): void {
    for (const [id, { tile, bitmap }] of this.#pictures) {
      if (this.#shownPixels >= mostPixels) break;
      this.#shownPixels += bitmap.width * bitmap.height;
      this.#pictures.delete(id);
      this.#show(tile, bitmap);
    }
    if (this.#shownPixels === 0 || this.#waits) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      this.#waits = false;
      this.#shownPixels = 0;
      this.#showPictures();
    });
  }

  #show({ id, ratio, picture }: TileRequest, bitmap: ImageBitmap): void {
    const tile = this.#tiles.get(id);
    if (!tile || tile.asked === null) {
      bitmap.close();
      return;
    }
    if (tile.isUsed && this.#calm.isCalm) this.#renew(id, tile);
    tile.isUsed = true;
    const { canvas } = tile;
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    // In pixels of the screen, and scaled on its own: a length between two would be rounded.
    const screen = window.devicePixelRatio;
    canvas.style.width = `${bitmap.width / screen}px`;
    canvas.style.height = `${bitmap.height / screen}px`;
    const corner = new Point(picture.left, picture.top).divideBy(ratio);
    DomUtil.setTransform(canvas, DomUtil.getPosition(canvas).subtract(corner), screen / ratio);
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    tile.done?.(undefined, canvas);
    tile.done = null;
  }

  /**
   * Puts a new canvas in the place of a tile's: from its second picture on Chromium keeps the memory
   * of a further one for each, as large as the last.
   */
  #renew(id: number, tile: Tile): void {
    const { canvas: old } = tile;
    const known = Object.values(this.#grid._tiles).find(({ el }) => el === old);
    if (!known) return;
    const canvas = old.cloneNode() as HTMLCanvasElement;
    DomUtil.setPosition(canvas, DomUtil.getPosition(old));
    this.#ids.set(canvas, id);
    tile.canvas = canvas;
    known.el = canvas;
    old.replaceWith(canvas);
    empty(old);
  }

  /** Nobody sees the tile, and nobody is about to. */
  #release(id: number, tile: Tile): void {
    if (tile.asked === null) return;
    tile.asked = null;
    this.#keep(id, null);
    empty(tile.canvas);
  }

  #ask(id: number, tile: Tile, { ratio }: TilePlace, picture: PicturePlace): void {
    const { x, y, z } = tile.coords;
    // Leaflet counts zoom in tiles of 256 pixels.
    const level = z - 1;
    const across = 2 ** level;
    tile.asked = { id, z: level, x: ((x % across) + across) % across, y, ratio, picture };
    this.#supply.ask(tile.asked);
  }
}

function empty(canvas: HTMLCanvasElement): void {
  // The size first: no picture at all is one that holds nothing.
  canvas.width = canvas.height = 1;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(null);
}

const leafletGrid = GridLayer.prototype as unknown as Grid;

/** Less than that of a pixel is none. */
const almost = 1 / 16;

function isOf(asked: TileRequest | null, { ratio }: TilePlace, wanted: PicturePlace): boolean {
  if (asked?.ratio !== ratio) return false;
  const { left, top, width, height } = asked.picture;
  return (
    Math.abs(left - wanted.left) < almost &&
    Math.abs(top - wanted.top) < almost &&
    width === wanted.width &&
    height === wanted.height
  );
}
