import type { Lane } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import type { DeviceReference } from '@contract/vehicles';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { DeviceAssociationRecord } from '../service/decoders/associations';
import type { RecordList } from '../service/decoders/records';
import type { OperationInput } from '../service/operations';
import type { Service } from '../service/service';
import { SharedReads } from '../shared-reads';

/** What is known of a vehicle's main device. */
export interface MainDevice {
  association: 'unknown' | 'none' | 'known';
  device: DeviceReference | null;
}

interface Entry extends MainDevice {
  /** When it was learned, on the monotonic clock; null while unknown. */
  learnedAt: number | null;
  /** When the associations themselves were listed; null where the device came included. */
  listedAt: number | null;
  /** The service denied the device's position: the associations must be read again. */
  isDoubted: boolean;
  /** Associations of the pages read so far, while a list is being read. */
  partial: DeviceAssociationRecord[];
  nextPage: number;
}

/** What the directory of main devices needs. */
export interface MainDevicesOptions {
  service: Service;
  clock: Clock;
}

const PAGE_SIZE = 100;
/** Vehicles rarely have more devices than this: a shorter page is taken for the last one. */
const FULL_PAGE = 10;
const LIST_AGAIN_AFTER = 7 * 24 * 60 * 60_000;
/** A list this young is not doubted: a device without any position would be listed for ever. */
const UNDOUBTED_FOR = 30 * 60_000;

/**
 * Which device a vehicle's position comes from. The service lists associations per vehicle only,
 * so they are read one by one, when somebody needs them, and kept (service defaults, "Records").
 */
export class MainDevices {
  readonly #service: Service;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new SharedReads<MainDevice>();
  readonly #feed = new Feed<string>();

  constructor(options: MainDevicesOptions) {
    this.#service = options.service;
    this.#clock = options.clock;
  }

  /** Tells the id of each vehicle whose main device was learned or changed. */
  subscribe(listener: (vehicleId: string) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** What is known now, without asking. */
  of(vehicleId: string): MainDevice {
    const entry = this.#entries.get(vehicleId);
    return entry ?? { association: 'unknown', device: null };
  }

  /** Whether the associations have to be listed before the device can be used. */
  needsList(vehicleId: string): boolean {
    const entry = this.#entries.get(vehicleId);
    if (entry === undefined || entry.learnedAt === null || entry.isDoubted) return true;
    return this.#clock.monotonic() - entry.learnedAt > LIST_AGAIN_AFTER;
  }

  /** The device that came with the vehicle list, where the service includes it. */
  learnIncluded(vehicleId: string, device: DeviceReference): void {
    // It need not be the main device: what a list of associations said goes before it.
    if ((this.#entries.get(vehicleId)?.listedAt ?? null) === null) this.#settle(vehicleId, device);
  }

  /** The vehicle has no associations. */
  learnNone(vehicleId: string): void {
    this.#entry(vehicleId).listedAt = this.#clock.monotonic();
    this.#settle(vehicleId, null);
  }

  /** Name and IMEI of a device, read on their own. */
  learnDetails(device: DeviceReference): void {
    for (const [vehicleId, entry] of this.#entries) {
      if (entry.device?.id !== device.id) continue;
      entry.device = device;
      this.#feed.publish(vehicleId);
    }
  }

  /** The list call that brings a vehicle's next page of associations. */
  nextList(vehicleId: string): OperationInput<'deviceAssociations.list'> {
    const page = this.#entries.get(vehicleId)?.nextPage ?? 1;
    return { vehicleId, limit: PAGE_SIZE, page };
  }

  /** Takes the answer to {@link nextList}; answers whether the list is complete with it. */
  learnPage(
    { vehicleId, page }: OperationInput<'deviceAssociations.list'>,
    list: RecordList<DeviceAssociationRecord>,
  ): boolean {
    const entry = this.#entry(vehicleId);
    if (page !== entry.nextPage) return !this.needsList(vehicleId);
    const known = new Set(entry.partial.map((association) => association.id));
    const fresh = list.records.filter((association) => !known.has(association.id));
    entry.partial.push(...fresh);
    if (list.size >= FULL_PAGE && fresh.length > 0) {
      entry.nextPage++;
      return false;
    }
    entry.listedAt = this.#clock.monotonic();
    this.#settle(vehicleId, findMain(entry.partial));
    return true;
  }

  /**
   * The service knows no position of this device: the associations are to be read anew, unless
   * that was done just now. Answers whether they are.
   */
  doubt(vehicleId: string): boolean {
    const entry = this.#entry(vehicleId);
    const age = this.#clock.monotonic() - (entry.listedAt ?? -Infinity);
    entry.isDoubted = age > UNDOUBTED_FOR;
    return entry.isDoubted;
  }

  /** The main device, listing the associations where that is needed. @throws FleetdeskError */
  resolve(vehicleId: string, lane: Lane, signal?: AbortSignal): Promise<MainDevice> {
    if (!this.needsList(vehicleId)) return Promise.resolve(this.of(vehicleId));
    return this.#running.join(vehicleId, signal, (shared) => this.#list(vehicleId, lane, shared));
  }

  /**
   * The device that a vehicle's position comes from.
   * @throws FleetdeskError `not-found`/`no-device`, and as {@link resolve}
   */
  async require(vehicleId: string, lane: Lane, signal?: AbortSignal): Promise<DeviceReference> {
    const { device } = await this.resolve(vehicleId, lane, signal);
    if (device !== null) return device;
    throw new FleetdeskError({
      code: 'not-found',
      reason: 'no-device',
      message: `Vehicle ${vehicleId} has no main device.`,
    });
  }

  /** Forgets a vehicle that is gone. */
  remove(vehicleId: string): void {
    this.#entries.delete(vehicleId);
  }

  async #list(vehicleId: string, lane: Lane, signal: AbortSignal): Promise<MainDevice> {
    while (this.needsList(vehicleId)) {
      const input = this.nextList(vehicleId);
      const list = await this.#service.call('deviceAssociations.list', input, { lane, signal });
      this.learnPage(input, list);
    }
    return this.of(vehicleId);
  }

  #entry(vehicleId: string): Entry {
    let entry = this.#entries.get(vehicleId);
    if (entry === undefined) {
      entry = {
        association: 'unknown',
        device: null,
        learnedAt: null,
        listedAt: null,
        isDoubted: false,
        partial: [],
        nextPage: 1,
      };
      this.#entries.set(vehicleId, entry);
    }
    return entry;
  }

  #settle(vehicleId: string, device: DeviceReference | null): void {
    const entry = this.#entry(vehicleId);
    const before = { association: entry.association, device: entry.device };
    // A list without included attributes must not take away a name that is known.
    const isUntold = device !== null && device.name === null && device.imei === null;
    if (!isUntold || entry.device?.id !== device.id) entry.device = device;
    entry.association = device === null ? 'none' : 'known';
    entry.learnedAt = this.#clock.monotonic();
    entry.isDoubted = false;
    entry.partial = [];
    entry.nextPage = 1;
    const isSame =
      before.association === entry.association &&
      before.device?.id === entry.device?.id &&
      before.device?.name === entry.device?.name &&
      before.device?.imei === entry.device?.imei;
    if (!isSame) this.#feed.publish(vehicleId);
  }
}

/**
 * The main device among a vehicle's associations: the newest one that is marked so and not
 * removed. Where the service never tells the mark, the newest association stands in.
 */
export function findMain(associations: readonly DeviceAssociationRecord[]): DeviceReference | null {
  const present = associations.filter(
    ({ deletedAt, device }) => deletedAt === null && device !== null,
  );
  const isMarked = present.some(({ isMainDevice }) => isMainDevice !== null);
  const candidates = isMarked ? present.filter(({ isMainDevice }) => isMainDevice) : present;
  const newest = candidates.reduce<DeviceAssociationRecord | null>((best, candidate) => {
    if (best === null) return candidate;
    return (candidate.createdAt ?? 0) > (best.createdAt ?? 0) ? candidate : best;
  }, null);
  return newest?.device ?? null;
}
