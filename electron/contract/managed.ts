import { z } from 'zod';

/** What can be wrong with the file of an administrator. */
export const managedProblems = [
  /** It can't be read. */
  'unreadable',
  /** It is not JSON, or not an object. */
  'not-json',
  /** A key that Fleetdesk does not know. */
  'unknown-key',
  /** A value that a key can't have. */
  'wrong-value',
  /** People who are no administrators can change it. */
  'open-to-others',
  /** A file that it names has no certificate that can be used, or others can change it. */
  'bad-certificate',
] as const;

/** What is wrong at one place of the file; an empty path is the file itself. */
export const managedProblemSchema = z.object({ path: z.string(), what: z.enum(managedProblems) });

/** What is wrong at one place of the file of an administrator. */
export type ManagedProblem = z.infer<typeof managedProblemSchema>;

/** What an administrator decided for this computer, as the page needs it. */
export const managedStateSchema = z.object({
  /** The file that says so; null where there is none. */
  file: z.string().nullable(),
  /** Settings that a person can't change, by their keys. */
  locked: z.array(z.string()),
  /** Origins of the services that can be signed in to; null for any. */
  services: z.array(z.string()).nullable(),
  isDemoOff: z.boolean(),
  areUpdatesOff: z.boolean(),
  problems: z.array(managedProblemSchema),
});

/** What an administrator decided for this computer, as the page needs it. */
export type ManagedState = z.infer<typeof managedStateSchema>;

interface KnownProblems {
  readonly problems: readonly Readonly<ManagedState['problems'][number]>[];
}

/**
 * Whether the file could not be read at all. Nobody knows what it restricts then, so that nobody
 * signs in to anything new until it is corrected; a session that is there goes on.
 */
export function isUnread({ problems }: KnownProblems): boolean {
  return problems.some(({ what }) => what === 'unreadable' || what === 'not-json');
}

/** Whether nobody can sign in to the demo fleet. */
export function isDemoForbidden(managed: KnownProblems & Pick<ManagedState, 'isDemoOff'>): boolean {
  return managed.isDemoOff || isUnread(managed);
}

/** No administrator decided anything. */
export const unmanaged: ManagedState = {
  ...{ file: null, locked: [], services: null, problems: [] },
  ...{ isDemoOff: false, areUpdatesOff: false },
};
