import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkerStore } from '@adapters/store/worker-store';
import { makeVehicles } from '../../bench/store/fleet';
import { find, KEY, makeFolder } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

it('100,000 records load, are counted, sorted and found', async () => {
  const vehicles = makeVehicles(100_000, 7);
  const file = join(makeFolder(), 'store.db');
  const store = await openWorkerStore(built.startStoreWorker, file, KEY);
  for (let from = 0; from < vehicles.length; from += 5_000) {
    const records = vehicles.slice(from, from + 5_000);
    const { changed } = await store.commit([
      { kind: 'told', collection: 'vehicles', records, pass: 1, at: 1 },
    ]);
    expect(changed[0]?.keys).toHaveLength(5_000);
  }
  await store.close();
  const again = await openWorkerStore(built.startStoreWorker, file, KEY);
  expect(await again.count('vehicles')).toBe(100_000);
  const [sample] = vehicles.slice(77_777);
  if (sample === undefined) throw new Error('no vehicle');
  const { id, fields } = sample;
  const plate = String(fields['plate']);
  expect(await find(again, plate)).toContain(id);
  expect(await find(again, plate.replace('-', ' ').toLowerCase())).toContain(id);
  expect(await find(again, String(fields['vin']).slice(5, 14))).toEqual([id]);
  const sorted = await find(again, '', { sort: [{ field: 'plate', direction: 'up' }] });
  const plates = new Map(vehicles.map((each) => [each.id, String(each.fields['plate'])]));
  const shown = sorted.map((key) => plates.get(key) ?? '');
  expect(shown).toEqual([...plates.values()].sort());
  const towns = vehicles.filter((each) => String(each.fields['description']).includes('Goiânia'));
  expect(new Set(await find(again, 'goiania'))).toEqual(new Set(towns.map((each) => each.id)));
  const brands = await again.values('vehicles', 'brandName');
  expect(brands.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  await again.close();
});
