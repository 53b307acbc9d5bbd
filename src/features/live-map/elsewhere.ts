import { areaHolds, type MapBounds } from '@contract/map-sources';
import type { LiveVehicle } from '@contract/fixes';
import { placeOfFix } from '@/map/layers/pack-vehicles';

/** Whether none of the vehicles is in an area; false where nobody knows of one where it is. */
export function isElsewhere(area: MapBounds, vehicles: Iterable<LiveVehicle>): boolean {
  let isKnown = false;
  for (const { fix } of vehicles) {
    const place = placeOfFix(fix);
    if (place === null) continue;
    if (areaHolds(area, place)) return false;
    isKnown = true;
  }
  return isKnown;
}
