import type { Fix, LiveVehicle } from '@contract/fixes';
import type { Place } from '@contract/rules/longitudes';
import { packedStride, type PackedVehicles } from '../workers/vehicles/messages';
import { packState } from '../workers/vehicles/vehicle-state';

/** Where a fix can be drawn; null where it gives no place, or one that can't be. */
export function placeOfFix(fix: Fix | null): Place | null {
  if (!fix || fix.latitude === null || fix.longitude === null) return null;
  if (fix.problems.includes('no-position') || fix.problems.includes('out-of-range')) return null;
  return { latitude: fix.latitude, longitude: fix.longitude };
}

/** Live states as one array, for the worker. */
export function packVehicles(
  vehicles: readonly LiveVehicle[],
  slotOf: (vehicleId: string) => number,
): PackedVehicles {
  const packed = new Float64Array(vehicles.length * packedStride);
  let index = 0;
  for (const { vehicleId, fix, motion, connection } of vehicles) {
    const place = placeOfFix(fix);
    packed[index] = slotOf(vehicleId);
    packed[index + 1] = place?.longitude ?? NaN;
    packed[index + 2] = place?.latitude ?? NaN;
    packed[index + 3] = fix?.heading ?? NaN;
    packed[index + 4] = packState(motion, connection);
    index += packedStride;
  }
  return packed;
}
