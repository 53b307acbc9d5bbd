import { worldX, WorldYAlong } from '../../core/projection';
import { StraightPiece } from './straight-piece';

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

/** Fixes nearer than this to the last vertex are at the same place (pixels). */
const near = 0.8;
/** A vertex that lies so little beside the line of its neighbours is on it (pixels). */
const beside = 0.2;

/** A track without jumps where it crosses the date line. */
export function unrollTrack({ at, latitude, longitude, speed, gapAfter }: TrackFixes): TrackLine {
  // The same longitudes where the date line is far.
  let unrolled = longitude;
  let turns = 0;
  let before = longitude[0] ?? 0;
  let west = Infinity;
  let east = -Infinity;
  for (let index = 0; index < longitude.length; index += 1) {
    const told = longitude[index] ?? 0;
    if (told - before > 180) turns -= 1;
    else if (told - before < -180) turns += 1;
    before = told;
    const degrees = told + 360 * turns;
    if (turns !== 0) {
      if (unrolled === longitude) unrolled = longitude.slice();
      unrolled[index] = degrees;
    }
    if (degrees < west) west = degrees;
    if (degrees > east) east = degrees;
  }
  const isGapAfter = new Uint8Array(at.length);
  for (const index of gapAfter) isGapAfter[index] = 1;
  const ends = { west: worldX(west), east: worldX(east) };
  return { at, latitude, longitude: unrolled, speed, isGapAfter, ...ends };
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
 * Leaves out what can't be seen at a zoom: fixes at the place of the last vertex, and vertices on the
 * line between their neighbours where the colour stays. The ends of gaps stay. A piece takes the mean
 * speed of the fixes it stands for. Of a long day most fixes lie at the place of the one before:
 * distances are taken in degrees, and what is kept alone is projected.
 */
export function thinLine(
  { latitude, longitude, speed, isGapAfter }: TrackLine,
  worldSize: number,
  steps: number,
): ThinLine {
  const count = latitude.length;
  const kept = createKept(count);
  const reach = ((near / worldSize) * 360) ** 2;
  let lastLongitude = NaN;
  let lastLatitude = NaN;
  const along = new WorldYAlong();
  let sum = 0;
  let speeds = 0;
  let step = unknownStep;
  const piece = new StraightPiece(beside / worldSize);
  for (let index = 0; index < count; index += 1) {
    const value = speed[index] ?? NaN;
    if (!Number.isNaN(value)) {
      sum += value;
      speeds += 1;
    }
    const afterGap = index > 0 && isGapAfter[index - 1] === 1;
    const dx = (longitude[index] ?? 0) - lastLongitude;
    const dy = ((latitude[index] ?? 0) - lastLatitude) * along.stretch;
    // The comparison is false for the first fix, since nothing was drawn before it.
    const isClose = dx * dx + dy * dy < reach;
    if (isClose && !afterGap && isGapAfter[index] !== 1 && index < count - 1) continue;
    const mean = speeds === 0 ? NaN : sum / speeds;
    const stepBefore = step;
    step = afterGap ? gapStep : followStep(step, mean, steps);
    lastLongitude = longitude[index] ?? 0;
    lastLatitude = latitude[index] ?? 0;
    const x = worldX(lastLongitude);
    const y = along.y(lastLatitude);
    // The vertex before is on the way to this one.
    if (piece.goesOn(x, y, step === stepBefore && !afterGap)) kept.count -= 1;
    keep(kept, index, x, y, step);
    if (isGapAfter[index] === 1) piece.end();
    sum = 0;
    speeds = 0;
  }
  return trim(kept);
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

/** Gives back the memory of what was left out where that was most of it. */
function trim({ fixes, x, y, steps, count }: Kept): ThinLine {
  const isMost = count > fixes.length / 2;
  const cut = <Column extends Float64Array | Uint32Array | Uint8Array>(column: Column) =>
    (isMost ? column.subarray(0, count) : column.slice(0, count)) as Column;
  return { fixes: cut(fixes), x: cut(x), y: cut(y), steps: cut(steps) };
}
