import type { RecordRow } from '@contract/records';

type Row = Pick<RecordRow, 'mark' | 'goneAt' | 'fields'>;

/** Whether a record is deactivated, as far as the service tells it. */
export function isDeactivated({ fields }: Pick<Row, 'fields'>): boolean {
  return typeof fields['deactivatedAt'] === 'number';
}

/** Whether there is anything to say of a record's state: most are simply there. */
export function hasState(row: Row): boolean {
  return row.mark !== 'none' || row.goneAt !== null || isDeactivated(row);
}
