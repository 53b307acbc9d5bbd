import './track-tokens.css';
import './track.css';
import {
  DomUtil,
  Layer,
  Point,
  type LatLng,
  type LeafletEventHandlerFn,
  type Map,
  type ZoomAnimEvent,
} from 'leaflet';
import { followPixelRatio } from '../core/pixel-ratio';
import type { Place } from '@contract/rules/longitudes';
import { worldSize, worldX, worldY } from '../core/projection';
import { followColors } from '../core/token-colors';
import type { TrackFixes } from '../workers/track/track-line';
import type {
  TrackDrawing,
  TrackPicture,
  TrackRequest,
  TravelledPicture,
} from '../workers/track/track-messages';
import { isSameView, type TrackView } from '../workers/track/track-view';
import { firstEvent } from './first-event';
import { lostEvent } from './lost-event';
import { paleScale, paleUnknown, speedScale, trackTokens } from './track-colors';
import { viewEvent } from './view-event';

/** What of a worker the layer needs. */
export type TrackWorker = {
  postMessage(request: TrackRequest, transfer?: Transferable[]): void;
  addEventListener(kind: 'message', listener: (event: { data: TrackDrawing }) => void): void;
  terminate(): void;
};

/** What the layer starts with. */
export type TrackLineOptions = { createWorker?: () => TrackWorker };

/** Of the map's size: drawn beyond each edge, so that a drag shows line and not void. */
const margin = 0.15;
const lineWidth = 4;
const pane = 'track';
/** How far the line may end behind a vehicle that drives on, hidden under its symbol; pixels. */
const lag = 3;
/** Within so many milliseconds of its day a vehicle that plays has not been anywhere else. */
const shortStep = 20_000;
/** The first picture of a track was put in place. */
export const drawnEvent = 'drawn';

/** The view of a drawing that was asked for and has not come back. */
type Asked = { view: TrackView; zoom: number };

/** What a moment looks like on the map. */
type Head = {
  /** Epoch milliseconds. */
  until: number;
  /** Where the vehicle is as it plays on; null where it was put there, or stays. */
  place: Place | null;
};

/** Where a running zoom leads. */
type Target = { centre: LatLng; zoom: number };

function startWorker(): TrackWorker {
  return new Worker(new URL('../workers/track/track-worker.ts', import.meta.url), {
    type: 'module',
  });
}

/**
 * A track's line, coloured by speed: the whole of it pale, the travelled part in full colour. A
 * worker draws both; the page hands over a moment and puts the picture in place. One drawing is
 * under way at a time, and the newest moment is the next, so that scrubbing never queues up.
 */
export class TrackLineLayer extends Layer {
  readonly #createWorker: () => TrackWorker;
  #worker: TrackWorker | null = null;
  #container: HTMLElement | null = null;
  #whole: HTMLCanvasElement | null = null;
  #travelled: HTMLCanvasElement | null = null;
  #tail: HTMLCanvasElement | null = null;
  #fixes: TrackFixes | null = null;
  #head: Head = { until: -Infinity, place: null };
  /** How far the vehicle has driven since the line was asked for, units of the world. */
  #ahead = 0;
  #stale = { whole: true, travelled: true };
  #asked: Asked | null = null;
  /** Drawings of an earlier track that have not come back yet; the worker answers in order. */
  #outdated = 0;
  #shown: Asked | null = null;
  /** No picture of the track is there yet. */
  #isAwaited = true;
  /** The map is moved to where the track is. */
  #isFitting = false;
  #target: Target | null = null;
  #drawn = 0;
  readonly #stops: (() => void)[] = [];

  constructor({ createWorker = startWorker }: TrackLineOptions = {}) {
    super();
    this.#createWorker = createWorker;
  }

  /**
   * Shows another track, or none. The columns are copied. `fit` moves the map to it, and the worker
   * draws meanwhile: it has the track before, and the view as soon as that is known.
   */
  setTrack(fixes: TrackFixes | null, fit: () => void = () => undefined): void {
    if (fixes === null && this.#fixes === null) return;
    this.#fixes = fixes;
    if (this.#worker !== null) handOver(this.#worker, fixes);
    // Its picture is asked for at once, not when that of the track before it has come.
    if (this.#asked !== null) this.#outdated += 1;
    this.#asked = null;
    this.#isAwaited = true;
    // The picture of an earlier track stays until that of the next one is there, unless there is none.
    if (fixes === null) {
      this.#shown = null;
      this.#container?.classList.add('track-line-awaited');
    }
    this.#stale.whole = true;
    // The worker has a core for itself until the line is there.
    this.#tellFirst(fixes !== null);
    this.#isFitting = true;
    fit();
    this.#isFitting = false;
    this.#ask();
  }

  /**
   * The travelled part ends at this moment, epoch milliseconds. While a vehicle plays on, and its
   * place is given, the line may end a little behind it, and is drawn the less often.
   */
  setTime(until: number, place: Place | null = null): void {
    const before = this.#head;
    if (until === before.until && (place !== null || this.#ahead === 0)) return;
    this.#head = { until, place };
    this.#ahead += stepBetween(before, this.#head);
    const scale = this.#shown?.view.worldSize ?? Infinity;
    if (place !== null && this.#ahead * scale < lag) return;
    this.#stale.travelled = true;
    this.#ask();
  }

  /** How many drawings were put in place so far. */
  get drawings(): number {
    return this.#drawn;
  }

  override onAdd(map: Map): this {
    const parent = map.getPane(pane) ?? map.createPane(pane);
    const classes = 'track-line track-line-awaited leaflet-zoom-animated';
    const container = DomUtil.create('div', classes, parent);
    this.#container = container;
    this.#whole = DomUtil.create('canvas', 'track-line-whole', container);
    this.#travelled = DomUtil.create('canvas', 'track-line-travelled', container);
    this.#tail = DomUtil.create('canvas', 'track-line-tail', container);
    const worker = this.#createWorker();
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => {
      if (this.#worker === worker) this.#show(data);
    });
    if (this.#fixes !== null) handOver(worker, this.#fixes);
    this.#stops.push(
      followColors(trackTokens, (colors) => {
        const { unknown, casing, gap } = colors;
        worker.postMessage({
          kind: 'style',
          style: {
            scale: speedScale(colors),
            unknown,
            paleScale: paleScale(colors),
            paleUnknown: paleUnknown(colors),
            casing,
            gap,
            width: lineWidth,
          },
        });
        this.#refresh();
      }),
      followPixelRatio(() => {
        this.#refresh();
      }),
    );
    return this;
  }

  override onRemove(): this {
    for (const stop of this.#stops.splice(0)) stop();
    this.#worker?.terminate();
    this.#container?.remove();
    this.#worker = this.#container = this.#whole = this.#travelled = this.#tail = null;
    this.#asked = this.#shown = null;
    this.#isAwaited = true;
    this.#outdated = 0;
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      [viewEvent]: () => {
        if (this.#isFitting) this.#ask();
      },
      moveend: () => {
        if (!this.#isComing()) this.#refresh();
      },
      [lostEvent]: () => {
        this.#refresh();
      },
      zoom: () => {
        this.#place();
      },
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent;
        this.#target = { centre: center, zoom };
        this.#place();
      },
      zoomend: () => {
        this.#target = null;
        this.#place();
      },
    };
  }

  #tellFirst(isComing: boolean): void {
    if (this.#worker !== null) this._map.fire(firstEvent, { isComing });
  }

  /** A picture of what the map shows now is being drawn. */
  #isComing(): boolean {
    const asked = this.#asked;
    return asked !== null && asked !== this.#shown && isSameView(asked.view, this.#look().view);
  }

  #refresh(): void {
    this.#stale.whole = true;
    this.#ask();
  }

  #ask(): void {
    const { whole, travelled } = this.#stale;
    if (this.#worker === null || this.#fixes === null) return;
    if (this.#asked !== null || !(whole || travelled)) return;
    // The travelled part alone is drawn for the picture it is on.
    const asked = whole || this.#shown === null ? this.#look() : this.#shown;
    this.#stale = { whole: false, travelled: false };
    this.#ahead = 0;
    this.#asked = asked;
    this.#worker.postMessage({
      kind: 'draw',
      view: asked.view,
      whole: asked !== this.#shown,
      until: this.#head.until,
    });
  }

  /** What the map shows now, with a margin around it. */
  #look(): Asked {
    const map = this._map;
    const zoom = map.getZoom();
    const size = map.getSize();
    const pixelRatio = window.devicePixelRatio;
    // In whole pixels of the screen, so that none of the picture's lies between two of them.
    const whole = (length: number) => Math.round(length * pixelRatio) / pixelRatio;
    const corner = map.getPixelBounds().getTopLeft().round();
    return {
      zoom,
      view: {
        worldSize: worldSize(zoom),
        left: corner.x - whole(size.x * margin),
        top: corner.y - whole(size.y * margin),
        width: Math.ceil(size.x * (1 + 2 * margin)),
        height: Math.ceil(size.y * (1 + 2 * margin)),
        pixelRatio,
      },
    };
  }

  #show({ whole, travelled }: TrackDrawing): void {
    if (this.#outdated > 0) {
      this.#outdated -= 1;
      whole?.bitmap.close();
      if (travelled.base !== 'kept') travelled.base?.bitmap.close();
      travelled.tail?.bitmap.close();
      return;
    }
    const asked = this.#asked;
    this.#asked = null;
    if (asked === null) return;
    const isMoved = asked !== this.#shown;
    this.#shown = asked;
    if (isMoved) paste(this.#whole, whole);
    this.#showTravelled(travelled);
    if (isMoved) this.#place();
    this.#drawn += 1;
    if (this.#isAwaited) {
      this.#isAwaited = false;
      this.#container?.classList.remove('track-line-awaited');
      this.#tellFirst(false);
      this.fire(drawnEvent);
    }
    this.#ask();
  }

  #showTravelled({ base, tail }: TravelledPicture): void {
    if (base !== 'kept') paste(this.#travelled, base);
    paste(this.#tail, tail);
  }

  /** Puts the picture where it belongs, scaled while a zoom runs. */
  #place(): void {
    if (this.#shown === null || this.#container === null) return;
    const { view, zoom } = this.#shown;
    const target = this.#target;
    const scale = this._map.getZoomScale(target?.zoom ?? this._map.getZoom(), zoom);
    const origin = target === null ? this._map.getPixelOrigin() : originAfter(this._map, target);
    const corner = new Point(view.left, view.top).multiplyBy(scale).subtract(origin);
    DomUtil.setTransform(this.#container, corner, scale);
  }
}

/** The worker gets columns of its own: a copy that is handed over is made once, not twice. */
function handOver(worker: TrackWorker, fixes: TrackFixes | null): void {
  if (fixes === null) {
    worker.postMessage({ kind: 'track', fixes });
    return;
  }
  const { at, latitude, longitude, speed, gapAfter } = fixes;
  const copies = {
    at: at.slice(),
    latitude: latitude.slice(),
    longitude: longitude.slice(),
    speed: speed.slice(),
    gapAfter: gapAfter.slice(),
  };
  const transfer = Object.values(copies).map(({ buffer }) => buffer);
  worker.postMessage({ kind: 'track', fixes: copies }, transfer);
}

/** The world pixel at the origin of the panes once a running zoom has come to its end. */
function originAfter(map: Map, { centre, zoom }: Target): Point {
  const pane = DomUtil.getPosition(map.getPane('mapPane') ?? map.getContainer());
  return map.project(centre, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
}

/** How far a vehicle drove on between two moments, units of the world; unknown is infinitely far. */
function stepBetween(before: Head, now: Head): number {
  const isOn = now.until >= before.until && now.until - before.until <= shortStep;
  if (!isOn || before.place === null || now.place === null) return Infinity;
  const x = worldX(now.place.longitude) - worldX(before.place.longitude);
  const y = worldY(now.place.latitude) - worldY(before.place.latitude);
  return Math.hypot(x, y);
}

/** Puts a picture on a canvas at its place in the view; without one the canvas is not shown. */
function paste(canvas: HTMLCanvasElement | null, picture: TrackPicture | null): void {
  if (canvas === null) return;
  const display = picture === null ? 'none' : '';
  if (canvas.style.display !== display) canvas.style.display = display;
  if (picture === null) return;
  const { bitmap, left, top, width, height } = picture;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  DomUtil.setTransform(canvas, new Point(left, top), 1);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
