import { expect, it, vi } from 'vitest';
import type { Connection } from '@adapters/store/connection';
import { packedVehicles } from '@adapters/store/vehicle-rows';
import type { Vehicle } from '@contract/vehicles';
import type { Store } from '@core/ports/store';
import { id, local, openStore, pending, told } from './stored';

async function partsOf(store: Store): Promise<(readonly Vehicle[])[]> {
  const parts: (readonly Vehicle[])[] = [];
  for await (const part of store.vehicles()) parts.push(part);
  return parts;
}

it('vehicles come as the map shows them, with what waits laid over what the service told', async () => {
  const store = await openStore();
  expect(await partsOf(store)).toEqual([]);
  await store.commit([
    told('vehicles', {
      v2: { plate: 'BBB-2', brandName: 'Fiat', year: '2021' },
      v1: { plate: 'AAA-1' },
      v3: { plate: 'CCC-3' },
    }),
    told('users', { u1: { name: 'Ana' } }),
    pending(id('v2'), { plate: 'MINE' }),
    pending(local('n'), { plate: 'NEW' }),
    { kind: 'gone', collection: 'vehicles', key: id('v3'), at: 5 },
  ]);
  const [part = [], ...others] = await partsOf(store);
  expect(others).toEqual([]);
  expect(part).toMatchObject([
    { id: id('v1'), plate: 'AAA-1', brandName: null },
    { id: id('v2'), plate: 'MINE', brandName: 'Fiat', year: '2021', unread: [] },
  ]);
});

it('a large fleet comes in parts, each vehicle once and in the order of the keys', async () => {
  const store = await openStore();
  const names = Array.from({ length: 4_001 }, (_, n) => `v${String(n).padStart(6, '0')}`);
  await store.commit([
    told('vehicles', Object.fromEntries(names.map((name) => [name, { plate: name }]))),
  ]);
  const parts = await partsOf(store);
  expect(parts.map(({ length }) => length)).toEqual([2_000, 2_000, 1]);
  expect(parts.flat().map((vehicle) => vehicle.id)).toEqual(names.map(id));
  expect(parts.flat().map(({ plate }) => plate)).toEqual(names);
});

it('an index that leads back to an earlier vehicle does not keep the reading from its end', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    ...{ key: id(`v${String(n).padStart(6, '0')}`), told: '{}', pending: null },
  }));
  const all = vi.fn(() => [...rows.slice(1), ...rows.slice(0, 1)]);
  const parts = packedVehicles({ all } as unknown as Connection);
  expect(all).toHaveBeenCalledTimes(2);
  expect(parts.map(({ count }) => count)).toEqual([2_000, 2_000]);
});
