import { DivIcon, Layer, Marker, type LeafletEventHandlerFn, type Map } from 'leaflet';
import { placeOnMap } from './place-on-map';
import './track-tokens.css';
import './track.css';

/** A vehicle on its track at one moment. */
export type TrackVehicle = {
  latitude: number;
  longitude: number;
  /** Degrees clockwise from north; null where unknown. */
  heading: number | null;
  motion: 'moving' | 'idling' | 'parked' | 'unknown';
};

const svg = 'http://www.w3.org/2000/svg';

/** The shapes of the motions; the arrow and the small notch of the others point north. */
const shapes = {
  moving: 'M0 -13 L9.5 10.5 L0 5.5 L-9.5 10.5 Z',
  idling: 'M0 -8 A8 8 0 1 1 -0.01 -8 Z',
  parked: 'M-7 -7 H7 V7 H-7 Z',
  unknown: 'M0 -8 A8 8 0 1 1 -0.01 -8 Z',
} as const;
const notch = 'M0 -15 L4 -10 H-4 Z';

function createPath(className: string, d: string): SVGPathElement {
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('class', className);
  path.setAttribute('d', d);
  return path;
}

/** The vehicle that plays its track: one element, of which a frame changes two transforms. */
export class TrackVehicleLayer extends Layer {
  readonly #body = createPath('track-vehicle-body', shapes.unknown);
  readonly #notch = createPath('track-vehicle-notch', notch);
  readonly #turning = document.createElementNS(svg, 'g');
  readonly #marker: Marker;
  #motion: TrackVehicle['motion'] | null = null;
  /** Whole degrees. */
  #turn: number | null = null;
  #hasNotch = true;
  #shown: TrackVehicle | null = null;

  constructor() {
    super();
    const drawing = document.createElementNS(svg, 'svg');
    drawing.setAttribute('viewBox', '-20 -20 40 40');
    drawing.setAttribute('class', 'track-vehicle');
    drawing.setAttribute('aria-hidden', 'true');
    this.#turning.append(this.#notch, this.#body);
    drawing.append(this.#turning);
    // Leaflet takes an HTML element; an SVG one needs a box around it.
    const box = document.createElement('div');
    box.append(drawing);
    this.#marker = new Marker([0, 0], {
      icon: new DivIcon({ html: box, className: 'track-vehicle-place', iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
      zIndexOffset: 10_000,
    });
  }

  override onAdd(map: Map): this {
    this.#place(map);
    return this;
  }

  override onRemove(): this {
    this.#marker.remove();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      // Across the date line the map may show another copy of the world.
      moveend: () => {
        this.#place(this._map);
      },
    };
  }

  #place(map: Map): void {
    if (!this.#shown) return;
    this.#marker.setLatLng(placeOnMap(map, this.#shown));
    if (!map.hasLayer(this.#marker)) this.#marker.addTo(map);
  }

  /** Shows the vehicle there, or nowhere. */
  setVehicle(vehicle: TrackVehicle | null): void {
    this.#shown = vehicle;
    if (vehicle === null) {
      this.#marker.remove();
      return;
    }
    const map = this._map as Map | undefined;
    if (map) this.#place(map);
    const turn = Math.round(vehicle.heading ?? 0);
    if (turn !== this.#turn) this.#turning.style.transform = `rotate(${turn}deg)`;
    this.#turn = turn;
    const hasNotch = vehicle.heading !== null && vehicle.motion !== 'moving';
    if (hasNotch !== this.#hasNotch) this.#notch.style.display = hasNotch ? '' : 'none';
    this.#hasNotch = hasNotch;
    if (vehicle.motion === this.#motion) return;
    this.#motion = vehicle.motion;
    this.#body.setAttribute('d', shapes[vehicle.motion]);
    this.#turning.setAttribute('class', `track-vehicle-${vehicle.motion}`);
  }
}
