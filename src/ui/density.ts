import type { Density } from '@contract/settings';
import { computed, shallowRef, watchEffect, type ComputedRef } from 'vue';

/** Heights of a row, pixels; `--row` of the tokens is the same. */
const heights: Record<Density, number> = { comfortable: 32, compact: 28 };

const density = shallowRef<Density>('comfortable');

/** Follows the settings for the life of the page and marks the root with `data-density`. */
export function followDensity(chosen: () => Density): void {
  watchEffect(
    () => {
      density.value = chosen();
      document.documentElement.dataset['density'] = density.value;
    },
    { flush: 'sync' },
  );
}

/** Height of a row of lists and tables, pixels. */
export function useRowHeight(): ComputedRef<number> {
  return computed(() => heights[density.value]);
}
