import { worldX, worldY } from '../../core/projection';
import { copiesInView } from '../copies-in-view';
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
export type TrackContext = Pick<
  OffscreenCanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
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
/** A path of more vertices takes longer to fill than two of half of them. */
const longestPath = 100;

/**
 * What of a track is drawn: all of it, pale; or what was travelled up to a moment, from the
 * beginning or since another moment.
 */
export type TrackPart = { kind: 'whole' } | { kind: 'travelled'; until: number; since?: number };

/** Draws a part of a track into a canvas that is cleared before. */
export function drawTrack(
  context: TrackContext,
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  style: TrackStyle,
  part: TrackPart,
): void {
  const ratio = view.pixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  for (const shifted of shownCopies(line, view, style.width)) {
    drawCopy(context, line, thin, shifted, style, part);
  }
}

/** The view, moved so that it shows each copy of the world in which the line is in it. */
export function shownCopies(line: TrackLine, view: TrackView, margin: number): TrackView[] {
  const { left, width, worldSize } = view;
  return copiesInView(line, { left, width, scale: worldSize }, margin).map((copy) => {
    return { ...view, left: left - copy * worldSize };
  });
}

function drawCopy(
  context: TrackContext,
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  style: TrackStyle,
  part: TrackPart,
): void {
  const vertices =
    part.kind === 'whole'
      ? placeVertices(line, thin, view, -Infinity, Infinity)
      : placeVertices(line, thin, view, part.since ?? -Infinity, part.until);
  const runs = findRuns(vertices, view, style.width);
  context.lineCap = 'round';
  context.lineJoin = 'round';

  context.setLineDash([]);
  const solid = runs.filter(({ step }) => step !== gapStep);
  // The travelled part is on the whole one, whose casing is there already.
  const isWhole = part.kind === 'whole';
  if (isWhole) strokeRuns(context, vertices, solid, style.casing, style.width + casingWidth);
  const scale = isWhole ? style.paleScale : style.scale;
  const unknown = [unknownStep, isWhole ? style.paleUnknown : style.unknown] as const;
  for (const [step, colour] of [...scale.entries(), unknown]) {
    const ofStep = solid.filter((run) => run.step === step);
    strokeRuns(context, vertices, ofStep, colour, style.width);
  }

  context.setLineDash(dash);
  const gaps = runs.filter(({ step }) => step === gapStep);
  strokeRuns(context, vertices, gaps, style.gap, Math.max(style.width - 1.5, 1.5));
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

function strokeRuns(
  context: TrackContext,
  { x, y }: Vertices,
  runs: readonly Run[],
  colour: string,
  width: number,
): void {
  if (runs.length === 0) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  let end = -1;
  let length = 0;
  for (const { from, to } of runs) {
    // Runs that follow each other are one line.
    if (from !== end) context.moveTo(x[from] ?? 0, y[from] ?? 0);
    for (let vertex = from + 1; vertex <= to; vertex += 1) {
      context.lineTo(x[vertex] ?? 0, y[vertex] ?? 0);
      length += 1;
      if (length < longestPath) continue;
      context.stroke();
      context.beginPath();
      context.moveTo(x[vertex] ?? 0, y[vertex] ?? 0);
      length = 0;
    }
    end = to;
  }
  if (length > 0) context.stroke();
}
