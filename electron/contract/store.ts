import { z } from 'zod';
import { appErrorSchema } from './errors';
import { momentSchema } from './records';

/**
 * The encrypted store of the signed-in user. While it is not `open` nothing a person enters is
 * taken, except `inMemory`: then it lives as long as the app runs.
 */
export const storePhases = [
  /** Nobody's is to be open. An `error` says why data that was to be erased is still here. */
  'closed',
  'opening',
  'open',
  'inMemory',
  /**
   * The keychain is locked, and the key is in it; or, with the reason `wrong-passphrase` in
   * `error`, the key is locked by another passphrase than the one of this sign-in.
   */
  'locked',
  /** Another copy of Fleetdesk has it. */
  'inUse',
  /** The folder can't be written, the disk is full, the key is gone … `error` says what. */
  'failed',
] as const;

/** The state of the store of the signed-in user. */
export const storeStateSchema = z.object({
  phase: z.enum(storePhases),
  error: appErrorSchema.nullable(),
  /** What became of a store that is no longer in use; null once a person has seen it. */
  setAside: z
    .object({
      /** Where it was put aside; null where nothing was left of it, file, log and backups. */
      fileName: z.string().nullable(),
      at: momentSchema,
      /** A person started over in its place; else it could not be read whole. */
      isChosen: z.boolean(),
      /** Unsent changes that were taken over from it; null while nothing of it can be read. */
      recovered: z.number().int().nullable(),
    })
    .nullable(),
  /**
   * Rows that were damaged on the disk and taken out of use, with copies kept; null once a person
   * has seen it, or where there are none.
   */
  damaged: z
    .object({
      rows: z.number().int().positive(),
      /** How many of them are unsent changes, or past ones: they wait for a person's decision. */
      entries: z.number().int().nonnegative(),
      /** How many hold saved views or names given here, which no list brings back. */
      made: z.number().int().positive().optional(),
      /** When the last one was found. */
      at: momentSchema,
    })
    .nullable(),
  /** Bytes on disk. */
  bytes: z.number().nullable(),
});

/** The state of the store of the signed-in user. */
export type StoreState = z.infer<typeof storeStateSchema>;
