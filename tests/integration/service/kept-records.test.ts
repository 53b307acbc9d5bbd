import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { builtInCollections, type CollectionName } from '@contract/collections';
import type { CollectionSync } from '@contract/records';
import type { Store } from '@core/ports/store';
import { getRecord } from '@core/fleet/collection-calls';
import { toTold } from '@core/service/resources/codec';
import { readProfile } from '@core/service/profile';
import { KeptFleet } from '../../unit/core/fleet/kept-fleet';
import { Office } from './office';

const KEY = 'ab'.repeat(32);
const extras = { optionalOperations: { 'enterprises.list': {} } };
const profile = readProfile(extras);

let office: Office;
let folder: string;
let store: Store;
let kept: KeptFleet;

/** A run of the app on the store's file. */
async function open(): Promise<void> {
  store = await openInlineStore(join(folder, 'store'), KEY);
  const { client: service, clock } = office;
  kept = await KeptFleet.open({ clock, service, store, profile, perMinute: () => 60_000 });
  kept.start();
}

async function close(): Promise<void> {
  kept.stop();
  await store.close();
}

/** Resolves once a collection's state is what is waited for. */
function until(
  collection: CollectionName,
  isReached: (state: CollectionSync) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isReached(kept.records.state(collection))) return;
      end();
      resolve();
    };
    const end = kept.records.subscribe(look);
    look();
  });
}

async function readAll(): Promise<void> {
  await Promise.all(
    builtInCollections.map((name) => until(name, ({ phase }) => phase === 'complete')),
  );
}

/** Reads a list again and waits for its end. */
async function pass(collection: CollectionName): Promise<void> {
  const before = kept.records.state(collection).completedAt ?? 0;
  kept.records.sync(collection);
  await until(collection, ({ completedAt }) => (completedAt ?? 0) > before);
}

/** Everything that the service lists of a collection, asked for past the app. */
async function countAtService(path: string): Promise<number> {
  const ids = new Set<string>();
  for (let page = 1; ; page++) {
    const answer = await office.client.call(
      path as 'vehicles.list',
      { page, limit: 100 },
      { lane: 'interactive' },
    );
    if (answer.size === 0) return ids.size;
    for (const { id } of answer.records) ids.add(id);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-kept-'));
  office = await Office.open({ demo: { vehicles: 230 }, profile: extras });
  await office.signIn();
  await open();
});

afterEach(async () => {
  await close();
  await office.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the lists of a service over HTTP', () => {
  it('are kept whole in the encrypted file, and there at once without a line', async () => {
    await readAll();
    for (const name of ['vehicles', 'devices', 'chips', 'users', 'enterprises'] as const) {
      const count = await countAtService(`${name}.list`);
      expect(await kept.keys(name), name).toHaveLength(count);
      expect(kept.records.state(name), name).toMatchObject({ read: count, pagingRefused: false });
    }
    expect((await kept.keys('roles')).length).toBeGreaterThan(0);
    const vehicles = kept.fleet.snapshot().vehicles;
    const [vehicle] = vehicles;
    if (vehicle === undefined) throw new Error('There is no vehicle.');
    const device = await kept.fleet.device(vehicle.id);
    const drivers = await kept.fleet.drivers(vehicle.id);
    await close();
    const file = await readFile(join(folder, 'store'));
    expect(file.includes(vehicle.plate)).toBe(false);

    await office.service.close();
    await open();
    expect(await kept.fleet.card(vehicle.id)).toEqual({ device, drivers });
    expect(kept.fleet.snapshot().vehicles).toHaveLength(vehicles.length);
    const { keys } = await kept.records.find({
      collection: 'vehicles',
      search: vehicle.plate.slice(1, 6).toLowerCase(),
      filters: [],
      sort: [],
      withGone: false,
    });
    expect(keys).toContain(vehicle.id);
  });

  it('let a record go that was deleted, after two passes, and take in a new one', async () => {
    await readAll();
    const [vehicle] = kept.fleet.snapshot().vehicles;
    if (vehicle === undefined) throw new Error('There is no vehicle.');
    await office.client.call('vehicles.delete', { ids: [vehicle.id] }, { lane: 'outbox' });
    const created = await office.client.call(
      'vehicles.create',
      { data: [{ attributes: { plate: 'ZZZ9Z99' } }] },
      { lane: 'outbox' },
    );
    await pass('vehicles');
    const added = created.records[0]?.id ?? '';
    expect(kept.fleet.vehicle(added)?.plate).toBe('ZZZ9Z99');
    expect(kept.fleet.vehicle(vehicle.id)).not.toBeNull();
    await pass('vehicles');
    expect(kept.fleet.vehicle(vehicle.id)).toBeNull();
    const detail = await kept.records.read({ collection: 'vehicles', key: vehicle.id });
    expect(detail.goneAt).not.toBeNull();
    expect(detail.fields).toMatchObject({ plate: vehicle.plate });
  });

  it('hold every field that the service tells of a record, and nothing unread', async () => {
    await readAll();
    for (const collection of ['vehicles', 'devices', 'chips', 'users'] as const) {
      const [key] = await kept.keys(collection);
      const name = { collection, key: key ?? '' };
      const listed = await kept.records.read(name);
      const lane = 'interactive';
      const single = await getRecord(office.client, collection, name.key, { lane });
      expect(single?.id, collection).toBe(name.key);
      expect(listed.told, collection).toEqual(single?.fields);
      expect(listed.unread).toEqual([]);
    }
  });

  it('are searched at the service on demand', async () => {
    const { client } = office;
    const list = await client.call('users.list', { limit: 1, page: 1 }, { lane: 'interactive' });
    const [user] = list.records;
    if (user === undefined) throw new Error('The demo service has no users.');
    const username = String(toTold('users', user).fields['username']);
    const { keys } = await kept.records.askService('users', username);
    expect(keys).toContain(user.id);
    const [row] = await kept.records.rows('users', keys);
    expect(row?.fields['username']).toBe(username);
  });
});

describe('associations over HTTP', () => {
  it('are completed for all vehicles, both ways round', async () => {
    await readAll();
    kept.associations.complete('devices', true);
    const [device] = await kept.keys('devices');
    const of = { side: 'devices', otherKey: device ?? '' } as const;
    const first = await kept.associations.ofOther(of);
    expect(first.of).toBe(230);
    await new Promise<void>((resolve, reject) => {
      const end = kept.news.subscribe(({ kind }) => {
        if (kind !== 'associations') return;
        kept.associations.ofOther(of).then(({ checked }) => {
          if (checked < 230) return;
          end();
          resolve();
        }, reject);
      });
    });
    for (const vehicleKey of (await kept.keys('vehicles')).slice(0, 40)) {
      const { items } = await kept.associations.ofVehicle({ vehicleKey, side: 'devices' });
      for (const { otherKey, isMain, otherLabel, otherDetail } of items) {
        expect(otherLabel).not.toBeNull();
        expect(otherDetail).toMatch(/^\d{15}$/);
        const reverse = await kept.associations.ofOther({ side: 'devices', otherKey });
        expect(reverse.items.map((each) => each.vehicleKey)).toContain(vehicleKey);
        if (isMain) {
          expect(kept.fleet.mainDevices.of(vehicleKey).device?.id).toBe(otherKey);
        }
      }
      expect(items.filter(({ isMain }) => isMain).length).toBeLessThanOrEqual(1);
    }
  });
});
