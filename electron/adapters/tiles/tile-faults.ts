import { FleetdeskError, type ErrorReason } from '@contract/errors';

/** Why a file of map tiles can't be used. */
export type TileFaultReason = Extract<ErrorReason, `map-${string}`>;

/** The error of a file of map tiles. */
export function tileFault(
  reason: TileFaultReason,
  message: string,
  cause?: unknown,
): FleetdeskError {
  return new FleetdeskError({ code: 'file-unreadable', reason, message }, { cause });
}

/** Codes of the operating system for a file or drive that is not there any more. */
const gone = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'EIO',
  'ESTALE',
  'EBADF',
  'ENOTCONN',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'SQLITE_CANTOPEN',
]);

/** Any fault of reading a file as an error with a reason; known ones as they are. */
export function asTileFault(fault: unknown): FleetdeskError {
  if (fault instanceof FleetdeskError) return fault;
  const message = fault instanceof Error ? fault.message : String(fault);
  const code = codeOf(fault);
  if (gone.has(code) || code.startsWith('SQLITE_IOERR')) {
    return tileFault('map-file-gone', message, fault);
  }
  // No permission, or another program has it open: the sentence of the code says what to look at.
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_BUSY') {
    return new FleetdeskError({ code: 'file-unreadable', message }, { cause: fault });
  }
  return tileFault('map-damaged', message, fault);
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : '';
}
