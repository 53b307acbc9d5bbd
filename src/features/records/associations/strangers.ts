import type { FieldValue, Fields } from '@contract/records';
import { useRecordLabels } from '@/app/records/record-labels';
import { useI18n } from '@/i18n/i18n';

/**
 * Says of records that they belong to another enterprise than what they are put on: the service
 * refuses those.
 */
export function useStrangers(ours: () => FieldValue | undefined) {
  const { t, locale } = useI18n();
  const labels = useRecordLabels();

  function isStrange(fields: Fields): boolean {
    const own = ours();
    const theirs = fields['enterpriseId'];
    return typeof theirs === 'string' && typeof own === 'string' && theirs !== own;
  }

  /** The name of an enterprise; many services share none, and nobody knows one by its id. */
  function nameOf(enterprise: FieldValue | undefined): string | null {
    return typeof enterprise === 'string' ? labels.labelOf('enterprises', enterprise) : null;
  }

  return {
    isStrange,
    nameOf,
    /** `of Transportes Sul`, `of another enterprise`; empty for one of the same. */
    noteOn(fields: Fields): string {
      if (!isStrange(fields)) return '';
      const enterprise = nameOf(fields['enterpriseId']);
      return enterprise === null
        ? t('records.relations.ofOther')
        : t('records.relations.ofEnterprise', { enterprise });
    },
    /** What the service will say to these; null where there are none. */
    objectionTo(names: readonly string[]): string | null {
      if (names.length === 0) return null;
      const list = new Intl.ListFormat(locale.value, { type: 'conjunction' });
      return t('records.relations.strange', { names: list.format(names) }, names.length);
    },
  };
}
