import { alertRuleSchema, type AlertRule } from '@contract/alert-rules';
import {
  alertSchema,
  type Alert,
  type AlertCursor,
  type AlertFilter,
  type AlertPage,
  type OpenCounts,
} from '@contract/alerts';
import type { Bindable, Connection, Row } from './connection';
import { digestOf, isTrue, signedColumns } from './digests';
import { asInteger, parse } from './stored-values';

/** Most alerts that are kept; the oldest give way. */
const ALERTS_AT_MOST = 200_000;
/** Most names that are offered for an alert to be assigned to. */
const ASSIGNEES_AT_MOST = 50;

/** Keeps a rule, in place of the one with its id. */
export function writeRule(connection: Connection, rule: AlertRule): void {
  const row = { id: rule.id, body: JSON.stringify(rule) };
  connection.run(
    'INSERT OR REPLACE INTO alert_rules (id, body, digest) VALUES (?, ?, ?)',
    ...[row.id, row.body, digestOf(connection, 'alert_rules', row)],
  );
}

/** Removes a rule; one that is not there is none. */
export function dropRule(connection: Connection, id: string): void {
  connection.run('DELETE FROM alert_rules WHERE id = ?', id);
}

/** All rules, in the order of their ids; those that are not what was written are left out. */
export function rulesOf(connection: Connection): AlertRule[] {
  return connection
    .all(`SELECT ${signedColumns('alert_rules')} FROM alert_rules ORDER BY id`)
    .flatMap((row) => {
      const rule = isTrue(connection, 'alert_rules', row) ? readRule(row) : null;
      return rule === null ? [] : [rule];
    });
}

/** The rule of a row; null where it is none. */
export function readRule(row: Row): AlertRule | null {
  return alertRuleSchema.safeParse(parse(row['body'])).data ?? null;
}

/** Keeps alerts, in place of those with their ids. */
export function writeAlerts(connection: Connection, alerts: readonly Alert[]): void {
  for (const alert of alerts) {
    const row = {
      ...{ id: alert.id, at: alert.at, rule_id: alert.ruleId, vehicle_id: alert.vehicleId },
      ...{ kind: alert.kind, is_open: asInteger(alert.acknowledged === null) },
      ...{ assigned_to: alert.assignedTo, body: JSON.stringify(alert) },
    };
    connection.run(
      `INSERT OR REPLACE INTO alerts
         (id, at, rule_id, vehicle_id, kind, is_open, assigned_to, body, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[row.id, row.at, row.rule_id, row.vehicle_id, row.kind, row.is_open, row.assigned_to],
      ...[row.body, digestOf(connection, 'alerts', row)],
    );
  }
}

/** Alerts by their ids; unknown ones are left out. */
export function alertsById(connection: Connection, ids: readonly string[]): Alert[] {
  const sql = `SELECT ${signedColumns('alerts')} FROM alerts WHERE id = ?`;
  return ids.flatMap((id) => {
    const row = connection.first(sql, id);
    return row === null ? [] : readTrue(connection, row);
  });
}

/** A page of the alerts that a filter finds, the newest first. */
export function findAlerts(
  connection: Connection,
  filter: AlertFilter,
  after: AlertCursor | null,
  limit: number,
): AlertPage {
  const { where, values } = conditionOf(filter);
  const count = connection.number(`SELECT count(*) FROM alerts WHERE ${where}`, ...values);
  const rows = connection.all(
    `SELECT ${signedColumns('alerts')} FROM alerts
     WHERE ${where} ${after === null ? '' : 'AND (at, id) < (?, ?)'}
     ORDER BY at DESC, id DESC LIMIT ?`,
    ...[...values, ...(after === null ? [] : [after.at, after.id]), limit],
  );
  const last = rows.at(-1);
  return {
    alerts: rows.flatMap((row) => readTrue(connection, row)),
    next:
      rows.length < limit || last === undefined
        ? null
        : { at: Number(last['at']), id: String(last['id']) },
    count,
  };
}

/** How many alerts are open, in all and by vehicle. By the index of open ones: most are closed. */
export function openAlerts(connection: Connection): OpenCounts {
  const rows = connection.all(
    `SELECT CAST(vehicle_id AS BLOB) AS vehicle_id, count(*) AS open FROM alerts
     WHERE is_open = 1 GROUP BY +vehicle_id`,
  );
  const vehicles = rows.map((row) => [String(row['vehicle_id']), Number(row['open'])] as const);
  return {
    open: vehicles.reduce((sum, [, open]) => sum + open, 0),
    vehicles: Object.fromEntries(vehicles),
  };
}

/** Names that alerts were assigned to, those of the newest alerts first. */
export function assigneesOf(connection: Connection): string[] {
  return connection
    .all(
      `SELECT CAST(assigned_to AS BLOB) AS name FROM alerts WHERE assigned_to IS NOT NULL
       GROUP BY assigned_to ORDER BY max(at) DESC LIMIT ?`,
      ASSIGNEES_AT_MOST,
    )
    .map((row) => String(row['name']));
}

/** Removes alerts from before a moment, and the oldest of those that are too many. */
export function pruneAlerts(connection: Connection, before: number): void {
  connection.run('DELETE FROM alerts WHERE at < ?', before);
  const tooMany = connection.number('SELECT count(*) FROM alerts') - ALERTS_AT_MOST;
  if (tooMany <= 0) return;
  connection.run(
    'DELETE FROM alerts WHERE id IN (SELECT id FROM alerts ORDER BY at, id LIMIT ?)',
    tooMany,
  );
}

function conditionOf(filter: AlertFilter): { where: string; values: Bindable[] } {
  const { from, to, ruleIds, kinds, vehicleIds, state, assignedTo } = filter;
  const parts: string[] = ['TRUE'];
  const values: Bindable[] = [];
  const add = (sql: string, ...more: Bindable[]): void => {
    parts.push(sql);
    values.push(...more);
  };
  if (from !== null) add('at >= ?', from);
  if (to !== null) add('at < ?', to);
  for (const [column, list] of [
    ['rule_id', ruleIds],
    ['kind', kinds],
    ['vehicle_id', vehicleIds],
  ] as const) {
    if (list.length > 0) add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(list));
  }
  if (state !== 'all') add(state === 'open' ? 'is_open = 1' : 'is_open = 0');
  if (assignedTo === '') add('assigned_to IS NULL');
  else if (assignedTo !== null) add('assigned_to = ?', assignedTo);
  return { where: parts.join(' AND '), values };
}

function readTrue(connection: Connection, row: Row): Alert[] {
  const alert = isTrue(connection, 'alerts', row) ? readAlert(row) : null;
  return alert === null ? [] : [alert];
}

/** The alert of a row; null where it is none. */
export function readAlert(row: Row): Alert | null {
  return alertSchema.safeParse(parse(row['body'])).data ?? null;
}
