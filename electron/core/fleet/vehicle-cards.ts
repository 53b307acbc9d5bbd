import type { AssociationSide } from '@contract/associations';
import { FleetdeskError, type AppError, type ErrorCode } from '@contract/errors';
import type { Fields } from '@contract/records';
import { textOf } from '@contract/resources';
import type { CardDevice, CardDriver, CardDrivers, VehicleCard } from '@contract/vehicles';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import { SharedReads } from '../shared-reads';
import type { Associations } from './associations';
import { peopleOf } from './card-people';
import type { Records } from './records';

/** What cards need. */
export interface VehicleCardsOptions {
  clock: Clock;
  store: Store;
  records: Records;
  associations: Associations;
}

/** That a side of a vehicle may not be listed: an answer too, as old as that. */
interface Refusal {
  readonly error: AppError;
  /** On the monotonic clock. */
  readonly at: number;
}

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
 * Device and drivers of a vehicle, as the card on the map shows them: what is known of both at
 * once, and each read by itself, so that neither waits for the other or fails with it.
 */
export class VehicleCards {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #records: Records;
  readonly #associations: Associations;
  readonly #devices = new SharedReads<CardDevice>();
  readonly #drivers = new SharedReads<CardDrivers>();
  /** Lists that were refused lately, by side and vehicle. */
  readonly #refusals = new Map<string, Refusal>();
  /** Records that can't be had: they are not asked for again. */
  readonly #withheld = new Set<string>();

  constructor(options: VehicleCardsOptions) {
    this.#clock = options.clock;
    this.#store = options.store;
    this.#records = options.records;
    this.#associations = options.associations;
  }

  /** What is known of both, without asking the service. */
  async known(vehicleId: string): Promise<VehicleCard> {
    const [device, drivers] = await Promise.all([
      this.#deviceOf(vehicleId, this.#refusal('devices', vehicleId), null),
      this.#driversOf(vehicleId, this.#refusal('users', vehicleId), null),
    ]);
    return {
      device: device.value === null && isUntold(device) ? null : device,
      drivers: drivers.value.length === 0 && isUntold(drivers) ? null : drivers,
    };
  }

  /**
   * The device, at most five minutes old; where the service can't be asked or fails, what is kept,
   * with its age and the reason. @throws FleetdeskError `cancelled` alone
   */
  device(vehicleId: string, signal?: AbortSignal): Promise<CardDevice> {
    return this.#devices.join(vehicleId, signal, async (shared) =>
      this.#deviceOf(vehicleId, await this.#list('devices', vehicleId, shared), shared),
    );
  }

  /** The drivers, in the same way as {@link device}. @throws FleetdeskError `cancelled` alone */
  drivers(vehicleId: string, signal?: AbortSignal): Promise<CardDrivers> {
    return this.#drivers.join(vehicleId, signal, async (shared) =>
      this.#driversOf(vehicleId, await this.#list('users', vehicleId, shared), shared),
    );
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#devices.stop();
    this.#drivers.stop();
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
    const refusal = this.#refusal(side, vehicleId);
    if (refusal !== null) return refusal;
    try {
      await this.#associations.refresh({ vehicleKey: vehicleId, side }, signal);
      return null;
    } catch (caught) {
      const error = errorOf(caught);
      const at = this.#clock.monotonic();
      if (WITHHELD.has(error.code)) this.#refusals.set(`${side} ${vehicleId}`, { error, at });
      return error;
    }
  }

  /** Why a side may not be listed, if that was said within the last five minutes. */
  #refusal(side: AssociationSide, vehicleId: string): AppError | null {
    const key = `${side} ${vehicleId}`;
    const refusal = this.#refusals.get(key);
    if (refusal === undefined) return null;
    if (this.#clock.monotonic() - refusal.at < FRESH_FOR) return refusal.error;
    this.#refusals.delete(key);
    return null;
  }

  /** The device as it is known now; its name is read where it is missing and `signal` is given. */
  async #deviceOf(
    vehicleId: string,
    refusal: AppError | null,
    signal: AbortSignal | null,
  ): Promise<CardDevice> {
    const { mainDevices } = this.#associations;
    // The device may be known from the vehicle list to users who may not list associations.
    const isKnown = refusal !== null && WITHHELD.has(refusal.code);
    const error = isKnown && !mainDevices.needsList(vehicleId) ? null : refusal;
    const { device } = mainDevices.of(vehicleId);
    const part = { value: device, readAt: this.#readAt('devices', vehicleId), error };
    if (device === null || device.imei !== null || device.name !== null) return part;
    const { id } = device;
    const known = await this.#find('devices', id, error === null ? signal : null);
    if (known.fields === null) return { ...part, error: error ?? known.error };
    const value = { id, name: textOf(known.fields, 'name'), imei: textOf(known.fields, 'imei') };
    mainDevices.learnDetails([value]);
    return { ...part, value };
  }

  /** The drivers as they are known now; missing names are read where `signal` is given. */
  async #driversOf(
    vehicleId: string,
    error: AppError | null,
    signal: AbortSignal | null,
  ): Promise<CardDrivers> {
    if (error !== null && WITHHELD.has(error.code)) return { value: [], readAt: null, error };
    try {
      const known = await this.#people(vehicleId);
      const isRead = error === null && signal !== null;
      const failure = isRead ? await this.#readUnnamed(known, signal) : null;
      // Who was read just now is kept by now, with role and phone.
      const people = isRead ? await this.#people(vehicleId) : known;
      return {
        value: people,
        readAt: this.#readAt('users', vehicleId),
        error: error ?? failure,
      };
    } catch (caught) {
      return { value: [], readAt: null, error: errorOf(caught) };
    }
  }

  #people(vehicleId: string): Promise<CardDriver[]> {
    return peopleOf(vehicleId, this.#store, (ids) => this.#associations.labels('users', ids));
  }

  /** Reads people without a name; answers why one can't be had. @throws FleetdeskError `cancelled` */
  async #readUnnamed(people: readonly CardDriver[], signal: AbortSignal): Promise<AppError | null> {
    const unnamed = people.filter(({ name }) => name === null).slice(0, SINGLE_READS);
    const read = await Promise.all(unnamed.map(({ id }) => this.#readOne('users', id, signal)));
    return read.flatMap(({ error }) => error ?? [])[0] ?? null;
  }

  /** When a side was listed; whatever the clock said then, that is not still to come. */
  #readAt(side: AssociationSide, vehicleId: string): number | null {
    const listedAt = this.#associations.listedAt(side, vehicleId);
    return listedAt === null ? null : Math.min(this.#clock.now(), listedAt);
  }

  /** The fields of a record as it is kept, or else as the service tells it, with a signal. */
  async #find(
    collection: 'devices' | 'users',
    key: string,
    signal: AbortSignal | null,
  ): Promise<Found> {
    try {
      const [kept] = await this.#store.records(collection, [key]);
      if (kept !== undefined) return { fields: kept.fields, error: null };
    } catch (caught) {
      return { fields: null, error: errorOf(caught) };
    }
    return signal ? this.#readOne(collection, key, signal) : { fields: null, error: null };
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

/** Whether a part was neither read nor refused. */
function isUntold({ readAt, error }: Pick<CardDevice, 'readAt' | 'error'>): boolean {
  return readAt === null && error === null;
}

/** What a part fails with. @throws FleetdeskError `cancelled`: then nobody waits for it */
function errorOf(caught: unknown): AppError {
  const error = FleetdeskError.from(caught);
  if (error.code === 'cancelled') throw caught;
  return error;
}
