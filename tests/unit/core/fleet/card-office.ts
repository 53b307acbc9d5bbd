import { FleetdeskError } from '@contract/errors';
import type { CardDevice, CardDrivers } from '@contract/vehicles';
import { VirtualClock } from '../virtual-clock';
import { FakeService, associationJson, idOf, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';
import { restarted } from './restarted';

/** A person on a vehicle, as the service lists it. */
export function driver(number: number, parts: Record<string, unknown> = {}): unknown {
  return {
    id: idOf('B', number),
    type: 'user_associations',
    attributes: {},
    relationships: { user: { id: idOf('U', number), type: 'user', attributes: {}, ...parts } },
  };
}

/** A user, as the service lists it. */
export function user(number: number, name: string | null): unknown {
  const attributes = { name, username: `user${number}` };
  return { id: idOf('U', number), type: 'users', attributes, relationships: {} };
}

/**
 * Two vehicles with a device and two people each. Their associations can't be listed in the
 * background, only when a card is opened.
 */
export class CardOffice {
  readonly clock = new VirtualClock();
  readonly service = new FakeService(this.clock);
  /** What the list of users holds. */
  users = [user(1, 'Ana Souza'), user(2, 'João Lima')];
  #kept: KeptFleet | null = null;

  static async open(): Promise<CardOffice> {
    const office = new CardOffice();
    const { clock, service } = office;
    service
      .on(
        'vehicles.list',
        paged(() => [vehicleJson(1), vehicleJson(2)]),
      )
      .on('deviceAssociations.list', () => ({ data: [associationJson(1, 7)] }))
      .on('devices.get', () => ({
        data: { id: idOf('D', 7), attributes: { name: 'Tracker 7', imei: '356938035643809' } },
      }))
      .on(
        'users.list',
        paged(() => office.users),
      )
      .on('users.get', ({ id }) => ({ data: { id, attributes: { name: `Read ${String(id)}` } } }));
    office.#kept = await KeptFleet.open({ clock, service });
    office.kept.start();
    await clock.advance(60_000);
    service.on('userAssociations.list', (_input, { lane }) => {
      if (lane === 'background') throw new FleetdeskError({ code: 'not-found', message: 'no' });
      return { data: [driver(1), driver(2)] };
    });
    service.calls.length = 0;
    return office;
  }

  /** What is kept, in this run of the app. */
  get kept(): KeptFleet {
    if (this.#kept === null) throw new Error('The office is not open.');
    return this.#kept;
  }

  /** Lets a call run to its end on the virtual clock. */
  async finish<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    await this.clock.advance(5000);
    return promise;
  }

  /** Both parts of a card, as a screen reads them. */
  async read(
    id: string,
    signal?: AbortSignal,
  ): Promise<{ device: CardDevice; drivers: CardDrivers }> {
    const { fleet } = this.kept;
    const parts = [fleet.device(id, signal), fleet.drivers(id, signal)] as const;
    const [device, drivers] = await Promise.all(parts);
    return { device, drivers };
  }

  /** The next run of the app on what this one kept. */
  async restart(): Promise<void> {
    this.#kept = await restarted(this.kept, this);
    this.kept.start();
    await this.clock.advance(0);
  }
}
