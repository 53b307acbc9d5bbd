import type { AppError } from '@contract/errors';
import type { FieldValue } from '@contract/records';
import { changedLabels, undoOf, type LabelsChange } from '@contract/vehicle-label-changes';
import {
  labeledOf,
  sameNamed,
  type Label,
  type LabelKind,
  type VehicleLabels,
} from '@contract/vehicle-labels';
import { compareKeys, sortKeyOf } from '@contract/folding';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import { useUndo } from '../undo';
import { useRecordsStore } from './records-store';
import { useStoreStore } from './store-store';

const none: VehicleLabels = { labels: [], vehicles: {} };

/** Tags, groups and pins that this office gave its vehicles. */
export const useVehicleLabelsStore = defineStore('vehicle-labels', () => {
  const store = useStoreStore();
  const records = useRecordsStore();
  const undo = useUndo();
  const state = shallowRef<VehicleLabels>(none);
  let isAsked = false;
  /** Counts what replaces the state: changes, and stores that open or close. */
  let turns = 0;

  async function read(): Promise<void> {
    isAsked = true;
    const mine = turns;
    const answer = await useBridge().vehicles.labels();
    // A change that was made meanwhile knows better, and so does the store of another person.
    if (answer.ok && turns === mine) state.value = answer.data;
  }

  function known(): VehicleLabels {
    if (!isAsked) void read();
    return state.value;
  }

  watch(
    () => store.isOpen,
    (isOpen) => {
      turns += 1;
      undo.forgetOffer();
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
    const mine = (turns += 1);
    state.value = changedLabels(before, one);
    const answer = await useBridge().vehicles.changeLabels(one);
    if (turns === mine) state.value = answer.ok ? answer.data : before;
    return answer.ok ? null : answer.error;
  }

  /** Makes a change and offers to undo it, with a sentence that says what was done. */
  async function changeForNow(one: LabelsChange, said: string): Promise<AppError | null> {
    const before = known();
    const back = undoOf(before, changedLabels(before, one));
    const made = change(one);
    // Offered at once: an undo that comes before the answer takes this back, and nothing older.
    const withdraw = undo.offer({
      title: said,
      takeBack: async () => (await made) ?? (await change(back)),
    });
    const error = await made;
    if (error !== null) withdraw();
    return error;
  }

  const sorted = computed(() =>
    [...known().labels].sort((one, other) =>
      compareKeys(sortKeyOf(one.name), sortKeyOf(other.name)),
    ),
  );
  const byId = computed(() => new Map(known().labels.map((label) => [label.id, label])));

  return {
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
    changeForNow,
  };
});
