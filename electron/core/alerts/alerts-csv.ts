import { delayOf, type Alert } from '@contract/alerts';
import { tableHead, tableLines, timeOf, type Column, type TableOptions } from './table-text';

const columns: readonly Column<Alert>[] = [
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

/** The first line of the table of alerts. */
export function alertsCsvHead(): string {
  return tableHead(columns);
}

/** A line of the table for each alert, times in ISO 8601. */
export function alertsCsvLines(alerts: readonly Alert[], table: TableOptions): string {
  return tableLines(columns, alerts, table);
}
