import { drawingFont } from '../fonts';
import { createLabelBoxes, type Box, type LabelBoxes } from '../label-boxes';
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

/** Room for names. */
export type NameRoom = {
  /** What other names have taken, with the distance that names keep from each other. */
  names: LabelBoxes;
  /** What vehicles cover. */
  marks: LabelBoxes;
  /** Where each name is written already, CSS pixels of the canvas. */
  written: Map<string, Point[]>;
  /** The names of marks that the page puts on the map, and where: they name what is around, too. */
  marked: Map<string, Point[]>;
};

type Point = { x: number; y: number };

/** Room of which nothing is taken yet. */
export function createNameRoom(): NameRoom {
  return {
    ...{ names: createLabelBoxes(), marks: createLabelBoxes() },
    ...{ written: new Map(), marked: new Map() },
  };
}

/** A name so near a mark of the same name, CSS pixels, names the same place: maps set towns roughly. */
const aroundMark = 160;

/** Whether a name is written nearer than `apart` already, as by another map of the same place. */
export function isWrittenNear(room: NameRoom, name: string, { x, y }: Point, apart: number) {
  const isNear = (within: number) => (other: Point) =>
    Math.hypot(x - other.x, y - other.y) < within;
  return (
    (room.written.get(name) ?? []).some(isNear(apart)) ||
    (room.marked.get(name) ?? []).some(isNear(Math.max(apart, aroundMark)))
  );
}

/** Notes where a name is written. */
export function noteWritten(room: NameRoom, name: string, { x, y }: Point): void {
  room.written.set(name, [...(room.written.get(name) ?? []), { x, y }]);
}

/** A label that found room: it is drawn at its point of the world, wherever that is right now. */
export type PlacedLabel = {
  /** The same for the same label in the next selection. */
  key: string;
  x: number;
  y: number;
  /** All that it paints is within this box, CSS pixels from its point. */
  box: Box;
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
/** Of each letter of a name. */
const advances = new Map<string, number[]>();

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

/** Widths of the letters of a name, one by one. */
export function measureLetters(
  context: Context,
  name: string,
  letters: readonly string[],
  style: LabelStyle,
): readonly number[] {
  const key = `${style.size}|${style.weight}|${name}`;
  let found = advances.get(key);
  if (found === undefined) {
    found = letters.map((letter) => measure(context, letter, style));
    if (advances.size > 2_000) advances.clear();
    advances.set(key, found);
  }
  return found;
}

/** Measures again: another font has arrived. */
export function forgetWidths(): void {
  widths.clear();
  advances.clear();
}

/** Draws words around a point, halo first. */
export function drawWords(context: Context, text: string, x: number, y: number): void {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** Where words are, from the point that they name to their middle, CSS pixels. */
export type Spot = {
  dx: number;
  dy: number;
  /** The same to the middle of the room they take, where that is another. */
  roomDx?: number;
};

/** A name that looks for room. */
export type WantsPlace = {
  at: Named;
  /** Width and size of the words, CSS pixels. */
  words: number;
  size: number;
  /** Room that is kept free for it. */
  width: number;
  height: number;
  /** The best first. */
  spots: readonly Spot[];
  paint(context: Context, x: number, y: number, spot: Spot): void;
};

/** The spots that names were given last: they stay there as long as there is room. */
const spotsBefore = new Map<string, number>();

/** Names take their best spots again, as for another zoom level. */
export function forgetSpots(): void {
  spotsBefore.clear();
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return {
    minX: x - width / 2,
    minY: y - height / 2,
    maxX: x + width / 2,
    maxY: y + height / 2,
  };
}

/** Letters with their marks and halo, and the dot that a name is beside. */
function paintedBox(words: number, size: number, { dx, dy, roomDx }: Spot): Box {
  const { minX, minY, maxX, maxY } = boxAround(dx, dy, words + 12, 2 * size + 4);
  const dot = roomDx === undefined ? null : 8;
  return {
    minX: dot === null ? minX : Math.min(minX, -dot),
    minY: dot === null ? minY : Math.min(minY, -dot),
    maxX: dot === null ? maxX : Math.max(maxX, dot),
    maxY: dot === null ? maxY : Math.max(maxY, dot),
  };
}

/**
 * Whether the edge of the map's window cuts a box. What is beyond the edge is drawn, since a drag
 * brings it in.
 */
export function isCut({ inset, width, height }: DrawnView, box: Box): boolean {
  const [right, bottom] = [width - inset, height - inset];
  const isOut = box.maxX <= inset || box.minX >= right || box.maxY <= inset || box.minY >= bottom;
  const isIn = box.minX >= inset && box.maxX <= right && box.minY >= inset && box.maxY <= bottom;
  return !isOut && !isIn;
}

/** Points of the world on the canvas; the world comes again every `scale` pixels. */
export function canvasXs(view: DrawnView, worldX: number): number[] {
  const xs: number[] = [];
  let x = worldX * view.scale - view.left;
  x -= Math.floor(x / view.scale) * view.scale;
  for (; x < view.width; x += view.scale) xs.push(x);
  return xs;
}

/** Whether names of a point of the world may be in view; a quick no for most of them. */
export function isNearView(view: DrawnView, { x, y }: { x: number; y: number }): boolean {
  const top = y * view.scale - view.top;
  if (top < -nameReach || top > view.height + nameReach) return false;
  const left = x * view.scale - view.left;
  return left - Math.floor(left / view.scale) * view.scale < view.width;
}

/** No name with its room is higher, CSS pixels. */
const nameReach = 60;

/** A place of the same name so near, CSS pixels, is the same place, from another map. */
const apart = 48;

/** Takes room for a name wherever its point is in view, and says how to paint it there. */
export function placeAt(view: DrawnView, room: NameRoom, wanted: WantsPlace): PlacedLabel[] {
  const { at, words, size, width, height, spots, paint } = wanted;
  const y = at.y * view.scale - view.top;
  if (y < -height || y > view.height + height) return [];
  return canvasXs(view, at.x).flatMap((x) => {
    if (isWrittenNear(room, at.name, { x, y }, apart)) return [];
    const name = `${at.name}/${at.x}`;
    const before = spotsBefore.get(name);
    const order = before === undefined ? spots.keys() : [before, ...spots.keys()];
    for (const index of order) {
      const spot = spots[index];
      if (!spot) continue;
      const { dx, dy, roomDx = dx } = spot;
      // With its dot, where there is one, and without the distance that names keep.
      const box = boxAround(x + roomDx, y + dy, words + 4 + 2 * Math.abs(dx - roomDx), size + 4);
      if (isCut(view, box) || !room.marks.isFree(box)) continue;
      if (!room.names.take([boxAround(x + roomDx, y + dy, width, height)])) continue;
      spotsBefore.set(name, index);
      noteWritten(room, at.name, { x, y });
      return {
        key: `${name}/${index}`,
        x: (x + view.left) / view.scale,
        y: at.y,
        box: paintedBox(words, size, spot),
        paint: (context, paintX, paintY) => {
          paint(context, paintX, paintY, spot);
        },
      };
    }
    spotsBefore.delete(name);
    return [];
  });
}

/** Clear of a vehicle, of a cluster, and of several of them, CSS pixels. */
const clearances = [12, 30, 54, 80];

/**
 * In the middle of the point, or else above or below what is there.
 * @param farthest how far from the point a name may be and still be the point's, CSS pixels
 */
export function spotsAround(height: number, farthest = 30): Spot[] {
  const near = clearances.filter((clear) => clear <= farthest);
  const away = near.flatMap((clear) => [-clear - height / 2, clear + height / 2]);
  return [0, ...away].map((dy) => ({ dx: 0, dy }));
}
