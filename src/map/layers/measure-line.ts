import type { Place } from '@contract/rules/longitudes';
import { nearLongitude } from '@contract/rules/longitudes';
import { CircleMarker, LatLng, LayerGroup, Polyline } from 'leaflet';

/** The points of a measured distance and the line that joins them. */
export class MeasureLine extends LayerGroup {
  readonly #line = new Polyline([], { className: 'measure-line', interactive: false });

  /** Draws these points; across the date line the short way. */
  show(points: readonly Place[]): void {
    this.clearLayers();
    const places: LatLng[] = [];
    for (const { latitude, longitude } of points) {
      const before = places.at(-1);
      places.push(new LatLng(latitude, before ? nearLongitude(longitude, before.lng) : longitude));
    }
    this.#line.setLatLngs(places);
    this.addLayer(this.#line);
    for (const place of places) {
      this.addLayer(
        new CircleMarker(place, { radius: 4, className: 'measure-point', interactive: false }),
      );
    }
  }
}
