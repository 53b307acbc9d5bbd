import type { CollectionName } from '@contract/collections';
import { motions, type Motion } from '@contract/fixes';
import {
  derivedOf,
  descriptionOf,
  detailOf,
  fieldsOf,
  referencesOf,
  subtitleOf,
} from '@contract/resources';
import { liveStates, type LiveState } from '@contract/rules/live-state';
import type { Fields, FieldValue } from '@contract/records';
import { useFormat } from '../format';
import { writeNumber } from '@/ui/number-text';
import { hasMessage, useI18n } from '@/i18n/i18n';
import { useValueNamesStore } from '../stores/value-names-store';
import { useVehicleLabelsStore } from '../stores/vehicle-labels-store';
import { nameOfType } from '../vehicle-name';
import { colorNameOf } from './color-names';
import { groupCpf, groupPhone } from './grouped-digits';
import { nameOfLanguage } from './language-names';
import { useRecordLabels } from './record-labels';

/**
 * Names and values of record fields in words, in the language in use. Reactive where it is read in
 * templates and computed values: names of referred records arrive a moment later.
 */
export function useFieldWords() {
  const { t, locale } = useI18n();
  const format = useFormat();
  const labels = useRecordLabels();
  const names = useValueNamesStore();
  const given = useVehicleLabelsStore();

  /** `Brand`; a field that has no words is called by its own name. */
  function nameOf(collection: CollectionName, field: string): string {
    const described = descriptionOf(collection)?.fields[field];
    if (described !== undefined) return described.labels[locale.value];
    const key = `fields.${collection}.${field}`;
    return hasMessage(key) ? t(key) : field;
  }

  /** The name as it is written within a sentence: `brand`, but `VIN`. */
  function nameWithin(collection: CollectionName, field: string): string {
    const name = nameOf(collection, field);
    return /^\p{Lu}\p{Ll}/u.test(name)
      ? name.charAt(0).toLocaleLowerCase(locale.value) + name.slice(1)
      : name;
  }

  /** Names of the records that are referred to. */
  function labelsOf(collection: CollectionName, field: string, value: FieldValue): string {
    const other = referencesOf(collection, field);
    const keys = Array.isArray(value) ? value : [String(value)];
    return keys.map((key) => (other && labels.labelOf(other, key)) ?? key).join(', ');
  }

  function stateOf(value: FieldValue): string {
    const state = liveStates.find((each) => each === value);
    const motion = motions.find((each) => each === state);
    if (motion !== undefined) return t(`liveMap.motions.${motion}`);
    return state === undefined ? String(value) : t(`records.liveStates.${state as Reason}`);
  }

  /** The name that a profile gives a value; the value itself where it has none. */
  function choiceOf(collection: CollectionName, field: string, value: string): string {
    const values = descriptionOf(collection)?.fields[field]?.values ?? {};
    return (Object.hasOwn(values, value) ? values[value]?.[locale.value] : undefined) ?? value;
  }

  /** A color `#RRGGBB` by the name that it comes closest to. */
  function colorOf(hex: string): string {
    return t(`fields.colors.${colorNameOf(hex)}`);
  }

  /** A value as a person reads it: `empty`, a date, the name of the record that is referred to. */
  function valueOf(collection: CollectionName, field: string, value: FieldValue): string {
    if (value === null || value === '') return t('fields.empty');
    const info = fieldsOf(collection)[field] ?? derivedOf(collection)[field];
    if (info?.kind === 'references') return labelsOf(collection, field, value);
    if (info?.kind === 'tags' || info?.kind === 'group') return given.namesOf(value);
    if (info?.kind === 'pin') return t('records.states.pinned');
    if (info?.kind === 'liveState') return stateOf(value);
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : t('fields.empty');
    if (info?.kind === 'moment' && typeof value === 'number') return format.dateTime(value);
    if (typeof value === 'number') return format.number(value, { useGrouping: false });
    switch (info?.kind) {
      case 'reference':
        return labelsOf(collection, field, value);
      case 'date':
        return /^\d{4}-\d\d-\d\d$/.test(value) ? format.day(value, calendarDay) : value;
      case 'choice':
        return choiceOf(collection, field, value);
      case 'identifier':
        return names.nameOf(collection, field, value) ?? value;
      case 'vehicleType':
        return nameOfType(value);
      case 'locale':
        return nameOfLanguage(value, locale.value) ?? value;
      case 'number':
        return writeNumber(value, locale.value);
      case 'cpf':
        return groupCpf(value);
      case 'phone':
        return groupPhone(value);
      case 'password':
      case 'secret':
        return '••••••••';
      default:
        return value;
    }
  }

  function write(collection: CollectionName, fields: Fields, field: string): string {
    const value = fields[field] ?? null;
    return value === null || value === '' ? '' : valueOf(collection, field, value);
  }

  /** What tells a record apart from others of its name, as a person reads it. */
  function detailOfRecord(collection: CollectionName, fields: Fields): string | null {
    return detailOf(collection, fields, (of, field) => write(collection, of, field));
  }

  /** What is shown below the name of a record. */
  function subtitleOfRecord(collection: CollectionName, fields: Fields): string {
    return subtitleOf(collection, fields, (of, field) => write(collection, of, field));
  }

  /** The heading of a form's section. */
  function sectionOf(collection: CollectionName, section: string): string {
    const key = `${collection}.sections.${section}`;
    return hasMessage(key) ? t(key) : section;
  }

  return {
    nameOf,
    nameWithin,
    valueOf,
    colorOf,
    detailOf: detailOfRecord,
    subtitleOf: subtitleOfRecord,
    sectionOf,
  };
}

/** Why nothing is known of what a vehicle does. */
type Reason = Exclude<LiveState, Motion>;

const calendarDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
