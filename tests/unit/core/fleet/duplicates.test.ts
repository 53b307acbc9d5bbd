import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionName } from '@contract/collections';
import type { Fields } from '@contract/records';
import { findDuplicates } from '@core/fleet/duplicates';
import type { Store } from '@core/ports/store';
import { id, local, openStore, pending, told } from '../../adapters/store/stored';

let store: Store;

const look = (collection: CollectionName, fields: Fields, key: string | null = null) =>
  findDuplicates(store, { collection, key, fields });

beforeEach(async () => {
  store = await openStore();
  await store.commit([
    told('vehicles', {
      v1: { plate: 'ABC-1D23', brandName: 'Volvo', modelName: 'FH 540', vin: '9BWZZZ377VT004251' },
      v2: { plate: 'ABC-1D234', code: 'F-2' },
      v3: { plate: 'GON-0001' },
    }),
    told('devices', { d1: { name: 'Tracker 1', imei: '356938035643809' } }),
    told('chips', { c1: { serial: '89550312345678901234', number: '+5516988887777' } }),
    told('users', {
      u1: { name: 'Ana', username: 'ana.souza', cpf: '229.334.115-12' },
      u2: { name: 'Bia', username: 'anasouza' },
      u3: { name: 'Caio', username: 'ana.souza2', cpf: '22933411512' },
    }),
  ]);
});

describe('a value that another record has already', () => {
  it.each<[string, CollectionName, Fields, string]>([
    ['a plate without its dash', 'vehicles', { plate: 'abc1d23' }, 'v1'],
    ['a VIN in small letters', 'vehicles', { vin: '9bwzzz377vt004251' }, 'v1'],
    ['an IMEI in groups', 'devices', { imei: '35 693803 564380 9' }, 'd1'],
    ['the serial of a chip', 'chips', { serial: '8955 0312 3456 7890 1234' }, 'c1'],
    ['a user name in capitals', 'users', { username: 'ANA.Souza ' }, 'u1'],
  ])('%s names the other', async (_, collection, fields, other) => {
    const [found, ...more] = await look(collection, fields);
    expect(found).toMatchObject({ field: Object.keys(fields)[0], key: id(other), others: 0 });
    expect(more).toEqual([]);
  });

  it('is told with what tells the other apart, and how many more there are', async () => {
    expect(await look('vehicles', { plate: 'ABC1D23' })).toEqual([
      { field: 'plate', key: id('v1'), label: 'ABC-1D23', detail: 'Volvo FH 540', others: 0 },
    ]);
    expect(await look('users', { cpf: '229334115-12' })).toMatchObject([
      { field: 'cpf', others: 1 },
    ]);
  });

  it('is none where it is a part of another’s, or its own', async () => {
    expect(await look('vehicles', { plate: 'ABC-1D2' })).toEqual([]);
    expect(await look('users', { username: 'ana.souz' })).toEqual([]);
    expect(await look('vehicles', { plate: 'ABC-1D23' }, id('v1'))).toEqual([]);
    expect(await look('vehicles', { plate: '???', vin: null, description: 'ABC-1D23' })).toEqual(
      [],
    );
  });

  it('counts what waits here, and not what the service no longer has', async () => {
    await store.commit([pending(local('n'), { plate: 'NEW-0001' })]);
    expect(await look('vehicles', { plate: 'new0001' })).toMatchObject([{ key: local('n') }]);
    await store.commit([{ kind: 'gone', collection: 'vehicles', key: id('v3'), at: 5 }]);
    expect(await look('vehicles', { plate: 'GON-0001' })).toEqual([]);
  });
});
