import { expect } from 'vitest';
import type { Connection } from '@adapters/store/connection';
import type { Store } from '@core/ports/store';
import { entry, id, pending, told } from '../../unit/adapters/store/stored';

/** Changes that a filled store holds. */
export const ENTRIES = 40;
export const VEHICLES = 150;

/** Puts vehicles, where they were seen and changes into a store. */
export async function fill(store: Store): Promise<void> {
  const vehicles = Array.from({ length: VEHICLES }, (_, n) => [
    `v${n}`,
    { plate: `ABC-${1000 + n}`, description: 'x'.repeat(n * 5) },
  ]);
  const seen = vehicles.map(([name], n) => ({
    ...{ vehicleId: id(String(name)), lookedAt: 2_000 + n },
    fix: {
      ...{ at: 1_000 + n, latitude: -23.5, longitude: -46.5, speed: n, heading: null },
      ...{ ignition: true, battery: 12.5, output1: 'off', problems: [] },
    },
  }));
  await store.commit([
    told('vehicles', Object.fromEntries(vehicles)),
    { kind: 'fixes', fixes: seen },
    { kind: 'learned', devices: new Map(seen.map(({ vehicleId }) => [vehicleId, '{}'])) },
  ]);
  for (let number = 0; number < ENTRIES; number += 1) {
    const key = id(`v${number}`);
    const fields = { plate: `NEW-${number}` };
    await store.commit([
      pending(key, fields),
      {
        kind: 'entry',
        entry: entry(`e${number}`, {
          fields,
          subject: { collection: 'vehicles', key, label: 'x' },
        }),
      },
    ]);
  }
}

/** Every entry that can go out is one that a person entered; answers how many there are at all. */
export async function countTrue(store: Store): Promise<number> {
  const entries = await store.openEntries();
  for (const { id: name, state, fields } of entries) {
    if (state !== 'attention') expect(fields).toEqual({ plate: `NEW-${name.slice(1)}` });
  }
  return entries.length;
}

/** Damages nothing but an index of the records: it holds the columns in another order than it says. */
export function disorderIndex(connection: Connection): void {
  connection.execute(`
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX records_by_key ON records (key, collection)'
      WHERE name = 'records_by_key';
    PRAGMA writable_schema = RESET;
    REINDEX records_by_key;
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX records_by_key ON records (collection, key)'
      WHERE name = 'records_by_key';
    PRAGMA writable_schema = RESET;
  `);
}
