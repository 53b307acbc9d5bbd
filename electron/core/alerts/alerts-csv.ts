import { fromAbsolute } from '@internationalized/date';
import Papa from 'papaparse';
import { delayOf, type Alert } from '@contract/alerts';

/** What the table of alerts needs beside them. */
export interface AlertTableOptions {
  /** Times are written with its offset from UTC. */
  timeZone: string;
  /** A vehicle's plate; null where it is not known. */
  plateOf: (vehicleId: string) => string | null;
}

type Cell = string | number | null;

const columns: readonly (readonly [
  name: string,
  value: (alert: Alert, table: AlertTableOptions) => Cell,
])[] = [
  ['time', ({ at }, table) => timeOf(at, table)],
  ['found', ({ foundAt }, table) => timeOf(foundAt, table)],
  ['delay_seconds', (alert) => Math.round(delayOf(alert) / 1000)],
  ['ended', ({ endedAt }, table) => timeOf(endedAt, table)],
  ['rule', ({ ruleName }) => ruleName],
  ['kind', ({ kind }) => kind],
  ['plate', ({ vehicleId }, { plateOf }) => plateOf(vehicleId)],
  ['vehicle_id', ({ vehicleId }) => vehicleId],
  ['zone', ({ figures }) => figures.zoneName ?? null],
  ['speed_kmh', ({ figures }) => figures.speed ?? null],
  ['battery_percent', ({ figures }) => figures.battery ?? null],
  ['minutes', ({ figures }) => figures.minutes ?? null],
  ['limit', ({ figures }) => figures.limit ?? null],
  ['latitude', ({ place }) => place?.latitude ?? null],
  ['longitude', ({ place }) => place?.longitude ?? null],
  ['checked_every_seconds', ({ checkedEvery }) => checkedEvery],
  ['after_outage', ({ isAfterOutage }) => (isAfterOutage ? 'yes' : 'no')],
  ['acknowledged', ({ acknowledged }, table) => timeOf(acknowledged?.at ?? null, table)],
  ['acknowledged_by', ({ acknowledged }) => acknowledged?.by ?? null],
  ['assigned_to', ({ assignedTo }) => assignedTo],
  ['note', ({ note }) => note],
];

/** The first line of the table; by the mark before it, spreadsheets know the encoding. */
export function alertsCsvHead(): string {
  return `\uFEFF${linesOf([columns.map(([name]) => name)])}`;
}

/** A line of the table for each alert, times in ISO 8601. */
export function alertsCsvLines(alerts: readonly Alert[], table: AlertTableOptions): string {
  if (alerts.length === 0) return '';
  return linesOf(alerts.map((alert) => columns.map(([, value]) => value(alert, table))));
}

function linesOf(rows: readonly (readonly Cell[])[]): string {
  return `${Papa.unparse(rows, { delimiter: ',', escapeFormulae: true })}\r\n`;
}

function timeOf(at: number | null, { timeZone }: AlertTableOptions): string | null {
  if (at === null) return null;
  const { offset } = fromAbsolute(at, timeZone);
  const time = new Date(at + offset).toISOString().slice(0, -1);
  if (offset === 0) return `${time}Z`;
  const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${time}${offset < 0 ? '-' : '+'}${ahead}`;
}
