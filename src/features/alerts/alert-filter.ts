import { momentsOf, readSpan } from '@/app/spans/moment-span';
import { allAlerts, type Alert, type AlertFilter, type AlertsPatch } from '@contract/alerts';

/** Spans of time that the list offers, milliseconds. */
export const spans = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
/** The spans that the list offers, by name. */
export const spanNames = Object.keys(spans) as (keyof typeof spans)[];

/**
 * The moments of a span: of an offered one up to now, or of the days from one to another.
 * @param span see {@link AlertChoice}
 * @param zone in which days begin and end
 */
export function rangeOf(
  span: string,
  now: number,
  zone: string,
): { from: number | null; to: number | null } {
  const offered = spanNames.find((name) => name === span);
  if (offered !== undefined) return { from: now - spans[offered], to: null };
  const days = readSpan(span);
  if (days === null) return { from: null, to: null };
  const { from, before } = momentsOf(days, now, zone);
  return { from, to: before };
}

/** What a person narrowed the list to. */
export type AlertChoice = {
  state: AlertFilter['state'];
  ruleIds: readonly string[];
  vehicleIds: readonly string[];
  /** The name of an offered span, or days as `2026-03-01..2026-03-31`. */
  span: string | null;
  /** A name, an empty text for nobody, null for all. */
  assignedTo: string | null;
};

/** What the list begins with. */
export const firstChoice: AlertChoice = {
  ...{ state: 'open', ruleIds: [], vehicleIds: [], span: null, assignedTo: null },
};

/** Whether a choice narrows the list by more than what is open or not. */
export function isNarrowed({ ruleIds, vehicleIds, span, assignedTo }: AlertChoice): boolean {
  return ruleIds.length + vehicleIds.length > 0 || span !== null || assignedTo !== null;
}

/** The question to main that a choice is. */
export function filterOf(choice: AlertChoice, now: number, zone: string): AlertFilter {
  const { state, ruleIds, vehicleIds, span, assignedTo } = choice;
  return {
    ...allAlerts,
    ...{ state, assignedTo, ruleIds: [...ruleIds], vehicleIds: [...vehicleIds] },
    ...(span !== null && rangeOf(span, now, zone)),
  };
}

/** Whether an alert is among those that a filter finds, as main judges it. */
export function fits(alert: Alert, filter: AlertFilter): boolean {
  const { from, to, ruleIds, kinds, vehicleIds, state, assignedTo } = filter;
  if (from !== null && alert.at < from) return false;
  if (to !== null && alert.at >= to) return false;
  if (ruleIds.length > 0 && !ruleIds.includes(alert.ruleId)) return false;
  if (kinds.length > 0 && !kinds.includes(alert.kind)) return false;
  if (vehicleIds.length > 0 && !vehicleIds.includes(alert.vehicleId)) return false;
  if (state !== 'all' && (alert.acknowledged === null) !== (state === 'open')) return false;
  return assignedTo === null || (alert.assignedTo ?? '') === assignedTo;
}

/** What of the history is on show. */
export type ShownAlerts = { alerts: readonly Alert[]; count: number };

/**
 * The list after a patch. Alerts older than its end are read with their page; the count is right in
 * any case where the list holds all of them.
 */
export function mergeAlerts(
  { alerts, count }: ShownAlerts,
  { changed, removed }: Pick<AlertsPatch, 'changed' | 'removed'>,
  filter: AlertFilter,
  isWhole: boolean,
): ShownAlerts {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  const kept = alerts.filter(({ id }) => !gone.has(id));
  const end = alerts.at(-1)?.at ?? -Infinity;
  const known = new Set(alerts.map(({ id }) => id));
  const now = changed.filter((alert) => fits(alert, filter) && (isWhole || alert.at >= end));
  const next = [...kept, ...now].sort(
    (one, other) => other.at - one.at || (one.id < other.id ? 1 : -1),
  );
  const came = now.filter(({ id }) => !known.has(id)).length;
  const went = alerts.length - kept.length - now.filter(({ id }) => known.has(id)).length;
  return { alerts: next, count: Math.max(next.length, count + came - went) };
}
