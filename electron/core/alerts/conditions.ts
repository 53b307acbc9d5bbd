import type { AlertFigures } from '@contract/alerts';
import type { AlertRule, RuleOf } from '@contract/alert-rules';
import type { Fix, LiveVehicle } from '@contract/fixes';
import { silentAfter, type TimeLimits } from '@contract/rules/intervals';
import { believedSpeed } from '@contract/rules/plausibility';
import { isWithinHours } from './week-hours';

/** What is known of a vehicle at one look. */
export interface Look {
  readonly vehicle: LiveVehicle;
  readonly fix: Fix;
  /** When the look was answered, epoch milliseconds. */
  readonly lookedAt: number;
  /** Whether the fix is newer than what was judged before. */
  readonly isNew: boolean;
  /** How often its device usually reports, milliseconds; null while unknown. */
  readonly usual: number | null;
  /** Zones that the vehicle is in. */
  readonly stays: ReadonlyMap<string, unknown>;
}

/** What conditions are measured by. */
export interface Measures {
  readonly timeZone: string;
  readonly limits: Omit<TimeLimits, 'gap'>;
}

/**
 * Whether what a rule watches for is so. `unclear` leaves it as it was: the fix does not say, or it
 * is so close to the limit that a value that wavers would begin and end again and again.
 */
export type Verdict =
  | { readonly is: 'so'; readonly since: number; readonly figures: AlertFigures }
  | { readonly is: 'over' }
  | { readonly is: 'unclear' };

/** Rules whose condition lasts; crossings of zones are moments. */
export type LastingRule = Exclude<AlertRule, { kind: 'zone-enter' | 'zone-leave' }>;

/** A vehicle is slow again this much below the limit, km/h, or a twentieth of it. */
const SPEED_MARGIN = 3;
/** A battery is charged again this much above the limit, percent. */
const BATTERY_MARGIN = 5;
const MINUTE = 60_000;

const over: Verdict = { is: 'over' };
const unclear: Verdict = { is: 'unclear' };

/** Judges the condition of a rule. @param zones where it holds; null for everywhere */
export function judgeCondition(
  rule: LastingRule,
  zones: ReadonlySet<string> | null,
  look: Look,
  measures: Measures,
): Verdict {
  switch (rule.kind) {
    case 'speed':
      return judgeSpeed(rule, zones, look);
    case 'low-battery':
      return judgeBattery(rule, look);
    case 'ignition-outside-hours':
      return judgeIgnition(rule, look, measures);
    case 'idling':
      return judgeIdling(rule, look);
    case 'silence':
      return judgeSilence(rule, look, measures);
  }
}

function judgeSpeed(
  { limit }: RuleOf<'speed'>,
  zones: ReadonlySet<string> | null,
  { fix, isNew, stays }: Look,
): Verdict {
  const speed = believedSpeed(fix.speed);
  if (!isNew || speed === null) return unclear;
  const zoneId = zones === null ? undefined : [...stays.keys()].find((id) => zones.has(id));
  if (zones !== null && zoneId === undefined) return over;
  if (speed > limit) {
    const figures = { speed, limit, ...(zoneId !== undefined && { zoneId }) };
    return { is: 'so', since: fix.at, figures };
  }
  return speed <= limit - Math.max(SPEED_MARGIN, limit / 20) ? over : unclear;
}

function judgeBattery({ limit }: RuleOf<'low-battery'>, { fix, isNew }: Look): Verdict {
  const { battery } = fix;
  if (!isNew || battery === null) return unclear;
  if (battery < limit) return { is: 'so', since: fix.at, figures: { battery, limit } };
  return battery >= Math.min(100, limit + BATTERY_MARGIN) ? over : unclear;
}

function judgeIgnition(
  { hours }: RuleOf<'ignition-outside-hours'>,
  { fix, isNew }: Look,
  { timeZone }: Measures,
): Verdict {
  if (!isNew || fix.ignition === null) return unclear;
  if (!fix.ignition || isWithinHours(hours, fix.at, timeZone)) return over;
  return { is: 'so', since: fix.at, figures: {} };
}

function judgeIdling(
  { minutes }: RuleOf<'idling'>,
  { vehicle, fix, isNew, lookedAt }: Look,
): Verdict {
  const { motion, connection, since } = vehicle;
  if (motion === 'unknown') return unclear;
  if (motion !== 'idling') return isNew ? over : unclear;
  if (since === undefined) return unclear;
  // A device that reports as often as it should and told nothing new has nothing new to tell.
  const until = connection === 'live' ? Math.max(lookedAt, fix.at) : fix.at;
  const from = since.at + minutes * MINUTE;
  if (until < from) return unclear;
  const lasted = Math.floor((until - since.at) / MINUTE);
  const figures = {
    minutes: lasted,
    limit: minutes,
    ...(since.isAtLeast && { isAtLeast: true as const }),
  };
  return { is: 'so', since: from, figures };
}

function judgeSilence(
  { minutes }: RuleOf<'silence'>,
  { vehicle, fix, isNew, lookedAt, usual }: Look,
  { limits }: Measures,
): Verdict {
  const after = silentAfter(
    minutes === null ? null : minutes * MINUTE,
    vehicle.motion === 'parked',
    usual,
    limits,
  );
  const age = lookedAt - fix.at;
  if (age <= after) return isNew ? over : unclear;
  const figures = { minutes: Math.floor(age / MINUTE), limit: Math.round(after / MINUTE) };
  return { is: 'so', since: fix.at + after, figures };
}
