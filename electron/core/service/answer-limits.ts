import type { CallableName } from './operations';

const kB = 1024;
const MB = 1024 * kB;

/** Bytes of an answer that is no success: a message for a person, and fields of what was sent. */
export const largestRefusal = MB;

/** Bytes of an answer to one record, to a write or to a sign-in. */
const one = MB;

/** Bytes of a list, and of the drives of a day, whose line has 86,400 places at most. */
const list = 4 * MB;

const limits: Partial<Record<CallableName, number>> = {
  'tracking.get': 64 * kB,
  'tracking.listAll': list,
  'trajectories.get': list,
  // A day of 86,400 detailed fixes is about 17 MB. It alone is larger than what is parsed at once:
  // it is handed on as text, to be read in a worker.
  'trajectories.data': 32 * MB,
};

/** Bytes above which a successful answer of an operation is refused. */
export function largestAnswer(operation: CallableName): number {
  return limits[operation] ?? (operation.endsWith('.list') ? list : one);
}
