import { DomUtil, Layer, Point, type LeafletEventHandlerFn, type Map as LeafletMap } from 'leaflet';
import { Calm } from '../core/calm';
import { followPixelRatio, upToPixels } from '../core/pixel-ratio';
import { lostEvent } from './lost-event';
import type { StageMessage, StageReport, StageView } from '../workers/stage-messages';

/** Hands a message to the worker that draws. */
export type PostToStage = (message: StageMessage, transfer?: Transferable[]) => void;

/** A frame that was asked for: where its canvas goes, in Leaflet's layer points. */
type Frame = { id: number; view: StageView; position: Point };

type ZoomAnimation = { center: { lat: number; lng: number }; zoom: number };

/** How long Leaflet's own zoom transition takes, milliseconds. */
const zoomDuration = 250;

/** Part of the view's longer side that is drawn beyond each edge, for dragging. */
const marginPart = 0.12;

/** A map that nobody has touched for so long is drawn without the margin, milliseconds. */
const calmAfter = 10_000;

/**
 * A canvas over the whole view that a worker draws. It is in a pane of the map and moves with it
 * while a person drags; the worker redraws it only when the drag ends or runs out of margin. Two
 * canvases take turns, see `workers/stage.ts`.
 *
 * The margin is there while a person is at the map: with it every copy of the picture is half as large
 * again, and Chromium keeps several.
 */
export class WorkerCanvas extends Layer {
  readonly #post: PostToStage;
  readonly #pane: string;
  #canvases: [HTMLCanvasElement, HTMLCanvasElement] | null = null;
  #asked: Frame | null = null;
  #waiting = new Map<number, Frame>();
  #shown: Frame | null = null;
  #nextFrame = 1;
  #stop: (() => void)[] = [];
  readonly #calm = new Calm(calmAfter, () => {
    if (this._map) this.#ask(this._map);
  });

  constructor(post: PostToStage, pane: string) {
    super();
    this.#post = post;
    this.#pane = pane;
  }

  override onAdd(map: LeafletMap): this {
    const pane = map.getPane(this.#pane);
    if (!pane) throw new Error(`The map has no pane "${this.#pane}".`);
    const make = () => {
      const canvas = DomUtil.create('canvas', '', pane);
      canvas.style.pointerEvents = 'none';
      canvas.style.visibility = 'hidden';
      canvas.style.transformOrigin = '0 0';
      return canvas;
    };
    this.#canvases = [make(), make()];
    const canvases = [
      this.#canvases[0].transferControlToOffscreen(),
      this.#canvases[1].transferControlToOffscreen(),
    ] as const;
    this.#post({ type: 'stage-canvases', canvases }, [...canvases]);
    this.#stop = [
      followPixelRatio(() => {
        this.#ask(map);
      }),
      this.#calm.watch(map),
    ];
    document.addEventListener('visibilitychange', this.#tellSeen);
    if (document.hidden) this.#tellSeen();
    this.#ask(map);
    return this;
  }

  override onRemove(): this {
    for (const stop of this.#stop) stop();
    this.#stop = [];
    document.removeEventListener('visibilitychange', this.#tellSeen);
    for (const canvas of this.#canvases ?? []) canvas.remove();
    this.#canvases = null;
    this.#asked = null;
    this.#shown = null;
    this.#waiting.clear();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      zoomanim: (event) => {
        this.#glide(event as unknown as ZoomAnimation);
      },
      move: () => {
        this.#keepCovered();
      },
      moveend: () => {
        this.#settle();
      },
      [lostEvent]: () => {
        this.#post({ type: 'stage-lost' });
      },
    };
  }

  /** The worker drew a frame: its canvas goes to its place and to the front. */
  handle({ frame: id, canvas: index }: StageReport): void {
    const frame = this.#waiting.get(id);
    const canvas = this.#canvases?.[index];
    if (!frame || !canvas || !this._map) return;
    for (const older of this.#waiting.keys()) if (older <= id) this.#waiting.delete(older);
    this.#shown = frame;
    canvas.style.width = `${frame.view.width}px`;
    canvas.style.height = `${frame.view.height}px`;
    this.#place(canvas, frame);
    canvas.style.visibility = '';
    const other = this.#canvases?.[index === 0 ? 1 : 0];
    if (other) other.style.visibility = 'hidden';
  }

  /** Where a layer point of the map's window is on the canvas in use. */
  toCanvas(containerPoint: Point): Point | null {
    if (!this._map || !this.#asked) return null;
    return this._map.containerPointToLayerPoint(containerPoint).subtract(this.#asked.position);
  }

  readonly #tellSeen = (): void => {
    this.#post({ type: 'stage-seen', seen: !document.hidden });
  };

  #ask(map: LeafletMap, isPassing = false): void {
    const size = map.getSize();
    const ratio = window.devicePixelRatio;
    const part = this.#calm.isCalm ? 0 : marginPart;
    const margin = upToPixels(Math.max(size.x, size.y) * part, ratio);
    const position = map.containerPointToLayerPoint([0, 0]).round().subtract([margin, margin]);
    const corner = map.getPixelOrigin().add(position);
    const view: StageView = {
      zoom: map.getZoom(),
      left: corner.x,
      top: corner.y,
      width: upToPixels(size.x + 2 * margin, ratio),
      height: upToPixels(size.y + 2 * margin, ratio),
      inset: margin,
      ratio,
      ...(isPassing ? { isPassing } : {}),
    };
    const frame = { id: this.#nextFrame, view, position };
    this.#nextFrame += 1;
    this.#asked = frame;
    this.#waiting.set(frame.id, frame);
    this.#post({ type: 'stage-view', frame: frame.id, view });
  }

  /**
   * While dragging: a new frame before the margin is used up. While a person zooms by wheel or
   * fingers: one after the other, and the last one scaled until the next is there. Never two at a
   * time.
   */
  #keepCovered(): void {
    const map = this._map;
    if (!map || !this.#asked) return;
    const isZooming = map.getZoom() !== this.#asked.view.zoom;
    if (this.#shown && map.getZoom() !== this.#shown.view.zoom) this.#stretch(this.#shown);
    if (this.#waiting.size > 0) return;
    if (isZooming) {
      this.#ask(map, true);
      return;
    }
    const moved = map.containerPointToLayerPoint([0, 0]).subtract(this.#asked.position);
    const margin = this.#asked.view.inset;
    if (Math.max(Math.abs(moved.x - margin), Math.abs(moved.y - margin)) > margin / 2) {
      this.#ask(map);
    }
  }

  /** The worker draws the frames of a zoom itself: things move apart, but keep their size. */
  #glide({ zoom }: ZoomAnimation): void {
    const map = this._map;
    const asked = this.#asked;
    if (!map || !asked || zoom === asked.view.zoom) return;
    queueMicrotask(() => {
      if (this._map !== map || this.#asked !== asked) return;
      // By now Leaflet has its new pixel origin; the pane, and the canvas in it, stay in place.
      const corner = map.getPixelOrigin().add(asked.position);
      const view = { ...asked.view, zoom, left: corner.x, top: corner.y };
      asked.view = view;
      this.#post({ type: 'stage-zoom', view, duration: zoomDuration });
    });
  }

  #settle(): void {
    const map = this._map;
    if (!map) return;
    this.#ask(map);
    if (this.#shown) this.#stretch(this.#shown);
  }

  /** Until a new frame is there the old one is stretched to its new place. */
  #stretch(shown: Frame): void {
    const front = this.#canvases?.find((canvas) => canvas.style.visibility !== 'hidden');
    if (front) this.#place(front, shown);
  }

  #place(canvas: HTMLCanvasElement, frame: Frame): void {
    const map = this._map;
    if (!map) return;
    const scale = 2 ** (map.getZoom() - frame.view.zoom);
    const origin = map.getPixelOrigin();
    const position = new Point(frame.view.left, frame.view.top).multiplyBy(scale).subtract(origin);
    DomUtil.setTransform(canvas, position, scale);
  }
}
