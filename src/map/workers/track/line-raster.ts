import { coversOf, pixelOf, pixelUnder, squareParts, wholeCover } from './line-cover';

/**
 * Draws thick lines as pixels. A canvas finds the outline of every piece and fills it, which takes
 * longest where pieces are short, as those of a day are. Here each row of a piece is a span, and a
 * table tells how far the line covers a pixel at a distance from its middle. The uppermost colour
 * comes first: what is below a covered pixel is never looked at, and a month lies over itself.
 */

/** What of a canvas context the pixels are handed to. */
export type PixelContext = Pick<
  OffscreenCanvasRenderingContext2D,
  'createImageData' | 'putImageData'
>;

/** Points of lines, CSS pixels. */
export type Points = { x: Float32Array; y: Float32Array };

/** How far lines reach to each side, CSS pixels; below all of them may lie a wider one, `#rrggbb`. */
export type Pen = { radius: number; casing: { colour: string; radius: number } | null };

/** What a canvas shows, CSS pixels, and how many of its own pixels are one of these. */
type Box = { left: number; top: number; width: number; height: number; pixelRatio: number };

/** So many pixels are drawn at a time, and no more are held in memory. */
const bandPixels = 1 << 20;
/** Pixels of a coat that wait for their colour. */
const mostTouched = 1 << 16;
/** Of a direction across or down there is no less, so that one can divide by it. */
const leastSlope = 1e-9;

/** Pixels of a canvas while lines are drawn on it. */
export class LineRaster {
  #ratio = 1;
  /** How far a line reaches to each side of its middle at most, pixels. */
  #reach = 0;
  /** Pixels from a row of the image to the next; whole words of `#full`. */
  #stride = 0;
  #columns = 0;
  #rows = 0;
  /** From where lines are told to where they are in the band, its pixels. */
  #left = 0;
  #top = 0;
  #image: ImageData | null = null;
  /** The image's pixels as whole numbers. */
  #pixels = new Int32Array();
  /** How far the coat covers each pixel; all of it where the coats so far do. */
  #cover = new Uint8Array();
  /** How far the casing covers each pixel. */
  #casing = new Uint8Array();
  /** A bit for each pixel that is covered whole. */
  #full = new Int32Array();
  readonly #touched = new Uint32Array(mostTouched);
  #count = 0;
  #colour = 0;
  /** Covers of the line and of its casing by the square of the distance. */
  #covers: Uint8Array = new Uint8Array();
  #casingCovers: Uint8Array = new Uint8Array();

  /**
   * Draws over a canvas, whatever is on it. `draw` puts its coats on, the uppermost first; it is
   * called for one band of rows after the other.
   */
  paint(
    context: PixelContext,
    { left, top, width, height, pixelRatio }: Box,
    { radius, casing }: Pen,
    draw: () => void,
  ): void {
    this.#ratio = pixelRatio;
    const casingRadius = casing?.radius ?? 0;
    this.#reach = Math.max(radius, casingRadius) * pixelRatio + 0.5;
    this.#covers = coversOf(radius * pixelRatio, this.#reach);
    this.#casingCovers = coversOf(casingRadius * pixelRatio, this.#reach);
    const [columns, allRows] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    this.#columns = columns;
    // A scrub draws a picture of another size each time; memory for a large one serves for most.
    const isRoomy = this.#stride >= columns && this.#stride <= 2 * columns;
    const stride = isRoomy ? this.#stride : Math.ceil(columns / 32) * 32;
    const most = Math.max(Math.floor(bandPixels / stride), 1);
    this.#left = -left * pixelRatio;
    for (let row = 0; row < allRows; row += most) {
      const rows = Math.min(most, allRows - row);
      const image = this.#begin(context, stride, rows);
      this.#top = -row - top * pixelRatio;
      draw();
      this.#blend();
      if (casing !== null) this.#layCasing(pixelOf(casing.colour));
      context.putImageData(image, 0, row, 0, 0, columns, rows);
    }
  }

  #begin(context: PixelContext, stride: number, rows: number): ImageData {
    const kept = this.#image;
    const isFit = kept?.width === stride && kept.height >= rows;
    const image = isFit ? kept : context.createImageData(stride, rows);
    const pixels = stride * rows;
    if (isFit) {
      this.#pixels.fill(0, 0, pixels);
      this.#cover.fill(0, 0, pixels);
      this.#casing.fill(0, 0, pixels);
      this.#full.fill(0, 0, pixels / 32);
    } else {
      this.#pixels = new Int32Array(image.data.buffer);
      this.#cover = new Uint8Array(pixels);
      this.#casing = new Uint8Array(pixels);
      this.#full = new Int32Array(pixels / 32);
    }
    this.#image = image;
    this.#stride = stride;
    this.#rows = rows;
    return image;
  }

  /** Begins a coat of a colour (`#rrggbb`) below what is there. */
  coat(colour: string): void {
    this.#blend();
    this.#colour = pixelOf(colour);
  }

  /** A line through points, with round ends. */
  line({ x, y }: Points, from: number, to: number): void {
    const ratio = this.#ratio;
    const left = this.#left;
    const top = this.#top;
    let x0 = (x[from] ?? 0) * ratio + left;
    let y0 = (y[from] ?? 0) * ratio + top;
    if (from === to) this.#piece(x0, y0, x0, y0, true);
    for (let point = from + 1; point <= to; point += 1) {
      const x1 = (x[point] ?? 0) * ratio + left;
      const y1 = (y[point] ?? 0) * ratio + top;
      this.#piece(x0, y0, x1, y1, point === from + 1);
      x0 = x1;
      y0 = y1;
    }
  }

  /**
   * A piece with a round end; without a round beginning where another one has ended. It is all in
   * one function, since numbers that are handed to another one are wrapped first.
   */
  #piece(x0: number, y0: number, x1: number, y1: number, isFirst: boolean): void {
    const reach = this.#reach;
    const columns = this.#columns;
    const north = Math.max(Math.ceil(Math.min(y0, y1) - reach - 0.5), 0);
    const south = Math.min(Math.floor(Math.max(y0, y1) + reach - 0.5), this.#rows - 1);
    const west = Math.max(Math.ceil(Math.min(x0, x1) - reach - 0.5), 0);
    const east = Math.min(Math.floor(Math.max(x0, x1) + reach - 0.5), columns - 1);
    if (!(north <= south && west <= east)) return;
    const lastRow = south | 0;
    let row = north | 0;
    while (row <= lastRow && this.#isFull(row, west | 0, east | 0)) row += 1;
    if (row > lastRow) return;

    const covered = this.#cover;
    const cased = this.#casing;
    const full = this.#full;
    const touched = this.#touched;
    const covers = this.#covers;
    const casingCovers = this.#casingCovers;
    const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    const across = length > 0 ? (x1 - x0) / length : 1;
    const down = length > 0 ? (y1 - y0) / length : 0;
    const someAcross = Math.abs(across) < leastSlope ? leastSlope : across;
    const someDown = Math.abs(down) < leastSlope ? leastSlope : down;
    // What a row has of the line's width, and of its length, lies around two middles.
    const slant = across / someDown;
    const tilt = down / someAcross;
    const halfWidth = reach / Math.abs(someDown);
    const toHalf = length / 2 / someAcross;
    const halfLength = Math.abs(toHalf);
    for (; row <= lastRow; row += 1) {
      const y = row + 0.5 - y0;
      const middle = x0 + y * slant;
      const halfway = x0 + toHalf - y * tilt;
      let from = Math.max(middle - halfWidth, halfway - halfLength);
      let to = Math.min(middle + halfWidth, halfway + halfLength);
      if (from > to) {
        from = Infinity;
        to = -Infinity;
      }
      const endY = row + 0.5 - y1;
      const end = reach * reach - endY * endY;
      if (end > 0) {
        const around = Math.sqrt(end);
        from = Math.min(from, x1 - around);
        to = Math.max(to, x1 + around);
      }
      const begin = reach * reach - y * y;
      if (isFirst && begin > 0) {
        const around = Math.sqrt(begin);
        from = Math.min(from, x0 - around);
        to = Math.max(to, x0 + around);
      }
      if (!(from < columns && to >= 0.5)) continue;
      const first = from > 0 ? (from + 0.5) | 0 : 0;
      const last = to < columns ? (to - 0.5) | 0 : columns - 1;
      if (first > last) continue;
      if (this.#count + columns > mostTouched) this.#blend();

      const x = first + 0.5 - x0;
      const along = x * across + y * down;
      const beside = y * across - x * down;
      let count = this.#count;
      const firstPixel = row * this.#stride + first;
      const lastPixel = row * this.#stride + last;
      const lastWord = lastPixel >>> 5;
      let mask = -1 << (firstPixel & 31);
      for (let word = firstPixel >>> 5; word <= lastWord; word += 1) {
        if (word === lastWord) mask &= -1 >>> (31 - (lastPixel & 31));
        // Most pixels of most spans are covered already: only the others are visited, bit by bit.
        let open = ~(full[word] ?? 0) & mask;
        mask = -1;
        while (open !== 0) {
          const bit = open & -open;
          open ^= bit;
          const pixel = (word << 5) + 31 - Math.clz32(bit);
          const on = pixel - firstPixel;
          const ahead = along + on * across;
          const aside = beside - on * down;
          const past = ahead > length ? ahead - length : ahead < 0 ? ahead : 0;
          const place = ((aside * aside + past * past) * squareParts) | 0;
          const casing = casingCovers[place] ?? 0;
          if (casing > (cased[pixel] ?? 0)) cased[pixel] = casing;
          const cover = covers[place] ?? 0;
          const before = covered[pixel] ?? 0;
          if (cover <= before) continue;
          covered[pixel] = cover;
          if (before === 0) {
            touched[count] = pixel;
            count += 1;
          }
          if (cover === wholeCover) full[word] = (full[word] ?? 0) | bit;
        }
      }
      this.#count = count;
    }
  }

  /** Whether all pixels of a row from a column to another one are covered whole. */
  #isFull(row: number, from: number, to: number): boolean {
    const full = this.#full;
    const first = row * this.#stride + from;
    const last = row * this.#stride + to;
    const end = last >>> 5;
    let bits = -1 << (first & 31);
    for (let word = first >>> 5; word < end; word += 1) {
      if (((full[word] ?? 0) & bits) !== bits) return false;
      bits = -1;
    }
    bits &= -1 >>> (31 - (last & 31));
    return ((full[end] ?? 0) & bits) === bits;
  }

  /** Puts the coat's colour on the pixels that it covers. */
  #blend(): void {
    const touched = this.#touched;
    const covered = this.#cover;
    const pixels = this.#pixels;
    const colour = this.#colour;
    for (let index = 0; index < this.#count; index += 1) {
      const pixel = touched[index] ?? 0;
      const cover = covered[pixel] ?? 0;
      const mixed = pixelUnder(pixels[pixel] ?? 0, colour, cover);
      pixels[pixel] = mixed;
      if (mixed >>> 24 < wholeCover) {
        covered[pixel] = 0;
      } else if (cover < wholeCover) {
        covered[pixel] = wholeCover;
        markFull(this.#full, pixel);
      }
    }
    this.#count = 0;
  }

  /** Puts the casing below all coats. */
  #layCasing(colour: number): void {
    const pixels = this.#pixels;
    const covered = this.#cover;
    const cased = this.#casing;
    // Of most pixels nothing is covered: four of them are looked at together.
    const fours = new Int32Array(cased.buffer, 0, (this.#rows * this.#stride) / 4);
    for (let four = 0; four < fours.length; four += 1) {
      if (fours[four] === 0) continue;
      for (let pixel = 4 * four; pixel < 4 * four + 4; pixel += 1) {
        const cover = cased[pixel] ?? 0;
        if (cover === 0 || covered[pixel] === wholeCover) continue;
        pixels[pixel] = pixelUnder(pixels[pixel] ?? 0, colour, cover);
      }
    }
  }
}

function markFull(full: Int32Array, pixel: number): void {
  full[pixel >>> 5] = (full[pixel >>> 5] ?? 0) | (1 << (pixel & 31));
}
