import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { AppError } from '@contract/errors';
import type { OutboxEntry } from '@contract/outbox';

/** What an error says of single fields, which main names as the app does; the rest is left out. */
export function fieldMessagesOf(
  collection: CollectionName,
  error: AppError | null,
): Record<string, string> {
  const fields = fieldsOf(collection);
  return Object.fromEntries(
    (error?.fields ?? []).flatMap(({ path, message }) => {
      const field = path.split('.').at(-1) ?? path;
      return Object.hasOwn(fields, field) ? [[field, message]] : [];
    }),
  );
}

/** What the service refused of a record's changes, by field. */
export function refusalsOf(
  collection: CollectionName,
  entries: readonly OutboxEntry[],
): Record<string, string> {
  return Object.assign(
    {},
    ...entries.map(({ trouble }) =>
      trouble?.kind === 'refused' ? fieldMessagesOf(collection, trouble.error) : {},
    ),
  ) as Record<string, string>;
}
