import type { TableLook } from '@contract/settings';
import { plainLook } from '@/ui/table-columns';
import { computed, onScopeDispose, shallowRef, type WritableComputedRef } from 'vue';
import { useSettingsStore } from './stores/settings-store';

/** A column that is being drawn wider is remembered once it keeps its width, milliseconds. */
const keepAfter = 400;

/** How a person arranged a table, kept in the settings under its name. */
export function useKeptLook(table: string): WritableComputedRef<TableLook> {
  const settings = useSettingsStore();
  const drawn = shallowRef<TableLook | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(): void {
    clearTimeout(timer);
    const next = drawn.value;
    if (next === null) return;
    void settings.update({ tables: { ...settings.state.tables, [table]: next } }).then(() => {
      if (drawn.value === next) drawn.value = null;
    });
  }
  onScopeDispose(keep);

  return computed<TableLook>({
    get: () => drawn.value ?? settings.state.tables[table] ?? plainLook,
    set(next) {
      drawn.value = next;
      clearTimeout(timer);
      timer = setTimeout(keep, keepAfter);
    },
  });
}
