import type { RecordKey } from '@contract/records';
import { useRecordsStore } from '@/app/stores/records-store';
import { watch, type Ref } from 'vue';
import type { RecordForm } from './use-record-form';

/**
 * Leads the focus back to the field that was edited last, once Save or Discard goes away with the
 * changes: what is typed next does not end up in another field.
 */
export function useEditedField(key: Readonly<Ref<RecordKey>>, form: RecordForm) {
  const records = useRecordsStore();
  let edited: HTMLElement | null = null;

  watch(key, (now, before) => {
    if (records.currentKey(before) !== now) edited = null;
  });
  watch(
    form.isDirty,
    (isDirty) => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      if (!isDirty && isLost && edited?.isConnected) edited.focus({ preventScroll: true });
    },
    { flush: 'post' },
  );

  return {
    /** A field of the form has the focus. */
    note({ target }: FocusEvent): void {
      if (target instanceof HTMLElement && target.matches('input, textarea')) edited = target;
    },
  };
}
