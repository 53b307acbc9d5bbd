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

/** How many vertices a line may have before it is thinned further, and how far (pixels). */
const vertexLimit = 12_000;
const tolerances = [1, 1.5, 2.5, 4] as const;

export function projectTrack({ at, latitude, longitude, speed, gapAfter }: TrackFixes): TrackLine {
  const x = new Float64Array(at.length);
  const y = new Float64Array(at.length);
  const isGapAfter = new Uint8Array(at.length);
  let turns = 0;
  for (let index = 0; index < at.length; index += 1) {
    const degrees = longitude[index] ?? 0;
    const step = index === 0 ? 0 : degrees - (longitude[index - 1] ?? 0);
    if (step > 180) turns -= 1;
    else if (step < -180) turns += 1;
    x[index] = worldX(degrees) + turns;
    y[index] = worldY(latitude[index] ?? 0);
  }
  for (const index of gapAfter) isGapAfter[index] = 1;
  return { at, x, y, speed, isGapAfter };
}

/** The step of a colour scale for a speed. */
export function stepOf(speed: number, steps: number): number {
  if (Number.isNaN(speed)) return unknownStep;
  const fraction = Math.min(Math.max(speed / fastest, 0), 1);
  return Math.round(fraction * (steps - 1));
}

/**
 * Leaves out what can't be seen at a zoom: fixes closer than about a pixel to the last one drawn.
 * The ends of gaps stay. A piece takes the mean speed of the fixes it stands for.
 */
export function thinLine(line: TrackLine, worldSize: number, steps: number): ThinLine {
  let thin = thinBy(line, tolerances[0] / worldSize, steps);
  for (const tolerance of tolerances.slice(1)) {
    if (thin.fixes.length <= vertexLimit) break;
    thin = thinBy(line, tolerance / worldSize, steps);
  }
  return thin;
}

function thinBy({ x, y, speed, isGapAfter }: TrackLine, near: number, steps: number): ThinLine {
  const count = x.length;
  const fixes = new Uint32Array(count);
  const colours = new Uint8Array(count);
  let kept = 0;
  let lastX = NaN;
  let lastY = NaN;
  let sum = 0;
  let speeds = 0;
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
    const isClose = dx * dx + dy * dy < near * near;
    if (isClose && !afterGap && isGapAfter[index] !== 1 && index < count - 1) continue;
    fixes[kept] = index;
    colours[kept] = afterGap ? gapStep : stepOf(speeds === 0 ? NaN : sum / speeds, steps);
    kept += 1;
    lastX = x[index] ?? 0;
    lastY = y[index] ?? 0;
    sum = 0;
    speeds = 0;
  }
  return { fixes: fixes.slice(0, kept), steps: colours.slice(0, kept) };
}
