import type { AlertFigures } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { LiveVehicle } from '@contract/fixes';
import { CLOCK_TOLERANCE } from '@contract/rules/clock-offset';
import type { VehicleCrossing } from '../zones/zone-watch';
import { judgeCondition, type LastingRule, type Look, type Measures } from './conditions';
import type { WatchedRule } from './watched-rules';
import { isWithinHours } from './week-hours';

/** Something that lasts, and the alert that tells of it. */
export interface Lasting {
  readonly alertId: string;
  /** When it began, epoch milliseconds; missing where an earlier version kept it. */
  readonly at?: number | undefined;
  /** km/h, the highest that was seen; of speed alone. */
  readonly peak?: number | undefined;
}

/** What is known of one vehicle: up to which fix it was judged, and what lasts. */
export interface JudgedVehicle {
  /** Time of the newest judged fix, epoch milliseconds. */
  readonly fixAt: number;
  /** By the ids of the rules. */
  readonly lasting: ReadonlyMap<string, Lasting>;
}

/** What began: an alert without what is the same for all of a look. */
export interface Begun {
  readonly id: string;
  readonly rule: AlertRule;
  readonly at: number;
  readonly endedAt: number | null;
  readonly figures: AlertFigures;
}

/** What is over. */
export interface Ended {
  readonly alertId: string;
  readonly at: number;
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
  for (const { rule, zones } of rules) {
    watching.add(rule.id);
    if (rule.kind === 'zone-enter' || rule.kind === 'zone-leave') {
      begun.push(...crossed(rule, zones, judging.crossings, measures));
      continue;
    }
    let known = before?.lasting.get(rule.id) ?? null;
    if (known !== null && hasBegunAgain(rule, known, vehicle)) {
      ended.push({ alertId: known.alertId, at: vehicle.since?.at ?? fix.at });
      known = null;
    }
    const after = judgeLasting({ rule, zones, known, look, measures });
    if (after.lasting !== null) lasting.set(rule.id, after.lasting);
    if (after.begun !== null) begun.push(after.begun);
    if (after.ended !== null) ended.push(after.ended);
  }
  // Rules that are gone, off or watch other vehicles now.
  for (const [ruleId, { alertId, peak }] of before?.lasting ?? []) {
    if (!watching.has(ruleId)) ended.push({ alertId, at: fix.at, peak });
  }
  const fixAt = isNew ? fix.at : before.fixAt;
  return { state: { fixAt, lasting }, begun, ended };
}

/** Whether a vehicle drove between two looks and idles again: that is another time. */
function hasBegunAgain(
  rule: LastingRule,
  { at }: Lasting,
  { motion, since }: LiveVehicle,
): boolean {
  if (rule.kind !== 'idling' || motion !== 'idling' || at === undefined) return false;
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
  if (verdict.is === 'over') {
    const ended = known && { alertId: known.alertId, at: fix.at, peak: known.peak };
    return { lasting: null, begun: null, ended };
  }
  const { speed } = verdict.figures;
  if (known !== null) {
    const peak = speed === undefined ? known.peak : Math.max(speed, known.peak ?? speed);
    return { lasting: { ...known, peak }, begun: null, ended: null };
  }
  const at = momentWithin(rule, verdict.since, lookedAt, measures);
  if (at === null) return { lasting: null, begun: null, ended: null };
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

function crossed(
  rule: Extract<AlertRule, { kind: 'zone-enter' | 'zone-leave' }>,
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
