import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from '@/app/records/field-words';
import { computed, type ComputedRef } from 'vue';

/**
 * What a field can be set to, each by its name: nothing, unless it has to hold something, the values
 * that are known, and the one that it holds. `note` is a value whose name is another.
 */
export function useValueOptions(
  of: () => { collection: CollectionName; field: string; known: readonly string[]; held: string },
): ComputedRef<{ value: string; label: string; note?: string }[]> {
  const { t } = useI18n();
  const words = useFieldWords();
  return computed(() => {
    const { collection, field, known, held } = of();
    const { required, clearable } = fieldsOf(collection)[field] ?? {};
    const values = new Set([...known, held].filter((each) => each !== ''));
    const canBeEmpty = required !== true && (clearable !== false || held === '');
    return [
      ...(canBeEmpty ? [{ value: '', label: t('records.form.none') }] : []),
      ...[...values].map((value) => {
        const label = words.valueOf(collection, field, value);
        return { value, label, ...(label !== value && { note: value }) };
      }),
    ];
  });
}
