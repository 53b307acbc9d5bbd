import type { Fleet } from '../fleet/fleet';
import type { LiveChoice, LiveOutput } from './live-lane';

type Learned = Exclude<LiveOutput, { readonly fix: unknown }>;

/**
 * What a look at a vehicle asks next: its position, or which device it carries where that is not
 * known, or the vehicle itself where nothing of it was found.
 */
export class LookQuestions {
  readonly #fleet: Fleet;
  /** Vehicles whose associations answered 404: they may be gone themselves. */
  readonly #suspects = new Set<string>();

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  next(vehicleId: string): LiveChoice {
    const { mainDevices } = this.#fleet;
    if (this.#suspects.has(vehicleId)) {
      return { operation: 'vehicles.get', input: { id: vehicleId } };
    }
    const { device } = mainDevices.of(vehicleId);
    if (device === null || mainDevices.needsList(vehicleId)) {
      return { operation: 'deviceAssociations.list', input: mainDevices.nextList(vehicleId) };
    }
    return { operation: 'tracking.get', input: { id: vehicleId, deviceId: device.id } };
  }

  /** An answer that is no position. @returns whether all is known now: it has no device */
  learn(vehicleId: string, choice: LiveChoice, output: Learned): boolean {
    const { mainDevices } = this.#fleet;
    if ('records' in output) {
      if (choice.operation === 'deviceAssociations.list') {
        mainDevices.learnPage(choice.input, output);
      }
      return mainDevices.of(vehicleId).association === 'none';
    }
    this.#suspects.delete(vehicleId);
    mainDevices.learnNone(vehicleId);
    return true;
  }

  /**
   * A question was answered with 404: `ask-on` where the next question may tell more, `nothing`
   * where the service has no position. Gateways answer so, too: a vehicle that is not found counts
   * as a `fault` until its list has told.
   */
  miss(vehicleId: string, choice: LiveChoice): 'ask-on' | 'nothing' | 'fault' {
    switch (choice.operation) {
      case 'vehicles.get':
        void this.#fleet.doubt(vehicleId);
        return 'fault';
      case 'deviceAssociations.list':
        this.#suspects.add(vehicleId);
        return 'ask-on';
      default:
        return this.#fleet.mainDevices.doubt(vehicleId) ? 'ask-on' : 'nothing';
    }
  }

  /** The vehicle is gone. */
  forget(vehicleId: string): void {
    this.#suspects.delete(vehicleId);
  }
}
