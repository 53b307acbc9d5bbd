import type { CollectionName } from '@contract/collections';
import { FleetdeskError, type FieldMessage } from '@contract/errors';
import { errorIn, type Finding } from '@contract/field-checks';
import type { Fields } from '@contract/records';
import { fieldsOf, type Field } from '@contract/resources';

/**
 * Checks the fields that a person wants to set, by the same rules as forms.
 * @throws FleetdeskError `invalid-request` with a message for each field that can't be set
 */
export function checkFields(
  collection: CollectionName,
  fields: Fields,
  { isNew, hasPassword = false }: { isNew: boolean; hasPassword?: boolean },
): void {
  const known = fieldsOf(collection);
  const given = Object.entries(fields).flatMap(([path, value]): FieldMessage[] => {
    const field = Object.hasOwn(known, path) ? known[path] : undefined;
    if (!field || !isTaken(field, isNew)) return [{ path, message: 'can not be set here' }];
    const found = errorIn(field, value);
    if (found === null) return [];
    const { says, values } = found;
    return [{ path, message: messages[says] ?? says, says, ...(values && { values }) }];
  });
  const missing = Object.entries(known).flatMap(([path, { required, kind }]): FieldMessage[] => {
    const isThere = kind === 'password' ? hasPassword : Object.hasOwn(fields, path);
    return isNew && required && !isThere ? [{ path, message: 'is required', says: 'needed' }] : [];
  });
  if (given.length + missing.length === 0) return;
  throw new FleetdeskError({
    code: 'invalid-request',
    message: `Fields of ${collection} that can not be taken.`,
    fields: [...given, ...missing],
  });
}

/** A password is kept apart from all other fields, so that it can be wiped. */
function isTaken({ kind, writable }: Field, isNew: boolean): boolean {
  return kind !== 'password' && (writable === 'always' || (isNew && writable === 'create'));
}

const messages: Partial<Record<Finding['says'], string>> = {
  needed: 'is required',
  form: 'is not of the kind that the field holds',
  color: 'is not a color such as #1A2B3C',
  date: 'is not a date such as 1990-12-31',
  email: 'is not an e-mail address',
  id: 'is not the id of a record',
  tooLong: 'is too long',
  number: 'is not a number',
  choice: 'is none of the values of the field',
};
