import { beforeEach, describe, expect, it } from 'vitest';
import { AssociationLabels } from '@core/fleet/association-labels';
import { AssociationViews } from '@core/fleet/association-views';
import type { Store } from '@core/ports/store';
import { association, entry, id, openStore, told } from '../../adapters/store/stored';

let store: Store;
let views: AssociationViews;

beforeEach(async () => {
  store = await openStore();
  const labels = new AssociationLabels(store);
  views = new AssociationViews({ store, labels, clock: { now: () => 1_000 } });
  await store.commit([
    told('vehicles', { v1: { plate: 'AAA-1' }, v2: { plate: 'BBB-2' } }),
    told('devices', { d1: { name: 'Old one' }, d2: { name: 'New one' } }),
    told('users', { u1: { name: 'Ana' } }),
  ]);
});

/** A removal of this office that reached the service. */
const removal = (name: string, terms: Parameters<typeof entry>[1] = {}) =>
  ({
    kind: 'entry',
    entry: entry(name, {
      ...{ kind: 'dissociate', side: 'devices', fields: {}, base: {} },
      ...{ subject: { collection: 'vehicles', key: id('v1'), label: 'AAA-1' } },
      ...{ other: { collection: 'devices', key: id('d1'), label: 'Old one' } },
      ...{ associationKey: id('a1'), state: 'sent', sentAt: 700 },
      ...terms,
    }),
  }) as const;

const listed = (ended: { key: string; device: string; endedAt: number }[]) =>
  ({
    kind: 'associationsListed',
    ...({ vehicleKey: id('v1'), side: 'devices', associations: [], at: 900 } as const),
    ended: ended.map(({ key, device, endedAt }) => ({
      ...{ key: id(key), deviceKey: id(device), isMain: false, isPresent: false },
      ...{ createdAt: 10, endedAt },
    })),
  }) as const;

describe('what was on a vehicle and is no more', () => {
  it('is told from both ends: what this office removed, and what the service tells as ended', async () => {
    await store.commit([
      listed([
        { key: 'a1', device: 'd1', endedAt: 690 },
        { key: 'a9', device: 'd2', endedAt: 300 },
      ]),
      removal('one'),
    ]);
    const ours = {
      ...{ key: id('a1'), vehicleKey: id('v1'), vehicleLabel: 'AAA-1', otherLabel: 'Old one' },
      ...{ createdAt: 10, endedAt: 700, isRemovedHere: true },
    };
    const theirs = { otherLabel: 'New one', createdAt: 10, endedAt: 300, isRemovedHere: false };
    const ofVehicle = await views.former({ side: 'devices', vehicleKey: id('v1') });
    expect(ofVehicle).toMatchObject([ours, theirs]);
    const ofDevice = await views.former({ side: 'devices', otherKey: id('d1') });
    expect(ofDevice).toMatchObject([ours]);
  });

  it('holds no removal that waits, was discarded, or is of people', async () => {
    await store.commit([
      removal('waits', { state: 'held', sentAt: null }),
      removal('dropped', { associationKey: id('a2'), state: 'discarded', sentAt: null }),
      removal('person', {
        ...{ side: 'users', associationKey: id('a3') },
        other: { collection: 'users', key: id('u1'), label: 'Ana' },
      }),
    ]);
    expect(await views.former({ side: 'devices', vehicleKey: id('v1') })).toEqual([]);
    const people = await views.former({ side: 'users', otherKey: id('u1') });
    expect(people).toMatchObject([{ vehicleLabel: 'AAA-1', endedAt: 700, createdAt: null }]);
  });

  it('is called as it was then, where the record is not kept any more', async () => {
    await store.commit([
      removal('gone', { other: { collection: 'devices', key: id('d7'), label: 'Tracker 7' } }),
    ]);
    const [former] = await views.former({ side: 'devices', vehicleKey: id('v1') });
    expect(former).toMatchObject({ otherKey: id('d7'), otherLabel: 'Tracker 7' });
  });

  it('is not what the service still lists', async () => {
    await store.commit([
      removal('one'),
      { kind: 'association', association: association(id('a1')) },
    ]);
    expect(await views.former({ side: 'devices', vehicleKey: id('v1') })).toEqual([]);
  });
});

it('a queued swap as the devices show it: the new one is the main one, the old one leaves', async () => {
  const vehicleKey = id('v1');
  const old = association(id('a1'), { vehicleKey, isMain: true, mark: 'deleting' });
  const coming = association(id('a2'), {
    ...{ vehicleKey, otherKey: id('d2'), mark: 'waiting', pendingMain: true },
  });
  await store.commit([
    { kind: 'association', association: old },
    { kind: 'association', association: coming },
  ]);
  expect(await views.ofOther({ side: 'devices', otherKey: id('d1') })).toMatchObject([
    { vehicleLabel: 'AAA-1', isMain: false, mark: 'deleting' },
  ]);
  expect(await views.ofOther({ side: 'devices', otherKey: id('d2') })).toMatchObject([
    { vehicleLabel: 'AAA-1', isMain: true, mark: 'waiting' },
  ]);
});
