import type { AppError } from '@contract/errors';
import type { FieldValue } from '@contract/records';
import {
  changedLabels,
  keysWith,
  labeledOf,
  sameNamed,
  type Label,
  type LabelKind,
  type LabelsChange,
  type VehicleLabels,
} from '@contract/vehicle-labels';
import { compareKeys, sortKeyOf } from '@contract/folding';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import { useRecordsStore } from './records-store';
import { useStoreStore } from './store-store';

/** So long a deleted or merged tag or group can be brought back, milliseconds. */
const undoFor = 10_000;

const none: VehicleLabels = { labels: [], vehicles: {} };

/** Tags, groups and pins that this office gave its vehicles. */
export const useVehicleLabelsStore = defineStore('vehicle-labels', () => {
  const store = useStoreStore();
  const records = useRecordsStore();
  const state = shallowRef<VehicleLabels>(none);
  /** What was deleted or merged last, while it can come back. */
  const removed = shallowRef<Extract<LabelsChange, { kind: 'restore' }> | null>(null);
  let isAsked = false;
  let changing = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    isAsked = true;
    const before = changing;
    const answer = await useBridge().vehicles.labels();
    // A change that was made meanwhile knows better.
    if (answer.ok && changing === before) state.value = answer.data;
  }

  function known(): VehicleLabels {
    if (!isAsked) void read();
    return state.value;
  }

  watch(
    () => store.isOpen,
    (isOpen) => {
      removed.value = null;
      if (!isOpen) state.value = none;
      else if (isAsked) void read();
    },
  );
  // The service named a vehicle that was created here.
  records.onPatch((patch) => {
    if (isAsked && patch !== null && Object.keys(patch.renamed).length > 0) void read();
  });

  /** Shows a change at once; what can't be kept is as before, and the answer says why. */
  async function change(one: LabelsChange): Promise<AppError | null> {
    const before = state.value;
    changing += 1;
    state.value = changedLabels(before, one);
    const answer = await useBridge().vehicles.changeLabels(one);
    state.value = answer.ok ? answer.data : before;
    return answer.ok ? null : answer.error;
  }

  async function remove(label: Label, into: string | null): Promise<AppError | null> {
    const keys = keysWith(known(), label.id);
    const had = new Set(into === null ? [] : keysWith(known(), into));
    const why = await change(
      into === null ? { kind: 'delete', id: label.id } : { kind: 'merge', id: label.id, into },
    );
    if (why !== null) return why;
    const merged = into === null ? null : { into, keys: keys.filter((key) => !had.has(key)) };
    removed.value = { kind: 'restore', label, keys, merged };
    clearTimeout(timer);
    timer = setTimeout(() => {
      removed.value = null;
    }, undoFor);
    return null;
  }

  const sorted = computed(() =>
    [...known().labels].sort((one, other) =>
      compareKeys(sortKeyOf(one.name), sortKeyOf(other.name)),
    ),
  );
  const byId = computed(() => new Map(known().labels.map((label) => [label.id, label])));

  return {
    removed,
    /** Tags or groups, by their names. */
    ofKind: (kind: LabelKind): readonly Label[] =>
      sorted.value.filter((label) => label.kind === kind),
    label: (id: string): Label | undefined => byId.value.get(id),
    labeled: (vehicleKey: string) => labeledOf(known(), vehicleKey),
    /** The tags of a vehicle, by their names. */
    tagsOf: (vehicleKey: string): readonly Label[] => {
      const { tags } = labeledOf(known(), vehicleKey);
      return tags.length === 0 ? [] : sorted.value.filter(({ id }) => tags.includes(id));
    },
    /** What tags or a group are called; an identifier where it has been deleted since. */
    namesOf: (value: FieldValue): string =>
      (Array.isArray(value) ? value : [String(value)])
        .map((id) => byId.value.get(id)?.name ?? id)
        .join(', '),
    state: computed(known),
    isTaken: (label: Pick<Label, 'kind' | 'name'> & { id: string | null }) =>
      sameNamed(known(), label) !== undefined,
    change,
    /** Deletes a tag or group, or merges it into another one; it can be brought back for a while. */
    remove,
    async bringBack(): Promise<AppError | null> {
      const last = removed.value;
      if (last === null) return null;
      const why = await change(last);
      if (why === null) removed.value = null;
      return why;
    },
  };
});
