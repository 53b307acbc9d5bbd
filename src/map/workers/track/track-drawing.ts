import { worldX, worldY } from '../../core/projection';
import { copiesInView } from '../copies-in-view';
import type { LineRaster, PixelContext } from './line-raster';
import { gapStep, unknownStep, type ThinLine, type TrackLine } from './track-line';

/** The part of the world that a canvas shows. */
export type TrackView = {
  /** Edge of the whole world, CSS pixels. */
  worldSize: number;
  /** Upper left corner of the canvas, CSS pixels of that world. */
  left: number;
  top: number;
  /** CSS pixels. */
  width: number;
  height: number;
  pixelRatio: number;
};

/** Whether two views are the same. */
export function isSameView(one: TrackView, other: TrackView): boolean {
  return (
    one.worldSize === other.worldSize &&
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height &&
    one.pixelRatio === other.pixelRatio
  );
}

/** How a line looks; the colours come from the tokens. */
export type TrackStyle = {
  /** Slow to fast. */
  scale: string[];
  unknown: string;
  /** The same for what was not travelled yet. */
  paleScale: string[];
  paleUnknown: string;
  casing: string;
  gap: string;
  /** CSS pixels. */
  width: number;
};

/** What of a canvas context the line needs. */
export type TrackContext = PixelContext &
  Pick<
    OffscreenCanvasRenderingContext2D,
    | 'setTransform'
    | 'beginPath'
    | 'moveTo'
    | 'lineTo'
    | 'stroke'
    | 'setLineDash'
    | 'lineWidth'
    | 'lineCap'
    | 'lineJoin'
    | 'strokeStyle'
  >;

/** Vertices in pixels of the canvas; the first and the last may lie between two fixes. */
export type Vertices = { x: Float32Array; y: Float32Array; steps: Uint8Array; count: number };

/** A stretch of one colour, as positions of vertices. */
type Run = { step: number; from: number; to: number };

const dash = [2, 6];
const casingWidth = 2;

/** How far a line reaches to each side of its middle at most, CSS pixels. */
function reachOf({ width }: TrackStyle): number {
  return (width + casingWidth) / 2;
}

/**
 * What of a track is drawn: all of it, pale; or what was travelled up to a moment, from the
 * beginning or since another moment.
 */
export type TrackPart = { kind: 'whole' } | { kind: 'travelled'; until: number; since?: number };

/** Draws what was placed in a box of its view, over whatever is on a canvas of that size. */
export function drawTrack(
  context: TrackContext,
  raster: LineRaster,
  placed: readonly Placed[],
  box: Box,
  style: TrackStyle,
  isWhole: boolean,
): void {
  raster.paint(context, box, reachOf(style), () => {
    const coat = (colour: string, width: number, runsOf: (each: Placed) => readonly Run[]) => {
      if (placed.every((each) => runsOf(each).length === 0)) return;
      raster.coat(colour, width / 2);
      for (const each of placed) {
        for (const { from, to } of runsOf(each)) raster.line(each.vertices, from, to);
      }
    };
    // The travelled part is on the whole one, whose casing is there already.
    if (isWhole) coat(style.casing, 2 * reachOf(style), ({ solid }) => solid);
    const scale = isWhole ? style.paleScale : style.scale;
    const unknown = [unknownStep, isWhole ? style.paleUnknown : style.unknown] as const;
    for (const [step, colour] of [...scale.entries(), unknown]) {
      coat(colour, style.width, ({ ofStep }) => ofStep.get(step) ?? []);
    }
  });
  for (const { vertices, gaps } of placed) strokeGaps(context, vertices, gaps, box, style);
}

/** The view, moved so that it shows each copy of the world in which the line is in it. */
export function shownCopies(line: TrackLine, view: TrackView, margin: number): TrackView[] {
  const { left, width, worldSize } = view;
  return copiesInView(line, { left, width, scale: worldSize }, margin).map((copy) => {
    return { ...view, left: left - copy * worldSize };
  });
}

/** A part of a line where it is in a view, and its stretches in the order of the way. */
export type Placed = {
  vertices: Vertices;
  gaps: Run[];
  solid: Run[];
  /** The solid ones by their step. */
  ofStep: Map<number, Run[]>;
};

/** Places a part of a track in a view, once for each copy of the world that shows it. */
export function placeTrack(
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  style: TrackStyle,
  part: TrackPart,
): Placed[] {
  return shownCopies(line, view, style.width).map((copy) => {
    const vertices =
      part.kind === 'whole'
        ? placeVertices(line, thin, copy, -Infinity, Infinity)
        : placeVertices(line, thin, copy, part.since ?? -Infinity, part.until);
    return sortRuns(vertices, findRuns(vertices, copy, style.width));
  });
}

function sortRuns(vertices: Vertices, runs: readonly Run[]): Placed {
  const placed: Placed = { vertices, gaps: [], solid: [], ofStep: new Map() };
  for (const run of runs) {
    if (run.step === gapStep) {
      placed.gaps.push(run);
      continue;
    }
    placed.solid.push(run);
    const others = placed.ofStep.get(run.step);
    if (others) others.push(run);
    else placed.ofStep.set(run.step, [run]);
  }
  return placed;
}

/** A part of a view, CSS pixels. */
export type Box = Pick<TrackView, 'left' | 'top' | 'width' | 'height' | 'pixelRatio'>;

/**
 * The part of a view that lines are in: what lies around a day costs nothing. In whole pixels of the
 * screen; null where no line is in view.
 */
export function boxOf(
  placed: readonly Placed[],
  { width, height, pixelRatio }: TrackView,
  style: TrackStyle,
): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const hold = ({ x, y }: Vertices, { from, to }: Run) => {
    for (let vertex = from; vertex <= to; vertex += 1) {
      left = Math.min(left, x[vertex] ?? left);
      right = Math.max(right, x[vertex] ?? right);
      top = Math.min(top, y[vertex] ?? top);
      bottom = Math.max(bottom, y[vertex] ?? bottom);
    }
  };
  for (const { vertices, solid, gaps } of placed) {
    for (const run of solid) hold(vertices, run);
    for (const run of gaps) hold(vertices, run);
  }
  const margin = reachOf(style) + 1;
  const low = (length: number) => Math.max(Math.floor((length - margin) * pixelRatio), 0);
  const high = (length: number, most: number) =>
    Math.min(Math.ceil((length + margin) * pixelRatio), Math.round(most * pixelRatio));
  const columns = high(right, width) - low(left);
  const rows = high(bottom, height) - low(top);
  if (!(columns > 0 && rows > 0)) return null;
  return {
    left: low(left) / pixelRatio,
    top: low(top) / pixelRatio,
    width: columns / pixelRatio,
    height: rows / pixelRatio,
    pixelRatio,
  };
}

/** The vertices of what was travelled between two moments, with the places at both. */
export function placeVertices(
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  since: number,
  until: number,
): Vertices {
  const begin = indexUpTo(line.at, since);
  const end = indexUpTo(line.at, until);
  const first = indexUpTo(thin.fixes, begin) + 1;
  const last = indexUpTo(thin.fixes, end);
  const placed: Vertices = {
    x: new Float32Array(last - first + 3),
    y: new Float32Array(last - first + 3),
    steps: new Uint8Array(last - first + 3),
    count: 0,
  };
  const place = (worldX: number, worldY: number, step: number) => {
    placed.x[placed.count] = worldX * view.worldSize - view.left;
    placed.y[placed.count] = worldY * view.worldSize - view.top;
    placed.steps[placed.count] = step;
    placed.count += 1;
  };
  if (begin >= 0) place(...placeBetween(line, begin, since), unknownStep);
  for (let vertex = first; vertex <= last; vertex += 1) {
    place(thin.x[vertex] ?? 0, thin.y[vertex] ?? 0, thin.steps[vertex] ?? unknownStep);
  }
  const isOnItsWay = end >= 0 && end < line.at.length - 1 && line.isGapAfter[end] !== 1;
  const isBeyond = end !== thin.fixes[last] || (line.at[end] ?? until) < until;
  if (isOnItsWay && isBeyond) {
    place(...placeBetween(line, end, until), thin.steps[last + 1] ?? unknownStep);
  }
  return placed;
}

/** Where a vehicle is at a moment after a fix; in a gap it stays at the fix. */
function placeBetween(
  { at, latitude, longitude, isGapAfter }: TrackLine,
  fix: number,
  time: number,
): [x: number, y: number] {
  const start = at[fix] ?? time;
  const isHeld = isGapAfter[fix] === 1 || fix === at.length - 1;
  const part = isHeld ? 0 : (time - start) / ((at[fix + 1] ?? start) - start || 1);
  const x = worldX(longitude[fix] ?? 0);
  const y = worldY(latitude[fix] ?? 0);
  if (part === 0) return [x, y];
  const nextX = worldX(longitude[fix + 1] ?? 0);
  const nextY = worldY(latitude[fix + 1] ?? 0);
  return [x + (nextX - x) * part, y + (nextY - y) * part];
}

/** The last index whose value is at or below another one, −1 where all lie above. */
function indexUpTo(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** Stretches of one colour that touch the canvas. */
function findRuns({ x, y, steps, count }: Vertices, view: TrackView, margin: number): Run[] {
  const runs: Run[] = [];
  for (let end = 1; end < count; end += 1) {
    const x0 = x[end - 1] ?? 0;
    const x1 = x[end] ?? 0;
    const y0 = y[end - 1] ?? 0;
    const y1 = y[end] ?? 0;
    const isOutside =
      (x0 < -margin && x1 < -margin) ||
      (y0 < -margin && y1 < -margin) ||
      (x0 > view.width + margin && x1 > view.width + margin) ||
      (y0 > view.height + margin && y1 > view.height + margin);
    const step = steps[end] ?? unknownStep;
    if (isOutside) continue;
    const last = runs.at(-1);
    if (last?.step === step && last.to === end - 1) last.to = end;
    else runs.push({ step, from: end - 1, to: end });
  }
  return runs;
}

/** Gaps are dashed, and few enough for the canvas itself. */
function strokeGaps(
  context: TrackContext,
  { x, y }: Vertices,
  gaps: readonly Run[],
  { left, top, pixelRatio }: Box,
  style: TrackStyle,
): void {
  if (gaps.length === 0) return;
  const [across, down] = [-left * pixelRatio, -top * pixelRatio];
  context.setTransform(pixelRatio, 0, 0, pixelRatio, across, down);
  context.setLineDash(dash);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = style.gap;
  context.lineWidth = Math.max(style.width - 1.5, 1.5);
  context.beginPath();
  let end = -1;
  for (const { from, to } of gaps) {
    // Runs that follow each other are one line.
    if (from !== end) context.moveTo(x[from] ?? 0, y[from] ?? 0);
    for (let vertex = from + 1; vertex <= to; vertex += 1) {
      context.lineTo(x[vertex] ?? 0, y[vertex] ?? 0);
    }
    end = to;
  }
  context.stroke();
}
