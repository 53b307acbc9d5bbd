import {
  drawTrack,
  type TrackContext,
  type TrackPart,
  type TrackStyle,
  type TrackView,
} from './track-drawing';
import { projectTrack, thinLine, type ThinLine, type TrackLine } from './track-line';
import type { TrackDrawing, TrackRequest } from './track-messages';

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
  #canvas: PaintCanvas | null = null;
  #line: TrackLine | null = null;
  #style: TrackStyle | null = null;

  constructor(createCanvas: () => PaintCanvas) {
    this.#createCanvas = createCanvas;
  }

  /** Takes a request in; a drawing comes back where one was asked for. */
  take(request: TrackRequest): TrackDrawing | null {
    if (request.kind === 'track') {
      this.#line = request.fixes === null ? null : projectTrack(request.fixes);
      this.#thinned.clear();
      return null;
    }
    if (request.kind === 'style') {
      if (request.style.scale.length !== this.#style?.scale.length) this.#thinned.clear();
      this.#style = request.style;
      return null;
    }
    return {
      kind: 'drawing',
      whole: request.whole ? this.#paint(request.view, { kind: 'whole' }) : null,
      travelled: this.#paint(request.view, { kind: 'travelled', until: request.until }),
    };
  }

  #paint(view: TrackView, part: TrackPart): ImageBitmap | null {
    // A canvas of a graphics process that has ended draws nothing any more.
    if (this.#canvas?.getContext('2d')?.isContextLost?.() === true) this.#canvas = null;
    const canvas = (this.#canvas ??= this.#createCanvas());
    const width = Math.max(Math.round(view.width * view.pixelRatio), 1);
    const height = Math.max(Math.round(view.height * view.pixelRatio), 1);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) return null;
    if (this.#line === null || this.#style === null) {
      context.clearRect(0, 0, width, height);
    } else {
      const thin = this.#thin(this.#line, this.#style, view.worldSize);
      drawTrack(context, this.#line, thin, view, this.#style, part);
    }
    return canvas.transferToImageBitmap();
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
