import { z } from 'zod';
import {
  correctionSchema,
  decisionSchema,
  discardEffectsSchema,
  discardSchema,
  resolutionSchema,
  undoneSchema,
} from '../outbox';

const nothing = z.undefined();

/** Calls about changes that wait to be sent. */
export const outboxChannels = {
  /** Tries what waits at once, as far as the budget allows. */
  'outbox.sendNow': { input: nothing, output: nothing },
  /** Holds the sending, or lets it go on. */
  'outbox.pause': { input: z.boolean(), output: nothing },
  /** What a discard of a change drops with it, and what it lets go. */
  'outbox.discardEffects': { input: z.string().max(64), output: discardEffectsSchema },
  /** Drops a change and what depends on it; what was typed stays in the history. */
  'outbox.discard': { input: discardSchema, output: nothing },
  /** Takes back a change that has not gone out, with what else of its action has not. */
  'outbox.undo': { input: z.string().max(64), output: undoneSchema },
  /** Sends a refused change again, with its content put right. */
  'outbox.correct': { input: correctionSchema, output: nothing },
  /** Settles a conflict, field by field. */
  'outbox.resolve': { input: resolutionSchema, output: nothing },
  /** Decides about a change of which nobody knows whether it was applied, or a doubtful delete. */
  'outbox.decide': { input: decisionSchema, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
