import type { Streets } from '@contract/streets';
import { joinLines } from '@contract/rules/street-lines';
import { worldX, worldY } from '../../core/projection';
import type { Box } from '../label-boxes';
import type { DrawnView } from '../zoom-glide';
import {
  isCut,
  isWrittenNear,
  measure,
  measureLetters,
  noteWritten,
  useStyle,
  type Context,
  type LabelStyle,
  type NameRoom,
  type PlacedLabel,
} from './label';
import type { BasemapColors } from './messages';
import { roadOrder, roadStyles, type RoadClass } from './street-style';
import { layAlong, straightened, type Letter } from './words-along';

/** A named road in units of the world. */
export type NamedRoad = {
  name: string;
  class: RoadClass;
  /** x, y, x, y, … */
  line: Float64Array;
  length: number;
  west: number;
  north: number;
  east: number;
  south: number;
};

/** Names along roads. */
export type RoadLabels = {
  place(context: Context, view: DrawnView, room: NameRoom, colors: BasemapColors): PlacedLabel[];
};

/**
 * Scripts whose letters join or run from right to left: letter by letter they could not be read, so
 * that the canvas shapes the whole name.
 */
const oneRun = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Adlm}]/u;

/** Space between two names along one road, CSS pixels. */
const repeat = 420;

/** The same name is not written again so near, CSS pixels: both ways of a divided road have it. */
const apart = 160;

/** At most so many names on the canvas; more would be noise and cost frames. */
const mostNames = 140;

export function createRoadLabels(roads: readonly NamedRoad[]): RoadLabels {
  // The wider road has the first choice of room, and among equals the longer one.
  const named = roads.toSorted(
    (a, b) => roadOrder.indexOf(b.class) - roadOrder.indexOf(a.class) || b.length - a.length,
  );

  return {
    place(context, view, room, colors) {
      const placed: PlacedLabel[] = [];
      for (const road of named) {
        if (placed.length >= mostNames) break;
        if (view.zoom < roadStyles[road.class].namedFrom || !isInView(road, view)) continue;
        placed.push(...placeAlong(context, road, view, room, colors));
      }
      return placed;
    },
  };
}

function placeAlong(
  context: Context,
  road: NamedRoad,
  view: DrawnView,
  room: NameRoom,
  colors: BasemapColors,
): PlacedLabel[] {
  const style = nameStyle(road.class, colors);
  const width = measure(context, road.name, style);
  const length = road.length * view.scale;
  if (length < width + 16) return [];
  const text = lettersOf(road.name);
  const isOneRun = oneRun.test(road.name);
  const advances = isOneRun
    ? text.map(() => width / text.length)
    : measureLetters(context, road.name, text, style);
  const placed: PlacedLabel[] = [];
  const count = Math.max(1, Math.floor(length / repeat));
  for (let i = 0; i < count; i += 1) {
    const middle = (length * (i + 0.5)) / count;
    const bent = layAlong(road.line, view, middle - width / 2, advances, width);
    const laid = bent && (isOneRun ? straightened(bent) : { ...bent, run: null });
    if (!laid) continue;
    const { letters, anchor, run } = laid;
    if (anchor.x < 0 || anchor.y < 0 || anchor.x > view.width || anchor.y > view.height) continue;
    if (isWrittenNear(room, road.name, anchor, apart)) continue;
    const parts = letters.map((letter) => letterBox(letter, style.size));
    const box = boxOf(parts);
    if (isCut(view, box) || !parts.every(room.marks.isFree)) continue;
    if (!room.names.take(parts)) continue;
    noteWritten(room, road.name, anchor);
    placed.push({
      key: `${road.name}|${road.class}|${i}/${count}`,
      x: (anchor.x + view.left) / view.scale,
      y: (anchor.y + view.top) / view.scale,
      // Letters are wider than their room, and have a halo.
      box: {
        minX: box.minX - anchor.x - 6,
        minY: box.minY - anchor.y - 6,
        maxX: box.maxX - anchor.x + 6,
        maxY: box.maxY - anchor.y + 6,
      },
      paint: (target, x, y) => {
        useStyle(target, style);
        if (run) paintLetters(target, [road.name], [run], x - anchor.x, y - anchor.y);
        else paintLetters(target, text, letters, x - anchor.x, y - anchor.y);
      },
    });
  }
  return placed;
}

/** The letters of a name, each with the marks that are written above or below it. */
function lettersOf(name: string): string[] {
  return name.match(/\p{M}*\P{M}\p{M}*/gu) ?? [];
}

function nameStyle(name: RoadClass, colors: BasemapColors): LabelStyle {
  return {
    size: name === 'street' || name === 'track' ? 10.5 : 11,
    weight: name === 'motorway' || name === 'avenue' ? 600 : 500,
    color: colors.labelRoad,
    // Not the road's own color, also where the road is wide: in the dark it is too near to the name's.
    halo: colors.labelHalo,
  };
}

function letterBox(letter: Letter, size: number): Box {
  const half = size / 2 + 2;
  return {
    minX: letter.x - half,
    minY: letter.y - half,
    maxX: letter.x + half,
    maxY: letter.y + half,
  };
}

function boxOf(parts: readonly Box[]): Box {
  return {
    minX: Math.min(...parts.map(({ minX }) => minX)),
    minY: Math.min(...parts.map(({ minY }) => minY)),
    maxX: Math.max(...parts.map(({ maxX }) => maxX)),
    maxY: Math.max(...parts.map(({ maxY }) => maxY)),
  };
}

function paintLetters(
  context: Context,
  text: string[],
  letters: readonly Letter[],
  dx: number,
  dy: number,
) {
  const before = context.getTransform();
  // All halos first: one letter's halo must not lie on its neighbour.
  for (const pass of ['halo', 'fill'] as const) {
    letters.forEach((letter, index) => {
      const glyph = text[index];
      if (glyph === undefined || glyph === ' ') return;
      context.setTransform(before);
      context.translate(letter.x + dx, letter.y + dy);
      context.rotate(letter.angle);
      if (pass === 'halo') context.strokeText(glyph, 0, 0);
      else context.fillText(glyph, 0, 0);
    });
  }
  context.setTransform(before);
}

function isInView(road: NamedRoad, view: DrawnView): boolean {
  return (
    road.east * view.scale >= view.left &&
    road.west * view.scale <= view.left + view.width &&
    road.south * view.scale >= view.top &&
    road.north * view.scale <= view.top + view.height
  );
}

/** The named ones of the demo's roads. */
export function namedRoadsOf(roads: Streets['roads']): NamedRoad[] {
  const named = roads.filter(({ name }) => name !== undefined);
  const lines = joinLines(named.map(({ line }) => line));
  return named.flatMap(({ name, class: kind }, at) => {
    const points = lines[at];
    if (name === undefined || points === undefined) return [];
    for (let i = 0; i + 1 < points.length; i += 2) {
      points[i] = worldX(points[i] ?? 0);
      points[i + 1] = worldY(points[i + 1] ?? 0);
    }
    return [namedRoad(name, kind, points)];
  });
}

/** @param line x, y, x, y, … in units of the world */
export function namedRoad(name: string, kind: RoadClass, line: Float64Array): NamedRoad {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  let length = 0;
  for (let i = 0; i + 1 < line.length; i += 2) {
    const [x = 0, y = 0] = line.subarray(i, i + 2);
    if (i > 0) length += Math.hypot(x - (line[i - 2] ?? 0), y - (line[i - 1] ?? 0));
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return { name, class: kind, line, length, west, north, east, south };
}
