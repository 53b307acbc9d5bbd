/** A place of a trail and when the vehicle was there, epoch milliseconds. */
export type TrailPoint = { latitude: number; longitude: number; at: number };

/** More points than this say no more on a screen. */
const mostPoints = 5000;

/** The trail with a newer point at its end; the same trail where the point is not newer. */
export function extendTrail(
  points: readonly TrailPoint[],
  point: TrailPoint,
): readonly TrailPoint[] {
  const newest = points.at(-1);
  if (newest && newest.at >= point.at) return points;
  return [...points, point].slice(-mostPoints);
}
