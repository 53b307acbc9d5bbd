import type { SeenVisit } from '@contract/alerts';
import { tableHead, tableLines, timeOf, type Column, type TableOptions } from './table-text';

/** What the table of visits needs beside them. */
interface VisitTableOptions extends TableOptions {
  /** A zone's name; null for one that was deleted. */
  zoneNameOf: (zoneId: string) => string | null;
}

const columns: readonly Column<SeenVisit, VisitTableOptions>[] = [
  ['plate', ({ vehicleId }, { plateOf }) => plateOf(vehicleId)],
  ['vehicle_id', ({ vehicleId }) => vehicleId],
  ['zone', ({ zoneId }, { zoneNameOf }) => zoneNameOf(zoneId)],
  ['zone_id', ({ zoneId }) => zoneId],
  ['entered', ({ from }, table) => timeOf(from, table)],
  ['left', ({ to }, table) => timeOf(to, table)],
  ['stayed_seconds', ({ from, to }) => (to === null ? null : Math.round((to - from) / 1000))],
  ['entered_earlier', ({ isFromUnknown }) => (isFromUnknown ? 'yes' : 'no')],
  ['left_later', ({ isToUnknown }) => (isToUnknown ? 'yes' : 'no')],
];

/** Stays in zones as a table, times in ISO 8601; one that lasts has no end. */
export function visitsCsv(visits: readonly SeenVisit[], table: VisitTableOptions): string {
  return tableHead(columns) + tableLines(columns, visits, table);
}
