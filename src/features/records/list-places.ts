import type { CollectionName } from '@contract/collections';
import { defineStore } from 'pinia';
import type { LocationQueryRaw } from 'vue-router';
import type { RecordKey } from '@contract/records';
import { nameAgain, type Selection } from './selection';

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
    /** How a list was left, with its records by the names that they have now. */
    placeOf(collection: CollectionName, nameNow: (key: RecordKey) => RecordKey): ListPlace | null {
      const place = places.get(collection);
      if (!place) return null;
      const { record } = place.query;
      return {
        ...place,
        query:
          typeof record === 'string' ? { ...place.query, record: nameNow(record) } : place.query,
        selection: nameAgain(place.selection, nameNow),
      };
    },
  };
});
