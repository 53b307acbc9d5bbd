import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordQuery } from '@contract/records';
import type { Store } from '@core/ports/store';
import { find, id, openStore, pending, told } from './stored';

const typeWords = { car: 'Automóvel', pickup_truck: 'Picape', truck: 'Caminhão', van: 'Furgão' };

let store: Store;

beforeEach(async () => {
  store = await openStore();
  await store.commit([
    told('vehicles', {
      v1: { plate: 'AAA-0001', typeName: 'truck', brandName: 'Volvo' },
      v2: { plate: 'AAA-0002', typeName: 'van', brandName: 'Furgovan' },
      v3: { plate: 'AAA-0003', typeName: 'Pickup Truck' },
      v4: { plate: 'AAA-0004', typeName: 'car' },
      v5: { plate: 'AAA-0005', typeName: 'rickshaw' },
      v6: { plate: 'AAA-0006', typeName: null },
      v7: { plate: 'AAA-0007', typeName: 'truck' },
    }),
  ]);
});

/** Names of the vehicles that are found, in their order. */
async function found(search: string, terms: Partial<RecordQuery> = {}): Promise<string[]> {
  const keys = await find(store, search, { typeWords, ...terms });
  return keys.map((key) => key.slice(0, 2));
}

describe('types of vehicles in words of a language', () => {
  it('are sorted by these, one without words as it came, and none last', async () => {
    const up: Partial<RecordQuery> = { sort: [{ field: 'typeName', direction: 'up' }] };
    expect(await found('', up)).toEqual(['v4', 'v1', 'v7', 'v2', 'v3', 'v5', 'v6']);
    const down: Partial<RecordQuery> = { sort: [{ field: 'typeName', direction: 'down' }] };
    expect(await found('', down)).toEqual(['v5', 'v3', 'v2', 'v1', 'v7', 'v4', 'v6']);
    const keys = await find(store, '', up);
    expect(keys.map((key) => key.slice(0, 2))).toEqual(['v4', 'v3', 'v5', 'v1', 'v7', 'v2', 'v6']);
  });

  it.each([
    ['caminhao', ['v1', 'v7']],
    ['CAMINHÃO', ['v1', 'v7']],
    ['cam', ['v1', 'v7']],
    ['inhao', []],
    ['caminhao volvo', ['v1']],
    ['volvo caminhao', ['v1']],
    ['caminhao 0007', ['v7']],
    ['furg', ['v2']],
    ['pi', ['v3']],
    ['truck', []],
    ['aaa 0002', ['v2']],
  ])('are found by the beginnings of these: %s', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it('follow what changes in the store', async () => {
    await found('caminhao');
    await store.commit([pending(id('v4'), { typeName: 'truck' })]);
    expect(await found('caminhao')).toEqual(['v1', 'v4', 'v7']);
  });

  it('are as the service calls them where no language is asked for', async () => {
    expect(await find(store, 'caminhao')).toEqual([]);
  });

  it('find nothing among records that have no type', async () => {
    await store.commit([told('users', { u1: { name: 'Caminha' } })]);
    expect(await found('caminha', { collection: 'users' })).toEqual(['u1']);
  });
});

describe('types of devices that have no name but the one given here', () => {
  const valueWords = { typeId: { [id('t1')]: 'Zebra', [id('t2')]: 'Álamo' } };
  const devices: Partial<RecordQuery> = { collection: 'devices' };

  beforeEach(async () => {
    await store.commit([
      told('devices', {
        d1: { name: 'A', typeId: id('t1') },
        d2: { name: 'B', typeId: id('t2') },
        d3: { name: 'C', typeId: id('m3') },
        d4: { name: 'D', typeId: null },
      }),
    ]);
  });

  it('are sorted by that name, one without it by its id, and none last', async () => {
    const sort = [{ field: 'typeId', direction: 'up' }] as const;
    expect(await found('', { ...devices, sort: [...sort], valueWords })).toEqual([
      'd2',
      'd3',
      'd1',
      'd4',
    ]);
    expect(await found('', { ...devices, sort: [...sort] })).toEqual(['d3', 'd1', 'd2', 'd4']);
  });

  it('are found by it', async () => {
    expect(await found('alamo', { ...devices, valueWords })).toEqual(['d2']);
    expect(await found('alamo', devices)).toEqual([]);
  });
});
