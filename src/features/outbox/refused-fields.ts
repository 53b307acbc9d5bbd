import { fieldsOf, type CollectionName } from '@contract/collections';
import type { FieldMessage } from '@contract/errors';
import type { OutboxEntry } from '@contract/outbox';
import type { FieldValue } from '@contract/records';

/**
 * The field of a collection that a message is about, null where it is about none of them:
 * `attributes.year` → `year`, `relationships.roles` → `roleId`.
 */
export function fieldOfPath(collection: CollectionName, path: string): string | null {
  const infos = fieldsOf(collection);
  const last = path.replace(/\.id$/, '').split('.').at(-1) ?? path;
  const names = [last, `${last}Id`, `${last.replace(/s$/, '')}Id`];
  return names.find((name) => Object.hasOwn(infos, name)) ?? null;
}

/** Whether a field has nothing in it. */
export function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * The fields of a refused change as its form shows them: what was entered or spoken of, and for a
 * new record the others that it could have.
 */
export function sortFields(
  { kind, subject: { collection }, fields }: Pick<OutboxEntry, 'kind' | 'subject' | 'fields'>,
  messages: readonly FieldMessage[],
): { main: string[]; more: string[] } {
  const spokenOf = new Set(messages.map(({ path }) => fieldOfPath(collection, path)));
  const writable = Object.entries(fieldsOf(collection))
    .filter(([, info]) => info.kind !== 'password')
    .filter(
      ([, { written }]) => written === 'updates' || (written !== 'never' && kind === 'create'),
    )
    .map(([field]) => field);
  const isMain = (field: string) => field in fields || spokenOf.has(field);
  return {
    main: writable.filter(isMain),
    more: kind === 'create' ? writable.filter((field) => !isMain(field)) : [],
  };
}
