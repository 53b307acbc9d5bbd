import { worldX, worldY } from '../../core/projection';
import { unknownStep, type ThinLine, type TrackLine } from './track-line';
import type { TrackView } from './track-view';

/*
 * A month may have as many pieces as fixes, and a person who scrubs has them placed at each frame:
 * all of it is in columns of numbers, which cost no object a piece.
 */

/** Vertices in pixels of the canvas; the first and the last may lie between two fixes. */
export type Vertices = { x: Float32Array; y: Float32Array; steps: Uint8Array; count: number };

/** Stretches of one colour that touch the canvas, as positions of vertices, in the order of the way. */
export type Runs = {
  steps: Uint8Array;
  from: Uint32Array;
  to: Uint32Array;
  count: number;
  /** What they reach; Infinity and −Infinity for none. */
  left: number;
  top: number;
  right: number;
  bottom: number;
};

/** Fixes and vertices of a line up to two moments, −1 for none. */
function passedBetween(line: TrackLine, thin: ThinLine, since: number, until: number) {
  const begin = indexUpTo(line.at, since);
  const end = indexUpTo(line.at, until);
  return { begin, end, first: indexUpTo(thin.fixes, begin) + 1, last: indexUpTo(thin.fixes, end) };
}

/** How many vertices were passed between two moments. */
export function countBetween(
  line: TrackLine,
  thin: ThinLine,
  since: number,
  until: number,
): number {
  const { first, last } = passedBetween(line, thin, since, until);
  return last - first + 1;
}

/** The vertices of what was travelled between two moments, with the places at both. */
export function placeVertices(
  line: TrackLine,
  thin: ThinLine,
  { worldSize, left, top }: TrackView,
  since: number,
  until: number,
): Vertices {
  const { begin, end, first, last } = passedBetween(line, thin, since, until);
  const most = Math.max(last - first + 3, 0);
  const x = new Float32Array(most);
  const y = new Float32Array(most);
  const steps = new Uint8Array(most);
  let count = 0;
  const place = (where: readonly [x: number, y: number], step: number) => {
    x[count] = where[0] * worldSize - left;
    y[count] = where[1] * worldSize - top;
    steps[count] = step;
    count += 1;
  };
  if (begin >= 0) place(placeBetween(line, begin, since), unknownStep);
  for (let vertex = first; vertex <= last; vertex += 1) {
    x[count] = (thin.x[vertex] ?? 0) * worldSize - left;
    y[count] = (thin.y[vertex] ?? 0) * worldSize - top;
    steps[count] = thin.steps[vertex] ?? unknownStep;
    count += 1;
  }
  const isOnItsWay = end >= 0 && end < line.at.length - 1 && line.isGapAfter[end] !== 1;
  const isBeyond = end !== thin.fixes[last] || (line.at[end] ?? until) < until;
  if (isOnItsWay && isBeyond) {
    place(placeBetween(line, end, until), thin.steps[last + 1] ?? unknownStep);
  }
  return { x, y, steps, count };
}

/** Where a vehicle is at a moment after a fix; in a gap it stays at the fix. */
function placeBetween(
  { at, latitude, longitude, isGapAfter }: TrackLine,
  fix: number,
  time: number,
): readonly [x: number, y: number] {
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
export function findRuns({ x, y, steps, count }: Vertices, view: TrackView, margin: number): Runs {
  const runs = {
    steps: new Uint8Array(count),
    from: new Uint32Array(count),
    to: new Uint32Array(count),
  };
  const low = -margin;
  const rightmost = view.width + margin;
  const lowest = view.height + margin;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let found = 0;
  let lastStep = -1;
  let lastEnd = -1;
  let x0 = x[0] ?? 0;
  let y0 = y[0] ?? 0;
  for (let end = 1; end < count; end += 1) {
    const x1 = x[end] ?? 0;
    const y1 = y[end] ?? 0;
    const west = Math.min(x0, x1);
    const east = Math.max(x0, x1);
    const north = Math.min(y0, y1);
    const south = Math.max(y0, y1);
    x0 = x1;
    y0 = y1;
    if (east < low || south < low || west > rightmost || north > lowest) continue;
    if (west < left) left = west;
    if (east > right) right = east;
    if (north < top) top = north;
    if (south > bottom) bottom = south;
    const step = steps[end] ?? unknownStep;
    if (step !== lastStep || lastEnd !== end - 1) {
      runs.steps[found] = step;
      runs.from[found] = end - 1;
      found += 1;
    }
    runs.to[found - 1] = end;
    lastStep = step;
    lastEnd = end;
  }
  return { ...runs, count: found, left, top, right, bottom };
}

/** Answers for a step which runs have it, in their order. */
export function sortBySteps({ steps, count }: Runs): (step: number) => Uint32Array {
  /** Where the runs of each step begin, and those of the next one. */
  const starts = new Uint32Array(257);
  for (let run = 0; run < count; run += 1) {
    const next = (steps[run] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let step = 1; step < starts.length; step += 1) {
    starts[step] = (starts[step] ?? 0) + (starts[step - 1] ?? 0);
  }
  const places = starts.slice();
  const order = new Uint32Array(count);
  for (let run = 0; run < count; run += 1) {
    const step = steps[run] ?? 0;
    const place = places[step] ?? 0;
    order[place] = run;
    places[step] = place + 1;
  }
  return (step) => order.subarray(starts[step], starts[step + 1]);
}
