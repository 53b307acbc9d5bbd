/**
 * Draws thick lines as pixels. A canvas finds the outline of every piece and fills it, which takes
 * longest where pieces are short, as those of a day are. Here a disc is put in each pixel that a
 * line passes; a disc is a few dozen additions, and none where one of its colour is there already.
 */

/** What of a canvas context the pixels are handed to. */
export type PixelContext = Pick<
  OffscreenCanvasRenderingContext2D,
  'createImageData' | 'putImageData'
>;

/** Points of lines, CSS pixels. */
export type Points = { x: Float32Array; y: Float32Array };

/** A disc whose middle is somewhere in a pixel: the pixels that it covers, and how far. */
type Disc = { offsets: Int32Array; cover: Uint8Array };

/** Places of a disc's middle that are told apart, of a pixel's width: a sixteenth off at most. */
const places = 8;
/** So many pixels are drawn at a time, and no more are held in memory. */
const bandPixels = 1 << 20;
/** Pixels of a coat that wait for their colour. */
const mostTouched = 1 << 16;

/** What a canvas shows, CSS pixels, and how many of its own pixels are one of these. */
type Box = { left: number; top: number; width: number; height: number; pixelRatio: number };

/** Pixels of a canvas while lines are drawn on it. */
export class LineRaster {
  /** How far a line reaches to each side of its middle at most. */
  #reach = 0;
  #ratio = 1;
  /** Pixels from a row of the image to the next; the band has no more columns than that. */
  #stride = 0;
  #columns = 0;
  #rows = 0;
  /** From where lines are told to where they are in the band, its pixels. */
  #left = 0;
  #top = 0;
  #image: ImageData | null = null;
  /** The image's pixels as whole numbers. */
  #pixels = new Uint32Array();
  /** How far the coat covers each pixel. */
  #cover = new Uint8Array();
  /** The coat that last had a disc in the middle of each pixel. */
  #coats = new Uint8Array();
  #coat = 0;
  readonly #touched = new Uint32Array(mostTouched);
  #count = 0;
  #colour = 0;
  #discs: Disc[] = [];
  readonly #known = new Map<number, Disc[]>();

  /**
   * Draws over a canvas, whatever is on it, lines that reach so far to each side (CSS pixels).
   * `draw` puts its coats on; it is called for one band of rows after the other.
   */
  paint(
    context: PixelContext,
    { left, top, width, height, pixelRatio }: Box,
    reach: number,
    draw: () => void,
  ): void {
    this.#ratio = pixelRatio;
    this.#reach = Math.ceil(reach * pixelRatio + 0.5);
    // Around a band lie discs, or halves of them, of lines that pass beside it.
    const edge = 2 * this.#reach + 1;
    const [columns, allRows] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    this.#columns = columns + 2 * edge;
    // A scrub draws a picture of another size each time; memory for a large one serves for most.
    const isRoomy = this.#stride >= this.#columns && this.#stride <= 2 * this.#columns;
    const stride = isRoomy ? this.#stride : this.#columns;
    const most = Math.max(Math.floor(bandPixels / stride) - 2 * edge, 1);
    this.#left = edge - left * pixelRatio;
    for (let row = 0; row < allRows; row += most) {
      const rows = Math.min(most, allRows - row);
      const image = this.#begin(context, stride, rows + 2 * edge);
      this.#top = edge - row - top * pixelRatio;
      draw();
      this.#blend();
      context.putImageData(image, -edge, row - edge, edge, edge, columns, rows);
    }
  }

  #begin(context: PixelContext, stride: number, rows: number): ImageData {
    const kept = this.#image;
    const isFit = kept?.width === stride && kept.height >= rows;
    const image = isFit ? kept : context.createImageData(stride, rows);
    if (isFit) {
      this.#pixels.fill(0, 0, stride * rows);
      this.#coats.fill(0, 0, stride * rows);
    } else {
      this.#pixels = new Uint32Array(image.data.buffer);
      this.#cover = new Uint8Array(stride * rows);
      this.#coats = new Uint8Array(stride * rows);
    }
    if (stride !== this.#stride) this.#known.clear();
    this.#coat = 0;
    this.#image = image;
    this.#stride = stride;
    this.#rows = rows;
    return image;
  }

  /**
   * Begins a coat of a colour (`#rrggbb`) over what is there, for lines of a radius (CSS pixels). A
   * picture has 255 of them at most.
   */
  coat(colour: string, radius: number): void {
    this.#blend();
    this.#coat += 1;
    const value = Number.parseInt(colour.slice(1), 16);
    // As it is in memory: red, green, blue, and all of it.
    const swapped = ((value & 255) << 16) | (value & 0xff00) | (value >> 16);
    this.#colour = (swapped | 0xff000000) >>> 0;
    const size = radius * this.#ratio;
    const known = this.#known.get(size);
    this.#discs = known ?? discsOf(size, this.#stride);
    if (!known) this.#known.set(size, this.#discs);
  }

  /** A line through points, with round ends. */
  line({ x, y }: Points, from: number, to: number): void {
    const ratio = this.#ratio;
    const left = this.#left;
    const top = this.#top;
    let x0 = (x[from] ?? 0) * ratio + left;
    let y0 = (y[from] ?? 0) * ratio + top;
    this.#disc(x0, y0);
    for (let point = from + 1; point <= to; point += 1) {
      const x1 = (x[point] ?? 0) * ratio + left;
      const y1 = (y[point] ?? 0) * ratio + top;
      this.#piece(x0, y0, x1, y1);
      x0 = x1;
      y0 = y1;
    }
    this.#disc(x0, y0);
  }

  /** A disc in each column of pixels that a piece passes in the middle; in each row if it is steep. */
  #piece(x0: number, y0: number, x1: number, y1: number): void {
    const across = x1 - x0;
    const down = y1 - y0;
    const low = this.#reach;
    if (Math.abs(across) >= Math.abs(down)) {
      const lowest = this.#rows - low;
      if ((y0 < low && y1 < low) || (y0 > lowest && y1 > lowest)) return;
      const slope = down / across;
      const end = Math.min(Math.max(x0, x1), this.#columns - low);
      let column = Math.ceil(Math.max(Math.min(x0, x1), low) - 0.5) + 0.5;
      for (; column <= end; column += 1) this.#disc(column, y0 + (column - x0) * slope);
    } else {
      const rightmost = this.#columns - low;
      if ((x0 < low && x1 < low) || (x0 > rightmost && x1 > rightmost)) return;
      const slope = across / down;
      const end = Math.min(Math.max(y0, y1), this.#rows - low);
      let row = Math.ceil(Math.max(Math.min(y0, y1), low) - 0.5) + 0.5;
      for (; row <= end; row += 1) this.#disc(x0 + (row - y0) * slope, row);
    }
  }

  #disc(x: number, y: number): void {
    const reach = this.#reach;
    const stride = this.#stride;
    if (!(x >= reach && y >= reach && x < this.#columns - reach && y < this.#rows - reach)) return;
    const column = Math.floor(x);
    const row = Math.floor(y);
    const pixel = row * stride + column;
    if (this.#coats[pixel] === this.#coat) return;
    this.#coats[pixel] = this.#coat;
    const place = Math.floor((y - row) * places) * places + Math.floor((x - column) * places);
    const disc = this.#discs[place];
    if (disc !== undefined) this.#stamp(disc, pixel);
  }

  #stamp({ offsets, cover }: Disc, pixel: number): void {
    if (this.#count + offsets.length > mostTouched) this.#blend();
    const covered = this.#cover;
    const touched = this.#touched;
    let count = this.#count;
    for (let index = 0; index < offsets.length; index += 1) {
      const at = pixel + (offsets[index] ?? 0);
      const now = cover[index] ?? 0;
      const before = covered[at] ?? 0;
      if (now <= before) continue;
      covered[at] = now;
      if (before > 0) continue;
      touched[count] = at;
      count += 1;
    }
    this.#count = count;
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
      covered[pixel] = 0;
      pixels[pixel] = cover === 255 ? colour : mix(colour, cover, pixels[pixel] ?? 0);
    }
    this.#count = 0;
  }
}

/**
 * A colour that covers so many 255ths of a pixel. Its red comes first in memory, so it is the lowest
 * byte.
 */
function mix(colour: number, cover: number, pixel: number): number {
  // An edge beside the line has nothing below.
  if (pixel === 0) return ((colour & 0xffffff) | (cover << 24)) >>> 0;
  const over = cover / 255;
  const all = over + ((pixel >>> 24) / 255) * (1 - over);
  // Colours are told without their cover, so what is below counts as much as is seen of it.
  const part = over / all;
  const red = between(pixel & 255, colour & 255, part);
  const green = between((pixel >>> 8) & 255, (colour >>> 8) & 255, part);
  const blue = between((pixel >>> 16) & 255, (colour >>> 16) & 255, part);
  return (red | (green << 8) | (blue << 16) | ((255 * all + 0.5) << 24)) >>> 0;
}

/** A whole number between two others, which are not negative. */
function between(from: number, to: number, part: number): number {
  return (from + (to - from) * part + 0.5) | 0;
}

/** The discs of a radius, one for each place of their middle in a pixel. */
function discsOf(radius: number, stride: number): Disc[] {
  const reach = Math.ceil(radius + 0.5);
  return Array.from({ length: places ** 2 }, (_, place) => {
    const middleX = ((place % places) + 0.5) / places;
    const middleY = (Math.floor(place / places) + 0.5) / places;
    const offsets: number[] = [];
    const cover: number[] = [];
    for (let row = -reach; row <= reach; row += 1) {
      for (let column = -reach; column <= reach; column += 1) {
        const distance = Math.hypot(column + 0.5 - middleX, row + 0.5 - middleY);
        const covered = Math.round(255 * Math.min(Math.max(radius + 0.5 - distance, 0), 1));
        if (covered === 0) continue;
        offsets.push(row * stride + column);
        cover.push(covered);
      }
    }
    return { offsets: Int32Array.from(offsets), cover: Uint8Array.from(cover) };
  });
}
