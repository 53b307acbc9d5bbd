import { z } from 'zod';
import { alertKinds, alertRuleSchema, ruleIdSchema } from './alert-rules';
import { ruleProblems } from './rules/rule-faults';
import { momentSchema, recordIdSchema } from './records';
import { zoneIdSchema } from './zones';

/** Most alerts that one page of the history holds. */
export const ALERTS_A_PAGE = 200;
/** Most open alerts that a snapshot holds; the newest ones, and the count says how many there are. */
export const OPEN_AT_MOST = 500;
/** Most alerts that one call changes by their ids. */
export const ALERTS_AT_ONCE = 1_000;
/** Longest note of an alert, characters. */
export const ALERT_NOTE_AT_MOST = 2_000;
/** Longest name that an alert is assigned to, characters. */
export const ASSIGNEE_AT_MOST = 80;

/** The name of an alert: made of its rule, its vehicle and the beginning of what it tells. */
export const alertIdSchema = z.string().min(1).max(200);

/** What was measured; what does not belong to the kind of alert is missing. */
export const alertFiguresSchema = z.object({
  /** km/h, the highest that was seen. */
  speed: z.number().optional(),
  /** The limit of the rule as it was then: km/h, percent or minutes, by the kind. */
  limit: z.number().optional(),
  zoneId: zoneIdSchema.optional(),
  /** The zone's name as it was then. */
  zoneName: z.string().optional(),
  /** Percent. */
  battery: z.number().optional(),
  /** Minutes of silence or idling, as long as it was known to last. */
  minutes: z.number().optional(),
  /** It may have begun earlier: nobody saw when. */
  isAtLeast: z.literal(true).optional(),
});

/** What was measured. */
export type AlertFigures = z.infer<typeof alertFiguresSchema>;

/** Something that a rule found, once. */
export const alertSchema = z.object({
  id: alertIdSchema,
  ruleId: ruleIdSchema,
  /** The rule's name as it was then: the rule may be gone. */
  ruleName: z.string(),
  kind: z.enum(alertKinds),
  vehicleId: recordIdSchema,
  /** When what it tells began, as far as it was seen, epoch milliseconds. */
  at: momentSchema,
  /** Time of the fix that showed it. */
  fixAt: momentSchema,
  /** When this computer found it; {@link delayOf} tells the delay. */
  foundAt: momentSchema,
  /** When it was seen to be over; that of a crossing is its own moment. Null while it lasts. */
  endedAt: momentSchema.nullable(),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  figures: alertFiguresSchema,
  /** Seconds between two looks at the vehicle when it was found; null while unknown. */
  checkedEvery: z.number().nullable(),
  /** It was found after the app had seen nothing for a while. */
  isAfterOutage: z.boolean(),
  /** Who acknowledged it, and when; null while it is open. */
  acknowledged: z.object({ at: momentSchema, by: z.string() }).nullable(),
  note: z.string().max(ALERT_NOTE_AT_MOST),
  /** Who is to look after it; null for nobody. */
  assignedTo: z.string().max(ASSIGNEE_AT_MOST).nullable(),
});

/** Something that a rule found, once. */
export type Alert = z.infer<typeof alertSchema>;

/** Milliseconds from the moment itself until it was found; never below 0. */
export function delayOf({ at, foundAt }: Pick<Alert, 'at' | 'foundAt'>): number {
  return Math.max(0, foundAt - at);
}

/** A rule, and how well it is watched. */
export const ruleViewSchema = z.object({
  rule: alertRuleSchema,
  /** What keeps it from ever giving an alert; null for nothing. */
  problem: z.enum(ruleProblems).nullable(),
  /** How many vehicles it watches. */
  vehicles: z.number().int(),
  /**
   * Seconds between two looks at its vehicles: of the one in the middle, and of the one that is
   * checked most rarely; null while too few were seen twice.
   */
  checkedEvery: z.object({ usual: z.number(), most: z.number() }).nullable(),
});

/** A rule, and how well it is watched. */
export type RuleView = z.infer<typeof ruleViewSchema>;

/** What is open. */
export const openCountsSchema = z.object({
  /** All open alerts. */
  open: z.number().int(),
  /** Vehicles with open alerts: how many each. */
  vehicles: z.record(recordIdSchema, z.number().int()),
});

/** What is open. */
export type OpenCounts = z.infer<typeof openCountsSchema>;

/** What watching costs. */
export const alertCostSchema = z.object({
  /** Vehicles that are looked at more often because of alerts and rules. */
  vehicles: z.number().int(),
  /** Looks a minute that they take more than they would otherwise; null while unknown. */
  looksAMinute: z.number().nullable(),
});

/** What watching costs. */
export type AlertCost = z.infer<typeof alertCostSchema>;

/** Rules and open alerts as they are when a window subscribes. */
export const alertsSnapshotSchema = z.object({
  rules: z.array(ruleViewSchema),
  /** The newest open alerts, the newest first. */
  open: z.array(alertSchema),
  counts: openCountsSchema,
  cost: alertCostSchema,
});

/** What changed since; null is as before. */
export const alertsPatchSchema = z.object({
  /** Sent whole. */
  rules: z.array(ruleViewSchema).nullable(),
  /** New alerts and changed ones, acknowledged ones too. */
  changed: z.array(alertSchema),
  /** Alerts that are gone. */
  removed: z.array(alertIdSchema),
  counts: openCountsSchema.nullable(),
  cost: alertCostSchema.nullable(),
});

/** Rules and open alerts as they are when a window subscribes. */
export type AlertsSnapshot = z.infer<typeof alertsSnapshotSchema>;
/** What changed since. */
export type AlertsPatch = z.infer<typeof alertsPatchSchema>;

/** Which alerts of the history are meant. What is empty or null narrows nothing. */
export const alertFilterSchema = z.object({
  /** Epoch milliseconds, of the moment itself; `to` is exclusive. */
  from: momentSchema.nullable(),
  to: momentSchema.nullable(),
  ruleIds: z.array(ruleIdSchema).max(200),
  kinds: z.array(z.enum(alertKinds)),
  vehicleIds: z.array(recordIdSchema).max(1_000),
  state: z.enum(['all', 'open', 'acknowledged']),
  /** Null for all; an empty text for those that nobody looks after. */
  assignedTo: z.string().max(ASSIGNEE_AT_MOST).nullable(),
});

/** Which alerts of the history are meant. */
export type AlertFilter = z.infer<typeof alertFilterSchema>;

/** The whole history. */
export const allAlerts: AlertFilter = {
  ...{ from: null, to: null, ruleIds: [], kinds: [], vehicleIds: [] },
  ...{ state: 'all', assignedTo: null },
};

/** Where a page of the history ends: the next one goes on behind it. */
export const alertCursorSchema = z.object({ at: momentSchema, id: alertIdSchema });

/** Where a page of the history ends. */
export type AlertCursor = z.infer<typeof alertCursorSchema>;

/** A page of the history that is wanted; the newest come first. */
export const alertsWantedSchema = z.object({
  filter: alertFilterSchema,
  after: alertCursorSchema.nullable(),
  limit: z.number().int().min(1).max(ALERTS_A_PAGE),
});

/** A page of the history. */
export const alertPageSchema = z.object({
  alerts: z.array(alertSchema),
  /** Null at the end. */
  next: alertCursorSchema.nullable(),
  /** How many the filter finds in all. */
  count: z.number().int(),
});

/** A page of the history. */
export type AlertPage = z.infer<typeof alertPageSchema>;

/** Alerts by their ids, or all that a filter finds. */
const meantSchema = z.union([
  z.object({ ids: z.array(alertIdSchema).min(1).max(ALERTS_AT_ONCE) }),
  z.object({ filter: alertFilterSchema }),
]);

/** What a person does with alerts; what is missing stays as it is. */
export const alertChangeSchema = z.object({
  alerts: meantSchema,
  /** False opens them again. */
  isAcknowledged: z.boolean().optional(),
  note: z.string().trim().max(ALERT_NOTE_AT_MOST).optional(),
  /** Null for nobody. */
  assignedTo: z.string().trim().min(1).max(ASSIGNEE_AT_MOST).nullable().optional(),
});

/** What a person does with alerts. */
export type AlertChange = z.infer<typeof alertChangeSchema>;

/** A stay of a vehicle in a zone, as live tracking saw it. */
export const seenVisitSchema = z.object({
  zoneId: zoneIdSchema,
  vehicleId: recordIdSchema,
  /** Epoch milliseconds. */
  from: momentSchema,
  /** Null while it is in. */
  to: momentSchema.nullable(),
  /** It came in when nobody saw it. */
  isFromUnknown: z.boolean(),
  /** It left when nobody saw it. */
  isToUnknown: z.boolean(),
});

/** A stay of a vehicle in a zone, as live tracking saw it. */
export type SeenVisit = z.infer<typeof seenVisitSchema>;

/** Stays that touch a range of time, for a report; what is empty narrows nothing. */
export const visitsWantedSchema = z.object({
  /** Epoch milliseconds; `to` is exclusive. */
  from: momentSchema,
  to: momentSchema,
  zoneIds: z.array(zoneIdSchema).max(5_000),
  vehicleIds: z.array(recordIdSchema).max(1_000),
});

/** Stays that touch a range of time. */
export type VisitsWanted = z.infer<typeof visitsWantedSchema>;

/** Most stays that one report holds. */
export const VISITS_AT_MOST = 20_000;

/** Stays, in the order in which they began. */
export const visitsSchema = z.object({
  visits: z.array(seenVisitSchema),
  /** There are more than a report holds. */
  isCut: z.boolean(),
});

/**
 * What is announced to a person who may not look at a window: one alert, several that came within
 * a minute, or what was found after an outage. Rules and *do not disturb* are applied already.
 */
export interface Announcement {
  /** A later one with the same id takes the place of the one before. */
  readonly id: string;
  readonly kind: 'single' | 'group' | 'summary';
  /** The newest of them, at most ten. */
  readonly alerts: readonly Alert[];
  readonly count: number;
  /** The moments that they are of, from the first to the last, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** How many by rule, the most first. */
  readonly byRule: readonly {
    readonly ruleId: string;
    readonly name: string;
    readonly count: number;
  }[];
  /** How many by vehicle, the most first. */
  readonly byVehicle: readonly { readonly vehicleId: string; readonly count: number }[];
  /** Whether the desktop shows it. */
  readonly isNotified: boolean;
  /** Whether a sound is played; never for a summary. */
  readonly hasSound: boolean;
}
