import type { MapBounds } from '@contract/map-sources';
import { moveNear, type Bounds } from '@contract/rules/longitudes';
import {
  DivIcon,
  DomEvent,
  LatLng,
  LatLngBounds,
  LayerGroup,
  Marker,
  Rectangle,
  type LeafletMouseEvent,
  type Map as LeafletMap,
} from 'leaflet';
import { areaOf } from '../core/area-edges';

/** The corners that a person takes hold of. */
export const corners = ['nw', 'ne', 'sw', 'se'] as const;

/** One corner. */
export type Corner = (typeof corners)[number];

/** Pixels that an arrow key moves a corner, without and with Shift. */
const keyStep = 10;
const longKeyStep = 50;

/** A press that moved no farther is no drag, pixels. */
const shortestDrag = 6;

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What a box tells, and how its corners are called. */
export interface AreaBoxOptions {
  /** A person changed it; `done` once the drag has ended. */
  onChange(bounds: MapBounds, done: boolean): void;
  /** Drawing ended, with or without a box. */
  onDrawn(): void;
  labelOf(corner: Corner): string;
}

/** A box on the map that a person draws with the mouse and changes at its corners. */
export class AreaBox extends LayerGroup {
  readonly #options: AreaBoxOptions;
  readonly #box = new Rectangle(new LatLngBounds([0, 0], [0, 0]), {
    className: 'area-box',
    interactive: false,
  });
  readonly #corners: Readonly<Record<Corner, Marker>>;
  #map: LeafletMap | null = null;
  #bounds: MapBounds | null = null;
  /** The same, in the copy of the world that is on the map. */
  #drawn: Bounds | null = null;
  #start: LatLng | null = null;
  #isDrawing = false;

  constructor(options: AreaBoxOptions) {
    super();
    this.#options = options;
    this.#corners = {
      nw: this.#corner('nw'),
      ne: this.#corner('ne'),
      sw: this.#corner('sw'),
      se: this.#corner('se'),
    };
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    super.onAdd(map);
    map.on('mousedown', this.#onDown).on('mousemove', this.#onMove).on('moveend', this.#onView);
    // Also a button that is let go outside the map ends the drag.
    DomEvent.on(document.documentElement, 'mouseup', this.#onUp);
    return this;
  }

  override onRemove(map: LeafletMap): this {
    this.endDrawing();
    map.off('mousedown', this.#onDown).off('mousemove', this.#onMove).off('moveend', this.#onView);
    DomEvent.off(document.documentElement, 'mouseup', this.#onUp);
    this.#map = null;
    return super.onRemove(map);
  }

  /** Shows a box, or none. */
  show(bounds: MapBounds | null): void {
    this.#bounds = bounds;
    this.#drawn = null;
    if (bounds === null) {
      this.clearLayers();
      return;
    }
    const [west, south, east, north] = bounds;
    this.#drawn = this.#inView({ west, south, east, north });
    this.#draw(this.#drawn);
    this.addLayer(this.#box);
    for (const corner of corners) {
      this.addLayer(this.#corners[corner]);
      this.#name(corner);
    }
  }

  /** The next drag on the map draws a box. */
  startDrawing(): void {
    this.#isDrawing = true;
    this.#map?.dragging.disable();
    this.#map?.getContainer().classList.add('drawing-area');
  }

  endDrawing(): void {
    this.#start = null;
    if (!this.#isDrawing) return;
    this.#isDrawing = false;
    this.#map?.dragging.enable();
    this.#map?.getContainer().classList.remove('drawing-area');
    this.#options.onDrawn();
  }

  #inView(box: Bounds): Bounds {
    return this.#map ? moveNear(box, this.#map.getCenter().lng) : box;
  }

  #draw(box: Bounds): void {
    const { west, south, east, north } = box;
    this.#box.setBounds(new LatLngBounds([south, west], [north, east]));
    for (const corner of corners) this.#corners[corner].setLatLng(placeOf(corner, box));
  }

  /** The map may have been moved to the next copy of the world. */
  readonly #onView = (): void => {
    const before = this.#drawn;
    if (!before || this.#start) return;
    this.#drawn = this.#inView(before);
    if (this.#drawn.west !== before.west) this.#draw(this.#drawn);
  };

  #corner(corner: Corner): Marker {
    const icon = new DivIcon({ className: 'area-corner', iconSize: [14, 14] });
    const marker = new Marker([0, 0], { icon, draggable: true, keyboard: true });
    const move = (done: boolean): void => {
      this.#moveCorner(corner, marker.getLatLng(), done);
    };
    marker.on('drag', () => {
      move(false);
    });
    marker.on('dragend', () => {
      move(true);
    });
    return marker;
  }

  #name(corner: Corner): void {
    const element = this.#corners[corner].getElement();
    if (!element || element.hasAttribute('aria-label')) return;
    element.setAttribute('role', 'button');
    element.setAttribute('aria-label', this.#options.labelOf(corner));
    element.addEventListener('keydown', (event) => {
      this.#onKey(corner, event);
    });
  }

  #onKey(corner: Corner, event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!step || !this.#map) return;
    event.preventDefault();
    event.stopPropagation();
    const length = event.shiftKey ? longKeyStep : keyStep;
    const before = this.#corners[corner].getLatLng();
    const point = this.#map.latLngToContainerPoint(before);
    const moved = point.add([step[0] * length, step[1] * length]);
    // Whole pixels would move the other edge a little, too.
    const after = this.#map.containerPointToLatLng(moved);
    const to = step[0] === 0 ? [after.lat, before.lng] : [before.lat, after.lng];
    this.#moveCorner(corner, new LatLng(to[0] ?? 0, to[1] ?? 0), true);
  }

  #moveCorner(corner: Corner, to: LatLng, done: boolean): void {
    if (!this.#drawn) return;
    const { west, south, east, north } = this.#drawn;
    const opposite = new LatLng(
      corner.startsWith('n') ? south : north,
      corner.endsWith('w') ? east : west,
    );
    this.#change(to, opposite, done);
  }

  readonly #onDown = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
    if (this.#isDrawing && originalEvent.button === 0) this.#start = latlng;
  };

  readonly #onMove = ({ latlng }: LeafletMouseEvent): void => {
    if (!this.#start || !this.#map) return;
    const from = this.#map.latLngToContainerPoint(this.#start);
    if (from.distanceTo(this.#map.latLngToContainerPoint(latlng)) < shortestDrag) return;
    this.#change(this.#start, latlng, false);
  };

  readonly #onUp = (): void => {
    if (!this.#start) return;
    if (this.#bounds) this.#options.onChange(this.#bounds, true);
    this.endDrawing();
  };

  #change(a: LatLng, b: LatLng, done: boolean): void {
    const bounds = areaOf({
      west: Math.min(a.lng, b.lng),
      south: Math.min(a.lat, b.lat),
      east: Math.max(a.lng, b.lng),
      north: Math.max(a.lat, b.lat),
    });
    if (bounds === null) return;
    this.show(bounds);
    this.#options.onChange(bounds, done);
  }
}

function placeOf(corner: Corner, { west, south, east, north }: Bounds): LatLng {
  return new LatLng(corner.startsWith('n') ? north : south, corner.endsWith('w') ? west : east);
}
