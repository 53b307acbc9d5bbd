import type { Place } from '@contract/rules/longitudes';
import { CircleMarker } from 'leaflet';

/** Marks a place that was searched for, with its name. */
export function foundMark({ latitude, longitude }: Place, name: string): CircleMarker {
  const label = document.createElement('span');
  label.dir = 'auto';
  label.textContent = name;
  return new CircleMarker([latitude, longitude], {
    radius: 7,
    className: 'found-mark',
    interactive: false,
  }).bindTooltip(label, {
    permanent: true,
    direction: 'top',
    offset: [0, -8],
    className: 'found-name',
  });
}
