import type { CollectionName } from '@contract/collections';
import {
  derivedOf,
  fieldsOf,
  labelOf,
  nameFieldOf,
  type Derived,
  type FieldKind,
} from '@contract/resources';
import { connectionStates, motions } from '@contract/fixes';
import type { FieldValue, RecordRow } from '@contract/records';
import { isOutdated } from '@contract/rules/live-state';
import { IN_PLACE, type Where } from '@contract/where';
import { timeNow } from '@/app/clock';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useWhereWords } from '@/app/where/where-words';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from '@/app/records/field-words';
import { useSessionStore } from '@/app/stores/session-store';
import type { TableCell } from '@/ui/table-cell';

/** Figures that are compared from row to row. */
const figures: readonly FieldKind[] = [
  'moment',
  'date',
  'year',
  'number',
  'cpf',
  'phone',
  'imei',
  'iccid',
  'vin',
];

const idCell = { none: null, color: null, look: 'figures' } as const;

/**
 * What cells show, made by one function for all of them: a table that is scrolled makes hundreds
 * of cells a second, so none of them sets up anything of its own.
 * @param whereOf where the vehicle of a row is, as far as maps know; its nearest town is shown until then
 */
export function useCells(
  collection: CollectionName,
  whereOf: (row: RecordRow) => Where | null = () => null,
): (row: RecordRow, field: string) => TableCell {
  const { t } = useI18n();
  const words = useFieldWords();
  const format = useFormat();
  const session = useSessionStore();
  const where = useWhereWords();
  const infos = fieldsOf(collection);
  const derived = derivedOf(collection);

  function colorOf(value: string): Partial<TableCell> {
    const isColor = /^#[0-9a-f]{6}$/i.test(value);
    return isColor ? { color: value, text: words.colorOf(value), title: value.toUpperCase() } : {};
  }

  /** Today's moments need no date, `14:02`; those of another year name it. */
  function momentOf(at: number): Pick<TableCell, 'text' | 'title'> {
    const day = dayAt(at, format.zone.value);
    const today = dayAt(timeNow(), format.zone.value);
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    const dated = isThisYear ? format.shortDateTime(at) : format.numericDateTime(at);
    return { text: day === today ? format.time(at, false) : dated, title: format.dateTime(at) };
  }

  /** In figures, so that no language is too long for the year; in words for who asks. */
  function dateOf(value: FieldValue | undefined, words: string): Partial<TableCell> {
    if (typeof value === 'number') return { text: format.numericDateTime(value), title: words };
    // What is no date is shown as it is.
    const isDay = typeof value === 'string' && value !== words;
    return isDay ? { text: format.numericDay(value), title: words } : {};
  }

  /** Without a link to the service, or once it is silent, it is what the vehicle did last. */
  function stateOf(
    value: FieldValue,
    { connection }: RecordRow['derived'] & object,
  ): Partial<TableCell> {
    const motion = motions.find((each) => each === value);
    if (motion === undefined) return { look: 'faint' };
    const reach = connectionStates.find((each) => each === connection) ?? 'live';
    // A parked vehicle reports rarely: that says nothing about it.
    const isTold = reach === 'never' || isOutdated({ connection: reach, motion });
    const withReach = (word: string): string =>
      isTold ? `${word} · ${t(`liveMap.connections.${reach}`)}` : word;
    const isPast = session.isFrozen || reach === 'silent';
    return {
      // A column has no room for whole sentences in every language.
      text: withReach(t(`records.${isPast ? 'wasMotions' : 'liveMotions'}.${motion}`)),
      title: withReach(t(`liveMap.${isPast ? 'was' : 'motions'}.${motion}`)),
      look: isPast ? 'faint' : 'plain',
      glyph: { motion, connection: reach, isPast },
    };
  }

  function isUntold(from: Derived['from']): boolean {
    if (typeof from === 'string' || !('collection' in from)) return false;
    return fieldsOf(from.collection)[from.field]?.readable === false;
  }

  /** The street, or else the nearest place and how far that is, where the vehicle is not there. */
  function placeOf(
    row: RecordRow,
    name: string,
    { placeDistance: away, placeBearing: bearing }: RecordRow['derived'] & object,
  ): Partial<TableCell> {
    const known = whereOf(row);
    if (known) return { text: where.brief(known), title: where.full(known), none: null };
    if (name === '' || typeof away !== 'number' || typeof bearing !== 'number') return {};
    const town = { name, away, bearing, isIn: away < IN_PLACE };
    return { text: where.full({ street: null, district: null, town, source: 'places' }) };
  }

  function derivedCell(row: RecordRow, field: string, { kind, from }: Derived): TableCell {
    const value = row.derived?.[field] ?? null;
    const isFigure = kind === 'moment' || kind === 'count';
    const isUnknown = row.unknown?.includes(field) === true;
    // It has a form of its own, which is costly enough once.
    const isMoment = kind === 'moment' && typeof value === 'number';
    const cell: TableCell = {
      text: value === null || isMoment ? '' : words.valueOf(collection, field, value),
      none: value === null && kind !== 'count' ? 'empty' : null,
      color: null,
      look: isFigure ? 'figures' : 'plain',
      isChanged: false,
    };
    if (kind === 'place') return { ...cell, ...placeOf(row, cell.text, row.derived ?? {}) };
    // What refers by a field that the service does not tell can't be counted.
    if (kind === 'count' && value === null && isUntold(from)) return { ...cell, none: 'untold' };
    if (isUnknown) return { ...cell, text: '', none: 'unknown' };
    if (kind === 'count') return { ...cell, text: format.number(Number(value ?? 0)) };
    if (isMoment) return { ...cell, ...momentOf(value) };
    if (kind === 'liveState' && value !== null)
      return { ...cell, ...stateOf(value, row.derived ?? {}) };
    return cell;
  }

  return (row, field) => {
    const beside = derived[field];
    if (beside !== undefined) return derivedCell(row, field, beside);
    const info = infos[field];
    const value = field in row.fields ? row.fields[field] : row.derived?.[field];
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
      color: null,
      look: kind === 'plate' ? 'plate' : figures.includes(kind) ? 'figures' : 'plain',
      isChanged: row.changed.includes(field),
      ...(!isEmpty && (kind === 'date' || kind === 'moment') && dateOf(value, text)),
      ...(kind === 'color' && typeof value === 'string' && colorOf(value)),
    };
  };
}
