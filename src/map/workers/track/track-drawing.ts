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

/** Vertices in pixels of the canvas; the last may lie on the way between two fixes. */
type Vertices = { x: Float32Array; y: Float32Array; steps: Uint8Array; count: number };

/** A stretch of one colour, as positions of vertices. */
type Run = { step: number; from: number; to: number };

const dash = [2, 6];
const casingWidth = 2;
/** A path of more vertices takes longer to fill than two of half of them. */
const longestPath = 100;

/** What of a track is drawn: all of it, pale; or what was travelled up to a moment. */
export type TrackPart = { kind: 'whole' } | { kind: 'travelled'; until: number };

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
  const { left, width, worldSize } = view;
  for (const copy of copiesInView(line, { left, width, scale: worldSize }, style.width)) {
    const shifted = { ...view, left: left - copy * worldSize };
    drawCopy(context, line, thin, shifted, style, part);
  }
}

function drawCopy(
  context: TrackContext,
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  style: TrackStyle,
  part: TrackPart,
): void {
  const until = part.kind === 'whole' ? Infinity : part.until;
  const vertices = placeVertices(line, thin, view, until);
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

function placeVertices(
  line: TrackLine,
  { fixes, steps }: ThinLine,
  view: TrackView,
  until: number,
): Vertices {
  const { at, x, y, isGapAfter } = line;
  const placed: Vertices = {
    x: new Float32Array(fixes.length),
    y: new Float32Array(fixes.length),
    steps,
    count: 0,
  };
  const place = (worldX: number, worldY: number) => {
    placed.x[placed.count] = worldX * view.worldSize - view.left;
    placed.y[placed.count] = worldY * view.worldSize - view.top;
    placed.count += 1;
  };
  for (const fix of fixes) {
    if ((at[fix] ?? 0) > until) {
      const here = locate(at, until);
      if (here < 0 || isGapAfter[here] === 1) break;
      const start = at[here] ?? until;
      const part = (until - start) / ((at[here + 1] ?? start) - start || 1);
      const between = (values: Float64Array) => {
        const from = values[here] ?? 0;
        return from + ((values[here + 1] ?? from) - from) * part;
      };
      place(between(x), between(y));
      break;
    }
    place(x[fix] ?? 0, y[fix] ?? 0);
  }
  return placed;
}

/** The last fix at or before a moment, −1 before the first. */
function locate(at: Float64Array, time: number): number {
  let low = 0;
  let high = at.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? Infinity) <= time) low = middle + 1;
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
