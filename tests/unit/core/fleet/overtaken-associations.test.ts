import { beforeEach, expect, it } from 'vitest';
import type { Store } from '@core/ports/store';
import { settle, type VirtualClock } from '../virtual-clock';
import { openAssociated } from './associated-fleet';
import { associationJson, idOf, type FakeService } from './fake-service';
import { KeptFleet } from './kept-fleet';

const SECOND = 1_000;
const of = { vehicleKey: idOf('V', 1), side: 'devices' } as const;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;

beforeEach(async () => {
  ({ clock, service, kept } = await openAssociated(() => 3));
});

/** Keeps the answers of one method of a store waiting, though they are read at once. */
function hold(store: Store, name: 'records' | 'listedVehicles'): () => void {
  const read = store[name].bind(store) as (...terms: unknown[]) => Promise<unknown>;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  Object.assign(store, {
    [name]: async (...terms: unknown[]) => {
      const answer = await read(...terms);
      await held;
      return answer;
    },
  });
  return letGo;
}

/** A person has the devices of the vehicle listed: the service names this one. */
async function list(fleet: KeptFleet, device: number): Promise<void> {
  service.on('deviceAssociations.list', () => ({ data: [associationJson(device, device)] }));
  fleet.associations.refresh(of).catch(() => undefined);
  await clock.advance(5 * SECOND);
}

it('a list that comes while a change is looked up has the last word on the main device', async () => {
  kept.associations.start();
  await list(kept, 1);
  const [told] = (await kept.store.associationsOf(of.vehicleKey, 'devices')).items;
  if (told === undefined) throw new Error('No association is kept.');
  await kept.store.commit([
    { kind: 'dropAssociation', key: told.key },
    { kind: 'association', association: { ...told, key: idOf('A', 2), otherKey: idOf('D', 2) } },
  ]);
  const letGo = hold(kept.store, 'records');
  kept.news.publish({ kind: 'associations', vehicleKey: of.vehicleKey });
  await settle();
  await list(kept, 3);
  letGo();
  await settle();
  expect(kept.associations.mainDevices.of(of.vehicleKey).device?.id).toBe(idOf('D', 3));
});

it('a list that comes while kept ones are still being read has the last word', async () => {
  await list(kept, 1);
  kept.stop();
  await clock.advance(60 * SECOND);
  const { store } = kept;
  const next = await KeptFleet.open({ clock, service, store });
  const letGo = hold(store, 'listedVehicles');
  const loaded = next.associations.load();
  await settle();
  await list(next, 3);
  const listedAt = next.associations.listedAt('devices', of.vehicleKey);
  letGo();
  await loaded;
  expect(next.associations.mainDevices.of(of.vehicleKey).device?.id).toBe(idOf('D', 3));
  expect(next.associations.listedAt('devices', of.vehicleKey)).toBe(listedAt);
});
