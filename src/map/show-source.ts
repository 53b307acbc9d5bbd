import { areaHolds, type MapDescription } from '@contract/map-sources';
import type { FleetMap } from './core/create-map';

/** Brings the map to the area of a source, unless its view is within it already. */
export function showSource(
  map: FleetMap,
  { bounds, minZoom, maxZoom }: Pick<MapDescription, 'bounds' | 'minZoom' | 'maxZoom'>,
): void {
  const [west, south, east, north] = bounds;
  const isThere = areaHolds(bounds, map.view()) && map.view().zoom > minZoom;
  // The map counts its levels from one, tiles from zero.
  if (!isThere) map.fit({ west, south, east, north }, { minZoom: minZoom + 1, maxZoom });
}
