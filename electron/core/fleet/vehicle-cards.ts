import type { AssociationSide } from '@contract/associations';
import { FleetdeskError, type AppError, type ErrorCode } from '@contract/errors';
import { isLocalKey, type Fields } from '@contract/records';
import type { Vehicle, VehicleCard } from '@contract/vehicles';
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

/** The fields of a record; without them, why they can't be had, unless they are withheld. */
interface Found {
  readonly fields: Fields | null;
  readonly error: AppError | null;
}

const FRESH_FOR = 5 * 60_000;
/** Users read one by one for a card; more would cost more than a card is worth. */
const SINGLE_READS = 5;
/** Some users may see vehicles but neither devices nor people. */
const WITHHELD = new Set<ErrorCode>(['forbidden', 'not-found']);

/**
 * Device and drivers of a vehicle, as the card on the map shows them. Each is read by itself: what
 * is refused or can't be had takes nothing from the other.
 */
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
   * The card, at most five minutes old; where the service can't be asked or fails, what is kept,
   * with its age and the reason. @throws FleetdeskError `cancelled` alone
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
    const [device, drivers] = await Promise.all([
      this.#readDevice(vehicleId, signal),
      this.#readDrivers(vehicleId, signal).catch((caught: unknown) => ({
        value: [],
        readAt: null,
        error: errorOf(caught),
      })),
    ]);
    return { device, drivers };
  }

  /** Lists a side that is too old; answers why it can't. @throws FleetdeskError `cancelled` */
  async #list(
    side: AssociationSide,
    vehicleId: string,
    signal: AbortSignal,
  ): Promise<AppError | null> {
    const age = this.#clock.now() - (this.#associations.listedAt(side, vehicleId) ?? -Infinity);
    const isFresh = age >= 0 && age < FRESH_FOR;
    const isNeeded = side === 'devices' && this.#associations.mainDevices.needsList(vehicleId);
    if (isFresh && !isNeeded) return null;
    try {
      await this.#associations.refresh({ vehicleKey: vehicleId, side }, signal);
      return null;
    } catch (caught) {
      return errorOf(caught);
    }
  }

  async #readDevice(vehicleId: string, signal: AbortSignal): Promise<Card['device']> {
    const { mainDevices } = this.#associations;
    const refusal = await this.#list('devices', vehicleId, signal);
    // The device may be known from the vehicle list to users who may not list associations.
    const isKnown = refusal !== null && WITHHELD.has(refusal.code);
    const error = isKnown && !mainDevices.needsList(vehicleId) ? null : refusal;
    const { device } = mainDevices.of(vehicleId);
    const part = { value: device, readAt: this.#readAt('devices', vehicleId), error };
    if (device === null || device.imei !== null || device.name !== null) return part;
    const { id } = device;
    const known = await this.#find('devices', id, error === null, signal);
    if (known.fields === null) return { ...part, error: error ?? known.error };
    const value = { id, name: textOf(known.fields, 'name'), imei: textOf(known.fields, 'imei') };
    mainDevices.learnDetails([value]);
    return { ...part, value };
  }

  async #readDrivers(vehicleId: string, signal: AbortSignal): Promise<Card['drivers']> {
    const error = await this.#list('users', vehicleId, signal);
    if (error !== null && WITHHELD.has(error.code)) return { value: [], readAt: null, error };
    const { items } = await this.#store.associationsOf(vehicleId, 'users');
    // A person who is not at the service yet, or about to leave the vehicle, is no driver now.
    const present = items.filter(
      ({ otherKey, mark }) => mark !== 'deleting' && !isLocalKey(otherKey),
    );
    const ids = [...new Set(present.map(({ otherKey }) => otherKey))];
    const labels = await this.#associations.labels('users', ids);
    const names = new Map(ids.map((id) => [id, labels.get(id)?.label ?? null]));
    const missing = error === null ? ids.filter((id) => names.get(id) === null) : [];
    const failures = await Promise.all(
      missing.slice(0, SINGLE_READS).map(async (id) => {
        const { fields, error: failure } = await this.#readOne('users', id, signal);
        if (fields) names.set(id, textOf(fields, 'name') ?? textOf(fields, 'username'));
        return failure ?? [];
      }),
    );
    return {
      value: Array.from(names, ([id, name]) => ({ id, name })),
      readAt: this.#readAt('users', vehicleId),
      error: error ?? failures.flat()[0] ?? null,
    };
  }

  /** When a side was listed; whatever the clock said then, that is not still to come. */
  #readAt(side: AssociationSide, vehicleId: string): number | null {
    const listedAt = this.#associations.listedAt(side, vehicleId);
    return listedAt === null ? null : Math.min(this.#clock.now(), listedAt);
  }

  /** The fields of a record as it is kept, or else as the service tells it. */
  async #find(
    collection: 'devices' | 'users',
    key: string,
    isReachable: boolean,
    signal: AbortSignal,
  ): Promise<Found> {
    try {
      const [kept] = await this.#store.records(collection, [key]);
      if (kept !== undefined) return { fields: kept.fields, error: null };
    } catch (caught) {
      return { fields: null, error: errorOf(caught) };
    }
    return isReachable ? this.#readOne(collection, key, signal) : { fields: null, error: null };
  }

  /** The fields of a record that is not kept yet. @throws FleetdeskError `cancelled` */
  async #readOne(
    collection: 'devices' | 'users',
    key: string,
    signal: AbortSignal,
  ): Promise<Found> {
    if (this.#withheld.has(key)) return { fields: null, error: null };
    try {
      const { fields } = await this.#records.refresh({ collection, key }, signal);
      return { fields, error: null };
    } catch (caught) {
      const error = errorOf(caught);
      if (!WITHHELD.has(error.code)) return { fields: null, error };
      this.#withheld.add(key);
      return { fields: null, error: null };
    }
  }
}

/** What a part fails with. @throws FleetdeskError `cancelled`: then nobody waits for the card */
function errorOf(caught: unknown): AppError {
  const error = FleetdeskError.from(caught);
  if (error.code === 'cancelled') throw caught;
  return error;
}
