import type { CollectionName } from '@contract/collections';
import { numberIn } from '@contract/field-checks';
import { fieldsOf, resourceOf } from '@contract/resources';
import type { Fields, FieldValue } from '@contract/records';

/** A plate as it is compared: services store it with or without dash, in either case. */
export function plainPlate(plate: string): string {
  return plate.replace(/[^0-9a-z]/gi, '').toUpperCase();
}

const foldCase = (value: string): string => value.toUpperCase();
const onlyDigits = (value: string): string => value.replace(/\D/g, '');

/** A number is the same however it is grouped; what holds more than a number has no other form. */
function plainPhone(value: string): string {
  return /^[+\d\s().-]+$/.test(value) ? value.replace(/[^+\d]/g, '') : value;
}

/** How values of a kind are brought to one form where services are known to change the form. */
const FORMS: Readonly<Partial<Record<string, (value: string) => string>>> = {
  plate: plainPlate,
  vin: foldCase,
  color: foldCase,
  cpf: onlyDigits,
  phone: plainPhone,
  email: foldCase,
  number: (value) => String(numberIn(value) ?? value),
};

/**
 * Whether two values of a field say the same. Empty texts and null do; spaces around don't count;
 * plates, VIN, colors, CPF, e-mail addresses and phone numbers are compared without regard to their
 * form.
 */
export function isSameValue(
  collection: CollectionName,
  field: string,
  left: FieldValue | undefined,
  right: FieldValue | undefined,
): boolean {
  return plainValue(collection, field, left) === plainValue(collection, field, right);
}

/** A value in the form in which it is compared. */
export function plainValue(
  collection: CollectionName,
  field: string,
  value: FieldValue | undefined,
): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return JSON.stringify(value);
  const kind = fieldsOf(collection)[field]?.kind ?? 'text';
  const text = String(value).trim();
  return FORMS[kind]?.(text) ?? text;
}

/** The value of a field; undefined where it was not told. */
export function valueAt(fields: Fields, field: string): FieldValue | undefined {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** What identifies a record, as `field:value` in the compared form; empty fields identify nothing. */
export function identitiesOf(collection: CollectionName, fields: Fields): string[] {
  return resourceOf(collection).identity.flatMap((field) => {
    const value = plainValue(collection, field, fields[field]);
    return value === '' ? [] : [`${collection}:${field}:${value}`];
  });
}

/** Whether two sets of fields name the same record, as far as the one field they share tells. */
export function isSameRecord(collection: CollectionName, left: Fields, right: Fields): boolean {
  for (const field of resourceOf(collection).identity) {
    const wanted = plainValue(collection, field, left[field]);
    const found = plainValue(collection, field, right[field]);
    if (wanted !== '' && found !== '') return wanted === found;
  }
  return false;
}

/** Fields of a collection that point to records, with the keys of these. */
export function referenceFields(collection: CollectionName, fields: Fields): [string, string][] {
  const known = fieldsOf(collection);
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    known[name]?.kind === 'reference' && typeof value === 'string' ? [[name, value]] : [],
  );
}

/** Keys of the records that fields of a collection point to. */
export function referencesIn(collection: CollectionName, fields: Fields): string[] {
  return referenceFields(collection, fields).map(([, key]) => key);
}
