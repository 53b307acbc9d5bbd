import { LineRaster } from './line-raster';
import {
  boxOf,
  drawTrack,
  placeTrack,
  shownCopies,
  type TrackContext,
  type TrackPart,
  type TrackStyle,
} from './track-drawing';
import { thinLine, unrollTrack, type ThinLine, type TrackLine } from './track-line';
import type { TrackDrawing, TrackPicture, TrackRequest, TravelledPicture } from './track-messages';
import { isInSquare, tailBase, type TailBase } from './track-tail';
import { isSameView, type TrackView } from './track-view';

/** A canvas to draw into and hand over; the worker's OffscreenCanvas. */
export type PaintCanvas = {
  width: number;
  height: number;
  getContext(kind: '2d'): (TrackContext & { isContextLost?(): boolean }) | null;
  transferToImageBitmap(): ImageBitmap;
};

/** How many zooms keep their thinned line; zooming in and out costs no thinning then. */
const keptZooms = 6;

/** Draws a track as it is asked to; knows nothing of how messages come and go. */
export class TrackPainter {
  readonly #createCanvas: () => PaintCanvas;
  readonly #thinned = new Map<number, ThinLine>();
  /** A large canvas for views and a small one for tails, whose size does not change. */
  #canvases: { view: PaintCanvas | null; tail: PaintCanvas | null } = { view: null, tail: null };
  readonly #rasters = { view: new LineRaster(), tail: new LineRaster() };
  #line: TrackLine | null = null;
  #style: TrackStyle | null = null;
  /** The picture of the travelled part that the page has. */
  #base: TailBase | null = null;

  constructor(createCanvas: () => PaintCanvas) {
    this.#createCanvas = createCanvas;
  }

  /** Takes a request in; a drawing comes back where one was asked for. */
  take(request: TrackRequest): TrackDrawing | null {
    if (request.kind === 'draw') {
      if (request.whole) this.#base = null;
      return {
        kind: 'drawing',
        whole: request.whole ? this.#paint('view', request.view, { kind: 'whole' }) : null,
        travelled: this.#travel(request.view, request.until),
      };
    }
    this.#base = null;
    if (request.kind === 'track') {
      this.#line = request.fixes === null ? null : unrollTrack(request.fixes);
      this.#thinned.clear();
    } else {
      if (request.style.scale.length !== this.#style?.scale.length) this.#thinned.clear();
      this.#style = request.style;
    }
    return null;
  }

  /** The travelled part: what was driven since the last picture of it, or a new picture. */
  #travel(view: TrackView, until: number): TravelledPicture {
    const line = this.#line;
    const style = this.#style;
    const isBegun = line !== null && until >= (line.at[0] ?? Infinity);
    if (line === null || style === null || !isBegun || !isShown(line, view, style)) {
      this.#base = null;
      return { base: null, tail: null };
    }
    const thin = this.#thin(line, style, view.worldSize);
    const reached = { until, margin: style.width };
    const known = this.#base;
    if (known && isSameView(known.view, view) && isInSquare(line, thin, known, reached)) {
      return { base: 'kept', tail: this.#paintTail(known, until) };
    }
    // Early on the day all of it is in one square, and needs no picture of the whole view.
    const start = tailBase(line, thin, view, { since: -Infinity, around: line.at[0] ?? until });
    if (start && isInSquare(line, thin, start, reached)) {
      this.#base = start;
      return { base: null, tail: this.#paintTail(start, until) };
    }
    this.#base = tailBase(line, thin, view, { since: until, around: until });
    return { base: this.#paint('view', view, { kind: 'travelled', until }), tail: null };
  }

  #paintTail({ since, view, square }: TailBase, until: number): TrackPicture | null {
    const picture = this.#paint('tail', square, { kind: 'travelled', since, until });
    if (picture === null) return null;
    const { left, top } = square;
    return { ...picture, left: left - view.left, top: top - view.top };
  }

  #paint(on: 'view' | 'tail', view: TrackView, part: TrackPart): TrackPicture | null {
    const line = this.#line;
    const style = this.#style;
    if (line === null || style === null) return null;
    const placed = placeTrack(line, this.#thin(line, style, view.worldSize), view, style, part);
    const box = on === 'tail' ? { ...view, left: 0, top: 0 } : boxOf(placed, view, style);
    if (box === null) return null;
    const canvases = this.#canvases;
    // A canvas of a graphics process that has ended draws nothing any more.
    if (canvases[on]?.getContext('2d')?.isContextLost?.() === true) canvases[on] = null;
    const canvas = (canvases[on] ??= this.#createCanvas());
    const width = Math.max(Math.round(box.width * view.pixelRatio), 1);
    const height = Math.max(Math.round(box.height * view.pixelRatio), 1);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) return null;
    drawTrack(context, this.#rasters[on], placed, box, style, part.kind === 'whole');
    const bitmap = canvas.transferToImageBitmap();
    return { bitmap, left: box.left, top: box.top, width: box.width, height: box.height };
  }

  #thin(line: TrackLine, style: TrackStyle, worldSize: number): ThinLine {
    const known = this.#thinned.get(worldSize);
    if (known) return known;
    const thin = thinLine(line, worldSize, style.scale.length);
    const [oldest] = this.#thinned.keys();
    if (this.#thinned.size >= keptZooms && oldest !== undefined) this.#thinned.delete(oldest);
    this.#thinned.set(worldSize, thin);
    return thin;
  }
}

/** Whether a line may be seen in a view at all. */
function isShown(line: TrackLine, view: TrackView, { width }: TrackStyle): boolean {
  return shownCopies(line, view, width).length > 0;
}
