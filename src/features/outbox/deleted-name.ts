import type { DeletedRecord } from '@contract/outbox';
import { hasMessage, useI18n } from '@/i18n/i18n';

/** What a deleted record is called: `Vehicle RTK-4F21`. */
export function useDeletedName(): (record: DeletedRecord) => string {
  const { t } = useI18n();
  return ({ subject: { collection, label, key } }) => {
    const sentence = `outbox.deleted.names.${collection}`;
    const name = label || key;
    return hasMessage(sentence) ? t(sentence, { name }) : name;
  };
}
