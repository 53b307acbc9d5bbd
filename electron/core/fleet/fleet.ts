import { FleetdeskError } from '@contract/errors';
import type {
  FleetPatch,
  FleetSnapshot,
  FleetSync,
  Vehicle,
  VehicleCard,
} from '@contract/vehicles';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Service } from '../service/service';
import { MainDevices } from './main-devices';
import { UserNames } from './user-names';
import { VehicleCards } from './vehicle-cards';
import { MemoryVehicleRecords, type VehicleRecords } from './vehicle-records';
import { VehicleSync } from './vehicle-sync';

/** What a fleet needs. */
export interface FleetOptions {
  service: Service;
  clock: Clock;
  /** Where the vehicles are kept; in memory, where none is given. */
  records?: VehicleRecords;
}

/**
 * The vehicles of one identity: their list, kept in step with the service, and what is read of a
 * single vehicle when it is needed. Make a new one for every sign-in and `stop` it at sign-out.
 */
export class Fleet {
  /** Which device a vehicle's position comes from. */
  readonly mainDevices: MainDevices;
  readonly #records: VehicleRecords;
  readonly #sync: VehicleSync;
  readonly #cards: VehicleCards;
  readonly #feed = new Feed<FleetPatch>();

  constructor({ service, clock, records = new MemoryVehicleRecords() }: FleetOptions) {
    this.#records = records;
    this.mainDevices = new MainDevices({ service, clock });
    const userNames = new UserNames({ service, clock });
    this.#cards = new VehicleCards({ service, clock, mainDevices: this.mainDevices, userNames });
    this.#sync = new VehicleSync({
      service,
      clock,
      records,
      onDevice: (vehicleId, device) => this.mainDevices.learnIncluded(vehicleId, device),
      onChange: (changed, removed, sync) => this.#publish(changed, removed, sync),
    });
  }

  /** The fleet as it stands. */
  snapshot(): FleetSnapshot {
    return { vehicles: this.#records.all(), sync: this.#sync.state };
  }

  /** What changes from now on; the answer ends it. */
  subscribe(listener: (patch: FleetPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** A vehicle by its id, or null. */
  vehicle(id: string): Vehicle | null {
    return this.#records.get(id);
  }

  /** Whether the service tells devices along with the vehicle list; null until tried. */
  get includesDevices(): boolean | null {
    return this.#sync.includesDevices;
  }

  /** Reads the list now and every 15 minutes; harmless when already started. */
  start(): void {
    this.#sync.start();
  }

  /** Ends all work; what was read stays. */
  stop(): void {
    this.#cards.stop();
    this.#sync.stop();
  }

  /** The link is back or the session renewed: what waits for a retry runs now. */
  wake(): void {
    this.#sync.wake();
  }

  /**
   * Device and drivers of a vehicle, at most five minutes old where the service can be asked.
   * @throws FleetdeskError `not-found` for a vehicle that is not in the list; `cancelled`
   */
  async card(id: string, signal?: AbortSignal): Promise<VehicleCard> {
    const vehicle = this.#records.get(id);
    if (vehicle === null) {
      throw new FleetdeskError({ code: 'not-found', message: `No vehicle ${id} in the list.` });
    }
    return this.#cards.read(vehicle, signal);
  }

  /** The service answered 404 for this vehicle itself: it is gone. */
  remove(id: string): void {
    if (this.#records.remove(id)) this.#publish([], [id], this.#sync.state);
  }

  #publish(changed: Vehicle[], removed: string[], sync: FleetSync): void {
    for (const id of removed) {
      this.mainDevices.remove(id);
      this.#cards.remove(id);
    }
    this.#feed.publish({ changed, removed, sync });
  }
}
