import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import { areTold, devicesOfDay, type DayDevice, type TimeSpan } from './day-devices';

/** What finding devices takes of the fleet. */
export type DeviceSource = Pick<
  Fleet,
  'mainDevices' | 'deviceTerms' | 'devicesListedAt' | 'listDevices'
>;

/** A list this young is not read again, milliseconds. */
const YOUNG = 10 * 60_000;
const LANE = 'interactive';

/** Which devices the days of a vehicle are read from, removed associations included. */
export class VehicleDevices {
  readonly #fleet: DeviceSource;
  readonly #clock: Clock;
  /** When each list was tried last: some services refuse it. */
  readonly #triedAt = new Map<string, number>();

  constructor({ fleet, clock }: { fleet: DeviceSource; clock: Clock }) {
    this.#fleet = fleet;
    this.#clock = clock;
  }

  /** The devices of a day as they are known, without asking. */
  async known(vehicleId: string, day: TimeSpan): Promise<DayDevice[]> {
    return (await this.#read(vehicleId, day)).devices;
  }

  /**
   * The devices of a day; lists them where what is known leaves a part of the day open.
   * @throws FleetdeskError `not-found`/`no-device`, and as the list
   */
  async find(vehicleId: string, day: TimeSpan, signal: AbortSignal): Promise<DayDevice[]> {
    const known = await this.#read(vehicleId, day);
    if (known.areTold || (known.devices.length > 0 && this.#isYoung(vehicleId))) {
      return known.devices;
    }
    try {
      await this.#list(vehicleId, signal);
    } catch (caught) {
      if (signal.aborted || known.devices.length === 0) throw caught;
      return known.devices;
    }
    const { devices } = await this.#read(vehicleId, day);
    if (devices.length > 0) return devices;
    const main = await this.#fleet.mainDevices.require(vehicleId, LANE, signal);
    return [{ deviceId: main.id, spans: [{ from: day.from, to: day.to }] }];
  }

  /** Lists the devices again, unless that was done a moment ago; answers whether it was done now. */
  async listAgain(vehicleId: string, signal: AbortSignal): Promise<boolean> {
    if (this.#isYoung(vehicleId)) return false;
    try {
      await this.#list(vehicleId, signal);
      return true;
    } catch (caught) {
      if (signal.aborted) throw caught;
      return false;
    }
  }

  async #list(vehicleId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#fleet.listDevices(vehicleId, signal);
    } finally {
      if (!signal.aborted) this.#triedAt.set(vehicleId, this.#clock.now());
    }
  }

  async #read(
    vehicleId: string,
    day: TimeSpan,
  ): Promise<{ devices: DayDevice[]; areTold: boolean }> {
    const terms = await this.#fleet.deviceTerms(vehicleId);
    const main = this.#fleet.mainDevices.of(vehicleId).device;
    const devices = devicesOfDay(terms, main?.id ?? null, day);
    // Some services tell a vehicle's device and list no associations.
    if (terms.length === 0 && main !== null) {
      devices.push({ deviceId: main.id, spans: [{ from: day.from, to: day.to }] });
    }
    return { devices, areTold: devices.length > 0 && areTold(terms, day) };
  }

  #isYoung(vehicleId: string): boolean {
    const listedAt = this.#fleet.devicesListedAt(vehicleId) ?? -Infinity;
    const age = this.#clock.now() - Math.max(listedAt, this.#triedAt.get(vehicleId) ?? -Infinity);
    return age >= 0 && age < YOUNG;
  }
}
