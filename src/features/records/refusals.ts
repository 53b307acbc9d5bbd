import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { AppError, FieldMessage } from '@contract/errors';
import type { OutboxEntry } from '@contract/outbox';
import { hasMessage, useI18n } from '@/i18n/i18n';

/** The field that a message is about, by the app's name; null where it is about none of them. */
export function fieldOf(collection: CollectionName, { path }: FieldMessage): string | null {
  const field = path.split('.').at(-1) ?? path;
  return Object.hasOwn(fieldsOf(collection), field) ? field : null;
}

/** What was refused of single fields, in sentences. */
export function useRefusals() {
  const { t } = useI18n();

  function sentence({ message, says, values = {} }: FieldMessage): string {
    const check = `records.checks.${says ?? ''}`;
    if (says !== undefined && hasMessage(check)) return t(check, values);
    return t('app.serviceSays', { words: message });
  }

  /** What an error says of single fields, which main names as the app does; the rest is left out. */
  function ofError(collection: CollectionName, error: AppError | null): Record<string, string> {
    return Object.fromEntries(
      (error?.fields ?? []).flatMap((each) => {
        const field = fieldOf(collection, each);
        return field === null ? [] : [[field, sentence(each)]];
      }),
    );
  }

  /** What was refused of a record's changes, by field. */
  function ofEntries(
    collection: CollectionName,
    entries: readonly OutboxEntry[],
  ): Record<string, string> {
    const errors = entries.flatMap(({ trouble }) =>
      trouble?.kind === 'refused' ? [trouble.error] : [],
    );
    return Object.assign({}, ...errors.map((error) => ofError(collection, error))) as Record<
      string,
      string
    >;
  }

  return { ofError, ofEntries };
}
