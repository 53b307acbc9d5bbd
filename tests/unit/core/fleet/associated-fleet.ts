import { VirtualClock } from '../virtual-clock';
import { FakeService, associationJson, idOf, numbers, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

/** The number that an identifier was made of. */
export function numberOf(id: unknown): number {
  return Number(String(id).slice(1));
}

/** JSON of a user association. */
export function personJson(number: number, user: number): unknown {
  return {
    id: idOf('B', number),
    type: 'user_associations',
    attributes: {},
    relationships: { user: { id: idOf('U', user), type: 'user', attributes: {} } },
  };
}

/** Vehicles whose lists of a side were asked for, in order. */
export function listed(service: FakeService, side: 'devices' | 'users'): number[] {
  const operation = side === 'devices' ? 'deviceAssociations.list' : 'userAssociations.list';
  return service.of(operation).map(({ input }) => numberOf(input['vehicleId']));
}

/** Live tracking finds the main devices by itself; here somebody else has to. */
export async function findDevices(
  kept: KeptFleet,
  clock: VirtualClock,
  vehicles: number,
): Promise<void> {
  kept.associations.complete('devices', true);
  await clock.advance(vehicles * 1_000);
}

/**
 * A fleet of as many vehicles as `vehicles` says at each call, with one device each, and one
 * person who is associated with all of them.
 */
export async function openAssociated(
  vehicles: () => number,
): Promise<{ clock: VirtualClock; service: FakeService; kept: KeptFleet }> {
  const clock = new VirtualClock();
  const service = new FakeService(clock);
  service
    .on(
      'vehicles.list',
      paged(() => numbers(vehicles()).map((number) => vehicleJson(number))),
    )
    .on(
      'devices.list',
      paged(() =>
        numbers(vehicles()).map((number) => ({
          id: idOf('D', number),
          attributes: { name: `Tracker ${number}`, imei: `35${number}` },
        })),
      ),
    )
    .on(
      'users.list',
      paged(() => [{ id: idOf('U', 1), attributes: { name: 'Ana', username: 'ana' } }]),
    )
    .on('deviceAssociations.list', ({ vehicleId }) => ({
      data: [associationJson(numberOf(vehicleId), numberOf(vehicleId))],
    }))
    .on('userAssociations.list', ({ vehicleId }) => ({
      data: [personJson(numberOf(vehicleId), 1)],
    }));
  return { clock, service, kept: await KeptFleet.open({ clock, service }) };
}
