import 'leaflet/dist/leaflet.css';
import '../map-tokens.css';
import './map.css';
import { Control, LatLngBounds, Map as LeafletMap, Point, type Layer } from 'leaflet';
import { coveredEvent } from '../layers/covered-event';
import { viewEvent } from '../layers/view-event';
import type { Box } from '../workers/label-boxes';
import { removeMap } from './leaflet-motion';
import { LinkedAttribution } from './linked-attribution';
import { prefersReducedMotion } from './motion-preference';
import { moveNear, nearLongitude, type Bounds, type Place } from '@contract/rules/longitudes';
import { maxLatitude } from './projection';
import type { MapView, RememberedView } from './remembered-view';
import { zoomByWheel } from './wheel-zoom';

/** Pixels at each side of the map that panels cover. */
export type MapPadding = { top: number; right: number; bottom: number; left: number };

/** How a person moved the map: by dragging or arrow keys, or by zooming. */
export type PersonMove = 'drag' | 'zoom';

/** How a change of view is shown. */
export type ViewChange = {
  animate?: boolean;
  /** Seconds; the map's own pace where absent. */
  duration?: number;
};

export type MapOptions = {
  /** Where to start; the whole world where absent. */
  view?: MapView | null;
  /** Where the view is kept that a person leaves behind. */
  remember?: RememberedView;
  /** Units of the scale bar. */
  units?: 'km/h' | 'mph';
  minZoom?: number;
  maxZoom?: number;
  /** What covers the map's window, CSS pixels of it; without the element that asks. */
  covered?: (except?: Element) => Box[];
};

/** A Leaflet map with what every map of the app needs; nothing is kept once it is destroyed. */
export type FleetMap = {
  readonly leaflet: LeafletMap;
  /** Adds a layer; the answer removes it. */
  add(layer: Layer): () => void;
  view(): MapView;
  bounds(): Bounds;
  /** The middle of what panels leave of the map's window. */
  middle(): Place;
  /** Panels cover these parts: the middle and the fitting of bounds keep clear of them. */
  setPadding(padding: Partial<MapPadding>): void;
  padding(): MapPadding;
  /** What covers the map's window, CSS pixels of it; without the element that asks. */
  covered(except?: Element): Box[];
  setUnits(units: 'km/h' | 'mph'): void;
  centreOn(place: Place, change?: ViewChange & { zoom?: number }): void;
  /** Shows bounds as large as they can be; from `minZoom` on their middle alone may be visible. */
  fit(bounds: Bounds, change?: ViewChange & { minZoom?: number; maxZoom?: number }): void;
  /**
   * Fits bounds without ado, and again whenever the map gets another size, until a person moves it
   * or something else is to be seen.
   */
  keepFitted(bounds: Bounds): void;
  /** The bounds that are kept fitted became others; does nothing once a person has moved the map. */
  refit(bounds: Bounds): void;
  /** Zooms by whole levels, as a person does who presses a button. */
  zoomBy(steps: number): void;
  /** Whether the wheel zooms around the middle (while following) or around the pointer. */
  zoomAround(anchor: 'middle' | 'pointer'): void;
  /** The view came to rest somewhere else. */
  onView(listener: (view: MapView) => void): () => void;
  /** A person took hold of the map. */
  onPersonMove(listener: (how: PersonMove) => void): () => void;
  destroy(): void;
};

const wholeWorld: MapView = { latitude: 12, longitude: 0, zoom: 3 };
/** Zoom levels that are as good as none. */
const almost = 0.01;
const arrowKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
const zoomKeys = new Set(['+', '-', '=', '_']);

/** Makes a map in an element that has a size. */
export function createMap(element: HTMLElement, options: MapOptions = {}): FleetMap {
  const start = options.view ?? wholeWorld;
  const map = new LeafletMap(element, {
    center: [start.latitude, start.longitude],
    zoom: start.zoom,
    minZoom: options.minZoom ?? 3,
    maxZoom: options.maxZoom ?? 19,
    maxBounds: [
      [-maxLatitude, -Infinity],
      [maxLatitude, Infinity],
    ],
    maxBoundsViscosity: 1,
    worldCopyJump: true,
    zoomControl: false,
    attributionControl: false,
    fadeAnimation: false,
    zoomAnimation: !prefersReducedMotion(),
    inertia: !prefersReducedMotion(),
    // The wheel is this app's own: Leaflet's knows whole turns alone.
    scrollWheelZoom: false,
    zoomSnap: 0,
  });
  // Heard before the layers: tiles take long to be made and asked for.
  map.on('zoom move', () => {
    map.fire(viewEvent);
  });
  const wheel = zoomByWheel(map);
  new LinkedAttribution({ prefix: false, position: 'bottomright' }).addTo(map);

  let scale: Control.Scale | null = null;
  function setUnits(units: 'km/h' | 'mph') {
    scale?.remove();
    const imperial = units === 'mph';
    scale = new Control.Scale({ position: 'bottomleft', metric: !imperial, imperial });
    scale.addTo(map);
  }
  setUnits(options.units ?? 'km/h');

  const padding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 };
  const personListeners = new Set<(how: PersonMove) => void>();
  let movedByPerson = false;
  let kept: Bounds | null = null;

  function tellPersonMove(how: PersonMove) {
    movedByPerson = true;
    kept = null;
    for (const listener of [...personListeners]) listener(how);
  }

  const view = (): MapView => {
    const centre = map.getCenter().wrap();
    return { latitude: centre.lat, longitude: centre.lng, zoom: map.getZoom() };
  };

  const onWheel = () => {
    tellPersonMove('zoom');
  };
  const onPress = () => {
    element.dataset['pressed'] = '';
  };
  const onBlur = () => {
    delete element.dataset['pressed'];
  };
  const onKey = (event: KeyboardEvent) => {
    delete element.dataset['pressed'];
    if (event.target !== element) return;
    if (arrowKeys.has(event.key)) tellPersonMove('drag');
    else if (zoomKeys.has(event.key)) tellPersonMove('zoom');
  };
  element.addEventListener('wheel', onWheel, { passive: true });
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', onBlur);
  element.addEventListener('pointerdown', onPress);
  map.on('dragstart', () => {
    tellPersonMove('drag');
  });
  map.on('dblclick', () => {
    tellPersonMove('zoom');
  });
  map.on('boxzoomend', () => {
    tellPersonMove('drag');
  });
  const covered = options.covered ?? (() => []);
  // Heard before the layers, which ask their workers for the new view: names keep clear of panels.
  map.on('moveend', () => {
    map.fire(coveredEvent, { boxes: covered() });
  });
  map.on('moveend', () => {
    if (movedByPerson) options.remember?.write(view());
  });

  const resize = new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
    if (kept) fit(kept, { animate: false });
  });
  resize.observe(element);

  function centreOn(place: Place, zoom: number, animate: boolean, duration = 0.25) {
    const shift = new Point(padding.left - padding.right, padding.top - padding.bottom);
    const longitude = nearLongitude(place.longitude, map.getCenter().lng);
    const middle = map.project([place.latitude, longitude], zoom).subtract(shift.divideBy(2));
    const centre = map.unproject(middle, zoom);
    if (zoom !== map.getZoom()) {
      map.setView(centre, zoom, { animate });
      return;
    }
    const way = middle.subtract(map.project(map.getCenter(), zoom));
    const size = map.getSize();
    const isNear = Math.abs(way.x) < 2 * size.x && Math.abs(way.y) < 2 * size.y;
    // The pan's easing is a quadratic one, the same as that of a gliding vehicle: a followed
    // vehicle and the map move as one.
    map.panTo(centre, { animate: animate && isNear, duration, easeLinearity: 0.5 });
  }

  function fit(
    bounds: Bounds,
    { animate = true, minZoom = 0, maxZoom = 16 }: Parameters<FleetMap['fit']>[1] = {},
  ) {
    const { south, west, north, east } = moveNear(bounds, map.getCenter().lng);
    const box = new LatLngBounds([south, west], [north, east]);
    const room = 48;
    const taken = new Point(padding.left + padding.right, padding.top + padding.bottom);
    if (map.getBoundsZoom(box, false, taken.add([2 * room, 2 * room])) < minZoom) {
      centreOn({ latitude: box.getCenter().lat, longitude: box.getCenter().lng }, minZoom, animate);
      return;
    }
    // A framed view is at a whole level, at which tiles are as sharp as they can be.
    map.options.zoomSnap = 1;
    map.fitBounds(box, {
      animate,
      maxZoom,
      paddingTopLeft: [padding.left + room, padding.top + room],
      paddingBottomRight: [padding.right + room, padding.bottom + room],
    });
    map.options.zoomSnap = 0;
  }

  function keepFitted(bounds: Bounds) {
    kept = bounds;
    fit(bounds, { animate: false });
  }

  return {
    leaflet: map,
    add(layer) {
      layer.addTo(map);
      return () => {
        layer.remove();
      };
    },
    view,
    bounds() {
      const box = map.getBounds();
      return {
        south: box.getSouth(),
        west: box.getWest(),
        north: box.getNorth(),
        east: box.getEast(),
      };
    },
    middle() {
      const { x, y } = map.getSize();
      const { lat, lng } = map
        .containerPointToLatLng([
          (padding.left + x - padding.right) / 2,
          (padding.top + y - padding.bottom) / 2,
        ])
        .wrap();
      return { latitude: lat, longitude: lng };
    },
    setPadding(changed) {
      Object.assign(padding, changed);
    },
    padding: () => ({ ...padding }),
    covered,
    setUnits,
    centreOn(place, { zoom = map.getZoom(), animate = true, duration = 0.25 } = {}) {
      kept = null;
      centreOn(place, zoom, animate, duration);
    },
    fit(bounds, change) {
      kept = null;
      fit(bounds, change);
    },
    keepFitted,
    refit(bounds) {
      if (kept !== null) keepFitted(bounds);
    },
    zoomBy(steps) {
      tellPersonMove('zoom');
      // From between two levels to the next one, not past it.
      const zoom = map.getZoom();
      const from = steps > 0 ? Math.floor(zoom + almost) : Math.ceil(zoom - almost);
      map.setZoom(from + steps);
    },
    zoomAround(anchor) {
      const mode = anchor === 'middle' ? 'center' : true;
      wheel.around(anchor);
      map.options.doubleClickZoom = mode;
      map.options.touchZoom = mode;
    },
    onView(listener) {
      const tell = () => {
        listener(view());
      };
      map.on('moveend', tell);
      return () => {
        map.off('moveend', tell);
      };
    },
    onPersonMove(listener) {
      personListeners.add(listener);
      return () => {
        personListeners.delete(listener);
      };
    },
    destroy() {
      resize.disconnect();
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('pointerdown', onPress);
      element.removeEventListener('blur', onBlur);
      wheel.destroy();
      removeMap(map);
      personListeners.clear();
    },
  };
}
