import { fromAbsolute } from '@internationalized/date';
import Papa from 'papaparse';

/** What is written in a cell. */
export type Cell = string | number | null;

/** What tables of alerts and visits need beside them. */
export interface TableOptions {
  /** Times are written with its offset from UTC. */
  timeZone: string;
  /** A vehicle's plate; null where it is not known. */
  plateOf: (vehicleId: string) => string | null;
}

/** A column: its name, and what it says of a row. */
export type Column<Row, Options = TableOptions> = readonly [
  name: string,
  value: (row: Row, table: Options) => Cell,
];

/** The first line of a table (CSV); by the mark before it, spreadsheets know the encoding. */
export function tableHead(
  columns: readonly (readonly [name: string, ...rest: unknown[]])[],
): string {
  return `\uFEFF${linesOf([columns.map(([name]) => name)])}`;
}

/** A line of the table for each row. */
export function tableLines<Row, Options>(
  columns: readonly Column<Row, Options>[],
  rows: readonly Row[],
  table: Options,
): string {
  if (rows.length === 0) return '';
  return linesOf(rows.map((row) => columns.map(([, value]) => value(row, table))));
}

/** A moment in ISO 8601, with the offset of the time zone. */
export function timeOf(at: number | null, { timeZone }: TableOptions): string | null {
  if (at === null) return null;
  const { offset } = fromAbsolute(at, timeZone);
  const time = new Date(at + offset).toISOString().slice(0, -1);
  if (offset === 0) return `${time}Z`;
  const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${time}${offset < 0 ? '-' : '+'}${ahead}`;
}

function linesOf(rows: readonly (readonly Cell[])[]): string {
  return `${Papa.unparse(rows, { delimiter: ',', escapeFormulae: true })}\r\n`;
}
