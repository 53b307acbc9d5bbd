import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { Sort } from './order-vehicles';
import type { Status } from './status-counts';

/** What a person has chosen on the live map; kept while other screens are open. */
export const useLiveMapStore = defineStore('live-map', () => {
  const selected = ref<string | null>(null);
  /** The vehicle under the pointer, in the list or on the map. */
  const hovered = ref<string | null>(null);
  /** The map keeps the selected vehicle in its middle. */
  const follows = ref(false);
  const words = ref('');
  const status = ref<Status | null>(null);
  const sort = ref<Sort>('name');
  /** Below the width that has room for both, the list is a drawer. */
  const isListOpen = ref(false);

  function select(vehicleId: string | null): void {
    if (vehicleId !== selected.value) follows.value = false;
    selected.value = vehicleId;
  }

  return { selected, hovered, follows, words, status, sort, isListOpen, select };
});
