import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channels, type ChannelName, type ChannelParsed } from '@contract/channels';
import { topics, type TopicName } from '@contract/events';
import { SystemChance } from '@adapters/chance';
import { openInlineStore } from '@adapters/store/inline-store';
import { collectionNames } from '@contract/collections';
import type { Store } from '@core/ports/store';
import { StoreKeeper } from '@core/store/store-keeper';
import { buildBelongings } from '@main/build-belongings';
import { associationHandlers } from '@main/ipc/associations';
import { connectionHandlers } from '@main/ipc/connections';
import { liveHandlers } from '@main/ipc/live';
import { outboxHandlers } from '@main/ipc/outbox';
import { recordHandlers } from '@main/ipc/records';
import { sessionHandlers } from '@main/ipc/session';
import { storeHandlers } from '@main/ipc/store';
import { stateTopic, topicsOf } from '@main/ipc/topics';
import { trajectoryHandlers } from '@main/ipc/trajectories';
import { vehicleHandlers } from '@main/ipc/vehicles';
import type { DemoFleet } from '@main/demo/demo-fleet';
import { SignedIn } from '@main/signed-in';
import { FakeStores } from '../../unit/core/store/fake-stores';
import { MemoryVaults } from '../../unit/core/session/house';
import { Office } from '../service/office';

const WINDOW = { windowId: 1, signal: new AbortController().signal };

/** Stores on the real database, in memory and in this thread. */
class RealStores extends FakeStores {
  override open(): Promise<Store> {
    return openInlineStore(null, '');
  }

  override openInMemory(): Promise<Store> {
    return openInlineStore(null, '');
  }
}

let office: Office;
let signedIn: SignedIn;
let keeper: StoreKeeper;
let patches: { topic: TopicName; patch: unknown }[];

function makeHandlers() {
  const { session, connections, budget, clock, files, transport } = office;
  const ports = { session, connections, budget, clock, files, transport, signedIn, keeper };
  return {
    ...connectionHandlers(ports),
    // The demo service runs outside of the app here; nothing below starts one inside.
    ...sessionHandlers(session, {} as DemoFleet, signedIn),
    ...liveHandlers(signedIn),
    ...vehicleHandlers(signedIn),
    ...trajectoryHandlers(signedIn),
    ...recordHandlers(signedIn),
    ...associationHandlers(signedIn),
    ...outboxHandlers(signedIn),
    ...storeHandlers(keeper, signedIn),
  };
}

type Handled = keyof ReturnType<typeof makeHandlers> & ChannelName;

/** Calls a channel; its output must be what the contract promises, and not a key more. */
async function call<C extends Handled>(channel: C, input: ChannelParsed<C>) {
  const handle = makeHandlers()[channel] as (input: unknown, context: object) => unknown;
  const output = await handle(input, WINDOW);
  expect(channels[channel].output.parse(output), channel).toEqual(output);
  return output;
}

async function someKey(collection: 'vehicles' | 'devices' | 'users', at = 0): Promise<string> {
  const { keys } = (await call('records.find', {
    ...{ collection, search: '', filters: [], sort: null, withGone: false },
  })) as { keys: string[] };
  return keys[at] ?? '';
}

const vehicleKey = () => someKey('vehicles');

function sources() {
  const { session, connections, budget } = office;
  return {
    session: stateTopic(session),
    connections: stateTopic(connections),
    budget: stateTopic(budget),
    store: stateTopic(keeper),
    ...topicsOf(signedIn.peek()),
  };
}

beforeAll(async () => {
  const optionalOperations = { 'enterprises.list': {} };
  office = await Office.open({ demo: { vehicles: 12 }, profile: { optionalOperations } });
  const { session, client: service, clock, budget, files, keychain } = office;
  const stores = new RealStores();
  keeper = new StoreKeeper({ stores, clock, files, keychain, passphrases: new MemoryVaults() });
  const perMinute = () => budget.state().limit;
  const chance = new SystemChance();
  signedIn = new SignedIn({
    ...{ session, keeper, stores, clock },
    build: (active, on) =>
      buildBelongings(active, on, { session, service, clock, chance, perMinute }),
    onChange: () => undefined,
  });
  await session.signIn(office.signInInput());
  await signedIn.get();
  patches = [];
  const all = sources();
  const { fleet, live, records } = all;
  const note = (topic: TopicName) => (patch: unknown) => patches.push({ topic, patch });
  fleet.subscribe(note('fleet'));
  live.subscribe(note('live'));
  records.subscribe(note('records'));
  all.outbox.subscribe(note('outbox'));
  for (const topic of ['session', 'connections', 'budget', 'store'] as const) {
    (all[topic] as { subscribe(listener: (state: unknown) => void): unknown }).subscribe(
      note(topic),
    );
  }
  await vi.waitFor(
    () => {
      expect(fleet.snapshot().sync.phase).toBe('complete');
      const { syncs } = records.snapshot();
      expect(Object.values(syncs).map(({ phase }) => phase)).not.toContain('reading');
      expect(syncs.users.phase).toBe('complete');
      expect(live.snapshot().vehicles.filter(({ fix }) => fix !== null).length).toBeGreaterThan(5);
      // The time of the last answer reaches the session's listeners a second late, on purpose.
      expect(patches.map(({ topic }) => topic)).toEqual(
        expect.arrayContaining(['fleet', 'live', 'session', 'budget', 'records']),
      );
    },
    { timeout: 30_000, interval: 50 },
  );
});

afterAll(async () => {
  await signedIn.close();
  await office.close();
});

describe('what crosses the bridge is what the contract promises, and nothing beside it', () => {
  it('in the snapshot of every topic', () => {
    for (const [topic, source] of Object.entries(sources())) {
      const snapshot = source.snapshot();
      expect(topics[topic as TopicName].snapshot.parse(snapshot), topic).toEqual(snapshot);
    }
  });

  it('in every patch', () => {
    for (const { topic, patch } of patches) {
      expect(topics[topic].patch.parse(patch), topic).toEqual(patch);
    }
  });

  it('in cards, trails, days and tracks', async () => {
    const { vehicles } = topicsOf(signedIn.peek()).live.snapshot();
    const id = vehicles.find(({ fix }) => fix !== null)?.vehicleId ?? '';
    await call('vehicles.card', id);
    await call('live.refresh', id);
    await call('live.trail', id);
    await call('live.attend', { onScreen: [id], selected: id, followed: null });
    const today = new Date(office.clock.now());
    const daysAgo = (ago: number): string =>
      new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const days = await call('trajectories.days', {
      vehicleId: id,
      from: daysAgo(20),
      to: today.toISOString().slice(0, 10),
    });
    const day = (days as { day: string }[])[0]?.day ?? '';
    expect(await call('trajectories.day', { vehicleId: id, day })).toMatchObject({ kind: 'track' });
  });

  it('of records and their associations, as they are kept', async () => {
    for (const collection of collectionNames) {
      const query = { collection, search: '', filters: [], sort: null, withGone: true };
      const { keys } = (await call('records.find', query)) as { keys: string[] };
      expect(keys.length, collection).toBeGreaterThan(0);
      await call('records.rows', { collection, keys });
      await call('records.read', { collection, key: keys[0] ?? '' });
    }
    const key = await vehicleKey();
    const name = { collection: 'vehicles', key } as const;
    await call('records.refresh', name);
    await call('records.values', { collection: 'vehicles', field: 'typeName' });
    await call('records.askService', { collection: 'vehicles', search: 'A' });
    await call('records.sync', 'chips');
    await call('records.history', name);
    for (const side of ['devices', 'users'] as const) {
      const { items } = (await call('associations.refresh', { vehicleKey: key, side })) as {
        items: { otherKey: string }[];
      };
      await call('associations.ofVehicle', { vehicleKey: key, side });
      const otherKey = items[0]?.otherKey;
      if (otherKey !== undefined) await call('associations.ofOther', { side, otherKey });
      await call('associations.complete', { side, isWanted: false });
    }
  });

  it('of what a person changes, until it is sent or taken back', async () => {
    await call('outbox.pause', true);
    const key = await vehicleKey();
    const fields = { plate: 'QZX1A23', description: 'new' };
    const saved = (await call('records.create', { collection: 'vehicles', fields })) as {
      entryId: string;
      key: string;
    };
    await call('records.update', { collection: 'vehicles', key, fields: { description: 'x' } });
    // The first one is who is signed in, whom the service would not deactivate.
    const user = await someKey('users', 1);
    await call('records.setActive', { collection: 'users', key: user, isActive: false });
    const otherKey = await someKey('devices');
    const side = 'devices';
    const made = saved.key;
    await call('associations.add', { vehicleKey: made, side, otherKey, isMain: true });
    await call('records.read', { collection: 'vehicles', key: saved.key });
    await call('associations.ofVehicle', { vehicleKey: made, side });
    const { entryIds } = (await call('records.delete', {
      collection: 'users',
      keys: [user],
    })) as { entryIds: string[] };
    const { outbox } = sources();
    const waiting = outbox.snapshot();
    expect(topics.outbox.snapshot.parse(waiting)).toEqual(waiting);
    expect(waiting.entries.length).toBeGreaterThanOrEqual(5);
    await call('outbox.undo', entryIds[0] ?? '');
    await call('outbox.dependents', saved.entryId);
    await call('records.history', { collection: 'vehicles', key });
    await call('outbox.pause', false);
    await call('outbox.sendNow', undefined);
    await vi.waitFor(
      () => {
        const left = outbox.snapshot().entries;
        expect(left.map(({ kind, state }) => [kind, state])).toEqual([['associate', 'attention']]);
      },
      { timeout: 20_000, interval: 50 },
    );
    // The device belongs to another enterprise, which the service refuses.
    const [refused] = outbox.snapshot().entries;
    expect(topics.outbox.snapshot.parse(outbox.snapshot()).entries).toEqual([refused]);
    await call('outbox.discard', refused?.id ?? '');
    expect(outbox.snapshot().entries).toEqual([]);
    await call('records.deleted', undefined);
    expect(new Set(patches.map(({ topic }) => topic))).toContain('outbox');
    for (const { topic, patch } of patches) {
      expect(topics[topic].patch.parse(patch), topic).toEqual(patch);
    }
  });

  it('of the store', async () => {
    await call('store.retry', undefined);
    await call('store.startAnew', undefined);
    await call('store.acknowledge', undefined);
    await call('store.erase', undefined);
    const { store } = sources();
    expect(topics.store.snapshot.parse(store.snapshot())).toEqual(store.snapshot());
    expect(store.snapshot().phase).toBe('open');
  });

  it('of connections and sessions, down to the end of one', async () => {
    const { url, publicKey } = office.service;
    await call('connections.test', { baseUrl: url, publicKey, allowPlainHttp: false });
    const { connectionId, connection } = office.signInInput();
    const id = connectionId ?? '';
    await call('connections.update', { id, connection: { ...connection, units: 'mph' } });
    await call('session.retryKeychain', undefined);
    await call('session.signOut', { unsent: 'keep', erase: false });
    await call('session.signIn', office.signInInput());
    await call('connections.remove', { id, erase: true });
    const { connections } = sources();
    expect(topics.connections.snapshot.parse(connections.snapshot())).toEqual(
      connections.snapshot(),
    );
  });
});
