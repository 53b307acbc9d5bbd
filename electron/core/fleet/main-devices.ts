import type { Lane } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import type { DeviceReference } from '@contract/vehicles';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { DeviceAssociationRecord } from '../service/decoders/associations';
import type { RecordList } from '../service/decoders/records';
import type { OperationInput } from '../service/operations';
import type { AssociationLists } from './association-lists';

/** What is known of a vehicle's main device. */
export interface MainDevice {
  association: 'unknown' | 'none' | 'known';
  device: DeviceReference | null;
  /** No device is marked as the main one: this one stands in for it. */
  isStandIn?: boolean;
}

/** What a list of associations said. */
export type ListedDevice = Pick<MainDevice, 'device' | 'isStandIn'>;

interface Entry extends MainDevice {
  /** When the associations were listed, on the monotonic clock; null where it came included. */
  listedAt: number | null;
  /** The service denied the device's position: the associations must be read again. */
  isDoubted: boolean;
}

/** A list this young is not doubted: a device without any position would be listed for ever. */
const UNDOUBTED_FOR = 30 * 60_000;

/**
 * Which device a vehicle's position comes from, in memory, since live tracking asks at every look.
 * It learns from the kept associations, from those that are listed, and from devices that come
 * with the vehicle list.
 */
export class MainDevices {
  readonly #clock: Clock;
  readonly #lists: AssociationLists;
  readonly #entries = new Map<string, Entry>();
  readonly #feed = new Feed<string>('the main devices');

  constructor(options: { clock: Clock; lists: AssociationLists }) {
    this.#clock = options.clock;
    this.#lists = options.lists;
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

  /** Devices that some vehicle's position comes from. */
  deviceIds(): Set<string> {
    return new Set(Array.from(this.#entries.values(), ({ device }) => device?.id ?? []).flat());
  }

  /** Whether the associations have to be listed before the device can be used. */
  needsList(vehicleId: string): boolean {
    const entry = this.#entries.get(vehicleId);
    return entry === undefined || entry.association === 'unknown' || entry.isDoubted;
  }

  /** The device that came with the vehicle list, where the service includes it. */
  learnIncluded(vehicleId: string, device: DeviceReference): void {
    const entry = this.#entries.get(vehicleId);
    // It need not be the main device: what a list of associations said goes before it.
    if ((entry?.listedAt ?? null) === null) this.#settle(vehicleId, { device }, null);
  }

  /**
   * What a list of associations said, which may be one that was kept.
   * @param age milliseconds since it was listed
   */
  learn(vehicleId: string, listed: ListedDevice, age = 0): void {
    this.#settle(vehicleId, listed, this.#clock.monotonic() - Math.max(0, age));
  }

  /** The vehicle is there and has no associations. */
  learnNone(vehicleId: string): void {
    this.learn(vehicleId, { device: null });
  }

  /** Names and IMEIs of devices. */
  learnDetails(devices: Iterable<DeviceReference>): void {
    const details = new Map(Array.from(devices, (device) => [device.id, device]));
    if (details.size === 0) return;
    for (const [vehicleId, entry] of this.#entries) {
      const device = entry.device && details.get(entry.device.id);
      if (!device || areSame(entry.device, device)) continue;
      entry.device = device;
      this.#feed.publish(vehicleId);
    }
  }

  /** The list call that brings a vehicle's next page of associations. */
  nextList(vehicleId: string): OperationInput<'deviceAssociations.list'> {
    return this.#lists.next('devices', vehicleId);
  }

  /** Takes the answer to {@link nextList}; answers whether the list is complete with it. */
  learnPage(
    input: OperationInput<'deviceAssociations.list'>,
    list: RecordList<DeviceAssociationRecord>,
  ): boolean {
    return this.#lists.take('devices', input, list);
  }

  /**
   * The service knows no position of this device: the associations are to be read again, unless
   * that was done just now. Answers whether they are.
   */
  doubt(vehicleId: string): boolean {
    const entry = this.#entries.get(vehicleId);
    if (entry === undefined) return true;
    const age = this.#clock.monotonic() - (entry.listedAt ?? -Infinity);
    entry.isDoubted = age > UNDOUBTED_FOR;
    return entry.isDoubted;
  }

  /** The main device, listing the associations where that is needed. @throws FleetdeskError */
  async resolve(vehicleId: string, lane: Lane, signal?: AbortSignal): Promise<MainDevice> {
    if (this.needsList(vehicleId)) await this.#lists.read('devices', vehicleId, lane, signal);
    return this.of(vehicleId);
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

  #settle(vehicleId: string, listed: ListedDevice, listedAt: number | null): void {
    const { device: told, isStandIn = false } = listed;
    const before = this.#entries.get(vehicleId);
    // A list without included attributes must not take away a name that is known.
    const isUntold = told !== null && told.name === null && told.imei === null;
    const isKnown = isUntold && before?.device?.id === told.id;
    const device = isKnown ? before.device : told;
    const association = device === null ? 'none' : 'known';
    this.#entries.set(vehicleId, { association, device, isStandIn, listedAt, isDoubted: false });
    const isSame =
      before?.association === association &&
      areSame(before.device, device) &&
      (before.isStandIn ?? false) === isStandIn;
    if (!isSame) this.#feed.publish(vehicleId);
  }
}

function areSame(one: DeviceReference | null, other: DeviceReference | null): boolean {
  return one?.id === other?.id && one?.name === other?.name && one?.imei === other?.imei;
}
