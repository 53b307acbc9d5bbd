import type { Place } from '@contract/rules/longitudes';
import { CircleMarker } from 'leaflet';

/** Marks the place around which the nearest vehicles are sought. */
export function originMark({ latitude, longitude }: Place): CircleMarker {
  return new CircleMarker([latitude, longitude], {
    radius: 7,
    className: 'origin-mark',
    interactive: false,
  });
}
