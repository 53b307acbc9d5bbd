import { describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import type { Store, StoreChange } from '@core/ports/store';
import {
  association,
  deletion,
  entry,
  find,
  id,
  local,
  openStore,
  pending,
  recordOf,
  told,
} from './stored';

const VEHICLE = local('vehicle');

async function withLocalVehicle(): Promise<Store> {
  const store = await openStore();
  const subject = { collection: 'vehicles', key: VEHICLE, label: 'NEW-0001' } as const;
  const device = { collection: 'devices', key: id('d1'), label: 'D1' } as const;
  await store.commit([
    told('devices', { d1: { name: 'D1' } }),
    pending(VEHICLE, { plate: 'NEW-0001' }),
    pending(id('d1'), { vehicleId: VEHICLE }, { collection: 'devices' }),
    {
      kind: 'setHere',
      collection: 'devices',
      key: id('d1'),
      fields: { vehicleId: VEHICLE },
      at: 5,
    },
    {
      kind: 'association',
      association: association(local('pair'), { vehicleKey: VEHICLE, mark: 'waiting' }),
    },
    { kind: 'entry', entry: entry('create', { kind: 'create', subject }) },
    {
      kind: 'entry',
      entry: entry('set', { subject: device, fields: { vehicleId: VEHICLE }, base: {} }),
    },
    {
      kind: 'entry',
      entry: entry('pair', {
        kind: 'associate',
        subject,
        other: device,
        side: 'devices',
        associationKey: local('pair'),
      }),
    },
    { kind: 'deletion', deletion: deletion('deleted', { recreatedAs: VEHICLE }) },
  ]);
  return store;
}

const named = { kind: 'rename', collection: 'vehicles', from: VEHICLE, to: id('v1') } as const;

describe('a record that the service named', () => {
  it('is called so everywhere, in one commit', async () => {
    const store = await withLocalVehicle();
    const { changed } = await store.commit([named]);
    expect(changed).toEqual(
      expect.arrayContaining([
        { collection: 'vehicles', keys: [id('v1')] },
        { collection: 'devices', keys: [id('d1')] },
      ]),
    );
    expect(await recordOf(store, id('v1'))).toMatchObject({
      key: id('v1'),
      pending: { plate: 'NEW-0001' },
    });
    expect(await recordOf(store, id('d1'), 'devices')).toMatchObject({
      pending: { vehicleId: id('v1') },
      setHere: { vehicleId: { value: id('v1'), at: 5 } },
    });
    const { items } = await store.associationsOf(id('v1'), 'devices');
    expect(items).toMatchObject([{ key: local('pair'), vehicleKey: id('v1') }]);
    expect(await store.entry('create')).toMatchObject({
      subject: { key: id('v1') },
      state: 'waiting',
    });
    expect(await store.entry('set')).toMatchObject({
      fields: { vehicleId: id('v1') },
      state: 'waiting',
    });
    expect(await store.entry('pair')).toMatchObject({
      subject: { key: id('v1') },
      associationKey: local('pair'),
    });
    expect(await store.deletions()).toMatchObject([{ recreatedAs: id('v1') }]);
    expect(await find(store, 'new0')).toEqual([id('v1')]);
  });

  it('is still found under its first name', async () => {
    const store = await withLocalVehicle();
    await store.commit([named]);
    expect(await store.currentKey(VEHICLE)).toBe(id('v1'));
    expect(await store.currentKey(local('other'))).toBe(local('other'));
    expect(await store.currentKey(id('v1'))).toBe(id('v1'));
    expect(await recordOf(store, VEHICLE)).toMatchObject({ key: id('v1') });
    expect((await store.associationsOf(VEHICLE, 'devices')).items).toHaveLength(1);
    expect((await store.history('vehicles', VEHICLE)).map((each) => each.id)).toEqual([
      'pair',
      'create',
    ]);
  });

  it('becomes one with the record that a sync brought before', async () => {
    const store = await withLocalVehicle();
    await store.commit([told('vehicles', { v1: { plate: 'NEW-0001', code: 'F-1' } })]);
    const before = await recordOf(store, id('v1'));
    expect(await find(store, '')).toHaveLength(2);
    await store.commit([named]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      told: { plate: 'NEW-0001', code: 'F-1' },
      pending: { plate: 'NEW-0001' },
      mark: 'waiting',
      firstToldAt: before?.firstToldAt,
    });
    expect(await find(store, '')).toEqual([id('v1')]);
    expect(await find(store, 'new')).toEqual([id('v1')]);
    expect(await store.count('vehicles')).toBe(1);
  });

  it('keeps what both had waiting, and the mark of either', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', { v1: { plate: 'A', code: 'x' } }),
      pending(id('v1'), { code: 'edited' }, { mark: 'attention' }),
      {
        kind: 'setHere',
        collection: 'vehicles',
        key: id('v1'),
        fields: { registrationNumber: '1' },
        at: 1,
      },
      pending(VEHICLE, null, { mark: 'sending' }),
      { kind: 'setHere', collection: 'vehicles', key: VEHICLE, fields: { userNames: 'x' }, at: 2 },
      named,
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      pending: { code: 'edited' },
      mark: 'sending',
      setHere: { registrationNumber: { value: '1' }, userNames: { value: 'x' } },
    });
  });

  it('can be told, named and settled in any order within a commit', async () => {
    const store = await withLocalVehicle();
    await store.commit([
      told('vehicles', { v1: { plate: 'NEW-0001' } }),
      named,
      pending(VEHICLE, null),
      {
        kind: 'entry',
        entry: entry('create', {
          kind: 'create',
          state: 'sent',
          subject: { collection: 'vehicles', key: VEHICLE, label: 'x' },
        }),
      },
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      pending: null,
      mark: 'none',
      told: { plate: 'NEW-0001' },
    });
    expect(await store.entry('create')).toMatchObject({
      state: 'sent',
      subject: { key: id('v1') },
    });
  });

  it('is meant by changes that still carry its first name', async () => {
    const store = await withLocalVehicle();
    await store.commit([named]);
    await store.commit([
      pending(VEHICLE, { code: 'late' }),
      pending(id('d2'), { vehicleId: VEHICLE }, { collection: 'devices' }),
      {
        kind: 'association',
        association: association(local('late'), { vehicleKey: VEHICLE, mark: 'waiting' }),
      },
      {
        kind: 'entry',
        entry: entry('late', {
          subject: { collection: 'vehicles', key: VEHICLE, label: 'x' },
          fields: { vehicleId: VEHICLE },
        }),
      },
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({ pending: { code: 'late' } });
    expect(await recordOf(store, id('d2'), 'devices')).toMatchObject({
      pending: { vehicleId: id('v1') },
    });
    expect((await store.associationsOf(id('v1'), 'devices')).items).toHaveLength(2);
    expect(await store.entry('late')).toMatchObject({
      subject: { key: id('v1') },
      fields: { vehicleId: id('v1') },
    });
    expect(await store.count('vehicles')).toBe(1);
  });

  it('is called so where only what a sync brought mentions it since', async () => {
    const store = await openStore();
    const other = local('other');
    await store.commit([
      told('vehicles', { v1: { plate: 'A' } }),
      pending(VEHICLE, { plate: 'A', enterpriseId: other }),
      {
        kind: 'setHere',
        collection: 'vehicles',
        key: VEHICLE,
        fields: { userNames: other },
        at: 2,
      },
      named,
      { kind: 'rename', collection: 'enterprises', from: other, to: id('e1') },
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      pending: { plate: 'A', enterpriseId: id('e1') },
      setHere: { userNames: { value: id('e1'), at: 2 } },
    });
  });

  it('leaves alone what mentions it no more', async () => {
    const store = await openStore();
    const device = { collection: 'devices', key: id('d1'), label: 'D1' } as const;
    const put = (fields: Fields): StoreChange => ({
      kind: 'entry',
      entry: entry('set', { subject: device, fields }),
    });
    await store.commit([
      pending(id('d1'), { vehicleId: VEHICLE }, { collection: 'devices' }),
      put({ vehicleId: VEHICLE }),
    ]);
    await store.commit([
      pending(id('d1'), { vehicleId: id('v9') }, { collection: 'devices' }),
      put({ vehicleId: id('v9') }),
    ]);
    const { changed } = await store.commit([named]);
    expect(changed).toEqual([]);
    expect(await store.entry('set')).toMatchObject({ fields: { vehicleId: id('v9') } });
  });

  it('is not dropped by its first name', async () => {
    const store = await withLocalVehicle();
    await store.commit([told('vehicles', { v1: { plate: 'NEW-0001' } }), named]);
    await store.commit([{ kind: 'drop', collection: 'vehicles', key: VEHICLE }]);
    expect(await store.count('vehicles')).toBe(1);
  });
});

describe('an association that the service named', () => {
  const pair = { kind: 'rename', collection: null, from: local('pair'), to: id('a1') } as const;

  it('is called so in its row and in the entries', async () => {
    const store = await withLocalVehicle();
    await store.commit([pair]);
    expect((await store.associationsOf(VEHICLE, 'devices')).items).toMatchObject([
      { key: id('a1'), mark: 'waiting' },
    ]);
    expect(await store.entry('pair')).toMatchObject({ associationKey: id('a1') });
    expect(await store.currentKey(local('pair'))).toBe(id('a1'));
  });

  it('becomes one with the association that a listing brought before', async () => {
    const store = await withLocalVehicle();
    await store.commit([
      named,
      {
        kind: 'associationsListed',
        vehicleKey: id('v1'),
        side: 'devices',
        associations: [association(id('a1'), { isMain: true, createdAt: 77 })],
        at: 9,
      },
    ]);
    expect((await store.associationsOf(id('v1'), 'devices')).items).toHaveLength(2);
    await store.commit([pair]);
    expect(await store.associationsOf(id('v1'), 'devices')).toEqual({
      items: [association(id('a1'), { isMain: true, createdAt: 77, mark: 'waiting' })],
      readAt: 9,
    });
  });
});
