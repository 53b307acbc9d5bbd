import type { MapBounds } from '@contract/map-sources';
import { wrapLongitude, type Bounds } from '@contract/rules/longitudes';
import { maxLatitude } from '@contract/rules/web-mercator';

/** Parts of a degree that are kept: about a meter, as people enter degrees. */
const parts = 1e5;

/** The northernmost latitude of an area, of those parts. */
export const farthestEdge = Math.floor(maxLatitude * parts) / parts;

/**
 * A box of the map as an area: rounded, within the world, its west from −180 on. Null for a box
 * without an area.
 */
export function areaOf({ west, south, east, north }: Bounds): MapBounds | null {
  const from = rounded(wrapLongitude(west));
  const wide = Math.min(360, rounded(east - west));
  const latitudes = [south, north].map((degrees) =>
    Math.min(farthestEdge, Math.max(-farthestEdge, rounded(degrees))),
  );
  const [bottom = 0, top = 0] = latitudes;
  return wide <= 0 || bottom >= top ? null : [from, bottom, rounded(from + wide), top];
}

function rounded(degrees: number): number {
  return Math.round(degrees * parts) / parts;
}
