import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ChannelName, ChannelInput } from '@contract/channels';
import type { CollectionName } from '@contract/collections';
import { OPERATION_NAMES } from '../../../electron/demo/http/operations';
import { BridgeHouse } from './bridge-house';

let house: BridgeHouse;

beforeAll(async () => {
  house = await BridgeHouse.open();
});

afterAll(async () => {
  await house.close();
});

function call<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<unknown> {
  return house.call(channel, input);
}

async function keysOf(collection: CollectionName): Promise<string[]> {
  const query = { collection, search: '', filters: [], sort: [], withGone: false };
  return ((await call('records.find', query)) as { keys: string[] }).keys;
}

async function fieldsOf(
  collection: CollectionName,
  key: string,
): Promise<Record<string, string | null>> {
  const { fields } = (await call('records.read', { collection, key })) as {
    fields: Record<string, string | null>;
  };
  return fields;
}

/** Waits until everything that was entered has been sent and was accepted. */
function allSent(): Promise<void> {
  return vi.waitFor(
    () => {
      const { entries } = house.sources().outbox.snapshot();
      expect(entries.map(({ kind, state, trouble }) => ({ kind, state, trouble }))).toEqual([]);
    },
    { interval: 50 },
  );
}

/** Creates a record and waits for the id that the service gives it. */
async function create(
  collection: CollectionName,
  fields: Record<string, string | null>,
  password?: string,
): Promise<string> {
  const secret = password === undefined ? {} : { password };
  const before = await keysOf(collection);
  await call('records.create', { collection, fields, ...secret });
  await allSent();
  const created = (await keysOf(collection)).find((key) => !before.includes(key));
  return created ?? '';
}

async function remove(
  collection: CollectionName,
  key: string,
  confirmation: string,
): Promise<void> {
  await call('records.delete', { collection, keys: [key], confirmation });
  await allSent();
}

/** What the service's log says it was asked to do. */
async function operationsSeen(): Promise<Set<string | null>> {
  const answer = await fetch(new URL('/control/log', house.service.url));
  const { entries } = (await answer.json()) as { entries: { operation: string | null }[] };
  return new Set(entries.map(({ operation }) => operation));
}

async function signInAndLoadLists(): Promise<void> {
  await house.signIn();
  await vi.waitFor(
    () => {
      const { fleet, records, live } = house.sources();
      expect(fleet.snapshot().sync.phase).toBe('complete');
      const { syncs } = records.snapshot();
      for (const name of ['devices', 'chips', 'users', 'roles']) {
        expect(syncs[name]?.phase, name).toBe('complete');
      }
      expect(live.snapshot().vehicles.some(({ fix }) => fix !== null)).toBe(true);
    },
    { interval: 50 },
  );
}

/**
 * Looks at a record until the service has been asked something. What a list has just brought is not
 * asked for again, and a list may be read once more at any time.
 */
async function readUntilAsked(collection: CollectionName, operation: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const [key = ''] = await keysOf(collection);
      await call('records.refresh', { collection, key });
      expect(await operationsSeen()).toContain(operation);
    },
    { interval: 200 },
  );
}

async function openRecords(): Promise<void> {
  for (const collection of ['vehicles', 'devices', 'chips', 'users', 'roles'] as const) {
    await readUntilAsked(collection, `${collection}.get`);
  }
}

async function replayDay(): Promise<void> {
  const { vehicles } = house.sources().live.snapshot();
  const vehicleId = vehicles.find(({ fix }) => fix !== null)?.vehicleId ?? '';
  const now = house.main.world.clock.now();
  const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const span = { vehicleId, from: dayAt(now - 20 * 86_400_000), to: dayAt(now) };
  const { days } = (await call('trajectories.days', span)) as { days: { day: string }[] };
  await call('trajectories.day', { vehicleId, day: days[0]?.day ?? '' });
}

async function changePeople(): Promise<void> {
  const [vehicleKey = ''] = await keysOf('vehicles');
  const { enterpriseId = null } = await fieldsOf('vehicles', vehicleKey);
  const user = await create(
    'users',
    { username: 'lia.prado', name: 'Lia Prado', enterpriseId },
    'Vila-Clara-2026',
  );
  await call('records.update', { collection: 'users', key: user, fields: { name: 'Lia P.' } });
  await allSent();
  const side = 'users';
  await call('associations.add', { vehicleKey, side, otherKey: user, isMain: false });
  await allSent();
  const { items } = (await call('associations.refresh', { vehicleKey, side })) as {
    items: { key: string; otherKey: string }[];
  };
  const added = items.find(({ otherKey }) => otherKey === user);
  await call('associations.remove', { vehicleKey, side, key: added?.key ?? '' });
  await allSent();
  await call('records.setActive', { collection: 'users', key: user, isActive: false });
  await allSent();
  await remove('users', user, 'lia.prado');
}

async function changeVehiclesAndDevices(): Promise<void> {
  const [other = ''] = await keysOf('vehicles');
  const { enterpriseId = null } = await fieldsOf('vehicles', other);
  const vehicleKey = await create('vehicles', { plate: 'QZX1A23', enterpriseId });
  const fields = { description: 'Depot 2' };
  await call('records.update', { collection: 'vehicles', key: vehicleKey, fields });
  await allSent();
  const devices = [
    await create('devices', { name: 'Spare 7', imei: '356938035643809', enterpriseId }),
    await create('devices', { name: 'Spare 8', imei: '490154203237518', enterpriseId }),
  ] as const;
  const side = 'devices';
  for (const [at, otherKey] of devices.entries()) {
    await call('associations.add', { vehicleKey, side, otherKey, isMain: at === 0 });
    await allSent();
  }
  const { items } = (await call('associations.refresh', { vehicleKey, side })) as {
    items: { key: string; otherKey: string }[];
  };
  const keyOf = (device: string): string =>
    items.find(({ otherKey }) => otherKey === device)?.key ?? '';
  await call('associations.makeMain', { vehicleKey, side, key: keyOf(devices[1]) });
  await allSent();
  await call('associations.remove', { vehicleKey, side, key: keyOf(devices[0]) });
  await allSent();
  const spare = { collection: 'devices', key: devices[0] } as const;
  await call('records.update', { ...spare, fields: { batch: 'L-2026-03' } });
  await allSent();
  await call('records.setActive', { ...spare, isActive: false });
  await allSent();
  await remove('devices', devices[0], 'Spare 7');
  await remove('vehicles', vehicleKey, 'QZX1A23');
}

async function changeChip(): Promise<void> {
  const [key = ''] = await keysOf('chips');
  const fields = { serviceProvider: 'Sul Telemetria' };
  await call('records.update', { collection: 'chips', key, fields });
  await allSent();
}

/** The service ends the session early, so the next request has to renew it. */
async function renewSession(): Promise<void> {
  await fetch(new URL('/control/tokens', house.service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'expire' }),
  });
  await readUntilAsked('vehicles', 'authentication.refresh');
}

it('a walk over everything the page can ask for reaches all 35 documented operations', async () => {
  const walk = {
    'sign in, lists and map': signInAndLoadLists,
    'one record of each kind': openRecords,
    replay: replayDay,
    'a person': changePeople,
    'a vehicle and two devices': changeVehiclesAndDevices,
    'a chip': changeChip,
    'an expired session': renewSession,
  };
  const firstSeen = new Map<string, string>();
  for (const [step, go] of Object.entries(walk)) {
    await go();
    for (const operation of await operationsSeen()) {
      if (operation !== null && !firstSeen.has(operation)) firstSeen.set(operation, step);
    }
  }
  const lines = OPERATION_NAMES.map((name) => `${name}: ${firstSeen.get(name) ?? 'NOT SEEN'}`);
  console.info(lines.join('\n'));
  expect(OPERATION_NAMES).toHaveLength(35);
  expect(OPERATION_NAMES.filter((name) => !firstSeen.has(name))).toEqual([]);
}, 180_000);
