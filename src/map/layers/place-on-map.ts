import { LatLng, type Map } from 'leaflet';
import { nearLongitude, type Place } from '@contract/rules/longitudes';

/** Where a map shows a place: in the copy of the world that is nearest to its middle. */
export function placeOnMap(map: Map, { latitude, longitude }: Place): LatLng {
  return new LatLng(latitude, nearLongitude(longitude, map.getCenter().lng));
}
