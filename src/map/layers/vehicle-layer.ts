import type { ConnectionState, LiveVehicle, Motion } from '@contract/fixes';
import {
  Layer,
  type LeafletEventHandlerFn,
  type LeafletMouseEvent,
  type Map as LeafletMap,
} from 'leaflet';
import { isDragged } from '../core/leaflet-motion';
import { followStillness } from '../core/motion-preference';
import type { Bounds, Place } from '@contract/rules/longitudes';
import { followColors } from '../core/token-colors';
import {
  vehicleColorTokens,
  type PassedHit,
  type SlotHit,
  type VehiclesMessage,
  type VehiclesReport,
} from '../workers/vehicles/messages';
import { connectionOf, motionOf } from '../workers/vehicles/vehicle-state';
import { coveredEvent, type CoveredEvent } from './covered-event';
import { packVehicles } from './pack-vehicles';
import { createSlots } from './slots';
import { takenEvent } from './taken-event';
import { WorkerCanvas } from './worker-canvas';

/** What a person points at. */
export type VehicleHit =
  | { kind: 'vehicle'; vehicleId: string }
  | { kind: 'cluster'; vehicleIds: string[]; place: Place; bounds: Bounds };

/** What the pointer passes: a cluster may be a whole fleet, and nobody has asked for it yet. */
export type HoveredHit = { kind: 'vehicle'; vehicleId: string } | { kind: 'cluster' };

/** What stands out among the vehicles. */
export type VehicleEmphasis = {
  selected: string | null;
  hovered: string | null;
  /** The map follows the selected one. */
  followed: boolean;
};

/** A vehicle as the last frame showed it. */
export type DrawnVehicle = {
  id: string;
  latitude: number;
  longitude: number;
  heading: number | null;
  motion: Motion;
  connection: ConnectionState;
  clustered: boolean;
  /** A filter leaves it out. */
  dimmed: boolean;
};

export type VehicleLayerOptions = {
  locale: string;
  /** The pointer came to something else; null where nothing is. */
  onHover(hit: HoveredHit | null): void;
  onClick(hit: VehicleHit | null): void;
  /** A menu is wanted at a point of the window. */
  onMenu?(hit: VehicleHit | null, place: Place, at: { x: number; y: number }): void;
  /** Which vehicles are in the map's window, some time after that changed. */
  onInView(vehicleIds: string[]): void;
  createWorker?: () => Worker;
};

/** Vehicles in a message up to which it is copied. */
const copiedUpTo = 500;

function startWorker(): Worker {
  return new Worker(new URL('../workers/vehicles/vehicle-worker.ts', import.meta.url), {
    type: 'module',
    name: 'vehicles',
  });
}

/**
 * All vehicles on one canvas, drawn by a worker. The page hands over what changed, in columns, and
 * asks what is under the pointer; it holds no marker objects and does nothing per frame.
 */
export class VehicleLayer extends Layer {
  readonly #options: VehicleLayerOptions;
  readonly #worker: Worker;
  readonly #canvas: WorkerCanvas;
  readonly #slots = createSlots();
  readonly #live = new Map<string, LiveVehicle>();
  #alarmed: readonly string[] = [];
  #emphasis: VehicleEmphasis = { selected: null, hovered: null, followed: false };
  readonly #questions = new Map<number, (hit: VehicleHit | null) => void>();
  #nextQuestion = 1;
  /** The question of what the pointer passes, while it is not answered. */
  #asksHover: number | null = null;
  #look = { names: true, glides: true, rests: false };
  #locale: string;
  #drawn: Extract<VehiclesReport, { type: 'drawn' }> | null = null;
  #stop: (() => void)[] = [];

  constructor(options: VehicleLayerOptions) {
    super();
    this.#options = options;
    this.#locale = options.locale;
    this.#worker = (options.createWorker ?? startWorker)();
    this.#canvas = new WorkerCanvas((message, transfer) => {
      this.#post(message, transfer);
    }, 'overlayPane');
    this.#worker.addEventListener('message', ({ data }: MessageEvent<VehiclesReport>) => {
      this.#hear(data);
    });
  }

  override onAdd(map: LeafletMap): this {
    this.#stop = [
      followColors(vehicleColorTokens, (colors) => {
        this.#post({ type: 'colors', colors });
      }),
      followStillness(({ isStill, isAtRest }) => {
        this.#look.glides = !isStill;
        this.#look.rests = isAtRest;
        this.#tellLook();
      }),
    ];
    this.#canvas.addTo(map);
    return this;
  }

  override onRemove(map: LeafletMap): this {
    for (const stop of this.#stop) stop();
    map.fire(takenEvent, { taken: new Float64Array() });
    this.#canvas.remove();
    this.#worker.terminate();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const point = (event: unknown) => (event as LeafletMouseEvent).containerPoint;
    return {
      [coveredEvent]: (event) => {
        this.#post({ type: 'covered', boxes: (event as unknown as CoveredEvent).boxes });
      },
      mousemove: (event) => {
        // What a person drags stays under the pointer.
        if (this.#asksHover !== null || isDragged(this._map)) return;
        this.#askHover(point(event));
      },
      mouseout: () => {
        this.#options.onHover(null);
      },
      contextmenu: (event) => {
        const { latlng, originalEvent } = event as unknown as LeafletMouseEvent;
        const { lat, lng } = latlng.wrap();
        const at = { x: originalEvent.clientX, y: originalEvent.clientY };
        this.#ask(point(event), (hit) => {
          this.#options.onMenu?.(hit, { latitude: lat, longitude: lng }, at);
        });
      },
      click: (event) => {
        this.#ask(point(event), (hit) => {
          this.#options.onClick(hit);
        });
      },
    };
  }

  /** New states of some vehicles. */
  update(changed: readonly LiveVehicle[]): void {
    if (changed.length === 0) return;
    for (const vehicle of changed) this.#live.set(vehicle.vehicleId, vehicle);
    const packed = packVehicles(changed, this.#slots.of);
    // A small array is copied faster than it changes hands.
    const transfer = changed.length > copiedUpTo ? [packed.buffer] : [];
    this.#post({ type: 'vehicles', packed }, transfer);
  }

  /** Plates by vehicle. */
  setNames(names: Iterable<readonly [vehicleId: string, name: string]>): void {
    const slots: number[] = [];
    const texts: string[] = [];
    for (const [vehicleId, name] of names) {
      slots.push(this.#slots.of(vehicleId));
      texts.push(name);
    }
    if (slots.length > 0) this.#post({ type: 'names', slots, names: texts });
  }

  removeVehicles(vehicleIds: readonly string[]): void {
    const slots = vehicleIds.flatMap((vehicleId) => this.#slots.release(vehicleId) ?? []);
    for (const vehicleId of vehicleIds) this.#live.delete(vehicleId);
    if (slots.length === 0) return;
    this.#post({ type: 'remove', slots });
    // Another vehicle may take the slot of one that is gone.
    if (this.#alarmed.length > 0) this.#tellAlarmed();
    const { selected, hovered } = this.#emphasis;
    const isGone = (id: string | null) => id !== null && vehicleIds.includes(id);
    if (isGone(selected) || isGone(hovered)) this.#tellEmphasis();
  }

  setEmphasis(emphasis: VehicleEmphasis): void {
    this.#emphasis = emphasis;
    this.#tellEmphasis();
  }

  /** The vehicles that are shown in full; the others are dimmed, or hidden. Null: all are shown. */
  setShown(vehicleIds: readonly string[] | null, hides: boolean): void {
    let shown: Uint8Array<ArrayBuffer> | null = null;
    if (vehicleIds) {
      const slots = vehicleIds.map((vehicleId) => this.#slots.of(vehicleId));
      shown = new Uint8Array(slots.reduce((most, slot) => Math.max(most, slot + 1), 0));
      for (const slot of slots) shown[slot] = 1;
    }
    this.#post({ type: 'shown', shown, hides }, shown ? [shown.buffer] : []);
  }

  /** Vehicles with an open alert: they carry a red badge. */
  setAlarmed(vehicleIds: Iterable<string>): void {
    this.#alarmed = [...vehicleIds];
    this.#tellAlarmed();
  }

  /** Whether plates are shown beside the vehicles. */
  showNames(names: boolean): void {
    this.#look.names = names;
    this.#tellLook();
  }

  setLocale(locale: string): void {
    this.#locale = locale;
    this.#tellLook();
  }

  /** The way that the selected vehicle came, oldest first. */
  setTrail(points: readonly (Place & { at: number })[]): void {
    const columns = new Float64Array(points.length * 3);
    points.forEach(({ longitude, latitude, at }, index) => {
      columns.set([longitude, latitude, at], index * 3);
    });
    this.#post({ type: 'trail', points: columns }, [columns.buffer]);
  }

  /** From now on {@link drawn} answers; for tests. */
  tellDrawn(): void {
    this.#post({ type: 'tell-drawn' });
  }

  /** What the last frame showed. */
  drawn(): DrawnVehicle[] {
    const report = this.#drawn;
    if (!report) return [];
    return [...report.slots].flatMap((slot, index) => {
      const id = this.#slots.idOf(slot);
      const live = id === undefined ? undefined : this.#live.get(id);
      if (id === undefined || !live) return [];
      return {
        id,
        longitude: report.places[index * 2] ?? NaN,
        latitude: report.places[index * 2 + 1] ?? NaN,
        heading: live.fix?.heading ?? null,
        motion: motionOf(report.states[index] ?? 0),
        connection: connectionOf(report.states[index] ?? 0),
        clustered: report.clustered[index] === 1,
        dimmed: report.dimmed[index] === 1,
      };
    });
  }

  #hear(report: VehiclesReport): void {
    switch (report.type) {
      case 'stage-drawn':
        this.#canvas.handle(report);
        return;
      case 'hit': {
        const answer = this.#questions.get(report.id);
        this.#questions.delete(report.id);
        answer?.(report.hit && this.#named(report.hit));
        return;
      }
      case 'hovered':
        if (report.id !== this.#asksHover) return;
        this.#asksHover = null;
        this.#options.onHover(report.hit && this.#passed(report.hit));
        return;
      case 'in-view':
        this.#options.onInView(this.#ids(report.slots));
        return;
      case 'taken':
        this._map?.fire(takenEvent, { taken: report.taken });
        return;
      case 'drawn':
        this.#drawn = report;
    }
  }

  #ask(
    containerPoint: LeafletMouseEvent['containerPoint'],
    answer: (hit: VehicleHit | null) => void,
  ) {
    const point = this.#canvas.toCanvas(containerPoint);
    if (!point) {
      answer(null);
      return;
    }
    const id = this.#nextQuestion;
    this.#nextQuestion += 1;
    this.#questions.set(id, answer);
    this.#post({ type: 'hit', id, x: point.x, y: point.y });
  }

  #askHover(containerPoint: LeafletMouseEvent['containerPoint']): void {
    const point = this.#canvas.toCanvas(containerPoint);
    if (!point) {
      this.#options.onHover(null);
      return;
    }
    const id = this.#nextQuestion;
    this.#nextQuestion += 1;
    this.#asksHover = id;
    this.#post({ type: 'hover', id, x: point.x, y: point.y });
  }

  #passed(hit: PassedHit): HoveredHit | null {
    if (hit.kind === 'cluster') return hit;
    const vehicleId = this.#slots.idOf(hit.slot);
    return vehicleId === undefined ? null : { kind: 'vehicle', vehicleId };
  }

  #named(hit: SlotHit): VehicleHit | null {
    if (hit.kind === 'vehicle') {
      const vehicleId = this.#slots.idOf(hit.slot);
      return vehicleId === undefined ? null : { kind: 'vehicle', vehicleId };
    }
    const { longitude, latitude, bounds } = hit;
    return {
      kind: 'cluster',
      vehicleIds: this.#ids(hit.slots),
      place: { longitude, latitude },
      bounds,
    };
  }

  #ids(slots: Uint32Array): string[] {
    return [...slots].flatMap((slot) => this.#slots.idOf(slot) ?? []);
  }

  #tellEmphasis(): void {
    const { selected, hovered, followed } = this.#emphasis;
    const slot = (vehicleId: string | null) =>
      vehicleId === null ? null : this.#slots.of(vehicleId);
    this.#post({
      type: 'emphasis',
      emphasis: { selected: slot(selected), hovered: slot(hovered), followed },
    });
  }

  #tellAlarmed(): void {
    const slots = this.#alarmed.map((vehicleId) => this.#slots.of(vehicleId));
    this.#post({ type: 'alarmed', slots });
  }

  #tellLook(): void {
    this.#post({ type: 'look', ...this.#look, locale: this.#locale });
  }

  #post(message: VehiclesMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
