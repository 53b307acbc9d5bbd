import { describe, expect, it } from 'vitest';
import type { StoreChange, StoredAssociation } from '@core/ports/store';
import { association, id, local, openStore } from './stored';

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
    expect(await store.listedVehicles('devices')).toEqual(new Map([[id('v1'), 200]]));
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

  it('are known from the other side, and the devices that may be the main ones, the newest last', async () => {
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
    // No device of the third vehicle is marked, so that each of its devices may stand in.
    const mains = async () => (await store.mainDevices()).map(({ key }) => key);
    expect(await mains()).toEqual([id('a3'), id('a2'), id('a1')]);
    await store.commit([{ kind: 'dropAssociation', key: id('a1') }]);
    expect(await mains()).toEqual([id('a3'), id('a2')]);
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
