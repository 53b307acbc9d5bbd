import type { DeletedRecord } from '@contract/outbox';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from '@/app/records/field-words';

/** Names of what a record that is created again does not get back. */
export function useLostFields(): (record: DeletedRecord) => string[] {
  const { t } = useI18n();
  const words = useFieldWords();
  return ({ lost, subject: { collection } }) =>
    lost.map((field) =>
      field === 'id' ? t('outbox.deleted.lostId') : words.nameWithin(collection, field),
    );
}
