import type { ConnectionState, Motion } from '@contract/fixes';
import type { RecordMark } from '@contract/records';

/** What a cell of a table shows. */
export type TableCell = {
  text: string;
  /** The whole of it, where the text is a short form. */
  title?: string;
  /** Nothing to show: the field is empty, the service does not tell it, or nobody has looked yet. */
  none: 'empty' | 'untold' | 'unknown' | null;
  /** `#RRGGBB`, shown beside its name. */
  color: string | null;
  look: 'plain' | 'plate' | 'figures' | 'faint';
  isChanged: boolean;
  /** The sign of a vehicle's state. */
  glyph?: {
    motion: Motion;
    connection: ConnectionState;
    /** It was so once, and does not look like now. */
    isPast: boolean;
  };
  /** The sign of a record's mark, at the end. */
  mark?: Exclude<RecordMark, 'none'>;
};

/**
 * What the cells of a row show, column by column: null while the row is being read; undefined where
 * the table's owner draws the cell.
 */
export type TableCells = (key: string) => (column: string) => TableCell | null | undefined;
