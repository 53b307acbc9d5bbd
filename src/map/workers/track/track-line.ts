import { worldX, worldY } from '../../core/projection';

/** The fixes of a track as the line needs them. */
export type TrackFixes = {
  /** Epoch milliseconds, ascending. */
  at: Float64Array;
  latitude: Float64Array;
  longitude: Float64Array;
  /** km/h; NaN where unknown. */
  speed: Float32Array;
  /** Indices of the fixes after which a gap begins, ascending. */
  gapAfter: Uint32Array;
};

/** A track in units of the world, unrolled, so that it does not cross the map at the date line. */
export type TrackLine = {
  at: Float64Array;
  x: Float64Array;
  y: Float64Array;
  speed: Float32Array;
  isGapAfter: Uint8Array;
  /** Its westernmost and easternmost point, units of the world. */
  west: number;
  east: number;
};

/** The vertices of a line that matter at one zoom. */
export type ThinLine = {
  /** Fixes that are drawn. */
  fixes: Uint32Array;
  /** Of the piece that ends at the vertex: step of the colour scale, or one of the two below. */
  steps: Uint8Array;
};

/** A piece whose speed nobody knows. */
export const unknownStep = 254;
/** A piece across a gap. */
export const gapStep = 255;

/** The scale of colours ends here (km/h); faster is drawn as this. */
export const fastest = 120;

/** Fixes nearer than this to the last vertex stand at the same place (pixels). */
const near = 1;
/** How far the drawn line may lie beside a fix it leaves out (pixels). */
const sleeve = 0.6;

/** A track on the unit square of the world, without jumps where it crosses the date line. */
export function projectTrack({ at, latitude, longitude, speed, gapAfter }: TrackFixes): TrackLine {
  const x = new Float64Array(at.length);
  const y = new Float64Array(at.length);
  const isGapAfter = new Uint8Array(at.length);
  let turns = 0;
  let west = Infinity;
  let east = -Infinity;
  for (let index = 0; index < at.length; index += 1) {
    const degrees = longitude[index] ?? 0;
    const step = index === 0 ? 0 : degrees - (longitude[index - 1] ?? 0);
    if (step > 180) turns -= 1;
    else if (step < -180) turns += 1;
    const here = worldX(degrees) + turns;
    x[index] = here;
    if (here < west) west = here;
    if (here > east) east = here;
    y[index] = worldY(latitude[index] ?? 0);
  }
  for (const index of gapAfter) isGapAfter[index] = 1;
  return { at, x, y, speed, isGapAfter, west, east };
}

/** Where a speed is on a colour scale of so many steps. */
function placeOf(speed: number, steps: number): number {
  return Math.min(Math.max(speed / fastest, 0), 1) * (steps - 1);
}

/** The step of a colour scale for a speed. */
export function stepOf(speed: number, steps: number): number {
  return Number.isNaN(speed) ? unknownStep : Math.round(placeOf(speed, steps));
}

/**
 * The step for the next piece. A speed that wavers about the middle between two steps stays on the
 * one it has, so that an even drive is one piece and not a hundred.
 */
function followStep(step: number, speed: number, steps: number): number {
  const isNear = step < steps && Math.abs(placeOf(speed, steps) - step) < 0.8;
  return isNear ? step : stepOf(speed, steps);
}

/**
 * Leaves out what can't be seen at a zoom: fixes at the place of the last vertex, and fixes on a
 * straight way of one colour. The ends of gaps stay. A piece takes the mean speed of the fixes it
 * stands for.
 */
export function thinLine(line: TrackLine, worldSize: number, steps: number): ThinLine {
  return straighten(line, mergePlaces(line, near / worldSize, steps), sleeve / worldSize);
}

/** Fixes that lie apart, each with the colour of the way to it. */
function mergePlaces(
  { x, y, speed, isGapAfter }: TrackLine,
  apart: number,
  steps: number,
): ThinLine {
  const count = x.length;
  const kept = createKept(count);
  let lastX = NaN;
  let lastY = NaN;
  let sum = 0;
  let speeds = 0;
  let step = unknownStep;
  for (let index = 0; index < count; index += 1) {
    const value = speed[index] ?? NaN;
    if (!Number.isNaN(value)) {
      sum += value;
      speeds += 1;
    }
    const afterGap = index > 0 && isGapAfter[index - 1] === 1;
    const dx = (x[index] ?? 0) - lastX;
    const dy = (y[index] ?? 0) - lastY;
    // The comparison is false for the first fix, since nothing was drawn before it.
    const isClose = dx * dx + dy * dy < apart * apart;
    if (isClose && !afterGap && isGapAfter[index] !== 1 && index < count - 1) continue;
    const mean = speeds === 0 ? NaN : sum / speeds;
    step = afterGap ? gapStep : followStep(step, mean, steps);
    keep(kept, index, step);
    lastX = x[index] ?? 0;
    lastY = y[index] ?? 0;
    sum = 0;
    speeds = 0;
  }
  return trim(kept);
}

/**
 * Leaves out vertices on a straight way of one colour. Seen from the last vertex, each further one
 * narrows the directions in which a line passes all of them within the sleeve; the first one that
 * is outside of these, or nearer again, begins a new piece at the vertex before it.
 */
function straighten({ x, y }: TrackLine, { fixes, steps }: ThinLine, width: number): ThinLine {
  const kept = createKept(fixes.length);
  let anchor = -1;
  let base = 0;
  let low = 0;
  let high = 0;
  let reached = 0;
  const keepAt = (vertex: number) => {
    keep(kept, fixes[vertex] ?? 0, steps[vertex] ?? unknownStep);
    anchor = vertex;
  };
  for (let vertex = 0; vertex < fixes.length; vertex += 1) {
    const step = steps[vertex] ?? unknownStep;
    if (vertex > anchor + 1 && step !== steps[vertex - 1]) keepAt(vertex - 1);
    if (vertex === 0 || step === gapStep) {
      keepAt(vertex);
      continue;
    }
    let way = look(vertex);
    const isOn = way.turn >= low && way.turn <= high && way.distance >= reached - width;
    if (vertex > anchor + 1 && !isOn) {
      keepAt(vertex - 1);
      way = look(vertex);
    }
    const slack = way.distance <= width ? Math.PI : Math.asin(width / way.distance);
    if (vertex === anchor + 1) {
      [low, high, reached] = [-slack, slack, way.distance];
    } else {
      low = Math.max(low, way.turn - slack);
      high = Math.min(high, way.turn + slack);
      reached = Math.max(reached, way.distance);
    }
    if (vertex === fixes.length - 1) keepAt(vertex);
  }
  return trim(kept);

  /** Where a vertex is, seen from the last kept one; the first look sets the direction. */
  function look(vertex: number): { turn: number; distance: number } {
    const from = fixes[anchor] ?? 0;
    const to = fixes[vertex] ?? 0;
    const dx = (x[to] ?? 0) - (x[from] ?? 0);
    const dy = (y[to] ?? 0) - (y[from] ?? 0);
    const angle = Math.atan2(dy, dx);
    if (vertex === anchor + 1) base = angle;
    const turned = angle - base;
    const turn = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    return { turn, distance: Math.hypot(dx, dy) };
  }
}

/** Vertices as they are kept, one after the other. */
type Kept = ThinLine & { count: number };

function createKept(most: number): Kept {
  return { fixes: new Uint32Array(most), steps: new Uint8Array(most), count: 0 };
}

function keep(kept: Kept, fix: number, step: number): void {
  kept.fixes[kept.count] = fix;
  kept.steps[kept.count] = step;
  kept.count += 1;
}

function trim({ fixes, steps, count }: Kept): ThinLine {
  return { fixes: fixes.slice(0, count), steps: steps.slice(0, count) };
}
