import { drawingFont } from '../fonts';
import type { Box, LabelBoxes } from '../label-boxes';
import type { DrawnView } from '../zoom-glide';

export type Context = OffscreenCanvasRenderingContext2D;

/** A name and its point of the world. */
export type Named = { name: string; x: number; y: number };

/** How the words of a label look. */
export type LabelStyle = {
  size: number;
  weight: number;
  color: string;
  halo: string;
  /** Space between letters, CSS pixels. */
  spacing?: number;
};

/** A label that found room: it is drawn at its point of the world, wherever that is right now. */
export type PlacedLabel = {
  /** The same for the same label in the next selection. */
  key: string;
  x: number;
  y: number;
  paint(context: Context, x: number, y: number): void;
};

/** Sets a context to a style; what is drawn next has it. */
export function useStyle(context: Context, style: LabelStyle): void {
  context.font = `${style.weight} ${style.size}px ${drawingFont()}`;
  context.letterSpacing = `${style.spacing ?? 0}px`;
  context.fillStyle = style.color;
  context.strokeStyle = style.halo;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.textBaseline = 'middle';
  context.textAlign = 'center';
}

const widths = new Map<string, number>();

/** Width of words in CSS pixels. Measuring is slow and the same names come again and again. */
export function measure(context: Context, text: string, style: LabelStyle): number {
  const key = `${style.size}|${style.weight}|${style.spacing ?? 0}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    useStyle(context, style);
    width = context.measureText(text).width;
    if (widths.size > 20_000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** Measures anew: another font has arrived. */
export function forgetWidths(): void {
  widths.clear();
}

/** Draws words around a point, halo first. */
export function drawWords(context: Context, text: string, x: number, y: number): void {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return {
    minX: x - width / 2,
    minY: y - height / 2,
    maxX: x + width / 2,
    maxY: y + height / 2,
  };
}

/** Points of the world on the canvas; the world comes again every `scale` pixels. */
function canvasXs(view: DrawnView, worldX: number): number[] {
  const xs: number[] = [];
  let x = worldX * view.scale - view.left;
  x -= Math.floor(x / view.scale) * view.scale;
  for (; x < view.width; x += view.scale) xs.push(x);
  return xs;
}

/** Takes room for a name wherever its point is in view, and says how to paint it there. */
export function placeAt(
  view: DrawnView,
  boxes: LabelBoxes,
  at: Named,
  width: number,
  height: number,
  paint: PlacedLabel['paint'],
  boxShift = 0,
): PlacedLabel[] {
  const y = at.y * view.scale - view.top;
  if (y < -height || y > view.height + height) return [];
  return canvasXs(view, at.x)
    .filter((x) => boxes.take([boxAround(x + boxShift, y, width, height)]))
    .map((x) => ({ key: at.name, x: (x + view.left) / view.scale, y: at.y, paint }));
}
