import type { AppError } from '@contract/errors';
import { isLocalKey, type RecordDetail, type RecordKey } from '@contract/records';
import { resourceOf } from '@contract/resources';
import { guardUnsaved } from '@/app/unsaved';
import { useRecordsStore } from '@/app/stores/records-store';
import { shortcutsOf } from '@/app/shortcut-keys';
import { useShortcuts } from '@/app/shortcuts';
import { usePermission } from '@/app/use-permission';
import { useBridge } from '@/bridge';
import { ref, shallowRef, watch, type Ref } from 'vue';
import type { RecordKind } from './kind';
import type { Duplicates } from './use-duplicates';
import type { RecordForm } from './use-record-form';

/** Keeping what was changed of the open record, and asking before it is left behind. */
export function useSave(
  kind: RecordKind,
  key: Readonly<Ref<RecordKey>>,
  form: RecordForm,
  of: {
    detail: Readonly<Ref<RecordDetail | null>>;
    duplicates: Duplicates;
    read(): Promise<void>;
    name(): string;
  },
) {
  const records = useRecordsStore();
  const { refusal } = usePermission();
  const isSaving = ref(false);
  const error = shallowRef<AppError | null>(null);
  const fields = resourceOf(kind.collection).sections.flatMap((section) => section.fields);

  /** Queues the changes; false where something kept them from it, which is shown then. */
  async function save(): Promise<boolean> {
    if (!form.isDirty.value) return true;
    if (isSaving.value) return false;
    if (refusal(kind.collection, 'update', key.value) !== null) return false;
    if (form.hasErrors(fields)) return false;
    isSaving.value = true;
    const asked = key.value;
    if (!(await of.duplicates.mayBeSaved())) {
      isSaving.value = false;
      return false;
    }
    // Discarded, left for another record, or typed on, while that was looked up.
    const isOther = key.value !== asked && records.currentKey(asked) !== key.value;
    const isLeft = isOther || !form.isDirty.value;
    if (isLeft || form.hasErrors(fields)) {
      isSaving.value = false;
      return isLeft;
    }
    const kept = form.changes.value;
    const answer = await useBridge().records.update({
      collection: kind.collection,
      key: key.value,
      fields: kept,
    });
    // The new values are there before the typed ones go, so that none flickers.
    if (answer.ok) await of.read();
    isSaving.value = false;
    error.value = answer.ok ? null : answer.error;
    if (answer.ok) form.settle(kept);
    return answer.ok;
  }

  function discard(): void {
    form.discard();
    error.value = null;
  }

  watch(key, (now, before) => {
    // Under its new name it is the same record, and the typed words stay.
    if (!isLocalKey(before) || records.currentKey(before) !== now) discard();
  });
  guardUnsaved({
    isUnsaved: () => form.isDirty.value,
    name: of.name,
    isLeft: ({ query }) => query['record'] !== records.currentKey(key.value),
    save,
    discard,
  });
  useShortcuts(
    shortcutsOf('records.keys.group')('records.keys.save', {
      run: () => void save(),
      when: () => form.isDirty.value,
    }),
  );

  return { save, discard, isSaving, error };
}
