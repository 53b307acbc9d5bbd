import type { Fix, LiveVehicle } from '@contract/fixes';
import type { Place } from '../core/places';
import type { VehicleColumns } from '../workers/vehicles/messages';
import { packState } from '../workers/vehicles/vehicle-state';

/** Where a fix can be drawn; null where it gives no place, or one that can't be. */
export function placeOfFix(fix: Fix | null): Place | null {
  if (!fix || fix.latitude === null || fix.longitude === null) return null;
  if (fix.problems.includes('no-position') || fix.problems.includes('out-of-range')) return null;
  return { latitude: fix.latitude, longitude: fix.longitude };
}

/** Live states as columns, for the worker. */
export function packVehicles(
  vehicles: readonly LiveVehicle[],
  slotOf: (vehicleId: string) => number,
): VehicleColumns {
  const columns = {
    slots: new Uint32Array(vehicles.length),
    places: new Float64Array(vehicles.length * 2),
    headings: new Float32Array(vehicles.length),
    states: new Uint8Array(vehicles.length),
  };
  vehicles.forEach(({ vehicleId, fix, motion, connection }, index) => {
    const place = placeOfFix(fix);
    columns.slots[index] = slotOf(vehicleId);
    columns.places[index * 2] = place?.longitude ?? NaN;
    columns.places[index * 2 + 1] = place?.latitude ?? NaN;
    columns.headings[index] = fix?.heading ?? NaN;
    columns.states[index] = packState(motion, connection);
  });
  return columns;
}
