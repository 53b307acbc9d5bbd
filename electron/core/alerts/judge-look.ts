import type { AlertFigures } from '@contract/alerts';
import type { AlertRule, RuleOf } from '@contract/alert-rules';
import type { LiveVehicle } from '@contract/fixes';
import { CLOCK_TOLERANCE } from '@contract/rules/clock-offset';
import type { VehicleCrossing } from '../zones/zone-watch';
import { judgeCondition, type LastingRule, type Look, type Measures } from './conditions';
import type { WatchedRule } from './watched-rules';
import { isWithinHours } from './week-hours';

const MINUTE = 60_000;

type CrossingRule = RuleOf<'zone-enter'> | RuleOf<'zone-leave'>;

/** Something that lasts, and the alert that tells of it. */
export interface Lasting {
  readonly alertId: string;
  /** When it began, epoch milliseconds; missing where an earlier version kept it. */
  readonly at?: number | undefined;
  /** km/h, the highest that was seen; of speed alone. */
  readonly peak?: number | undefined;
  /** When it was over; it goes on where it begins again within the rest of its rule. */
  readonly overAt?: number | undefined;
}

/** What is known of one vehicle: up to which fix it was judged, and what lasts. */
export interface JudgedVehicle {
  /** Time of the newest judged fix, epoch milliseconds. */
  readonly fixAt: number;
  /** By the ids of the rules. */
  readonly lasting: ReadonlyMap<string, Lasting>;
  /** When a zone was crossed last, by the ids of rule and zone, while the rule rests after it. */
  readonly crossed?: ReadonlyMap<string, number>;
}

/** What began: an alert without what is the same for all of a look. */
export interface Begun {
  readonly id: string;
  readonly rule: AlertRule;
  readonly at: number;
  readonly endedAt: number | null;
  readonly figures: AlertFigures;
}

/** What is over, or goes on after all. */
export interface Ended {
  readonly alertId: string;
  /** Null where it goes on. */
  readonly at: number | null;
  readonly peak?: number | undefined;
}

/** What a look at a vehicle brought. */
export interface Judged {
  readonly state: JudgedVehicle;
  readonly begun: readonly Begun[];
  readonly ended: readonly Ended[];
}

/** What is judged. */
export interface Judging extends Pick<Look, 'usual' | 'stays'> {
  readonly vehicle: LiveVehicle;
  /** Crossings that this look brought. */
  readonly crossings: readonly VehicleCrossing[];
  /** Rules that watch the vehicle. */
  readonly rules: readonly WatchedRule[];
}

/**
 * Judges a look at a vehicle. What lasts gives one alert when it begins and none while it lasts; a
 * fix that can't be true, or that is no newer than the one judged last, begins nothing.
 */
export function judgeLook(
  before: JudgedVehicle | null,
  judging: Judging,
  measures: Measures,
): Judged | null {
  const { vehicle, rules } = judging;
  const { fix, lookedAt } = vehicle;
  if (fix === null || lookedAt === null || fix.problems.includes('implausible')) return null;
  const isNew =
    before === null ||
    fix.at > before.fixAt ||
    (fix.at < before.fixAt && isFuture(before.fixAt, lookedAt));
  const look: Look = { ...judging, fix, lookedAt, isNew };
  const lasting = new Map<string, Lasting>();
  const begun: Begun[] = [];
  const ended: Ended[] = [];
  const watching = new Set<string>();
  const crossed = new Map<string, number>();
  for (const { rule, zones } of rules) {
    watching.add(rule.id);
    if (rule.kind === 'zone-enter' || rule.kind === 'zone-leave') {
      recall(rule, before, crossed);
      const crossings = crossingsOf(rule, zones, judging.crossings, measures);
      begun.push(...withoutRepeats(rule, crossings, crossed));
      continue;
    }
    let known = before?.lasting.get(rule.id) ?? null;
    if (known !== null && hasBegunAgain(rule, known, vehicle)) {
      const overAt = vehicle.since?.at ?? fix.at;
      ended.push({ alertId: known.alertId, at: overAt });
      known = { ...known, overAt };
    }
    const after = judgeLasting({ rule, zones, known, look, measures });
    if (after.lasting !== null) lasting.set(rule.id, after.lasting);
    if (after.begun !== null) begun.push(after.begun);
    if (after.ended !== null) ended.push(after.ended);
  }
  // Rules that are gone, off or watch other vehicles now.
  for (const [ruleId, { alertId, peak, overAt }] of before?.lasting ?? []) {
    if (!watching.has(ruleId) && overAt === undefined) ended.push({ alertId, at: fix.at, peak });
  }
  const fixAt = isNew ? fix.at : before.fixAt;
  const state = { fixAt, lasting, ...(crossed.size > 0 && { crossed }) };
  return { state, begun, ended };
}

/** Whether a vehicle drove between two looks and idles again: that is another time. */
function hasBegunAgain(
  rule: LastingRule,
  { at, overAt }: Lasting,
  { motion, since }: LiveVehicle,
): boolean {
  if (rule.kind !== 'idling' || motion !== 'idling') return false;
  if (at === undefined || overAt !== undefined) return false;
  // What is not surely new may be the same, seen again after a restart.
  return since !== undefined && !since.isAtLeast && since.at > at;
}

/** A fix that was dated ahead, by a clock that was wrong here, would hold up all after it. */
function isFuture(at: number, lookedAt: number): boolean {
  return at > lookedAt + CLOCK_TOLERANCE;
}

function judgeLasting({
  rule,
  zones,
  known,
  look,
  measures,
}: {
  rule: LastingRule;
  zones: ReadonlySet<string> | null;
  known: Lasting | null;
  look: Look;
  measures: Measures;
}): { lasting: Lasting | null; begun: Begun | null; ended: Ended | null } {
  const verdict = judgeCondition(rule, zones, look, measures);
  const { fix, lookedAt } = look;
  if (verdict.is === 'unclear') return { lasting: known, begun: null, ended: null };
  const rests = (from: number, to: number): boolean => doesRest(rule, from, to);
  if (verdict.is === 'over') {
    if (known === null) return { lasting: null, begun: null, ended: null };
    const { alertId, peak, overAt = fix.at } = known;
    const ended = known.overAt === undefined ? { alertId, at: fix.at, peak } : null;
    return { lasting: rests(overAt, fix.at) ? { ...known, overAt } : null, begun: null, ended };
  }
  const { speed } = verdict.figures;
  const peak = speed === undefined ? known?.peak : Math.max(speed, known?.peak ?? speed);
  if (known !== null && known.overAt === undefined) {
    return { lasting: { ...known, peak }, begun: null, ended: null };
  }
  const at = momentWithin(rule, verdict.since, lookedAt, measures);
  if (at === null) return { lasting: known, begun: null, ended: null };
  if (known?.overAt !== undefined && rests(known.overAt, verdict.since)) {
    const { alertId } = known;
    const lasting = { alertId, at: known.at, peak };
    return { lasting, begun: null, ended: { alertId, at: null, peak } };
  }
  const id = idOf(rule, look.vehicle.vehicleId, at);
  const begun = { id, rule, at, endedAt: null, figures: verdict.figures };
  return { lasting: { alertId: id, at, peak: speed }, begun, ended: null };
}

/**
 * When a condition began within the hours of its rule. One that began outside of them and still
 * lasts at the look is found then; null where the look is outside of them, too.
 */
function momentWithin(
  rule: LastingRule,
  since: number,
  lookedAt: number,
  { timeZone }: Measures,
): number | null {
  const { hours } = rule;
  if (hours === null || rule.kind === 'ignition-outside-hours') return since;
  if (isWithinHours(hours, since, timeZone)) return since;
  const doesLast = rule.kind === 'silence' || rule.kind === 'idling';
  return doesLast && isWithinHours(hours, lookedAt, timeZone) ? lookedAt : null;
}

/** Whether a rule still rests at a moment, after what it found was over. */
function doesRest({ restMinutes }: AlertRule, over: number, at: number): boolean {
  // Where a clock was set back in between, nobody knows how long that was.
  return at >= over && at - over < restMinutes * MINUTE;
}

/** Takes the crossings after which a rule still rested at the fix before. */
function recall(
  rule: CrossingRule,
  before: JudgedVehicle | null,
  crossed: Map<string, number>,
): void {
  if (before === null) return;
  for (const [key, at] of before.crossed ?? []) {
    if (key.startsWith(`${rule.id}/`) && doesRest(rule, at, before.fixAt)) crossed.set(key, at);
  }
}

/** Of a zone that is crossed in the same way again and again, the first crossing. */
function withoutRepeats(
  rule: CrossingRule,
  crossings: readonly Begun[],
  crossed: Map<string, number>,
): Begun[] {
  return crossings.filter(({ at, figures }) => {
    const key = `${rule.id}/${figures.zoneId ?? ''}`;
    const last = crossed.get(key);
    if (rule.restMinutes > 0) crossed.set(key, at);
    return last === undefined || !doesRest(rule, last, at);
  });
}

function crossingsOf(
  rule: CrossingRule,
  zones: ReadonlySet<string> | null,
  crossings: readonly VehicleCrossing[],
  { timeZone }: Measures,
): Begun[] {
  const wanted = rule.kind === 'zone-enter' ? 'entered' : 'left';
  return crossings.flatMap(({ vehicleId, zoneId, kind, at, isAtLeast }) => {
    if (kind !== wanted || zones?.has(zoneId) !== true) return [];
    if (rule.hours !== null && !isWithinHours(rule.hours, at, timeZone)) return [];
    const figures = { zoneId, ...(isAtLeast && { isAtLeast: true as const }) };
    return [{ id: `${idOf(rule, vehicleId, at)}/${zoneId}`, rule, at, endedAt: at, figures }];
  });
}

function idOf({ id }: AlertRule, vehicleId: string, at: number): string {
  return `${id}/${vehicleId}/${String(at)}`;
}
