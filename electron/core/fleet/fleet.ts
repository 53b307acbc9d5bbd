import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import {
  showTheSame,
  type CardDevice,
  type CardDrivers,
  type FleetPatch,
  type FleetSnapshot,
  type FleetSync,
  type Vehicle,
  type VehicleCard,
} from '@contract/vehicles';
import { Feed } from '../feed';
import { inSlices, partsOf } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { DeviceTerm, Store } from '../ports/store';
import { readRecord } from '../service/decoders/records';
import type { Associations } from './associations';
import { includedDevice } from './collection-calls';
import type { MainDevices } from './main-devices';
import { vehicleOf } from './record-fields';
import type { RecordEvent, RecordNews } from './record-news';
import type { Records } from './records';
import { VehicleCards } from './vehicle-cards';

/** What a fleet needs. */
export interface FleetOptions {
  clock: Clock;
  store: Store;
  news: RecordNews;
  records: Records;
  associations: Associations;
}

/** Vehicles read from the store at once. */
const CHUNK = 500;
/** Vehicles taken in at once, by all who follow the fleet. */
const AT_ONCE = 100;

/**
 * The vehicles of one identity as the live map needs them: all of them in memory, from the store
 * at once and then in step with it. A vehicle that was created here comes in once the service has
 * named it, one that is gone leaves. Make a new one for every sign-in and `stop` it at sign-out.
 */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #cards: VehicleCards;
  readonly #vehicles = new Map<string, Vehicle>();
  readonly #feed = new Feed<FleetPatch>('the fleet');
  /** The state of the list as it was published last. */
  #toldSync = '';
  /** How often the whole fleet is being read just now. */
  #readings = 0;
  /** What became of these since is newer than what such a reading brings. */
  readonly #meanwhile = new Set<string>();
  #unsubscribe: (() => void)[] = [];
  #isStarted = false;
  #reading: Promise<void> = Promise.resolve();
  #beginning: Promise<void> = Promise.resolve();

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#cards = new VehicleCards(options);
  }

  /** Which device a vehicle's position comes from. */
  get mainDevices(): MainDevices {
    return this.#options.associations.mainDevices;
  }

  /** When each device was on a vehicle, removed associations included, as it is kept. */
  deviceTerms(vehicleId: string): Promise<DeviceTerm[]> {
    return this.#options.associations.deviceTerms(vehicleId);
  }

  /** When the devices of a vehicle were listed last, epoch milliseconds; null: never. */
  devicesListedAt(vehicleId: string): number | null {
    return this.#options.associations.listedAt('devices', vehicleId);
  }

  /** Lists the devices of a vehicle at the service, for a person who waits. @throws FleetdeskError */
  async listDevices(vehicleId: string, signal?: AbortSignal): Promise<void> {
    await this.#options.associations.refresh({ vehicleKey: vehicleId, side: 'devices' }, signal);
  }

  /** Whether the service tells devices along with the vehicle list; null until tried. */
  get includesDevices(): boolean | null {
    return this.#options.records.includesDevices;
  }

  /** Resolves once the vehicles that are kept are known; at a start nothing comes before them. */
  get vehiclesRead(): Promise<void> {
    return this.#reading;
  }

  /** Resolves once all that is kept is known, devices included. */
  get settled(): Promise<void> {
    return this.#beginning;
  }

  /** The fleet as it is now. */
  snapshot(): FleetSnapshot {
    return {
      vehicles: [...this.#vehicles.values()],
      sync: this.#sync(),
    };
  }

  /** What changes from now on; the answer ends it. */
  subscribe(listener: (patch: FleetPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** A vehicle by its id, or null. */
  vehicle(id: string): Vehicle | null {
    return this.#vehicles.get(id) ?? null;
  }

  /** Takes in what is kept, and follows it from now on; harmless when already started. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { news, records } = this.#options;
    this.#unsubscribe = [
      news.subscribe((event) => this.#follow(event)),
      records.subscribe(({ syncs }) => {
        if (syncs.vehicles && JSON.stringify(this.#sync()) !== this.#toldSync)
          this.#publish([], []);
      }),
      records.includedDevices.subscribe((devices) => {
        for (const [id, device] of devices) this.mainDevices.learnIncluded(id, device);
      }),
    ];
    this.#reading = this.#readKept();
    this.#beginning = this.#begin();
  }

  /** Ends all work; what was read stays. */
  stop(): void {
    this.#isStarted = false;
    for (const end of this.#unsubscribe) end();
    this.#unsubscribe = [];
    this.#cards.stop();
  }

  /** The vehicles that matter most to somebody now, in that order. */
  want(vehicleIds: () => Iterable<string>): void {
    this.#options.associations.want(vehicleIds);
  }

  /** While that holds, the slots that lists of associations would take go to the map. */
  giveWayWhile(holds: () => boolean): void {
    this.#options.associations.giveWayWhile(holds);
  }

  /**
   * What is known of a vehicle's device and drivers, without asking the service.
   * @throws FleetdeskError `not-found` for a vehicle that is not in the list
   */
  async card(id: string): Promise<VehicleCard> {
    return this.#cards.known(await this.#listed(id));
  }

  /**
   * The device of a vehicle, at most five minutes old where the service can be asked.
   * @throws FleetdeskError `not-found` for a vehicle that is not in the list; `cancelled`
   */
  async device(id: string, signal?: AbortSignal): Promise<CardDevice> {
    return this.#cards.device(await this.#listed(id), signal);
  }

  /**
   * The drivers of a vehicle, at most five minutes old where the service can be asked.
   * @throws FleetdeskError `not-found` for a vehicle that is not in the list; `cancelled`
   */
  async drivers(id: string, signal?: AbortSignal): Promise<CardDrivers> {
    return this.#cards.drivers(await this.#listed(id), signal);
  }

  /** The service answered 404 for this vehicle itself: it is gone once its list says so, too. */
  async doubt(id: string): Promise<void> {
    const name = { collection: 'vehicles', key: id } as const;
    // Where nobody can tell now, the next 404 asks again.
    const isGone =
      this.#vehicles.has(id) && (await this.#options.records.isGone(name).catch(() => false));
    if (isGone) this.remove(id);
  }

  /** A vehicle is certainly not at the service any more. */
  remove(id: string): void {
    if (!this.#vehicles.has(id)) return;
    if (this.#readings > 0) this.#meanwhile.add(id);
    this.#take([], [id]);
    // Lost, it is found to be gone again.
    this.#options.records.markGone({ collection: 'vehicles', key: id }).catch(() => undefined);
  }

  /** The id, once it is known to be on the list. @throws FleetdeskError `not-found` */
  async #listed(id: string): Promise<string> {
    // A caller that asks in the first moment waits for what is kept.
    if (!this.#vehicles.has(id)) await this.#beginning;
    if (this.#vehicles.has(id)) return id;
    throw new FleetdeskError({ code: 'not-found', message: `No vehicle ${id} in the list.` });
  }

  async #readKept(): Promise<void> {
    await this.#options.records.load();
    await this.#readAll().catch(() => undefined);
  }

  async #begin(): Promise<void> {
    await this.#reading;
    await this.#options.associations.load();
    if (this.includesDevices === true) await this.#restoreIncluded().catch(() => undefined);
  }

  /** Brings everything in step with the store. */
  async #readAll(): Promise<void> {
    const unseen = new Set(this.#vehicles.keys());
    this.#readings += 1;
    try {
      for await (const vehicles of this.#options.store.vehicles()) {
        if (!this.#isStarted) return;
        await inSlices(
          this.#options.clock,
          partsOf(vehicles, AT_ONCE),
          (part) => {
            for (const { id } of part) unseen.delete(id);
            this.#take(
              part.filter(({ id }) => !this.#meanwhile.has(id)),
              [],
            );
          },
          () => this.#isStarted,
        );
      }
    } finally {
      this.#readings -= 1;
      if (this.#readings === 0) this.#meanwhile.clear();
    }
    // They may have come back meanwhile, before the place that had been read by then.
    if (this.#isStarted && unseen.size > 0) await this.#readSome([...unseen]);
  }

  /** Devices that an earlier run was told along with the vehicles are in the records as told. */
  async #restoreIncluded(): Promise<void> {
    const ids = [...this.#vehicles.keys()].filter((id) => this.mainDevices.needsList(id));
    for (let from = 0; from < ids.length && this.#isStarted; from += CHUNK) {
      const chunk = ids.slice(from, from + CHUNK);
      for (const { key, raw } of await this.#options.store.records('vehicles', chunk)) {
        const parts = readRecord(raw);
        const device = parts && includedDevice(parts.base);
        if (device !== null) this.mainDevices.learnIncluded(key, device);
      }
    }
  }

  #follow(event: RecordEvent): void {
    if (event.kind === 'associations' || event.collection !== 'vehicles') return;
    const keys = event.kind === 'renamed' ? [event.to] : event.keys;
    if (this.#readings > 0) for (const key of keys ?? []) this.#meanwhile.add(key);
    void (keys === null ? this.#readAll() : this.#readSome(keys)).catch(() => undefined);
  }

  async #readSome(keys: readonly RecordKey[]): Promise<void> {
    const ids = keys.filter((key) => !isLocalKey(key));
    const records = await this.#options.store.records('vehicles', ids);
    if (!this.#isStarted) return;
    const present = records.filter(({ goneAt, key }) => goneAt === null && !isLocalKey(key));
    const there = new Set(present.map(({ key }) => key));
    this.#take(
      present.map((record) => vehicleOf(record)),
      ids.filter((id) => !there.has(id)),
    );
  }

  #take(told: readonly Vehicle[], lost: readonly string[]): void {
    const changed = told.filter((vehicle) => {
      const known = this.#vehicles.get(vehicle.id);
      if (known !== undefined && showTheSame(known, vehicle)) return false;
      this.#vehicles.set(vehicle.id, vehicle);
      return true;
    });
    const removed = lost.filter((id) => this.#vehicles.delete(id));
    if (changed.length + removed.length === 0) return;
    this.#options.associations.track(
      changed.map(({ id }) => id),
      removed,
    );
    this.#publish(changed, removed);
  }

  #sync(): FleetSync {
    const { phase, read, completedAt, pagingRefused } = this.#options.records.state('vehicles');
    return { phase: phase === 'off' ? 'waiting' : phase, read, completedAt, pagingRefused };
  }

  #publish(changed: Vehicle[], removed: string[]): void {
    const sync = this.#sync();
    this.#toldSync = JSON.stringify(sync);
    this.#feed.publish({ changed, removed, sync });
  }
}
