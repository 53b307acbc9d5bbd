import type { MapSourceState } from '@contract/map-sources';
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** The map whose area a person wants to see: the live map goes there once, and forgets it. */
export const useShownAreaStore = defineStore('shown-area', () => {
  const wanted = shallowRef<MapSourceState | null>(null);
  return { wanted };
});
