import { LatLng, type Map } from 'leaflet';
import { nearestCopy, type Place } from '../core/places';

/** Where a map shows a place: in the copy of the world that is nearest to its middle. */
export function placeOnMap(map: Map, { latitude, longitude }: Place): LatLng {
  return new LatLng(latitude, nearestCopy(longitude, map.getCenter().lng));
}
