import { FleetdeskError } from '@contract/errors';
import type { DeviceReference, Vehicle, VehicleCard } from '@contract/vehicles';
import type { Clock } from '../ports/clock';
import type { UserAssociationRecord } from '../service/decoders/associations';
import type { CallOptions, Service } from '../service/service';
import { SharedReads } from '../shared-reads';
import type { MainDevices } from './main-devices';
import type { UserNames } from './user-names';

/** What vehicle cards need. */
export interface VehicleCardsOptions {
  service: Service;
  clock: Clock;
  mainDevices: MainDevices;
  userNames: UserNames;
}

/** A card is read anew when it is older. */
const FRESH_FOR = 5 * 60_000;
const PAGE_SIZE = 100;
const LANE = 'interactive';
/** Vehicles rarely have more drivers than this: a shorter page is taken for the last one. */
const FULL_PAGE = 10;
/** Cards kept; the one looked at longest ago goes first. */
const CARDS_KEPT = 500;

type Card = Omit<VehicleCard, 'vehicle'>;

/** Device and drivers of single vehicles, read when somebody opens one, in the fast lane. */
export class VehicleCards {
  readonly #service: Service;
  readonly #clock: Clock;
  readonly #mainDevices: MainDevices;
  readonly #userNames: UserNames;
  readonly #cards = new Map<string, { card: Card; readAt: number }>();
  readonly #running = new SharedReads<Card>();

  constructor(options: VehicleCardsOptions) {
    this.#service = options.service;
    this.#clock = options.clock;
    this.#mainDevices = options.mainDevices;
    this.#userNames = options.userNames;
  }

  /**
   * The card, at most five minutes old; an older one only where the service can't be asked, and
   * then with the age it has. @throws FleetdeskError
   */
  async read(vehicle: Vehicle, signal?: AbortSignal): Promise<VehicleCard> {
    const cached = this.#cards.get(vehicle.id);
    if (cached !== undefined && this.#clock.monotonic() - cached.readAt < FRESH_FOR) {
      return { vehicle, ...cached.card };
    }
    try {
      const begin = (shared: AbortSignal) => this.#readCard(vehicle.id, shared);
      return { vehicle, ...(await this.#running.join(vehicle.id, signal, begin)) };
    } catch (caught) {
      const { code } = FleetdeskError.from(caught);
      const isUnreachable = code === 'offline' || code === 'timeout' || code === 'rate-limited';
      if (cached === undefined || !isUnreachable) throw caught;
      return { vehicle, ...cached.card };
    }
  }

  /** Forgets a vehicle that is gone. */
  remove(vehicleId: string): void {
    this.#cards.delete(vehicleId);
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#running.stop();
  }

  async #readCard(vehicleId: string, signal: AbortSignal): Promise<Card> {
    const options: CallOptions = { lane: LANE, signal };
    const [device, drivers] = await Promise.all([
      this.#readDevice(vehicleId, options),
      this.#readDrivers(vehicleId, options),
    ]);
    const card = { device, drivers, readAt: this.#clock.now() };
    this.#cards.delete(vehicleId);
    this.#cards.set(vehicleId, { card, readAt: this.#clock.monotonic() });
    for (const oldest of this.#cards.keys()) {
      if (this.#cards.size <= CARDS_KEPT) break;
      this.#cards.delete(oldest);
    }
    return card;
  }

  async #readDevice(vehicleId: string, options: CallOptions): Promise<DeviceReference | null> {
    const { device } = await this.#mainDevices.resolve(vehicleId, LANE, options.signal);
    if (device === null || device.imei !== null || device.name !== null) return device;
    try {
      const { id, name, imei } = await this.#service.call(
        'devices.get',
        { id: device.id },
        options,
      );
      const details = { id, name, imei };
      this.#mainDevices.learnDetails(details);
      return details;
    } catch (caught) {
      const { code } = FleetdeskError.from(caught);
      // Some users may see vehicles but no devices; the card then names the device by its id.
      if (code !== 'forbidden' && code !== 'not-found') throw caught;
      return device;
    }
  }

  async #readDrivers(vehicleId: string, options: CallOptions): Promise<VehicleCard['drivers']> {
    const associations = await this.#listUsers(vehicleId, options);
    const ids = new Set<string>();
    for (const { userId, userName, deletedAt } of associations) {
      if (userId === null || deletedAt !== null) continue;
      ids.add(userId);
      if (userName !== null) this.#userNames.learn(userId, userName);
    }
    const names = await this.#userNames.read([...ids], options.signal);
    return Array.from(names, ([id, name]) => ({ id, name }));
  }

  async #listUsers(vehicleId: string, options: CallOptions): Promise<UserAssociationRecord[]> {
    const found = new Map<string, UserAssociationRecord>();
    for (let page = 1; ; page++) {
      const input = { vehicleId, limit: PAGE_SIZE, page };
      const list = await this.#service.call('userAssociations.list', input, options);
      const known = found.size;
      for (const association of list.records) found.set(association.id, association);
      if (list.size < FULL_PAGE || found.size === known) return [...found.values()];
    }
  }
}
