import { z } from 'zod';
import { appErrorSchema } from './errors';
import { momentSchema } from './records';

/** Everything that can be checked, in the order of the screen: the way to the service comes first. */
export const checkIds = [
  'address',
  'names',
  'proxy',
  'secureConnection',
  'publicKey',
  'clock',
  'session',
  'budget',
  'keychain',
  'store',
  'maps',
  'graphics',
  'folder',
  'log',
] as const;

/** One thing that can be checked. */
export type CheckId = (typeof checkIds)[number];

/** Checks that send requests to the service, which count against the budget: a person is asked. */
export const costlyChecks: readonly CheckId[] = ['publicKey'];

/** How a check ends. `not-checked` says why it could not be made. */
export const verdicts = ['fine', 'warning', 'failed', 'not-checked'] as const;

/** How a check ends. */
export type Verdict = (typeof verdicts)[number];

/** What a check found. */
export const checkResultSchema = z.object({
  id: z.enum(checkIds),
  verdict: z.enum(verdicts),
  /** Which sentence tells it: `diagnose.findings.<id>.<finding>`. */
  finding: z.string().max(40),
  /**
   * What was measured, for that sentence. A number whose name ends in `At` is a moment (epoch
   * milliseconds), in `Bytes` a size.
   */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What failed, and for which thing by its name; the sentence says it as `{problem}`. */
  failures: z.array(z.object({ name: z.string().optional(), error: appErrorSchema })).optional(),
  at: momentSchema,
});

/** What a check found. */
export type CheckResult = z.infer<typeof checkResultSchema>;

/** What is to be checked, and for which address; null: that of the connection in use. */
export const checkInputSchema = z.object({
  id: z.enum(checkIds),
  target: z.object({ baseUrl: z.string().max(2000), allowPlainHttp: z.boolean() }).nullable(),
});

/** What is to be checked. */
export type CheckInput = z.infer<typeof checkInputSchema>;
