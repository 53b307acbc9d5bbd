import type { Geocoder } from '@core/place-search/geocoder';
import type { PlaceSearch } from '@core/place-search/place-search';
import type { HandlersOf } from './registrar';

/** What the search of places needs. */
export interface SearchHandlerOptions {
  placeSearch: Pick<PlaceSearch, 'find'>;
  geocoder: Pick<Geocoder, 'find' | 'where' | 'kept' | 'forget'>;
}

/** Places and streets by their names, and addresses. */
export function searchHandlers({
  placeSearch,
  geocoder,
}: SearchHandlerOptions): HandlersOf<'search'> {
  return {
    'search.places': (query) => placeSearch.find(query),
    'search.address': (words) => geocoder.find(words),
    'search.where': (point) => geocoder.where(point),
    'search.kept': () => geocoder.kept(),
    'search.forget': () => geocoder.forget(),
  };
}
