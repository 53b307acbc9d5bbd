import type { CollectionName } from '@contract/collections';
import type { Result } from '@contract/errors';
import { isSameNamed, type ValueName, type ValueNaming } from '@contract/value-names';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { useRecordsStore } from './records-store';
import { useStoreStore } from './store-store';

/** Names of values that the service lists nowhere, such as types: given here, or told by records. */
export const useValueNamesStore = defineStore('value-names', () => {
  const store = useStoreStore();
  const records = useRecordsStore();
  const names = shallowRef<readonly ValueName[]>([]);
  let isAsked = false;

  function take(answer: Result<ValueName[]>): Result<ValueName[]> {
    if (answer.ok) names.value = answer.data;
    return answer;
  }

  async function read(): Promise<void> {
    isAsked = true;
    take(await useBridge().records.valueNames());
  }

  // A pass over a list may have brought names that records tell.
  watch([() => store.isOpen, () => records.syncOf('devices').completedAt] as const, ([isOpen]) => {
    if (isOpen && isAsked) void read();
  });
  const find = (wanted: Omit<ValueName, 'name'>): ValueName | undefined =>
    names.value.find((each) => isSameNamed(each, wanted));

  return {
    /** What a value is called; null where nothing names it. */
    nameOf(collection: CollectionName, field: string, value: string): string | null {
      if (!isAsked) void read();
      return find({ collection, field, value })?.name ?? null;
    },
    /** Whether a value was named on this computer. */
    isNamedHere(collection: CollectionName, field: string, value: string): boolean {
      const found = find({ collection, field, value });
      return found !== undefined && found.isTold !== true;
    },
    /** All names of a collection's values, by field and value. */
    wordsOf(collection: CollectionName): Record<string, Record<string, string>> {
      if (!isAsked) void read();
      const words: Record<string, Record<string, string>> = {};
      for (const each of names.value) {
        if (each.collection === collection) (words[each.field] ??= {})[each.value] ??= each.name;
      }
      return words;
    },
    /** Gives a value a name; null takes it back. */
    async give(naming: ValueNaming): Promise<Result<unknown>> {
      return take(await useBridge().records.nameValue(naming));
    },
  };
});
