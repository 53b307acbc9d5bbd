import type { AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import type { Fields } from '@contract/records';
import type { Store, StoreChange, StoredAssociation, ToldRecord } from '@core/ports/store';
import { seeded } from '../seeded';
import { makeVehicles } from '../store/fleet';

const FIRST = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Helena', 'Ícaro', 'Júlia'];
const LAST = ['Souza', 'Lima', 'Araújo', 'Nogueira', 'Conceição', 'Prates', 'Queiroz', 'Teles'];

/** Records and associations of one commit. */
const BATCH = 2_000;

/** A fleet in which every vehicle has a device, and a driver who has several vehicles. */
export interface Fleet {
  readonly vehicles: readonly ToldRecord[];
  readonly devices: readonly ToldRecord[];
  readonly users: readonly ToldRecord[];
}

/** The same fleet for the same seed. */
export function makeFleet(count: number, seed: number): Fleet {
  const random = seeded(seed + 1);
  const below = (most: number): number => Math.floor(random() * most);
  const one = (words: readonly string[]): string => words[below(words.length)] ?? '';
  const made = (letter: string, index: number, type: string, fields: Fields): ToldRecord => {
    const id = `${letter}${String(index).padStart(14, '0')}`;
    return { id, fields, raw: { id, type, attributes: fields }, unread: [] };
  };
  return {
    vehicles: makeVehicles(count, seed),
    devices: Array.from({ length: count }, (_, index) =>
      made('D', index, 'device', {
        name: `TL-${String(100 + below(900))} · ${String(index)}`,
        imei: String(350_000_000_000_000 + below(9_999_999) * 1_000_000 + index),
      }),
    ),
    users: Array.from({ length: count / 5 }, (_, index) =>
      made('U', index, 'user', {
        username: `user.${String(index)}`,
        name: `${one(FIRST)} ${one(LAST)} ${one(LAST)}`,
        phone1: `+55 11 9${String(10_000_000 + below(89_999_999))}`,
      }),
    ),
  };
}

/** Puts a fleet into a store, with all associations listed. */
export async function fill(store: Store, fleet: Fleet): Promise<void> {
  for (const collection of ['vehicles', 'devices', 'users'] as const) {
    await inBatches(fleet[collection], (records) => store.commit([told(collection, records)]));
  }
  const { vehicles, users } = fleet;
  const numbers = vehicles.map((_, index) => index);
  await inBatches(numbers, (part) =>
    store.commit(
      part.flatMap((index) => [
        listed(fleet, index, 'devices', index),
        listed(fleet, index, 'users', index % users.length),
      ]),
    ),
  );
}

function told(collection: CollectionName, records: readonly ToldRecord[]): StoreChange {
  return { kind: 'told', collection, records, pass: 1, at: 1 };
}

function listed(fleet: Fleet, vehicle: number, side: AssociationSide, other: number): StoreChange {
  const vehicleKey = fleet.vehicles[vehicle]?.id ?? '';
  const otherKey = fleet[side][other]?.id ?? '';
  const key = `${side === 'devices' ? 'A' : 'B'}${String(vehicle).padStart(14, '0')}`;
  const association: StoredAssociation = {
    ...{ key, side, vehicleKey, otherKey, isMain: side === 'devices', createdAt: 1 },
    ...{ mark: 'none', pendingMain: null },
    ...(side === 'users' && { nature: 'DRIVER' }),
  };
  return { kind: 'associationsListed', vehicleKey, side, associations: [association], at: 1 };
}

async function inBatches<T>(
  values: readonly T[],
  write: (part: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < values.length; from += BATCH) {
    await write(values.slice(from, from + BATCH));
  }
}

/** What people type, each as it grows letter by letter. */
export function typedSearches({ vehicles, devices, users }: Fleet): string[] {
  const picked = [777, 31_415, 61_803];
  const words = picked.flatMap((index) => [
    String(vehicles[index % vehicles.length]?.fields['plate']),
    String(vehicles[index % vehicles.length]?.fields['vin']).slice(5, 14),
    String(devices[index % devices.length]?.fields['imei']).slice(6),
    String(users[index % users.length]?.fields['name']),
    `${String(users[index % users.length]?.fields['name']).split(' ')[0] ?? ''} Mercedes`,
  ]);
  const wholes = [...words, 'Goiânia', 'Citroën', 'oficina'];
  return wholes.flatMap((whole) =>
    Array.from({ length: whole.length - 1 }, (_, at) => whole.slice(0, at + 2)),
  );
}
