import type { AppError } from '@contract/errors';
import type { RecordKey } from '@contract/records';
import { ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import { useBridge } from '@/bridge';
import type { RecordKind } from '@/features/records/kind';
import { useUndo } from './undo';

/** A record that is to be active or not, as it was found. */
export type Activated = { kind: RecordKind; key: RecordKey; name: string };

/** A question about one, or what kept it from being done. */
export type ActivationAsked = Activated & { isActive: boolean; error: AppError | null };

/** Activating and deactivating one record: the question before, and what kept it from being done. */
export interface Activation {
  asked: Readonly<ShallowRef<ActivationAsked | null>>;
  isBusy: Readonly<Ref<boolean>>;
  /** Asks before a record is deactivated. */
  ask(record: Activated): void;
  /** Deactivates the one that was asked about. */
  deactivate(): Promise<void>;
  /** Activates a record at once. */
  activate(record: Activated): Promise<void>;
  close(): void;
}

export function useActivation(): Activation {
  const undo = useUndo();
  const asked = shallowRef<ActivationAsked | null>(null);
  const isBusy = ref(false);

  async function set(record: Activated, isActive: boolean): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    const { collection } = record.kind;
    const call = useBridge().records.setActive({ collection, key: record.key, isActive });
    const answer = await (isActive ? call : undo.make(call));
    isBusy.value = false;
    if (!answer.ok) asked.value = { ...record, isActive, error: answer.error };
    // Another one may have been asked about meanwhile.
    else if (asked.value?.key === record.key) asked.value = null;
  }

  return {
    asked,
    isBusy,
    ask(record) {
      asked.value = { ...record, isActive: false, error: null };
    },
    async deactivate() {
      if (asked.value !== null) await set(asked.value, false);
    },
    activate: (record) => set(record, true),
    close() {
      asked.value = null;
    },
  };
}
