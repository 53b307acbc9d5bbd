import type { Alert } from '@contract/alerts';

/** Alerts of one rule that follow each other this closely belong to one storm, milliseconds. */
const closeness = 60_000;
/** So many make a storm. */
const stormFrom = 6;

/** A row of the list. */
export type AlertListRow =
  | { kind: 'day'; key: string; at: number; count: number }
  | {
      kind: 'storm';
      key: string;
      ruleName: string;
      alerts: readonly Alert[];
      isExpanded: boolean;
    }
  | { kind: 'alert'; key: string; alert: Alert; isInStorm: boolean };

/**
 * The rows of a list, the newest first: days as headings, and many alerts of one rule that came
 * together as one row that opens.
 * @param dayOf the day of a moment, in the zone that times are shown in
 * @param expanded keys of the storms that a person opened
 */
export function alertRows(
  alerts: readonly Alert[],
  dayOf: (at: number) => string,
  expanded: ReadonlySet<string>,
): AlertListRow[] {
  const rows: AlertListRow[] = [];
  let day: (AlertListRow & { kind: 'day' }) | null = null;
  let dayName: string | null = null;
  for (const run of runsOf(alerts, dayOf)) {
    const [newest] = run;
    const oldest = run.at(-1);
    if (newest === undefined || oldest === undefined) continue;
    const name = dayOf(newest.at);
    if (day === null || name !== dayName) {
      day = { kind: 'day', key: `day ${name}`, at: newest.at, count: 0 };
      dayName = name;
      rows.push(day);
    }
    day.count += run.length;
    const isStorm = run.length >= stormFrom;
    // Named by its oldest alert: a newer one joins the same storm.
    const key = `storm ${oldest.id}`;
    const isExpanded = expanded.has(key);
    if (isStorm) {
      rows.push({ kind: 'storm', key, ruleName: newest.ruleName, alerts: run, isExpanded });
    }
    if (isStorm && !isExpanded) continue;
    for (const alert of run) {
      rows.push({ kind: 'alert', key: alert.id, alert, isInStorm: isStorm });
    }
  }
  return rows;
}

/** Alerts that follow each other closely, of one rule and one day. */
function runsOf(alerts: readonly Alert[], dayOf: (at: number) => string): Alert[][] {
  const runs: Alert[][] = [];
  for (const alert of alerts) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isClose =
      last !== undefined &&
      last.ruleId === alert.ruleId &&
      last.at - alert.at <= closeness &&
      dayOf(last.at) === dayOf(alert.at);
    if (isClose) run?.push(alert);
    else runs.push([alert]);
  }
  return runs;
}
