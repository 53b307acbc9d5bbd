import type { PlaceSearch } from '@core/place-search/place-search';
import type { HandlersOf } from './registrar';

/** What the search of places stands on. */
export interface SearchHandlerOptions {
  placeSearch: Pick<PlaceSearch, 'find'>;
}

/** Places and streets by their names. */
export function searchHandlers({ placeSearch }: SearchHandlerOptions): HandlersOf<'search'> {
  return { 'search.places': (query) => placeSearch.find(query) };
}
