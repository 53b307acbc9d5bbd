import type { Place } from '@contract/rules/longitudes';
import { CircleMarker, type Map as LeafletMap } from 'leaflet';
import { markedEvent, type MarkedEvent } from './marked-event';

/** Marks the place that was searched for, with its name, which the map itself leaves out there. */
export class FoundMark extends CircleMarker {
  readonly #marked: MarkedEvent;

  constructor({ latitude, longitude }: Place, name: string) {
    super([latitude, longitude], { radius: 7, className: 'found-mark', interactive: false });
    this.#marked = { marks: [{ latitude, longitude, name }] };
    const label = document.createElement('span');
    label.dir = 'auto';
    label.textContent = name;
    this.bindTooltip(label, {
      permanent: true,
      direction: 'top',
      offset: [0, -8],
      className: 'map-word',
    });
  }

  override onAdd(map: LeafletMap): this {
    super.onAdd(map);
    map.fire(markedEvent, this.#marked);
    return this;
  }

  override onRemove(map: LeafletMap): this {
    super.onRemove(map);
    map.fire(markedEvent, { marks: [] } satisfies MarkedEvent);
    return this;
  }
}
