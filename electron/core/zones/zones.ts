import { FleetdeskError } from '@contract/errors';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import type { Stay, ZoneSource } from '@contract/rules/zone-judge';
import { shapeFault } from '@contract/rules/zone-shapes';
import {
  ZONES_AT_MOST,
  type InsideZone,
  type Zone,
  type ZonesPatch,
  type ZonesSnapshot,
} from '@contract/zones';
import { Feed } from '../feed';
import { inSlices, partsOf } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { Store, StoreChange } from '../ports/store';
import { untilLoaded } from '../until-loaded';
import type { JudgedWriter } from './judged-writer';
import { INSIDE_NOTE, readNoted, readState, writeState, ZONES_JUDGED } from './kept-states';
import { ZoneIndex } from './zone-index';
import { ZoneWatch, type VehicleCrossing } from './zone-watch';

/** What zones need. */
export interface ZonesOptions {
  store: Pick<Store, 'zones' | 'commit' | 'note' | 'judged'>;
  /** Writes who is inside, together with what came of it. */
  writer: JudgedWriter;
  clock: Clock;
  /** Where the vehicles are. */
  live: {
    snapshot(): { vehicles: LiveVehicle[] };
    stateOf(id: string): LiveVehicle | null;
    subscribe(listener: (patch: LivePatch) => void): () => void;
  };
  onFault(fault: unknown): void;
}

/** Vehicles that are judged in one go where all of them are. */
const AT_ONCE = 100;

/** Who is inside is written soon after somebody came or went, and now and then for the rest. */
const WRITE_CROSSING_AFTER = 2_000;
const WRITE_AFTER = 10_000;

/** Vehicles that were judged, and what they crossed. */
export interface JudgedVehicles {
  readonly vehicles: readonly LiveVehicle[];
  /** Vehicles that left the fleet. */
  readonly removed: readonly string[];
  readonly crossings: readonly VehicleCrossing[];
}

/** The zones of a connection, kept in its store, and who is in them. */
export class Zones {
  readonly #options: ZonesOptions;
  readonly #zones = new Map<string, Zone>();
  readonly #index = new ZoneIndex();
  readonly #patches = new Feed<ZonesPatch>('zones');
  readonly #judged = new Feed<JudgedVehicles>('judged vehicles');
  #watch = new ZoneWatch(this.#index);
  #inside: InsideZone[] = [];
  /** The watch's changes that {@link #inside} has. */
  #insideAt = 0;
  #loaded: Promise<void> | null = null;
  /** One change after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #unsubscribe: (() => void) | null = null;
  #cancelLoad: () => void = () => undefined;
  /** An earlier version kept who is inside in a note, which goes with the next writing. */
  #hasNote = false;
  #isStopped = false;

  constructor(options: ZonesOptions) {
    this.#options = options;
    options.writer.add(() => this.#unwritten());
  }

  /** The zones and who is inside; nothing before the store has answered. */
  snapshot(): ZonesSnapshot {
    return { zones: [...this.#zones.values()], inside: this.#inside };
  }

  subscribe(listener: (patch: ZonesPatch) => void): () => void {
    return this.#patches.subscribe(listener);
  }

  /** Hears of vehicles once they were judged against the zones: of each crossing once. */
  onJudged(listener: (judged: JudgedVehicles) => void): () => void {
    return this.#judged.subscribe(listener);
  }

  /** The zones that a vehicle is in, with since when. */
  staysOf(vehicleId: string): ReadonlyMap<string, Stay> {
    return this.#watch.staysOf(vehicleId);
  }

  /** Finds zones that a vehicle may be near to. */
  get index(): ZoneSource {
    return this.#index;
  }

  /** A zone by its id. */
  get(id: string): Zone | undefined {
    return this.#zones.get(id);
  }

  /** Reads the zones and follows the vehicles from now on. */
  start(): void {
    this.#isStopped = false;
    // Without them no vehicle would be judged, by zones or by rules, until somebody opens the zones.
    this.#cancelLoad = untilLoaded(() => this.#load(), this.#options);
  }

  /** Follows nothing any more; the writer is to be stopped after it. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelLoad();
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /**
   * Keeps zones, new ones or changed ones: all of them or none.
   * @throws FleetdeskError `invalid-request` where a form can't be, or where there are too many;
   * where the store can't be written
   */
  save(zones: readonly Zone[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const { name, shape } of zones) {
        const fault = shapeFault(shape);
        if (fault !== null) throw invalid(`The zone ${name} can't be kept: ${fault}.`);
      }
      const added = zones.filter(({ id }) => !this.#zones.has(id)).length;
      if (this.#zones.size + added > ZONES_AT_MOST) {
        throw invalid(`There is room for ${String(ZONES_AT_MOST)} zones.`);
      }
      await this.#options.store.commit(zones.map((zone) => ({ kind: 'zone', zone })));
      // What live tracking is about to tell was before these zones: it crosses none of them.
      this.#judge(this.#options.live.snapshot().vehicles, []);
      if (this.#zones.size === 0) this.#watch.markUnwritten();
      let isMoved = false;
      for (const zone of zones) {
        const before = this.#zones.get(zone.id);
        this.#zones.set(zone.id, zone);
        if (JSON.stringify(before?.shape) === JSON.stringify(zone.shape)) continue;
        this.#index.set(zone);
        isMoved = true;
      }
      if (isMoved) this.#watch.judgeAgain();
      this.#tell({ changed: [...zones], removed: [] });
    });
  }

  /** Removes zones; those that are gone already are none. @throws where the store can't be written */
  remove(ids: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const removed = ids.filter((id) => this.#zones.has(id));
      await this.#options.store.commit(removed.map((id) => ({ kind: 'dropZone', id })));
      for (const id of removed) {
        this.#zones.delete(id);
        this.#index.remove(id);
      }
      this.#watch.judgeAgain();
      this.#tell({ changed: [], removed });
    });
  }

  /** Zones by their ids, in the order of these; all of them where no ids are given. */
  async find(ids: readonly string[] | null): Promise<Zone[]> {
    await this.#load();
    if (ids === null) return [...this.#zones.values()];
    return ids.flatMap((id) => this.#zones.get(id) ?? []);
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read().catch((fault: unknown) => {
      this.#loaded = null;
      throw fault;
    });
    return this.#loaded.then(() => {
      if (!this.#isStopped) this.#follow();
    });
  }

  async #read(): Promise<void> {
    const { store, clock } = this.#options;
    const zones = await store.zones();
    const note = await store.note(INSIDE_NOTE);
    this.#hasNote = note !== null;
    const states = readNoted(note);
    await inSlices(clock, await store.judged(ZONES_JUDGED), ([name, body]) => {
      const state = readState(body);
      if (state !== null) states.set(name.slice(ZONES_JUDGED.length), state);
    });
    for (const zone of zones) {
      this.#zones.set(zone.id, zone);
      // One of a later version may have a form that can't be judged here.
      if (shapeFault(zone.shape) === null) this.#index.set(zone);
    }
    this.#watch = new ZoneWatch(this.#index, states);
    if (this.#hasNote) this.#watch.markUnwritten();
    await inSlices(clock, this.#watch.judgingAgain(), () => undefined);
    this.#tell({ changed: zones, removed: [] });
  }

  #follow(): void {
    if (this.#unsubscribe !== null) return;
    const { live } = this.#options;
    this.#unsubscribe = live.subscribe(({ changed, removed }) => {
      for (const vehicleId of removed) this.#watch.remove(vehicleId);
      this.#judge(changed, removed);
    });
    this.#judgeAll().catch(this.#options.onFault);
  }

  /** All vehicles as they are when their turn comes: what live tracking tells meanwhile is newer. */
  async #judgeAll(): Promise<void> {
    const { clock, live } = this.#options;
    await inSlices(
      clock,
      partsOf(live.snapshot().vehicles, AT_ONCE),
      (part) => {
        this.#judge(
          part.flatMap(({ vehicleId }) => live.stateOf(vehicleId) ?? []),
          [],
        );
      },
      () => this.#unsubscribe !== null,
    );
  }

  #judge(vehicles: readonly LiveVehicle[], removed: readonly string[]): void {
    if (vehicles.length + removed.length === 0) return;
    const crossings = vehicles.flatMap((vehicle) => this.#watch.take(vehicle));
    this.#tellInside();
    this.#options.writer.soon(crossings.length > 0 ? WRITE_CROSSING_AFTER : WRITE_AFTER);
    this.#judged.publish({ vehicles, removed, crossings });
  }

  #tell(news: Pick<ZonesPatch, 'changed' | 'removed'>): void {
    const inside = this.#insideNews();
    this.#patches.publish({ ...news, inside });
    this.#options.writer.soon(WRITE_CROSSING_AFTER);
  }

  #tellInside(): void {
    const inside = this.#insideNews();
    if (inside !== null) this.#patches.publish({ changed: [], removed: [], inside });
  }

  /** Who is inside now; null where that is as it was published. */
  #insideNews(): InsideZone[] | null {
    if (this.#watch.changes === this.#insideAt) return null;
    this.#insideAt = this.#watch.changes;
    const inside = this.#watch.inside();
    if (JSON.stringify(inside) === JSON.stringify(this.#inside)) return null;
    this.#inside = inside;
    return inside;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(async () => {
      await this.#load();
      await work();
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** What the store has to take of who is where. */
  #unwritten(): StoreChange[] {
    const { states, visits } = this.#watch.takeUnwritten();
    const changes: StoreChange[] = [];
    for (const [vehicleId, state] of states) {
      // Where there are no zones, nobody has to know later where it was.
      if (state?.stays.size === 0 && this.#zones.size === 0) continue;
      const body = state === null ? null : writeState(state);
      changes.push({ kind: 'judged', name: `${ZONES_JUDGED}${vehicleId}`, body });
    }
    if (visits.length > 0) changes.push({ kind: 'visits', visits });
    if (this.#hasNote) changes.push({ kind: 'note', name: INSIDE_NOTE, value: null });
    this.#hasNote = false;
    return changes;
  }
}

function invalid(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'invalid-request', message });
}
