import {
  DivIcon,
  Layer,
  Marker,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
} from 'leaflet';
import { worldSize } from '../core/projection';
import type { Box } from '../workers/label-boxes';
import { takenRoom } from '../workers/taken-room';
import { placeOnMap } from './place-on-map';
import { takenEvent } from './taken-event';
import { giveRoom } from './track-room';
import './track-tokens.css';
import './track.css';

/** Something that happened at a place of the track. */
export type TrackMark = {
  kind: 'stop' | 'alarm' | 'start' | 'end';
  /** Epoch milliseconds. */
  at: number;
  latitude: number;
  longitude: number;
  /** A few characters beside the mark, where there is room; empty for none. */
  label: string;
  /** One line for the pointer that rests on it. */
  title: string;
};

/** Many marks are thinned to what a person can tell apart, and this many at most. */
const mostShown = 200;
/** Average width of a character of the labels, pixels; generous, so that labels never touch. */
const characterWidth = 7;
/** From the middle of a mark to the edge of the room it takes, pixels. */
const reach = 9;
const importance = { start: 0, end: 1, alarm: 2, stop: 3 } as const;

/** While the map moves on and on, marks are given room again at this pace (milliseconds). */
const pace = 120;

/** A mark as it is shown. */
type Shown = { marker: Marker; hasLabel: boolean };

/** Stops as squares with their duration, alarms as diamonds, start and end of a track. */
export class TrackMarksLayer extends Layer {
  readonly #pick: (mark: TrackMark) => void;
  #marks: readonly TrackMark[] = [];
  #shown = new Map<TrackMark, Shown>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #arrangedAt = -Infinity;

  /** `pick` hears which mark a person chose. */
  constructor(pick: (mark: TrackMark) => void) {
    super();
    this.#pick = pick;
  }

  /** Within their kind marks come in the order of their importance. */
  setMarks(marks: readonly TrackMark[]): void {
    this.#marks = [...marks].sort((one, other) => importance[one.kind] - importance[other.kind]);
    this.#arrange();
  }

  override onAdd(): this {
    this.#arrange();
    return this;
  }

  override onRemove(): this {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#show(new Map());
    this._map.fire(takenEvent, { taken: new Float64Array() });
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      moveend: () => {
        this.#arrangeSoon();
      },
    };
  }

  #arrangeSoon(): void {
    if (this.#timer !== null) return;
    const wait = pace - (performance.now() - this.#arrangedAt);
    if (wait <= 0) {
      this.#arrange();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#arrange();
    }, wait);
  }

  /** Gives room to what is in view. */
  #arrange(): void {
    const map = this._map as LeafletMap | undefined;
    if (!map) return;
    this.#arrangedAt = performance.now();
    const view = map.getBounds().pad(0.1);
    const inView = this.#marks
      .filter((mark) => view.contains(placeOnMap(map, mark)))
      .slice(0, mostShown);
    const rooms = giveRoom(
      inView.map((mark) => {
        const { label } = mark;
        const { x, y } = map.latLngToLayerPoint(placeOnMap(map, mark));
        return { x, y, labelWidth: label === '' ? 0 : label.length * characterWidth + 10 };
      }),
    );
    const wanted = new Map<TrackMark, boolean>();
    const boxes: Box[] = [];
    for (const [index, mark] of inView.entries()) {
      const room = rooms[index] ?? 'none';
      if (room === 'none') continue;
      wanted.set(mark, room === 'label');
      const { x, y } = map.latLngToLayerPoint(placeOnMap(map, mark));
      const label = room === 'label' ? mark.label.length * characterWidth + 10 : 0;
      boxes.push({ minX: x - reach, minY: y - reach, maxX: x + reach + label, maxY: y + reach });
    }
    this.#show(wanted);
    const { x: left, y: top } = map.getPixelOrigin();
    const taken = takenRoom(boxes, { left, top, scale: worldSize(map.getZoom()) });
    map.fire(takenEvent, { taken });
  }

  /** Shows these marks, with or without label; what stays as it is is not touched. */
  #show(wanted: ReadonlyMap<TrackMark, boolean>): void {
    for (const [mark, { marker, hasLabel }] of this.#shown) {
      if (wanted.get(mark) === hasLabel) {
        marker.setLatLng(placeOnMap(this._map, mark));
        continue;
      }
      marker.remove();
      this.#shown.delete(mark);
    }
    for (const [mark, hasLabel] of wanted) {
      if (this.#shown.has(mark)) continue;
      const marker = this.#createMarker(mark, hasLabel).addTo(this._map);
      this.#shown.set(mark, { marker, hasLabel });
    }
  }

  #createMarker(mark: TrackMark, hasLabel: boolean): Marker {
    const element = document.createElement('div');
    element.className = `track-mark track-mark-${mark.kind}`;
    element.append(document.createElement('i'));
    if (hasLabel) {
      const label = document.createElement('span');
      label.textContent = mark.label;
      element.append(label);
    }
    const marker = new Marker(placeOnMap(this._map, mark), {
      icon: new DivIcon({ html: element, className: 'track-mark-place', iconSize: [0, 0] }),
      title: mark.title,
      alt: mark.title,
      // The timeline offers the same marks to the keyboard, in their order.
      keyboard: false,
      zIndexOffset: -1000 * (importance[mark.kind] + 1),
    });
    marker.on('click', () => {
      this.#pick(mark);
    });
    return marker;
  }
}
