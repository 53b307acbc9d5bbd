import { z } from 'zod';
import { givenNameSchema } from './given-names';
import { recordIdSchema } from './records';
import { labelSchema } from './vehicle-labels';
import { zoneIdSchema } from './zones';

/** Most rules of one connection. */
export const RULES_AT_MOST = 200;
/** Longest name of a rule, characters. */
export const RULE_NAME_AT_MOST = 80;
/** Least and most of what a rule limits. */
export const RULE_LIMITS = {
  /** km/h. */
  speed: { least: 5, most: 400 },
  /** Minutes without a report. */
  silence: { least: 5, most: 7 * 24 * 60 },
  /** Percent. */
  battery: { least: 1, most: 99 },
  /** Minutes. */
  idling: { least: 1, most: 24 * 60 },
  /** Minutes; 0 for none. */
  rest: { least: 0, most: 24 * 60 },
} as const;
/** For how many minutes a new rule rests after an alert. */
export const USUAL_REST = 10;

/** What a rule watches for. */
export const alertKinds = [
  'speed',
  'zone-enter',
  'zone-leave',
  'silence',
  'ignition-outside-hours',
  'low-battery',
  'idling',
] as const;

/** What a rule watches for. */
export type AlertKind = (typeof alertKinds)[number];

/** The name of a rule in calls; made on this computer. */
export const ruleIdSchema = z.string().min(1).max(64);

/** Which vehicles a rule watches: all, or those named and those that have one of the labels. */
export const watchedVehiclesSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('chosen'),
    vehicleIds: z.array(recordIdSchema).max(50_000),
    /** Tags and groups. */
    labelIds: z.array(labelSchema.shape.id).max(500),
  }),
]);

/** Which vehicles a rule watches. */
export type WatchedVehicles = z.infer<typeof watchedVehiclesSchema>;

/** Which zones a rule is about: those named and those of one of the zone groups. */
export const watchedZonesSchema = z.object({
  zoneIds: z.array(zoneIdSchema).max(5_000),
  groups: z.array(z.string().max(60)).max(500),
});

/** Which zones a rule is about. */
export type WatchedZones = z.infer<typeof watchedZonesSchema>;

/** Minutes of a day. */
const MINUTES = 24 * 60;

/**
 * Hours of the week in the connection's time zone. Where `to` is not after `from` they reach into
 * the next day, and belong to the day on which they began.
 */
export const weekHoursSchema = z.object({
  /** 1 is Monday, 7 is Sunday. */
  days: z.array(z.number().int().min(1).max(7)).max(7),
  /** Minutes after midnight. */
  from: z
    .number()
    .int()
    .min(0)
    .max(MINUTES - 1),
  /** Minutes after midnight; 1440 is the end of the day. */
  to: z.number().int().min(1).max(MINUTES),
});

/** Hours of the week in the connection's time zone. */
export type WeekHours = z.infer<typeof weekHoursSchema>;

const within = ({ least, most }: { least: number; most: number }) =>
  z.number().min(least).max(most);

const commonSchema = z.object({
  id: ruleIdSchema,
  name: givenNameSchema(RULE_NAME_AT_MOST),
  isOn: z.boolean(),
  vehicles: watchedVehiclesSchema,
  /**
   * When the rule holds; null for always. Of `ignition-outside-hours` the hours in which the
   * ignition is expected to be on: the rule holds outside of them.
   */
  hours: weekHoursSchema.nullable(),
  /**
   * Minutes. What a vehicle does again within this time after it was over belongs to the same alert:
   * a vehicle that hovers at a limit would otherwise give one alert after another.
   */
  restMinutes: within(RULE_LIMITS.rest).default(USUAL_REST),
  /** A sound is played with its alerts. */
  hasSound: z.boolean(),
  /** Its alerts are shown as notifications of the desktop. */
  isNotified: z.boolean(),
  /** Its alerts are announced also while nobody wants to be disturbed. */
  ignoresDoNotDisturb: z.boolean(),
});

/** A rule after which vehicles are watched. What is contradictory in it is found by `ruleFaults`. */
export const alertRuleSchema = z.discriminatedUnion('kind', [
  commonSchema.extend({
    kind: z.literal('speed'),
    /** km/h: a vehicle that is faster gives an alert. */
    limit: within(RULE_LIMITS.speed),
    /** Where the limit holds; null for everywhere. */
    zones: watchedZonesSchema.nullable(),
  }),
  commonSchema.extend({ kind: z.literal('zone-enter'), zones: watchedZonesSchema }),
  commonSchema.extend({ kind: z.literal('zone-leave'), zones: watchedZonesSchema }),
  commonSchema.extend({
    kind: z.literal('silence'),
    /**
     * Minutes without a report from which a vehicle is silent, never less than its device's own
     * interval explains; null: as the map tells it.
     */
    minutes: within(RULE_LIMITS.silence).nullable(),
  }),
  commonSchema.extend({
    kind: z.literal('ignition-outside-hours'),
    hours: weekHoursSchema,
  }),
  commonSchema.extend({
    kind: z.literal('low-battery'),
    /** Percent: a battery below it gives an alert. */
    limit: within(RULE_LIMITS.battery),
  }),
  commonSchema.extend({
    kind: z.literal('idling'),
    /** Minutes of standing with the ignition on. */
    minutes: within(RULE_LIMITS.idling),
  }),
]);

/** A rule after which vehicles are watched. */
export type AlertRule = z.infer<typeof alertRuleSchema>;
/** A rule of one kind. */
export type RuleOf<Kind extends AlertKind> = Extract<AlertRule, { kind: Kind }>;
