import { FleetdeskError, type ErrorReason } from '@contract/errors';
import { StoreFailure } from '@core/ports/stores';

/** What SQLite and the system call the ways in which a store can fail. */
const kinds: readonly [kind: StoreFailure['kind'], codes: RegExp][] = [
  ['in-use', /^SQLITE_(BUSY|LOCKED)/],
  ['disk-full', /^(SQLITE_FULL|ENOSPC|EDQUOT)/],
  ['read-only', /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR)/],
  ['damaged', /^SQLITE_(CORRUPT|NOTADB|FORMAT)/],
];

const reasons: Readonly<Partial<Record<StoreFailure['kind'], ErrorReason>>> = {
  'in-use': 'in-use',
  'disk-full': 'disk-full',
  'read-only': 'read-only',
  newer: 'newer-version',
};

/** Anything that was thrown while a store was opened, as what a person can do something about. */
export function storeFailure(fault: unknown): StoreFailure {
  if (fault instanceof StoreFailure) return fault;
  const code = codeOf(fault);
  const message = messageOf(fault, code);
  const kind = kinds.find(([, codes]) => codes.test(code))?.[0] ?? kindOfUnnamed(message);
  return new StoreFailure(kind, message, { cause: fault });
}

/** Anything that was thrown while an open store worked. */
export function storeError(fault: unknown): FleetdeskError {
  if (fault instanceof FleetdeskError) return fault;
  const { kind, message } = storeFailure(fault);
  const reason = reasons[kind];
  const error = { code: 'store-damaged', message } as const;
  return new FleetdeskError(reason === undefined ? error : { ...error, reason }, { cause: fault });
}

/** What a call of a store says that was closed before. */
export function closedError(): FleetdeskError {
  return new FleetdeskError({
    code: 'store-damaged',
    reason: 'store-closed',
    message: 'The store is closed.',
  });
}

/** One kind of damage has no code of its own. */
function kindOfUnnamed(message: string): StoreFailure['kind'] {
  return /unsupported file format/.test(message) ? 'damaged' : 'failed';
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : '';
}

function messageOf(fault: unknown, code: string): string {
  const message = fault instanceof Error ? fault.message : String(fault);
  return code === '' || message.startsWith(code) ? message : `${code}: ${message}`;
}
