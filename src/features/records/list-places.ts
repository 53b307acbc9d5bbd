import type { CollectionName } from '@contract/collections';
import { defineStore } from 'pinia';
import type { LocationQueryRaw } from 'vue-router';
import type { Selection } from './selection';

/** How a list was left: what it showed, what was selected, how far it was scrolled. */
export type ListPlace = {
  query: LocationQueryRaw;
  selection: Selection;
  /** Pixels from the top. */
  top: number;
};

/** Where each list was left for another screen, until the app is closed. */
export const useListPlaces = defineStore('list-places', () => {
  const places = new Map<CollectionName, ListPlace>();
  return {
    keep: (collection: CollectionName, place: ListPlace): void => {
      places.set(collection, place);
    },
    placeOf: (collection: CollectionName): ListPlace | null => places.get(collection) ?? null,
  };
});
