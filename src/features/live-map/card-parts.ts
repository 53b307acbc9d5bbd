import type { AppError, ErrorCode } from '@contract/errors';
import type { VehicleCard } from '@contract/vehicles';

/** Why nothing stands at the place of a part: the key of its words under `liveMap.card`. */
export type Absence = 'refused' | 'untold' | 'unread' | 'partFailed';

type Part = Pick<VehicleCard['device'], 'readAt' | 'error'>;

/** Asking again is no use before somebody is given a right, or the vehicle is changed. */
const lasting = new Set<ErrorCode>(['forbidden', 'not-found']);

/** Whether asking again may bring what is missing. */
export function mayPass(error: AppError | null): boolean {
  return error !== null && !lasting.has(error.code);
}

/** Whether a part of the card failed in a way that asking again may mend. */
export function lacksSomething({ device, drivers }: VehicleCard): boolean {
  return mayPass(device.error) || mayPass(drivers.error);
}

/**
 * Why a part that has nothing to show is not there; null where it was read and is empty.
 * @param isFrozen nothing is asked for now, so that it is not a failure of this part
 */
export function absenceOf({ readAt, error }: Part, isFrozen: boolean): Absence | null {
  if (readAt !== null || error === null) return null;
  if (error.code === 'forbidden') return 'refused';
  if (error.code === 'not-found') return 'untold';
  return isFrozen ? 'unread' : 'partFailed';
}
