import './zone-layer.css';
import {
  moveNear,
  nearLongitude,
  unwrapLongitudes,
  type Bounds,
  type Place,
} from '@contract/rules/longitudes';
import { boundsOfShape } from '@contract/rules/zone-geometry';
import type { Zone } from '@contract/zones';
import {
  Circle,
  LatLng,
  LatLngBounds,
  LayerGroup,
  Polygon,
  Polyline,
  SVG,
  type Map as LeafletMap,
  type Path,
} from 'leaflet';

const pane = 'zones';
/** Pixels that a zone has to be wide for its name. */
const NAMED_FROM = 56;

/** Drawn around what is visible, in its widths and heights: so far a person pans before more is. */
const AROUND = 0.5;

/** A zone with the part of the map that it takes up. */
type Placed = { readonly zone: Zone; readonly bounds: Bounds };

/** The places of a form in one copy of the world. */
export function latLngsOf(places: readonly Place[]): LatLng[] {
  const longitudes = unwrapLongitudes(places.map(({ longitude }) => longitude));
  return places.map(({ latitude }, index) => new LatLng(latitude, longitudes[index] ?? 0));
}

/** Pixels that so many meters are at a latitude and zoom. */
export function pixelsOf(meters: number, latitude: number, zoom: number): number {
  const around = 2 * Math.PI * 6_378_137 * Math.cos((latitude * Math.PI) / 180);
  return (meters / around) * 256 * 2 ** zoom;
}

/**
 * Zones as colored areas below the vehicles: those near what is visible alone, as an office may have
 * thousands.
 */
export class ZoneLayer extends LayerGroup {
  readonly #onClick: ((zoneId: string) => void) | null;
  #renderer: SVG | null = null;
  #zones: readonly Placed[] = [];
  /** What is drawn: the part of the map, and for which zoom. */
  #drawn: { readonly area: LatLngBounds; readonly zoom: number } | null = null;
  #selected: string | null = null;

  constructor(onClick: ((zoneId: string) => void) | null = null) {
    super();
    this.#onClick = onClick;
  }

  override onAdd(map: LeafletMap): this {
    if (!map.getPane(pane)) map.createPane(pane);
    this.#renderer = new SVG({ pane });
    super.onAdd(map);
    map.on('zoomend moveend', this.#moved, this);
    this.#draw(map);
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('zoomend moveend', this.#moved, this);
    super.onRemove(map);
    this.#renderer?.remove();
    this.#renderer = null;
    return this;
  }

  /** Draws these zones in place of those before; one is drawn stronger. */
  show(zones: readonly Zone[], selected: string | null = null): void {
    this.#zones = zones.map((zone) => ({ zone, bounds: boundsOfShape(zone.shape) }));
    this.#selected = selected;
    const map = this.#map();
    if (map) this.#draw(map);
  }

  #map(): LeafletMap | null {
    return (this as unknown as { _map?: LeafletMap | null })._map ?? null;
  }

  #moved(): void {
    const map = this.#map();
    if (!map) return;
    const { area, zoom } = this.#drawn ?? {};
    if (zoom === map.getZoom() && area?.contains(map.getBounds())) return;
    this.#draw(map);
  }

  #draw(map: LeafletMap): void {
    this.clearLayers();
    const zoom = map.getZoom();
    const area = map.getBounds().pad(AROUND);
    this.#drawn = { area, zoom };
    const near = map.getCenter().lng;
    for (const { zone, bounds } of this.#zones) {
      const { south, north, west, east } = moveNear(bounds, near);
      if (!area.intersects(new LatLngBounds([south, west], [north, east]))) continue;
      const path = this.#pathOf(map, zone);
      if (this.#onClick) {
        path.on('click', () => this.#onClick?.(zone.id));
      }
      this.addLayer(path);
      const width = ((east - west) / 360) * 256 * 2 ** zoom;
      if (width < NAMED_FROM && north > south) continue;
      // Text as an element: a name is no markup.
      const name = document.createElement('span');
      name.textContent = zone.name;
      path.bindTooltip(name, { permanent: true, direction: 'center', className: 'zone-name' });
    }
  }

  #pathOf(map: LeafletMap, { id, shape, color }: Zone): Path {
    const isSelected = id === this.#selected;
    const look = {
      ...(this.#renderer && { renderer: this.#renderer }),
      pane,
      color,
      weight: isSelected ? 3 : 1.5,
      opacity: 0.9,
      fillColor: color,
      fillOpacity: isSelected ? 0.24 : 0.14,
      interactive: this.#onClick !== null,
      bubblingMouseEvents: true,
    };
    const near = map.getCenter().lng;
    switch (shape.kind) {
      case 'circle': {
        const { latitude, longitude } = shape.center;
        const center = new LatLng(latitude, nearLongitude(longitude, near));
        return new Circle(center, { ...look, radius: shape.radius });
      }
      case 'polygon':
        return new Polygon(moved(latLngsOf(shape.corners), near), look);
      case 'corridor': {
        // A broad line with round ends is exactly what is within half its width of the path.
        const weight = pixelsOf(shape.width, shape.path[0]?.latitude ?? 0, map.getZoom());
        return new Polyline(moved(latLngsOf(shape.path), near), {
          ...look,
          fill: false,
          weight: Math.max(3, weight),
          opacity: isSelected ? 0.45 : 0.3,
        });
      }
    }
  }
}

/** Into the copy of the world that is nearest to a longitude. */
function moved(places: LatLng[], near: number): LatLng[] {
  const first = places[0]?.lng ?? 0;
  const turn = nearLongitude(first, near) - first;
  return turn === 0 ? places : places.map(({ lat, lng }) => new LatLng(lat, lng + turn));
}
