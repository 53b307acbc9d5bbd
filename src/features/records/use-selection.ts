import { shallowRef, type Ref } from 'vue';
import { keepWithin, move, nothingSelected, pick, rename, type Selection } from './selection';

/** The selected rows of a list, and the row that the keys start from. */
export function useSelection(
  order: Readonly<Ref<readonly string[]>>,
  before: Selection = nothingSelected,
) {
  const state = shallowRef<Selection>(before);
  return {
    state,
    pick(key: string, how: 'one' | 'range' | 'add'): void {
      state.value = pick(state.value, order.value, key, how);
    },
    move(steps: number, extend: boolean): void {
      state.value = move(state.value, order.value, steps, extend);
    },
    /** Puts the cursor on a row. */
    set(key: string): void {
      state.value = { ...state.value, cursor: key, anchor: key };
    },
    all(isWanted: boolean): void {
      state.value = { ...state.value, keys: new Set(isWanted ? order.value : []) };
    },
    clear(): void {
      state.value = { ...state.value, keys: new Set() };
    },
    rename(renamed: Readonly<Record<string, string>>): void {
      state.value = rename(state.value, renamed);
    },
    keepWithin(before: readonly string[], after: readonly string[]): void {
      state.value = keepWithin(state.value, before, after);
    },
  };
}
