type Context = OffscreenCanvasRenderingContext2D;

/** Small pictures drawn once and stamped many times. */
export type SpriteSheet = {
  /** Stamps a picture with its middle at a point (CSS pixels), drawing it first if it is new. */
  stamp(
    context: Context,
    key: string,
    x: number,
    y: number,
    draw: (context: Context) => void,
  ): void;
  /** Forgets all pictures: colours or pixel ratio have changed. */
  clear(ratio: number): void;
};

const columns = 32;

/** A sheet of square pictures of one size, `edge` CSS pixels wide. */
export function createSpriteSheet(edge: number): SpriteSheet {
  let sheet: { canvas: OffscreenCanvas; context: Context } | null = null;
  let ratio = 1;
  let rows = 0;
  const places = new Map<string, number>();

  const pixels = () => Math.ceil(edge * ratio);

  function makeSheet(wanted: number) {
    const canvas = new OffscreenCanvas(columns * pixels(), wanted * pixels());
    const context = canvas.getContext('2d');
    if (!context) return;
    if (sheet) context.drawImage(sheet.canvas, 0, 0);
    sheet = { canvas, context };
    rows = wanted;
  }

  function placeOf(key: string, draw: (context: Context) => void): number {
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(key, place);
    if (place >= rows * columns) makeSheet(Math.max(4, rows * 2));
    if (sheet) {
      const { context } = sheet;
      context.save();
      const x = (place % columns) * pixels();
      const y = Math.floor(place / columns) * pixels();
      context.setTransform(ratio, 0, 0, ratio, x + pixels() / 2, y + pixels() / 2);
      draw(context);
      context.restore();
    }
    return place;
  }

  return {
    stamp(context, key, x, y, draw) {
      const place = placeOf(key, draw);
      if (!sheet) return;
      const size = pixels();
      // On whole pixels a picture stays as sharp as it was drawn.
      const left = Math.round(x * ratio - size / 2) / ratio;
      const top = Math.round(y * ratio - size / 2) / ratio;
      context.drawImage(
        sheet.canvas,
        (place % columns) * size,
        Math.floor(place / columns) * size,
        size,
        size,
        left,
        top,
        size / ratio,
        size / ratio,
      );
    },
    clear(newRatio) {
      ratio = newRatio;
      sheet = null;
      rows = 0;
      places.clear();
    },
  };
}
