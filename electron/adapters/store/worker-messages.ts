import type { AppError } from '@contract/errors';
import type { StoreFailure } from '@core/ports/stores';
import type { CallInput, DatabaseCall } from './database-calls';

/** What the store's worker can be asked; each gets one answer of the same id, in their order. */
export type ToStoreWorker = { readonly id: number } & (
  | { readonly kind: 'open'; readonly file: string | null; readonly key: string }
  /** Checks what was opened; calls before it are answered by a file that may be damaged. */
  | { readonly kind: 'finish' }
  | {
      readonly kind: 'call';
      readonly method: DatabaseCall;
      readonly input: CallInput<DatabaseCall>;
    }
  /** Reads what can be read of a file that was set aside. */
  | { readonly kind: 'salvage'; readonly file: string; readonly key: string }
  | { readonly kind: 'close' }
);

/** What it answers: faults are values, too. */
export type FromStoreWorker = { readonly id: number } & (
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: AppError }
  | {
      readonly kind: 'notOpened';
      readonly failure: { readonly kind: StoreFailure['kind']; readonly message: string };
    }
);
