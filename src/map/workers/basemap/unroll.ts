import type { Position } from 'geojson';

/**
 * The data joins shapes across the 180th meridian, so that a coast steps from 180° to −180°. On a
 * flat map such a step would be a stroke right across the world: these make longitudes run on
 * beyond 180° instead.
 */
export function unrollLine(line: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | undefined;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined && longitude - before > 180) turns -= 1;
    if (before !== undefined && before - longitude > 180) turns += 1;
    before = longitude;
    return [longitude + turns * 360, latitude];
  });
}

/** The same for a ring. One that runs around the pole, Antarctica's, is closed along the pole. */
export function unrollRing(ring: readonly Position[]): Position[] {
  const unrolled = unrollLine(ring);
  const first = unrolled[0];
  const last = unrolled.at(-1);
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return unrolled;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...unrolled, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
