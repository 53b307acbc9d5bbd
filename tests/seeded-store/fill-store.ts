import type { BuiltInCollection } from '@contract/collections';
import type { Fix } from '@contract/fixes';
import type { StoredFix } from '@core/ports/kept-tracks';
import type { Store, StoreChange, StoredAssociation } from '@core/ports/store';
import type { FixRow } from '../../electron/demo/world/driving/fixes';
import type { World } from '../../electron/demo/world/world';
import { DemoLists } from './demo-calls';

/** What the demo service lists. */
const listed = ['vehicles', 'devices', 'chips', 'users', 'roles'] as const;

/** Vehicles whose journeys are really computed; the others are beside one of these. */
const DRIVEN = 400;
/** How far beside, degrees. */
const BESIDE = 0.06;

/** Steps of one commit. */
const BATCH = 1_000;

/** Where the golden angle puts one point after another, none on the last one. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Fills a store with the demo fleet of so many vehicles, as after days of reading: all lists, who
 * and what is on each vehicle, and where each one is.
 * @param now epoch milliseconds
 */
export async function fillStore(store: Store, vehicles: number, now: number): Promise<void> {
  const lists = await DemoLists.open(vehicles);
  try {
    for (const collection of listed) await fillList(store, lists, collection, now);
    await fillAssociations(store, lists.world, now);
    await lists.world.openRoads();
    await fillFixes(store, lists.world, now);
  } finally {
    await lists.close();
  }
}

async function fillList(store: Store, lists: DemoLists, name: BuiltInCollection, at: number) {
  const begun = await store.syncs();
  const pass = (begun.find(({ collection }) => collection === name)?.pass ?? 0) + 1;
  let read = 0;
  let waiting: StoreChange[] = [];
  for await (const records of lists.pages(name)) {
    waiting.push({ kind: 'told', collection: name, records, pass, at });
    read += records.length;
    if (waiting.length * records.length < BATCH) continue;
    await store.commit(waiting);
    waiting = [];
  }
  const sync = { collection: name, pass, nextPage: null, read, completedAt: at };
  await store.commit([...waiting, { kind: 'sync', sync: { ...sync, pagingRefused: false } }]);
}

async function fillAssociations(store: Store, world: World, at: number): Promise<void> {
  for (const part of parts(world.size)) {
    await store.commit(
      part.flatMap((index): StoreChange[] => {
        const { id } = world.vehicles.derive(index);
        const devices = world.deviceAssociations.currentOf(id).map((one): StoredAssociation => ({
          ...{ key: one.id, side: 'devices', vehicleKey: id, otherKey: one.deviceId },
          ...{ isMain: one.isMain, createdAt: Date.parse(one.createdAt) },
          ...{ mark: 'none', pendingMain: null },
        }));
        const users = world.userAssociations.currentOf(id).map((one): StoredAssociation => ({
          ...{ key: one.id, side: 'users', vehicleKey: id, otherKey: one.userId },
          ...{ isMain: false, createdAt: Date.parse(one.createdAt), nature: one.nature },
          ...{ mark: 'none', pendingMain: null },
        }));
        const told = { kind: 'associationsListed', vehicleKey: id, at } as const;
        return [
          { ...told, side: 'devices', associations: devices },
          { ...told, side: 'users', associations: users },
        ];
      }),
    );
  }
}

async function fillFixes(store: Store, world: World, now: number): Promise<void> {
  const driven = new Map<number, FixRow | null>();
  for (const part of parts(world.size)) {
    const fixes = part.flatMap((index): StoredFix[] => {
      const source = index % DRIVEN;
      if (!driven.has(source)) driven.set(source, lastFix(world, source, now));
      const row = driven.get(source);
      const vehicle = world.vehicles.derive(index);
      if (!row || world.mainDeviceOf(vehicle.id) === undefined) return [];
      const lookedAt = now - (index % 3_600) * 1_000;
      return [{ vehicleId: vehicle.id, fix: besides(row, index, world.size), lookedAt }];
    });
    await store.commit([{ kind: 'fixes', fixes }]);
  }
}

function lastFix(world: World, index: number, now: number): FixRow | null {
  const traits = world.traitsOf(world.vehicles.derive(index));
  return traits && world.journeys.lastFix(traits, Math.floor(now / 1000));
}

/** The same fix for its own vehicle, beside it for others. */
function besides(row: FixRow, index: number, all: number): Fix {
  const away = index < DRIVEN ? 0 : BESIDE * Math.sqrt(index / all);
  return {
    at: row.act * 1000,
    latitude: row.lat + away * Math.sin(index * GOLDEN),
    longitude: row.lng + away * Math.cos(index * GOLDEN),
    ...{ speed: row.speed, heading: row.heading, ignition: row.ignition },
    ...{ battery: row.battery, output1: null, problems: [] },
  };
}

/** Numbers below one, in parts. */
function parts(size: number): number[][] {
  return Array.from({ length: Math.ceil(size / BATCH) }, (_, part) =>
    Array.from({ length: Math.min(BATCH, size - part * BATCH) }, (__, at) => part * BATCH + at),
  );
}
