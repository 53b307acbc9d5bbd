import { describe, expect, it } from 'vitest';
import type { StoreChange, StoredAssociation } from '@core/ports/store';
import { association, id, local, openStore, told } from './stored';

const listed = (
  associations: readonly StoredAssociation[],
  at = 100,
  vehicleKey = id('v1'),
): StoreChange => ({
  kind: 'associationsListed',
  vehicleKey,
  side: 'devices',
  associations,
  at,
});

describe('associations', () => {
  it('are replaced by the next listing of their side, and no other', async () => {
    const store = await openStore();
    await store.commit([
      listed([association(id('a1')), association(id('a2'), { otherKey: id('d2') })]),
      {
        kind: 'associationsListed',
        vehicleKey: id('v1'),
        side: 'users',
        associations: [association(id('a3'), { side: 'users' })],
        at: 7,
      },
    ]);
    await store.commit([
      listed([association(id('a2'), { otherKey: id('d2'), isMain: true })], 200),
    ]);
    expect(await store.associationsOf(id('v1'), 'devices')).toEqual({
      items: [association(id('a2'), { otherKey: id('d2'), isMain: true })],
      readAt: 200,
    });
    expect(await store.associationsOf(id('v1'), 'users')).toMatchObject({
      items: [{ key: id('a3') }],
      readAt: 7,
    });
    expect(await store.listedVehicles(null, 10)).toMatchObject([
      { vehicleKey: id('v1'), listedAt: { devices: 200, users: 7 } },
    ]);
  });

  it('keep what waits here through a listing', async () => {
    const store = await openStore();
    await store.commit([
      listed([association(id('a1')), association(id('a2'))]),
      {
        kind: 'association',
        association: association(id('a1'), { mark: 'waiting', pendingMain: true }),
      },
      { kind: 'association', association: association(id('a2'), { mark: 'deleting' }) },
      {
        kind: 'association',
        association: association(local('a3'), { mark: 'waiting', createdAt: null }),
      },
    ]);
    await store.commit([listed([association(id('a1'), { createdAt: 3 })], 200)]);
    expect((await store.associationsOf(id('v1'), 'devices')).items).toEqual([
      association(id('a1'), { createdAt: 3, mark: 'waiting', pendingMain: true }),
      association(id('a2'), { mark: 'deleting' }),
      association(local('a3'), { mark: 'waiting', createdAt: null }),
    ]);
  });

  it('are unread until they were listed', async () => {
    const store = await openStore();
    expect(await store.associationsOf(id('v1'), 'devices')).toEqual({ items: [], readAt: null });
    await store.commit([
      { kind: 'association', association: association(local('a1'), { mark: 'waiting' }) },
    ]);
    expect(await store.associationsOf(id('v1'), 'devices')).toMatchObject({
      items: [{}],
      readAt: null,
    });
  });

  it('are known from the other side, and by vehicle, the newest last', async () => {
    const store = await openStore();
    await store.commit([
      listed([association(id('a1'), { isMain: true, createdAt: 20 })]),
      listed(
        [association(id('a2'), { vehicleKey: id('v2'), isMain: true, createdAt: 10 })],
        1,
        id('v2'),
      ),
      listed([association(id('a3'), { vehicleKey: id('v3'), createdAt: 5 })], 1, id('v3')),
      { kind: 'association', association: association(id('a4'), { side: 'users', isMain: true }) },
    ]);
    expect(
      (await store.vehiclesOf('devices', id('d1'))).map(({ vehicleKey }) => vehicleKey),
    ).toEqual([id('v3'), id('v2'), id('v1')]);
    const kept = async () =>
      (await store.listedVehicles(null, 10)).map(({ vehicleKey, devices }) => [
        vehicleKey,
        ...devices.map(({ key }) => key),
      ]);
    expect(await kept()).toEqual([
      [id('v1'), id('a1')],
      [id('v2'), id('a2')],
      [id('v3'), id('a3')],
    ]);
    await store.commit([
      listed(
        [
          association(id('a5'), { vehicleKey: id('v2'), createdAt: null }),
          association(id('a2'), { vehicleKey: id('v2'), isMain: true, createdAt: 10 }),
          association(id('a6'), { vehicleKey: id('v2'), createdAt: 9 }),
        ],
        1,
        id('v2'),
      ),
      { kind: 'dropAssociation', key: id('a1') },
    ]);
    expect(await kept()).toEqual([
      [id('v1')],
      [id('v2'), id('a6'), id('a2'), id('a5')],
      [id('v3'), id('a3')],
    ]);
  });

  it('are read by vehicle in pages, with the names of devices and with what was never listed', async () => {
    const store = await openStore();
    await store.commit([
      told('devices', { d1: { name: 'TL-1', imei: '350000000000001' } }),
      ...['v1', 'v2', 'v3', 'v5'].map((vehicle) =>
        listed([association(id(`a${vehicle}`), { vehicleKey: id(vehicle) })], 100, id(vehicle)),
      ),
      {
        kind: 'association',
        association: association(local('a4'), { vehicleKey: id('v4'), otherKey: id('d2') }),
      },
      {
        kind: 'associationsListed',
        ...{ vehicleKey: id('v6'), side: 'users', associations: [], at: 7 },
      },
    ]);
    const first = await store.listedVehicles(null, 2);
    expect(first.map(({ vehicleKey }) => vehicleKey)).toEqual([id('v1'), id('v2')]);
    expect(first[0]).toEqual({
      vehicleKey: id('v1'),
      listedAt: { devices: 100, users: null },
      devices: [
        {
          ...{ key: id('av1'), otherKey: id('d1'), isMain: false, createdAt: 10 },
          ...{ name: 'TL-1', imei: '350000000000001' },
        },
      ],
    });
    const second = await store.listedVehicles(id('v2'), 2);
    expect(second.map(({ vehicleKey }) => vehicleKey)).toEqual([id('v3'), id('v4'), id('v5')]);
    expect(second[1]).toMatchObject({
      listedAt: { devices: null, users: null },
      devices: [{ key: local('a4'), otherKey: id('d2'), name: null, imei: null }],
    });
    expect(await store.listedVehicles(id('v5'), 2)).toEqual([
      { vehicleKey: id('v6'), listedAt: { devices: null, users: 7 }, devices: [] },
    ]);
    expect(await store.listedVehicles(id('v6'), 2)).toEqual([]);
  });

  it('that end stay known with their time: told, noticed by a list, or removed here', async () => {
    const store = await openStore();
    const first = association(id('a1'), { isMain: true, createdAt: 10 });
    const [second, third] = ['2', '3'].map((number) =>
      association(id(`a${number}`), { otherKey: id(`d${number}`), createdAt: 20 }),
    );
    if (second === undefined || third === undefined) throw new Error('two are made');
    await store.commit([listed([first, second, third])]);
    await store.commit([{ kind: 'dropAssociation', key: third.key }]);
    await store.commit([
      {
        ...(listed([], 100) as StoreChange & { kind: 'associationsListed' }),
        ended: [
          {
            ...{ key: first.key, deviceKey: id('d1'), isMain: false, isPresent: false },
            ...{ createdAt: 10, endedAt: 55 },
          },
        ],
      },
    ]);
    const terms = await store.deviceTerms(id('v1'));
    expect(terms.map(({ key, isMain, endedAt }) => [key, isMain, endedAt]).sort()).toEqual([
      [id('a1'), true, 55],
      [id('a2'), false, 100],
      [id('a3'), false, 100],
    ]);
    await store.commit([listed([first], 200)]);
    const again = await store.deviceTerms(id('v1'));
    expect(again.find(({ key }) => key === first.key)).toMatchObject({ isPresent: true });
    expect(again).toHaveLength(3);
    await store.eraseCached();
    expect(await store.deviceTerms(id('v1'))).toEqual([]);
  });
});
