import type { Whereabouts } from '@core/places/whereabouts';
import type { HandlersOf } from './registrar';

/** Where points are. */
export function placeHandlers(whereabouts: Whereabouts): HandlersOf<'places'> {
  return { 'places.where': (question) => whereabouts.where(question) };
}
