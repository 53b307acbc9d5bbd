import { z } from 'zod';
import { alertRuleSchema, ruleIdSchema } from '../alert-rules';
import {
  alertChangeSchema,
  alertFilterSchema,
  alertIdSchema,
  alertPageSchema,
  alertSchema,
  alertsWantedSchema,
  visitsSchema,
  visitsWantedSchema,
} from '../alerts';

const nothing = z.undefined();

/** Calls about alerts: rules, what they found, and stays in zones. */
export const alertChannels = {
  /**
   * Keeps a rule, in place of the one with its id. `invalid-request` names the faults by field:
   * `path` as in `hours`, `message` one of `ruleFaults`.
   */
  'alerts.saveRule': { input: alertRuleSchema, output: nothing },
  /** Removes a rule; what it found stays. */
  'alerts.removeRule': { input: ruleIdSchema, output: nothing },
  /** A page of the history, the newest first. */
  'alerts.find': { input: alertsWantedSchema, output: alertPageSchema },
  /** One of the history, however old it is; null where it is gone. */
  'alerts.get': { input: alertIdSchema, output: alertSchema.nullable() },
  /** Acknowledges alerts, opens them again, notes, assigns; answers how many it changed. */
  'alerts.change': { input: alertChangeSchema, output: z.number().int() },
  /** Names that alerts were assigned to, those used last first. */
  'alerts.assignees': { input: nothing, output: z.array(z.string()) },
  /**
   * Writes what a filter finds as a table (CSV) to a file that a person chooses; answers its name,
   * null where they chose none.
   */
  'alerts.export': { input: alertFilterSchema, output: z.string().nullable() },
  /** Who was in which zone in a range of time, and for how long. */
  'alerts.visits': { input: visitsWantedSchema, output: visitsSchema },
  /** Writes the same as a table (CSV), as `alerts.export` does. */
  'alerts.exportVisits': { input: visitsWantedSchema, output: z.string().nullable() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
