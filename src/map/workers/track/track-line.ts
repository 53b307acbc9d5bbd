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

/** A track, unrolled, so that it does not cross the map at the date line. */
export type TrackLine = {
  at: Float64Array;
  latitude: Float64Array;
  /** Beyond 180 east of the date line, below −180 west of it. */
  longitude: Float64Array;
  speed: Float32Array;
  isGapAfter: Uint8Array;
  /** Its westernmost and easternmost point, units of the world. */
  west: number;
  east: number;
};

/** The vertices of a line that matter at one zoom. */
export type ThinLine = {
  /** Fixes that are drawn, and where they are, units of the world. */
  fixes: Uint32Array;
  x: Float64Array;
  y: Float64Array;
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

/** A track without jumps where it crosses the date line. */
export function unrollTrack({ at, latitude, longitude, speed, gapAfter }: TrackFixes): TrackLine {
  const unrolled = unroll(longitude);
  let west = Infinity;
  let east = -Infinity;
  for (const degrees of unrolled) {
    if (degrees < west) west = degrees;
    if (degrees > east) east = degrees;
  }
  const isGapAfter = new Uint8Array(at.length);
  for (const index of gapAfter) isGapAfter[index] = 1;
  const ends = { west: worldX(west), east: worldX(east) };
  return { at, latitude, longitude: unrolled, speed, isGapAfter, ...ends };
}

/** Longitudes that go on beyond 180 degrees; the same ones where the date line is far. */
function unroll(longitude: Float64Array): Float64Array {
  let unrolled = longitude;
  let turns = 0;
  for (let index = 1; index < longitude.length; index += 1) {
    const step = (longitude[index] ?? 0) - (longitude[index - 1] ?? 0);
    if (step > 180) turns -= 1;
    else if (step < -180) turns += 1;
    if (turns === 0) continue;
    if (unrolled === longitude) unrolled = longitude.slice();
    unrolled[index] = (longitude[index] ?? 0) + 360 * turns;
  }
  return unrolled;
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
  return straighten(mergePlaces(line, near / worldSize, steps), sleeve / worldSize);
}

/**
 * Fixes that lie apart, each with the colour of the way to it. Of a long day most lie at the place
 * of the fix before: distances are taken in degrees, and what is kept alone is projected.
 */
function mergePlaces(
  { latitude, longitude, speed, isGapAfter }: TrackLine,
  apart: number,
  steps: number,
): ThinLine {
  const count = latitude.length;
  const kept = createKept(count);
  const reach = (apart * 360) ** 2;
  let lastLongitude = NaN;
  let lastLatitude = NaN;
  /** How much longer a degree of latitude is on the map than one of longitude. */
  let stretch = 1;
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
    const dx = (longitude[index] ?? 0) - lastLongitude;
    const dy = ((latitude[index] ?? 0) - lastLatitude) * stretch;
    // The comparison is false for the first fix, since nothing was drawn before it.
    const isClose = dx * dx + dy * dy < reach;
    if (isClose && !afterGap && isGapAfter[index] !== 1 && index < count - 1) continue;
    const mean = speeds === 0 ? NaN : sum / speeds;
    step = afterGap ? gapStep : followStep(step, mean, steps);
    lastLongitude = longitude[index] ?? 0;
    lastLatitude = latitude[index] ?? 0;
    stretch = 1 / Math.max(Math.cos((lastLatitude * Math.PI) / 180), 0.01);
    keep(kept, index, worldX(lastLongitude), worldY(lastLatitude), step);
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
function straighten({ fixes, x, y, steps }: ThinLine, width: number): ThinLine {
  const kept = createKept(fixes.length);
  let anchor = -1;
  let base = 0;
  let low = 0;
  let high = 0;
  let reached = 0;
  let turn = 0;
  let distance = 0;
  for (let vertex = 0; vertex < fixes.length; vertex += 1) {
    const step = steps[vertex] ?? unknownStep;
    if (vertex > anchor + 1 && step !== steps[vertex - 1]) keepAt(vertex - 1);
    if (vertex === 0 || step === gapStep) {
      keepAt(vertex);
      continue;
    }
    look(vertex);
    const isOn = turn >= low && turn <= high && distance >= reached - width;
    if (vertex > anchor + 1 && !isOn) {
      keepAt(vertex - 1);
      look(vertex);
    }
    const slack = distance <= width ? Math.PI : Math.asin(width / distance);
    if (vertex === anchor + 1) {
      low = -slack;
      high = slack;
      reached = distance;
    } else {
      low = Math.max(low, turn - slack);
      high = Math.min(high, turn + slack);
      reached = Math.max(reached, distance);
    }
    if (vertex === fixes.length - 1) keepAt(vertex);
  }
  return trim(kept);

  function keepAt(vertex: number): void {
    const step = steps[vertex] ?? unknownStep;
    keep(kept, fixes[vertex] ?? 0, x[vertex] ?? 0, y[vertex] ?? 0, step);
    anchor = vertex;
  }

  /** Where a vertex is, seen from the last kept one; the first look sets the direction. */
  function look(vertex: number): void {
    const dx = (x[vertex] ?? 0) - (x[anchor] ?? 0);
    const dy = (y[vertex] ?? 0) - (y[anchor] ?? 0);
    const angle = Math.atan2(dy, dx);
    if (vertex === anchor + 1) base = angle;
    const turned = angle - base;
    turn = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    distance = Math.sqrt(dx * dx + dy * dy);
  }
}

/** Vertices as they are kept, one after the other. */
type Kept = ThinLine & { count: number };

function createKept(most: number): Kept {
  return {
    fixes: new Uint32Array(most),
    x: new Float64Array(most),
    y: new Float64Array(most),
    steps: new Uint8Array(most),
    count: 0,
  };
}

function keep(kept: Kept, fix: number, x: number, y: number, step: number): void {
  kept.fixes[kept.count] = fix;
  kept.x[kept.count] = x;
  kept.y[kept.count] = y;
  kept.steps[kept.count] = step;
  kept.count += 1;
}

function trim({ fixes, x, y, steps, count }: Kept): ThinLine {
  return {
    fixes: fixes.slice(0, count),
    x: x.slice(0, count),
    y: y.slice(0, count),
    steps: steps.slice(0, count),
  };
}
