import type { FoundPlace } from '@contract/place-search';
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';

/** The place that a person searched for last, which the live map marks until it is closed. */
export const useFoundPlaceStore = defineStore('found-place', () => {
  const found = shallowRef<FoundPlace | null>(null);
  /** The map has not been brought there yet. */
  const isNew = ref(false);
  /** The map's search panel is open; it is for as long as a place is marked. */
  const isSearching = ref(false);

  return {
    found,
    isNew,
    isSearching,
    show(place: FoundPlace): void {
      found.value = place;
      isNew.value = true;
      isSearching.value = true;
    },
    close(): void {
      found.value = null;
      isNew.value = false;
      isSearching.value = false;
    },
  };
});
