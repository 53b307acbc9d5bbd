import type { AppError, ErrorCode } from '@contract/errors';
import type { CardPart } from '@contract/vehicles';

/** Why the place of a part is empty: the key of its words under `liveMap.card`. */
export type Absence = 'refused' | 'untold' | 'unread' | 'partFailed';

/** What a part lacks that has something to show: the key of its words under `liveMap.card.part`. */
export type Shortfall = 'incomplete' | 'notRenewed';

type Part = Pick<CardPart<unknown>, 'readAt' | 'error'>;

/** What is older than this says how old it is, milliseconds. */
const freshFor = 300_000;
/** Asking again is no use before somebody is given a right, or the vehicle is changed. */
const lasting = new Set<ErrorCode>(['forbidden', 'not-found']);

/** Whether asking again may bring what is missing. */
export function mayPass(error: AppError | null): boolean {
  return error !== null && !lasting.has(error.code);
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

/** How old a part is that is old enough to say so, milliseconds; null for one that is fresh. */
export function oldAgeOf({ readAt }: Part, now: number): number | null {
  const age = now - (readAt ?? now);
  return age > freshFor ? age : null;
}

/** What a part lacks that shows something: it is not as new as it could be, or not whole. */
export function shortfallOf(part: Part, now: number): Shortfall | null {
  if (!mayPass(part.error)) return null;
  return part.readAt !== null && oldAgeOf(part, now) === null ? 'incomplete' : 'notRenewed';
}
