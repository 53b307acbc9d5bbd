import { z } from 'zod';
import { checkInputSchema, checkResultSchema } from '../diagnosis';
import { pageFaultSchema } from '../journal';

const nothing = z.undefined();

/** Calls about what goes wrong. */
export const diagnosisChannels = {
  /** A page met a fault of its own. What comes too often of one window is dropped. */
  'journal.reportFault': { input: pageFaultSchema, output: nothing },
  /** Makes one check; only those of `costlyChecks` send requests that count. */
  'diagnosis.check': { input: checkInputSchema, output: checkResultSchema },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
