import { z } from 'zod';

const nothing = z.undefined();

/** Calls about updates; the topic `updates` says what comes of each. */
export const updateCalls = {
  /** Asks the server for a newer version. */
  'updates.check': { input: nothing, output: nothing },
  /** Downloads the version that was found. */
  'updates.download': { input: nothing, output: nothing },
  /** Restarts into the downloaded version, as soon as nothing is lost by it. */
  'updates.restart': { input: nothing, output: nothing },
  /** Takes that wish back. */
  'updates.stay': { input: nothing, output: nothing },
  /** Says whether the calling page has something that is not saved. */
  'updates.tellUnsaved': { input: z.boolean(), output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
