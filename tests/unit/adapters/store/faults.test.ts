import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { StoreFailure } from '@core/ports/stores';
import { storeError, storeFailure } from '@adapters/store/faults';

const fault = (code: string, message = 'words'): Error =>
  Object.assign(new Error(message), { code });

describe('what went wrong with a store', () => {
  it.each([
    ['SQLITE_BUSY', 'in-use', 'in-use'],
    ['SQLITE_FULL', 'disk-full', 'disk-full'],
    ['ENOSPC', 'disk-full', 'disk-full'],
    ['EDQUOT', 'disk-full', 'disk-full'],
    ['SQLITE_READONLY_DIRECTORY', 'read-only', 'read-only'],
    ['SQLITE_CANTOPEN', 'read-only', 'read-only'],
    ['EACCES', 'read-only', 'read-only'],
    ['EROFS', 'read-only', 'read-only'],
    ['SQLITE_CORRUPT_VTAB', 'damaged', undefined],
    ['SQLITE_NOTADB', 'damaged', undefined],
    ['SQLITE_IOERR_READ', 'failed', undefined],
    ['SQLITE_CONSTRAINT', 'failed', undefined],
  ] as const)('%s is %s', (code, kind, reason) => {
    expect(storeFailure(fault(code))).toMatchObject({
      name: 'StoreFailure',
      kind,
      message: `${code}: words`,
    });
    const { error } = storeError(fault(code));
    expect(error).toEqual({
      code: 'store-damaged',
      message: `${code}: words`,
      ...(reason && { reason }),
    });
  });

  it('knows the damage that has no code of its own', () => {
    expect(storeFailure(fault('SQLITE_ERROR', 'unsupported file format')).kind).toBe('damaged');
    expect(storeFailure(fault('SQLITE_ERROR', 'no such table: x')).kind).toBe('failed');
  });

  it('stays what it is when it is known already', () => {
    const failure = new StoreFailure('newer', 'x');
    expect(storeFailure(failure)).toBe(failure);
    expect(storeError(failure).error).toMatchObject({
      code: 'store-damaged',
      reason: 'newer-version',
    });
    const error = new FleetdeskError({ code: 'store-damaged', message: 'x' });
    expect(storeError(error)).toBe(error);
    expect(storeFailure('text')).toMatchObject({ kind: 'failed', message: 'text' });
  });
});
