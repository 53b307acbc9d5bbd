import type { CollectionName } from '@contract/collections';
import { fieldsOf, labelOf, nameFieldOf, type FieldKind } from '@contract/resources';
import type { RecordRow } from '@contract/records';
import { useFieldWords } from '@/app/records/field-words';

/** What a cell shows of a field. */
export type Cell = {
  text: string;
  /** Nothing to show: the field is empty, or the service does not tell it. */
  none: 'empty' | 'untold' | null;
  /** `#RRGGBB`, shown beside its name. */
  color: string | null;
  look: 'plain' | 'plate' | 'figures';
  isChanged: boolean;
};

/** Figures that are compared from row to row. */
const figures: readonly FieldKind[] = [
  'moment',
  'date',
  'year',
  'cpf',
  'phone',
  'imei',
  'iccid',
  'vin',
  'color',
];

const idCell = { none: null, color: null, look: 'figures' } as const;

/**
 * What cells show, made by one function for all of them: a table that is scrolled makes hundreds
 * of cells a second, so none of them sets up anything of its own.
 */
export function useCells(collection: CollectionName): (row: RecordRow, field: string) => Cell {
  const words = useFieldWords();
  const infos = fieldsOf(collection);

  return (row, field) => {
    const info = infos[field];
    const value = row.fields[field];
    const isEmpty = value === undefined || value === null || value === '';
    // What nothing names is called by its id, in the column of names.
    const isNameless =
      field === nameFieldOf(collection) && labelOf(collection, row.fields) === null;
    if (isEmpty && isNameless)
      return { ...idCell, text: row.key, isChanged: row.changed.includes(field) };
    const text = isEmpty ? '' : words.valueOf(collection, field, value);
    const kind = info?.kind ?? 'text';
    return {
      text,
      none: isEmpty ? (value === undefined && info?.readable === false ? 'untold' : 'empty') : null,
      color: kind === 'color' && /^#[0-9a-f]{6}$/i.test(text) ? text : null,
      look: kind === 'plate' ? 'plate' : figures.includes(kind) ? 'figures' : 'plain',
      isChanged: row.changed.includes(field),
    };
  };
}
