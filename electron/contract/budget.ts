import { z } from 'zod';
import { momentSchema } from './records';

/** The lanes of the request budget, the most urgent first. */
export const lanes = ['session', 'interactive', 'outbox', 'live', 'background'] as const;

/** One lane of the request budget. */
export type Lane = (typeof lanes)[number];

/** The request budget as the status bar shows it (public API, "Limits": 50 requests a minute). */
export const budgetStateSchema = z.object({
  /** Requests a minute that Fleetdesk allows itself. */
  limit: z.number().int(),
  /** Requests that count against the current minute. */
  used: z.number().int(),
  /** Calls that wait for a slot. */
  queued: z.number().int(),
  /**
   * Whether the requests of all starts of this system user count together. False where their
   * common folder can't be used: then only those of this start are known.
   */
  isShared: z.boolean(),
  /** Every lane rests until then, epoch milliseconds. */
  pausedUntil: momentSchema.nullable(),
  /** Why it rests: the service said so, or the ledger of past requests can't be trusted. */
  pause: z.enum(['rate-limited', 'ledger-damaged', 'ledger-missing', 'clock']).nullable(),
});

/** The request budget as the status bar shows it. */
export type BudgetState = z.infer<typeof budgetStateSchema>;
