import type { CollectionName } from '@contract/collections';
import type { Result } from '@contract/errors';
import { isSameNamed, type ValueName, type ValueNaming } from '@contract/value-names';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { useStoreStore } from './store-store';

/** Names that values were given on this computer, such as types that the service does not name. */
export const useValueNamesStore = defineStore('value-names', () => {
  const store = useStoreStore();
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

  watch(
    () => store.isOpen,
    (isOpen) => {
      if (isOpen && isAsked) void read();
    },
  );

  return {
    /** What a value was named here; null where it was not. */
    nameOf(collection: CollectionName, field: string, value: string): string | null {
      if (!isAsked) void read();
      const wanted = { collection, field, value };
      return names.value.find((each) => isSameNamed(each, wanted))?.name ?? null;
    },
    /** Gives a value a name; null takes it back. */
    async give(naming: ValueNaming): Promise<Result<unknown>> {
      return take(await useBridge().records.nameValue(naming));
    },
  };
});
