import { describe, expect, it } from 'vitest';
import type { RecordsFound } from '@contract/records';
import type { Store, StoredAssociation } from '@core/ports/store';
import { id, openStore, told } from './stored';

function on(vehicle: string, side: 'devices' | 'users', other: string): StoredAssociation {
  return {
    key: id(`${vehicle}${other}`),
    side,
    vehicleKey: id(vehicle),
    otherKey: id(other),
    isMain: side === 'devices',
    createdAt: 1,
    mark: 'none',
    pendingMain: null,
  };
}

async function office(): Promise<Store> {
  const store = await openStore();
  await store.commit([
    told('vehicles', {
      v1: { plate: 'ABC-1D23', brandName: 'Volvo' },
      v2: { plate: 'XYZ-9876', brandName: 'Fiat' },
      v3: { plate: 'ANA-0001', brandName: 'Fiat' },
    }),
    told('users', {
      u1: { name: 'Ana Souza', username: 'ana.souza', phone1: '+55 (63) 99583-4891' },
      u2: { name: 'João Lima', username: 'joao', phone2: '6332150000' },
    }),
    told('devices', {
      d1: { name: 'Tracker 7', imei: '356938035643809', chipId: id('c1') },
      d2: { name: 'Tracker 8', imei: '356938035643817' },
    }),
    told('chips', { c1: { serial: '89550312345678901234', number: '+55 16 98888-7777' } }),
    ...(['v1', 'v2'] as const).map((vehicle, n) => ({
      ...{ kind: 'associationsListed' as const, vehicleKey: id(vehicle), at: 1 },
      ...{ side: 'users' as const, associations: [on(vehicle, 'users', `u${n + 1}`)] },
    })),
    ...(['v1', 'v2'] as const).map((vehicle, n) => ({
      ...{ kind: 'associationsListed' as const, vehicleKey: id(vehicle), at: 1 },
      ...{ side: 'devices' as const, associations: [on(vehicle, 'devices', `d${n + 1}`)] },
    })),
  ]);
  return store;
}

function seek(store: Store, search: string, related = true): Promise<RecordsFound> {
  return store.search({
    ...{ collection: 'vehicles', search, filters: [], withGone: false, bestFirst: true, related },
    sort: [{ field: 'plate', direction: 'up' }],
  });
}

describe('a vehicle is found', () => {
  it.each([
    ['souza', { collection: 'users', field: 'name', value: 'Ana Souza', label: 'Ana Souza' }],
    ['ana souza', { collection: 'users', field: 'name', label: 'Ana Souza' }],
    ['63995834891', { collection: 'users', field: 'phone1', value: '+55 (63) 99583-4891' }],
    ['(63) 99583-4891', { collection: 'users', field: 'phone1' }],
    ['5643809', { collection: 'devices', field: 'imei', value: '356938035643809' }],
    ['tracker 7', { collection: 'devices', field: 'name' }],
    ['98888-7777', { collection: 'chips', field: 'number', label: '89550312345678901234' }],
    ['895503123', { collection: 'chips', field: 'serial' }],
    ['volvo souza', { collection: 'users', field: 'name' }],
    ['souza 5643809', { collection: 'users', field: 'name' }],
  ])('by what is on it: %s', async (search, by) => {
    const store = await office();
    const found = await seek(store, search);
    expect(found.keys).toContain(id('v1'));
    expect(found.keys).not.toContain(id('v2'));
    expect(found.by?.[id('v1')]).toMatchObject(by);
  });

  it('as a search grows letter by letter, also where something is written in between', async () => {
    const store = await office();
    expect((await seek(store, 'fiat j')).keys).toEqual([]);
    expect((await seek(store, 'fiat jo')).keys).toEqual([id('v2')]);
    await store.commit([told('users', { u1: { name: 'Joana Souza', username: 'joana' } })]);
    await store.commit([told('vehicles', { v1: { plate: 'ABC-1D23', brandName: 'Fiat' } })]);
    expect((await seek(store, 'fiat joa')).keys).toEqual([id('v1'), id('v2')]);
    expect((await seek(store, 'fiat joan')).keys).toEqual([id('v1')]);
  });

  it.each([
    ['driver ', 'DRIVER'],
    ['OWNER', 'OWNER'],
    [undefined, undefined],
  ])('by a person, with what they are to it: %s', async (nature, shown) => {
    const store = await office();
    const association = { ...on('v1', 'users', 'u1'), ...(nature !== undefined && { nature }) };
    await store.commit([
      {
        ...{ kind: 'associationsListed', vehicleKey: id('v1'), side: 'users', at: 2 },
        associations: [association],
      },
    ]);
    expect((await seek(store, 'souza')).by?.[id('v1')]?.nature).toBe(shown);
  });

  it('by its driver only where that is wanted, without accents', async () => {
    const store = await office();
    expect((await seek(store, 'joao')).keys).toEqual([id('v2')]);
    expect((await seek(store, 'joao', false)).keys).toEqual([]);
  });

  it('by itself first, and then nothing else is told about it', async () => {
    const store = await office();
    const found = await seek(store, 'ana');
    expect(found.keys).toEqual([id('v3'), id('v1')]);
    expect(Object.keys(found.by ?? {})).toEqual([id('v1')]);
  });

  it.each([
    ['letters from right to left', 'أحمد الشامي', 'أحمد'],
    ['a sign that is no letter', '🚚 Zé Ruela', 'zé ruela'],
    ['255 letters', `Quintino ${'x'.repeat(246)}`, 'quintino'],
  ])('by a driver whose name has %s', async (_what, name, search) => {
    const store = await office();
    await store.commit([told('users', { u1: { name } })]);
    const found = await seek(store, search);
    expect(found.keys).toEqual([id('v1')]);
    expect(found.by?.[id('v1')]?.label).toBe(name);
  });

  it('by nothing where what is sought is a sign alone', async () => {
    const store = await office();
    expect((await seek(store, '🚚')).keys).toEqual([]);
  });

  it('by no single letter of a name, which half of all people have', async () => {
    const store = await office();
    expect((await seek(store, 's')).keys).toEqual([]);
  });
});

describe('what vehicles are found by follows', () => {
  it('associations that are removed, or about to be', async () => {
    const store = await office();
    const one = on('v1', 'users', 'u1');
    await store.commit([{ kind: 'association', association: { ...one, mark: 'deleting' } }]);
    expect((await seek(store, 'souza')).keys).toEqual([]);
    await store.commit([{ kind: 'dropAssociation', key: one.key }]);
    expect((await seek(store, 'souza')).keys).toEqual([]);
  });

  it('a user who is renamed, a chip that goes to another device, a device that is gone', async () => {
    const store = await office();
    await seek(store, '98888');
    await store.commit([
      told('users', { u1: { name: 'Ana Dias' } }),
      told('devices', { d1: { name: 'Tracker 7', imei: '356938035643809', chipId: null } }),
      told('devices', { d2: { name: 'Tracker 8', imei: '356938035643817', chipId: id('c1') } }),
    ]);
    expect((await seek(store, 'souza')).keys).toEqual([]);
    expect((await seek(store, 'dias')).keys).toEqual([id('v1')]);
    expect((await seek(store, '98888')).keys).toEqual([id('v2')]);
    await store.commit([{ kind: 'gone', collection: 'devices', key: id('d2'), at: 2 }]);
    expect((await seek(store, '98888')).keys).toEqual([]);
    expect((await seek(store, '5643817')).keys).toEqual([]);
  });
});
