import { z } from 'zod';
import { pageFaultSchema } from '../journal';

const nothing = z.undefined();

/** Calls about what goes wrong. */
export const diagnosisChannels = {
  /** A page met a fault of its own. What comes too often of one window is dropped. */
  'journal.reportFault': { input: pageFaultSchema, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
