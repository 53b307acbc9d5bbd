import { fieldsOf } from '@contract/resources';
import type { OutboxEntry } from '@contract/outbox';
import type { FieldValue } from '@contract/records';

/** Whether what is wrong with a refused change can be put right in its fields. */
export function isCorrected({ kind, trouble }: Pick<OutboxEntry, 'kind' | 'trouble'>): boolean {
  const isOnHold = trouble?.kind === 'refused' && trouble.isOnHold === true;
  return (kind === 'create' || kind === 'update') && !isOnHold;
}

/** Whether a field has nothing in it. */
export function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * The fields of a refused change as its form shows them: those that the service spoke of, then what
 * was entered, and for a new record the others that it could have.
 */
export function sortFields(
  { kind, subject: { collection }, fields }: Pick<OutboxEntry, 'kind' | 'subject' | 'fields'>,
  spokenOf: readonly string[],
): { main: string[]; more: string[] } {
  const writable = Object.entries(fieldsOf(collection))
    .filter(([, info]) => info.kind !== 'password')
    .filter(
      ([, { writable }]) => writable === 'always' || (writable === 'create' && kind === 'create'),
    )
    .map(([field]) => field);
  const isMain = (field: string) => field in fields || spokenOf.includes(field);
  return {
    main: [
      ...writable.filter((field) => spokenOf.includes(field)),
      ...writable.filter((field) => isMain(field) && !spokenOf.includes(field)),
    ],
    more: kind === 'create' ? writable.filter((field) => !isMain(field)) : [],
  };
}
