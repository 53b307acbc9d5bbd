import { associationSides, type AssociationSide } from '@contract/associations';
import { FleetdeskError, type ErrorCode } from '@contract/errors';
import { isLocalKey, type Fields } from '@contract/records';
import type { DeviceReference, Vehicle, VehicleCard } from '@contract/vehicles';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import { SharedReads } from '../shared-reads';
import type { Associations } from './associations';
import { textOf } from './record-fields';
import type { Records } from './records';

/** What cards need. */
export interface VehicleCardsOptions {
  clock: Clock;
  store: Store;
  records: Records;
  associations: Associations;
}

type Card = Omit<VehicleCard, 'vehicle'>;

const FRESH_FOR = 5 * 60_000;
/** Users read one by one for a card; more would cost more than a card is worth. */
const SINGLE_READS = 5;
const UNREACHABLE = new Set<ErrorCode>(['offline', 'timeout', 'rate-limited', 'unauthenticated']);
/** Some users may see vehicles but neither devices nor people. */
const WITHHELD = new Set<ErrorCode>(['forbidden', 'not-found']);

/** Device and drivers of a vehicle, as the card on the map shows them: from what is kept. */
export class VehicleCards {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #records: Records;
  readonly #associations: Associations;
  readonly #running = new SharedReads<Card>();
  /** Records that can't be had: they are not asked for again. */
  readonly #withheld = new Set<string>();

  constructor(options: VehicleCardsOptions) {
    this.#clock = options.clock;
    this.#store = options.store;
    this.#records = options.records;
    this.#associations = options.associations;
  }

  /**
   * The card, at most five minutes old; an older one only where the service can't be asked, and
   * then with the age it has. @throws FleetdeskError
   */
  async read(vehicle: Vehicle, signal?: AbortSignal): Promise<VehicleCard> {
    const begin = (shared: AbortSignal): Promise<Card> => this.#read(vehicle.id, shared);
    return { vehicle, ...(await this.#running.join(vehicle.id, signal, begin)) };
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#running.stop();
  }

  async #read(vehicleId: string, signal: AbortSignal): Promise<Card> {
    const isReachable = await this.#bringUpToDate(vehicleId, signal);
    const [device, drivers] = await Promise.all([
      this.#readDevice(vehicleId, isReachable, signal),
      this.#readDrivers(vehicleId, isReachable, signal),
    ]);
    const listed = associationSides.flatMap(
      (side) => this.#associations.listedAt(side, vehicleId) ?? [],
    );
    const readAt = Math.min(this.#clock.now(), ...listed);
    return { device, drivers, readAt };
  }

  /** Lists what is too old; answers whether the service could be asked. @throws FleetdeskError */
  async #bringUpToDate(vehicleId: string, signal: AbortSignal): Promise<boolean> {
    const { mainDevices } = this.#associations;
    const isListed = this.#associations.listedAt('users', vehicleId) !== null;
    try {
      await Promise.all([
        this.#list('users', vehicleId, signal),
        this.#list('devices', vehicleId, signal),
      ]);
      return true;
    } catch (caught) {
      const isKept = isListed && mainDevices.of(vehicleId).association !== 'unknown';
      if (!isKept || !UNREACHABLE.has(FleetdeskError.from(caught).code)) throw caught;
      return false;
    }
  }

  async #list(side: AssociationSide, vehicleId: string, signal: AbortSignal): Promise<void> {
    const { mainDevices } = this.#associations;
    const age = this.#clock.now() - (this.#associations.listedAt(side, vehicleId) ?? -Infinity);
    const isFresh = age >= 0 && age < FRESH_FOR;
    const isNeeded = side === 'devices' && mainDevices.needsList(vehicleId);
    if (isFresh && !isNeeded) return;
    try {
      await this.#associations.refresh({ vehicleKey: vehicleId, side }, signal);
    } catch (caught) {
      // The device may be known from the vehicle list to users who may not list associations.
      const isKnown = side === 'devices' && !isNeeded;
      if (!isKnown || !WITHHELD.has(FleetdeskError.from(caught).code)) throw caught;
    }
  }

  async #readDevice(
    vehicleId: string,
    isReachable: boolean,
    signal: AbortSignal,
  ): Promise<DeviceReference | null> {
    const { mainDevices } = this.#associations;
    const { device } = mainDevices.of(vehicleId);
    if (device === null || device.imei !== null || device.name !== null) return device;
    const [kept] = await this.#store.records('devices', [device.id]);
    const fields =
      kept?.fields ?? (isReachable ? await this.#readOne('devices', device.id, signal) : null);
    if (!fields) return device;
    const details = { id: device.id, name: textOf(fields, 'name'), imei: textOf(fields, 'imei') };
    mainDevices.learnDetails([details]);
    return details;
  }

  async #readDrivers(
    vehicleId: string,
    isReachable: boolean,
    signal: AbortSignal,
  ): Promise<VehicleCard['drivers']> {
    const { items } = await this.#store.associationsOf(vehicleId, 'users');
    // A person who is not at the service yet, or about to leave the vehicle, is no driver now.
    const present = items.filter(
      ({ otherKey, mark }) => mark !== 'deleting' && !isLocalKey(otherKey),
    );
    const ids = [...new Set(present.map(({ otherKey }) => otherKey))];
    const labels = await this.#associations.labels('users', ids);
    const names = new Map(ids.map((id) => [id, labels.get(id)?.label ?? null]));
    const missing = isReachable ? ids.filter((id) => names.get(id) === null) : [];
    await Promise.all(
      missing.slice(0, SINGLE_READS).map(async (id) => {
        const fields = await this.#readOne('users', id, signal);
        if (fields) names.set(id, textOf(fields, 'name') ?? textOf(fields, 'username'));
      }),
    );
    return Array.from(names, ([id, name]) => ({ id, name }));
  }

  /** The fields of a record that is not kept yet; null where it can't be had. */
  async #readOne(
    collection: 'devices' | 'users',
    key: string,
    signal: AbortSignal,
  ): Promise<Fields | null> {
    if (this.#withheld.has(key)) return null;
    try {
      return (await this.#records.refresh({ collection, key }, signal)).fields;
    } catch (caught) {
      if (!WITHHELD.has(FleetdeskError.from(caught).code)) throw caught;
      this.#withheld.add(key);
      return null;
    }
  }
}
