import {
  RULE_LIMITS,
  RULE_NAME_AT_MOST,
  USUAL_REST,
  type AlertKind,
  type AlertRule,
  type WatchedZones,
  type WeekHours,
} from '@contract/alert-rules';
import { cleanName } from '@contract/given-names';
import { defaultSettings } from '@contract/settings';
import { faultsOf, type RuleFaultCode, type RuleField } from '@contract/rules/rule-faults';

/** A rule as it is being entered: numbers and times as text, parts of every kind side by side. */
export type RuleDraft = {
  id: string;
  kind: AlertKind;
  name: string;
  isOn: boolean;
  isOfAll: boolean;
  vehicleIds: readonly string[];
  labelIds: readonly string[];
  zoneIds: readonly string[];
  zoneGroups: readonly string[];
  /** A speed holds in zones alone. */
  isInZones: boolean;
  /** Speed in the reader's unit, or percent. */
  limit: string;
  minutes: string;
  /** Silence is shown as the map shows it. */
  isAuto: boolean;
  hasHours: boolean;
  days: readonly number[];
  from: string;
  to: string;
  /** Minutes. */
  rest: string;
  hasSound: boolean;
  isNotified: boolean;
  ignoresDoNotDisturb: boolean;
};

/** What is wrong with a draft, by its part; a number also tells what would be right. */
export type DraftFault = {
  field: RuleField | 'from' | 'to' | 'rest';
  code: RuleFaultCode | 'no-time';
  least?: number;
  most?: number;
};

/** km/h of one of the reader's units. */
export type SpeedUnit = { kmh: number };

const workdays = [1, 2, 3, 4, 5];
const minutesOfDay = 24 * 60;

/**
 * A new rule of a kind, with what is usual for it.
 * @param longIdling minutes from which idling is long, by the settings
 */
export function newRule(
  kind: AlertKind,
  unit: SpeedUnit,
  longIdling: number = defaultSettings.longIdling,
): RuleDraft {
  return {
    ...{ id: crypto.randomUUID(), kind, name: '', isOn: true },
    ...{ isOfAll: true, vehicleIds: [], labelIds: [], zoneIds: [], zoneGroups: [] },
    isInZones: false,
    limit: kind === 'low-battery' ? '20' : unit.kmh === 1 ? '90' : '55',
    minutes: kind === 'idling' ? String(longIdling) : '60',
    ...{ isAuto: true, hasHours: kind === 'ignition-outside-hours' },
    ...{ days: workdays, from: '07:00', to: '19:00', rest: String(USUAL_REST) },
    ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false },
  };
}

/**
 * The draft of a rule that is kept. One that has the name it was offered has none of its own: the
 * name is to tell what the rule watches for after a change, too.
 */
export function draftOf(
  rule: AlertRule,
  unit: SpeedUnit,
  nameFor: (rule: AlertRule) => string,
): RuleDraft {
  const { id, kind, isOn, vehicles, hours } = rule;
  const name = rule.name === fittingName(nameFor(rule)) ? '' : rule.name;
  const { hasSound, isNotified, ignoresDoNotDisturb, restMinutes } = rule;
  const zones = 'zones' in rule ? rule.zones : null;
  const blank = newRule(kind, unit);
  return {
    ...blank,
    ...{ id, kind, name, isOn, hasSound, isNotified, ignoresDoNotDisturb },
    isOfAll: vehicles.kind === 'all',
    ...(vehicles.kind === 'chosen' && {
      vehicleIds: vehicles.vehicleIds,
      labelIds: vehicles.labelIds,
    }),
    ...{ zoneIds: zones?.zoneIds ?? [], zoneGroups: zones?.groups ?? [] },
    isInZones: kind === 'speed' && zones !== null,
    ...('limit' in rule && { limit: limitText(rule, unit) }),
    ...('minutes' in rule && rule.minutes !== null && { minutes: String(rule.minutes) }),
    isAuto: rule.kind === 'silence' && rule.minutes === null,
    hasHours: hours !== null,
    ...(hours && { days: hours.days, from: timeText(hours.from), to: timeText(hours.to) }),
    rest: String(restMinutes),
  };
}

/** A speed is shown with a decimal where the unit it was entered in was another. */
function limitText(rule: AlertRule & { limit: number }, unit: SpeedUnit): string {
  if (rule.kind !== 'speed') return String(rule.limit);
  return String(Math.round((rule.limit / unit.kmh) * 10) / 10);
}

/** `7:05`, from minutes after midnight; the end of the day is `24:00`. */
export function timeText(minutes: number): string {
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Minutes after midnight, of `7`, `7:05`, `07.05` or `7h05`; null for what is no time. */
export function readTime(text: string): number | null {
  const found = /^\s*(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?\s*$/i.exec(text);
  if (found === null) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)];
  const time = hours * 60 + minutes;
  return minutes < 60 && time <= minutesOfDay ? time : null;
}

function hoursOf({ days, from, to }: RuleDraft): WeekHours | null {
  const [begin, end] = [readTime(from), readTime(to)];
  if (begin === null || end === null) return null;
  return {
    days: [...days].sort(),
    from: begin % minutesOfDay,
    // Midnight as an end is that of the day itself.
    to: end === 0 ? minutesOfDay : end,
  };
}

function numberOf(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** The number of a rule and its range, in the units of the contract. */
function measureOf(draft: RuleDraft, unit: SpeedUnit) {
  switch (draft.kind) {
    case 'speed': {
      const { least, most } = RULE_LIMITS.speed;
      const shown = { least: Math.ceil(least / unit.kmh), most: Math.floor(most / unit.kmh) };
      return { field: 'limit' as const, value: numberOf(draft.limit), factor: unit.kmh, ...shown };
    }
    case 'low-battery':
      return {
        ...{ field: 'limit' as const, value: numberOf(draft.limit), factor: 1 },
        ...RULE_LIMITS.battery,
      };
    case 'idling':
      return {
        ...{ field: 'minutes' as const, value: numberOf(draft.minutes), factor: 1 },
        ...RULE_LIMITS.idling,
      };
    case 'silence':
      if (draft.isAuto) return null;
      return {
        ...{ field: 'minutes' as const, value: numberOf(draft.minutes), factor: 1 },
        ...RULE_LIMITS.silence,
      };
    default:
      return null;
  }
}

/**
 * The rule that a draft is, and what is wrong with it; null while it can't be kept.
 * @param nameFor what a rule is called that nobody gives a name; `offered` once there is one
 */
export function ruleOf(
  draft: RuleDraft,
  others: readonly AlertRule[],
  unit: SpeedUnit,
  nameFor: (rule: AlertRule) => string,
): { rule: AlertRule | null; faults: DraftFault[]; offered: string | null } {
  const faults: DraftFault[] = [];
  const measure = measureOf(draft, unit);
  if (measure !== null) {
    const { field, value, least, most } = measure;
    const isRight = value >= least && value <= most;
    if (!isRight) faults.push({ field, code: 'out-of-range', least, most });
  }
  for (const field of ['from', 'to'] as const) {
    if (draft.hasHours && readTime(draft[field]) === null) faults.push({ field, code: 'no-time' });
  }
  const rest = numberOf(draft.rest);
  const range = RULE_LIMITS.rest;
  const isRest = rest >= range.least && rest <= range.most;
  if (!isRest) faults.push({ field: 'rest', code: 'out-of-range', ...range });
  const before = others.find(({ id }) => id === draft.id);
  // A limit in another unit is shown rounded: left as it is shown, it stays as it is kept.
  const isUntouched =
    before?.kind === 'speed' && draft.kind === 'speed' && limitText(before, unit) === draft.limit;
  const entered = measure === null || faults.length > 0 ? 1 : measure.value * measure.factor;
  const number = isUntouched ? before.limit : entered;
  const entire = assemble(draft, number, isRest ? rest : USUAL_REST);
  const name = fittingName(nameFor(entire));
  const rule = entire.name === '' ? { ...entire, name } : entire;
  // Of what can't be read nothing more is said than that.
  const hidden = new Set<string>(faults.map(({ field }) => field));
  if (hidden.has('from') || hidden.has('to')) hidden.add('hours');
  faults.push(
    ...faultsOf(rule, faults.length > 0 ? [] : others).filter(({ field }) => !hidden.has(field)),
  );
  const isWhole = faults.every(({ field }) => field === 'kind');
  return { rule: faults.length === 0 ? rule : null, faults, offered: isWhole ? name : null };
}

/** A name as long as one may be. */
function fittingName(text: string): string {
  const name = cleanName(text);
  if (name.length <= RULE_NAME_AT_MOST) return name;
  // Half of a character that takes two places would be none.
  return `${name.slice(0, RULE_NAME_AT_MOST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function assemble(draft: RuleDraft, number: number, restMinutes: number): AlertRule {
  const { id, kind, isOn, hasSound, isNotified, ignoresDoNotDisturb } = draft;
  const zones: WatchedZones = { zoneIds: [...draft.zoneIds], groups: [...draft.zoneGroups] };
  const hours = draft.hasHours ? hoursOf(draft) : null;
  const common = {
    ...{ id, name: cleanName(draft.name), isOn, hasSound, isNotified, ignoresDoNotDisturb },
    vehicles: draft.isOfAll
      ? { kind: 'all' as const }
      : {
          kind: 'chosen' as const,
          vehicleIds: [...draft.vehicleIds],
          labelIds: [...draft.labelIds],
        },
    ...{ hours, restMinutes },
  };
  switch (kind) {
    case 'speed':
      return { ...common, kind, limit: number, zones: draft.isInZones ? zones : null };
    case 'zone-enter':
    case 'zone-leave':
      return { ...common, kind, zones };
    case 'silence':
      return { ...common, kind, minutes: draft.isAuto ? null : number };
    case 'ignition-outside-hours':
      return { ...common, kind, hours: hours ?? { days: [], from: 0, to: minutesOfDay } };
    case 'low-battery':
      return { ...common, kind, limit: number };
    case 'idling':
      return { ...common, kind, minutes: number };
  }
}
