import type { AlertRule, WeekHours } from '../alert-rules';

/** What can be wrong with a rule that a person enters. */
export const ruleFaults = [
  'no-name',
  'no-vehicles',
  'no-zones',
  'no-days',
  'no-hours',
  /** The ignition is expected at all hours: no alert can come of it. */
  'whole-week',
  'out-of-range',
  /** Another rule watches the same vehicles for the same. */
  'same-rule',
] as const;

/** What is wrong with a rule. */
export type RuleFaultCode = (typeof ruleFaults)[number];

/** The part of a rule that a fault belongs to. */
export type RuleField = 'name' | 'vehicles' | 'zones' | 'hours' | 'limit' | 'minutes' | 'kind';

/** A fault, and the part of the rule that it belongs to. */
export interface RuleFault {
  readonly field: RuleField;
  readonly code: RuleFaultCode;
}

/** What can keep a rule that was right from ever giving an alert. */
export const ruleProblems = ['zones-gone', 'vehicles-gone', 'labels-gone'] as const;

/** What keeps a rule from ever giving an alert. */
export type RuleProblem = (typeof ruleProblems)[number];

const DAY = 24 * 60;

/** What is wrong with a rule among the others; nothing where it can be kept. */
export function faultsOf(rule: AlertRule, others: readonly AlertRule[]): RuleFault[] {
  const faults: RuleFault[] = [];
  const { name, vehicles, hours } = rule;
  if (name === '') faults.push({ field: 'name', code: 'no-name' });
  if (
    vehicles.kind === 'chosen' &&
    vehicles.vehicleIds.length === 0 &&
    vehicles.labelIds.length === 0
  ) {
    faults.push({ field: 'vehicles', code: 'no-vehicles' });
  }
  if ('zones' in rule && rule.zones !== null) {
    const { zoneIds, groups } = rule.zones;
    if (zoneIds.length + groups.length === 0) faults.push({ field: 'zones', code: 'no-zones' });
  }
  if (hours !== null) faults.push(...faultsOfHours(hours, rule.kind === 'ignition-outside-hours'));
  const isAlike = others.some(
    (other) => other.id !== rule.id && likenessOf(other) === likenessOf(rule),
  );
  if (faults.length === 0 && isAlike) faults.push({ field: 'kind', code: 'same-rule' });
  return faults;
}

function faultsOfHours({ days, from, to }: WeekHours, isOutside: boolean): RuleFault[] {
  if (days.length === 0) return [{ field: 'hours', code: 'no-days' }];
  if (from === to) return [{ field: 'hours', code: 'no-hours' }];
  const isWholeWeek = new Set(days).size === 7 && from === 0 && to === DAY;
  return isOutside && isWholeWeek ? [{ field: 'hours', code: 'whole-week' }] : [];
}

/** What makes two rules watch for the same, apart from name, sound and notification. */
export function likenessOf(rule: AlertRule): string {
  const { vehicles, hours } = rule;
  return JSON.stringify([
    rule.kind,
    vehicles.kind === 'all' ? 'all' : [sortedOf(vehicles.vehicleIds), sortedOf(vehicles.labelIds)],
    hours && [sortedOf(hours.days), hours.from, hours.to],
    'limit' in rule ? rule.limit : 'minutes' in rule ? rule.minutes : null,
    'zones' in rule && rule.zones !== null
      ? [sortedOf(rule.zones.zoneIds), sortedOf(rule.zones.groups)]
      : null,
  ]);
}

function sortedOf<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort();
}
