import { z } from 'zod';
import { checkInputSchema, checkResultSchema } from '../diagnosis';
import { pageFaultSchema } from '../journal';
import { saveBundleSchema, supportBundleSchema } from '../support-bundle';

const nothing = z.undefined();

/** Calls about what goes wrong. */
export const diagnosisChannels = {
  /** A page met a fault of its own. What comes too often of one window is dropped. */
  'journal.reportFault': { input: pageFaultSchema, output: nothing },
  /** Makes one check; only those of `costlyChecks` send requests that count. */
  'diagnosis.check': { input: checkInputSchema, output: checkResultSchema },
  /** Makes a support bundle, which is shown before it is saved. The one before is forgotten. */
  'diagnosis.makeBundle': { input: nothing, output: supportBundleSchema },
  /** Saves some files of it where a person chooses; the file's name, null where none was. */
  'diagnosis.saveBundle': { input: saveBundleSchema, output: z.string().nullable() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
