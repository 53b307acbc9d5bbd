import type { BuiltInCollection } from '@contract/collections';
import { readProfile } from '@core/service/profile';
import { VirtualClock } from '../virtual-clock';
import { FakeService, idOf, numbers, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

/** How many records the service holds of each collection. */
export type Sizes = Record<BuiltInCollection, number>;

/** The profile of a deployment that lists enterprises too. */
export const withEnterprises = readProfile({ optionalOperations: { 'enterprises.list': {} } });

/** JSON of a record with nothing but a name. */
export function recordJson(letter: string, number: number): unknown {
  return { id: idOf(letter, number), attributes: { name: `${letter} ${number}` } };
}

/** Lets a service answer lists of so many records, as `sizes` says at each call. */
export function serve(service: FakeService, sizes: Readonly<Sizes>): void {
  const letters = { devices: 'D', chips: 'C', users: 'U', enterprises: 'E' } as const;
  service.on(
    'vehicles.list',
    paged(() => numbers(sizes.vehicles).map((number) => vehicleJson(number))),
  );
  for (const [collection, letter] of Object.entries(letters)) {
    const name = collection as keyof typeof letters;
    service.on(
      `${name}.list`,
      paged(() => numbers(sizes[name]).map((number) => recordJson(letter, number))),
    );
  }
  service.on('roles.list', () => ({
    data: numbers(sizes.roles).map((number) => recordJson('R', number)),
  }));
}

/** The pages of a list that were asked for, in order. */
export function pages(
  service: FakeService,
  collection: Exclude<BuiltInCollection, 'roles'>,
): unknown[] {
  return service.of(`${collection}.list`).map(({ input }) => input['page']);
}

/** A kept fleet at a service that holds some records of everything. */
export async function openLists(): Promise<{
  clock: VirtualClock;
  service: FakeService;
  sizes: Sizes;
  kept: KeptFleet;
}> {
  const clock = new VirtualClock();
  const service = new FakeService(clock);
  const sizes = { vehicles: 250, devices: 120, chips: 30, users: 40, roles: 7, enterprises: 2 };
  serve(service, sizes);
  const kept = await KeptFleet.open({ clock, service, profile: withEnterprises });
  return { clock, service, sizes, kept };
}
