import type { TrackContext } from '@/map/workers/track/track-drawing';
import type { PaintCanvas } from '@/map/workers/track/track-painter';

/** What is on a canvas: its pixels, and the paths that were stroked on them. */
export type Picture = ImageBitmap & { data: Uint8ClampedArray; strokes: string[] };

/** A context with pixels; of what is stroked it writes down the path. */
class PixelContext implements TrackContext {
  lineWidth = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  strokeStyle: string | CanvasGradient | CanvasPattern = '';
  strokes: string[] = [];
  #data = new Uint8ClampedArray();
  #path: string[] = [];
  #dash = '';
  #zoom = 1;
  readonly #size: { readonly width: number; readonly height: number };

  constructor(size: { readonly width: number; readonly height: number }) {
    this.#size = size;
  }
  createImageData(width: number | ImageData, height = 0): ImageData {
    if (typeof width !== 'number') throw new Error('An image of a size is asked for.');
    const data = new Uint8ClampedArray(4 * width * height);
    return { width, height, data, colorSpace: 'srgb' } as ImageData;
  }
  putImageData(image: ImageData, ...place: number[]): void {
    const [left = 0, top = 0, x = 0, y = 0, width = image.width, height = image.height] = place;
    const size = this.#size;
    if (this.#data.length === 0) this.#data = new Uint8ClampedArray(4 * size.width * size.height);
    for (let row = y; row < y + height; row += 1) {
      const from = 4 * (row * image.width + x);
      const to = 4 * ((top + row) * size.width + left + x);
      this.#data.set(image.data.subarray(from, from + 4 * width), to);
    }
  }
  setTransform(...values: unknown[]): void {
    this.#zoom = Number(values[0]);
  }
  beginPath(): void {
    this.#path = [];
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${Math.round(x)},${Math.round(y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`L${Math.round(x)},${Math.round(y)}`);
  }
  setLineDash(segments: Iterable<number>): void {
    this.#dash = [...segments].join(',');
  }
  stroke(): void {
    const path = this.#path.join(' ');
    this.strokes.push(`${String(this.strokeStyle)} ${path}, dashed ${this.#dash}, × ${this.#zoom}`);
  }
  /** Hands what was drawn on. */
  take(): Pick<Picture, 'data' | 'strokes'> {
    const { strokes } = this;
    const data = this.#data;
    this.strokes = [];
    this.#data = new Uint8ClampedArray();
    return { data, strokes };
  }
}

/** A canvas whose pixels a test can look at. */
export function createPixelCanvas(): PaintCanvas & { transferToImageBitmap(): Picture } {
  const canvas: PaintCanvas & { transferToImageBitmap(): Picture } = {
    width: 1,
    height: 1,
    getContext: () => context,
    transferToImageBitmap(): Picture {
      const { width, height } = canvas;
      return { width, height, ...context.take(), close: () => undefined };
    },
  };
  const context = new PixelContext(canvas);
  return canvas;
}

/** A pixel's colour as `#rrggbb`, and how much of it there is, 0 to 1. */
export function pixelAt(
  { width, data }: Picture,
  x: number,
  y: number,
): { colour: string; cover: number } {
  const at = 4 * (Math.floor(y) * width + Math.floor(x));
  const hex = [...data.subarray(at, at + 3)].map((each) => each.toString(16).padStart(2, '0'));
  return { colour: `#${hex.join('')}`, cover: (data[at + 3] ?? 0) / 255 };
}
