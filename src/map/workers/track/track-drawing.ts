import { copiesInView } from '../copies-in-view';
import type { LineRaster, PixelContext } from './line-raster';
import { gapStep, unknownStep, type ThinLine, type TrackLine } from './track-line';
import { findRuns, placeVertices, sortBySteps, type Runs, type Vertices } from './track-runs';
import type { TrackView } from './track-view';

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
  // The travelled part is on the whole one, whose casing is there already.
  const casing = isWhole ? { colour: style.casing, radius: reachOf(style) } : null;
  const scale = isWhole ? style.paleScale : style.scale;
  const unknown = isWhole ? style.paleUnknown : style.unknown;
  const coats = [[unknownStep, unknown] as const, ...[...scale.entries()].reverse()];
  raster.paint(context, box, { radius: style.width / 2, casing }, () => {
    for (const [step, colour] of coats) {
      raster.coat(colour);
      for (const { vertices, runs, ofStep } of placed) {
        for (const run of ofStep(step)) {
          raster.line(vertices, runs.from[run] ?? 0, runs.to[run] ?? 0);
        }
      }
    }
  });
  for (const { vertices, runs, ofStep } of placed) {
    strokeGaps(context, vertices, { runs, gaps: ofStep(gapStep) }, box, style);
  }
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
  runs: Runs;
  /** Which runs have a step. */
  ofStep: (step: number) => Uint32Array;
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
    const runs = findRuns(vertices, copy, style.width);
    return { vertices, runs, ofStep: sortBySteps(runs) };
  });
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
  const left = Math.min(...placed.map(({ runs }) => runs.left));
  const top = Math.min(...placed.map(({ runs }) => runs.top));
  const right = Math.max(...placed.map(({ runs }) => runs.right));
  const bottom = Math.max(...placed.map(({ runs }) => runs.bottom));
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

/** Gaps are dashed, and few enough for the canvas itself. */
function strokeGaps(
  context: TrackContext,
  { x, y }: Vertices,
  { runs, gaps }: { runs: Runs; gaps: Uint32Array },
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
  for (const gap of gaps) {
    const from = runs.from[gap] ?? 0;
    const to = runs.to[gap] ?? 0;
    // Runs that follow each other are one line.
    if (from !== end) context.moveTo(x[from] ?? 0, y[from] ?? 0);
    for (let vertex = from + 1; vertex <= to; vertex += 1) {
      context.lineTo(x[vertex] ?? 0, y[vertex] ?? 0);
    }
    end = to;
  }
  context.stroke();
}
