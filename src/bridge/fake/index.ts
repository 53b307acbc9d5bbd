import type { BridgeCalls, PreloadApi } from '@contract/bridge';
import type { BudgetState } from '@contract/budget';
import type { CapabilitiesState } from '@contract/capabilities';
import type { ResourceDescriptions } from '@contract/resources';
import type { Connection, ConnectionsState } from '@contract/connections';
import { fail, succeed, type AppError, type Result } from '@contract/errors';
import type { ProxyState } from '@contract/proxy';
import type { SessionState } from '@contract/session';
import { defaultSettings, type AppInfo, type Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import { connectBridge, type Bridge } from '../bridge';
import { createFakeAssociations } from './associations';
import { fakeCapabilities } from './capabilities';
import { fakeDay, fakeDays } from './day';
import { fakeZone } from './drive';
import { createFakeEntries, type FakeEntryDraft } from './entries';
import { createFeeds } from './feeds';
import { cardOf, fakeVehicles, keptCardOf, liveAt } from './fleet';
import { fakeConnections, fakeSession, signedOut } from './office';
import { createFakeOutbox } from './outbox';
import { seedDeleted, seedOutbox } from './outbox-seeds';
import { createFakeProfiles } from './profiles';
import { createFakeRecords, type FakeRecordsOptions } from './records';
import { findRelated } from './related';
import { fakeStreets } from './roads';
import { createFakeStore } from './store';
import { letWithdraw } from './withdraw';

/** How the fake main starts; everything can be left out. */
export type FakeOptions = {
  vehicles?: number;
  signedIn?: boolean;
  session?: Partial<SessionState>;
  connections?: Partial<ConnectionsState>;
  settings?: Partial<Settings>;
  budget?: Partial<BudgetState>;
  proxy?: ProxyState;
  capabilities?: Partial<CapabilitiesState>;
  /** What the service profile describes beside the built-in resources. */
  resources?: ResourceDescriptions;
  info?: Partial<AppInfo>;
  store?: Partial<StoreState>;
  /** How far the collections have been read; all of them to their end where left out. */
  syncs?: FakeRecordsOptions['syncs'];
  /** What is queued at the start: nothing, one change in every state, or these. */
  outbox?: 'every-state' | readonly FakeEntryDraft[];
  /** What calls answer instead of succeeding, by channel. */
  faults?: Partial<Record<string, AppError>>;
  /** Milliseconds that calls which go out to the service take. */
  latency?: number;
  now?: () => number;
};

/** A main process that is only invented, for component tests that did not move to the real one. */
export function createFakePreload(options: FakeOptions = {}): PreloadApi {
  const now = options.now ?? Date.now;
  const vehicles = fakeVehicles(options.vehicles ?? 34);
  let connections: ConnectionsState = {
    connections: fakeConnections(now()),
    preselected: 'transportes-clara',
    setAside: null,
    ...options.connections,
  };
  const [firstConnection] = connections.connections;
  let session: SessionState = {
    ...(options.signedIn !== false && firstConnection
      ? fakeSession(firstConnection, now())
      : signedOut),
    ...options.session,
  };
  let settings: Settings = { ...defaultSettings, ...options.settings };
  const budget: BudgetState = {
    limit: 48,
    used: 31,
    queued: 0,
    isShared: true,
    pausedUntil: null,
    pause: null,
    ...options.budget,
  };
  let capabilities: CapabilitiesState = { ...fakeCapabilities, ...options.capabilities };
  let proxy: ProxyState = options.proxy ?? { question: null };
  const info: AppInfo = {
    version: '0.1.0',
    electron: '45.5.0',
    platform: 'linux',
    locale: 'en',
    region: null,
    timeZone: fakeZone.name,
    testHooks: false,
    clockShift: 0,
    ...options.info,
  };
  const entries = createFakeEntries(now);
  if (options.outbox === 'every-state') seedOutbox(entries, vehicles, now());
  else for (const draft of options.outbox ?? []) entries.add(draft);
  const live = () => vehicles.map((_, index) => liveAt(index, now()));

  const feeds = createFeeds({
    session: () => session,
    connections: () => connections,
    settings: () => settings,
    budget: () => budget,
    capabilities: () => capabilities,
    resources: () => ({ described: options.resources ?? {} }),
    proxy: () => proxy,
    fleet: () => ({
      vehicles,
      sync: {
        phase: 'complete',
        read: vehicles.length,
        completedAt: now() - 90_000,
        pagingRefused: false,
      },
    }),
    live: () => ({
      vehicles: live(),
      // One look at each within the hour, at 48 a minute.
      pace: { onScreenSeconds: 42, holdsCap: vehicles.length <= 48 * 60 },
    }),
    store: () => store.snapshot(),
    records: () => records.snapshot(),
    outbox: () => outbox.snapshot(),
    graphics: () => ({ losses: 0 }),
    mapSources: () => ({ sources: [] }),
  });

  function changeSession(change: Partial<SessionState>): SessionState {
    session = { ...session, ...change };
    feeds.publish('session', session);
    outbox.refresh();
    return session;
  }

  function changeConnections(list: Connection[]): void {
    connections = { ...connections, connections: list };
    feeds.publish('connections', connections);
  }

  /** Answers after the latency of the service, or with the fault set for the channel. */
  async function answer<T>(channel: string, make: () => T): Promise<Result<T>> {
    if (options.latency) await new Promise((resolve) => setTimeout(resolve, options.latency));
    const fault = options.faults?.[channel];
    return fault ? fail(fault) : succeed(make());
  }

  /** Of a vehicle that is not in the list there is nothing to tell. */
  function ofListed<T>(id: string, tell: () => Promise<Result<T>>): Promise<Result<T>> {
    if (vehicles.some((each) => each.id === id)) return tell();
    return Promise.resolve(fail({ code: 'not-found', message: `No vehicle ${id} in the list.` }));
  }

  const outbox = createFakeOutbox({
    entries,
    deleted: options.outbox === 'every-state' ? seedDeleted(now()) : [],
    now,
    answer,
    blocked() {
      if (settings.workOffline) return { kind: 'workOffline' };
      if (session.link.state === 'offline') return { kind: 'offline' };
      return session.phase === 'signed-in' ? null : { kind: 'signedOut' };
    },
    publish(patch) {
      feeds.publish('outbox', patch);
    },
  });
  const records = createFakeRecords({
    vehicles,
    entries,
    syncs: options.syncs,
    now,
    answer,
    publish(patch) {
      feeds.publish('records', patch);
    },
  });
  const associations = createFakeAssociations({
    records,
    entries,
    now,
    answer,
    publish(patch) {
      feeds.publish('records', patch);
    },
  });
  const store = createFakeStore({
    state: options.store,
    answer,
    publish(state) {
      feeds.publish('store', state);
    },
  });

  const done = () => undefined;
  const hideProxy = (): undefined => {
    proxy = { question: null };
    feeds.publish('proxy', proxy);
  };
  const calls: BridgeCalls<number> = {
    app: {
      info: () => Promise.resolve(succeed(info)),
      copyText: () => answer('app.copyText', done),
      openInBrowserMap: () => answer('app.openInBrowserMap', done),
      call: () => answer('app.call', done),
    },
    settings: {
      update: (patch) =>
        answer('settings.update', () => {
          settings = { ...settings, ...patch } as Settings;
          feeds.publish('settings', settings);
          outbox.refresh();
          return settings;
        }),
    },
    capabilities: {
      tryAgain: ({ resource, verb }) =>
        answer('capabilities.tryAgain', () => {
          const refused = capabilities.refused.filter(
            (each) => each.resource !== resource || each.verb !== verb,
          );
          capabilities = { ...capabilities, refused };
          feeds.publish('capabilities', capabilities);
          return undefined;
        }),
    },
    proxy: {
      signIn: () => answer('proxy.signIn', hideProxy),
      dismiss: () => answer('proxy.dismiss', hideProxy),
      askAgain: () => answer('proxy.askAgain', done),
    },
    events: {
      subscribe: (topic) => Promise.resolve(succeed(feeds.read(topic))),
      unsubscribe: () => Promise.resolve(succeed(undefined)),
    },
    connections: {
      test: () =>
        answer('connections.test', () => ({
          outcome: 'reachable',
          redirectTo: null,
          publicKeyPlace: null,
          latencyMs: 132,
        })),
      update: ({ id, connection }) =>
        answer('connections.update', () => {
          const before = connections.connections.find((each) => each.id === id);
          const after = { ...(before ?? fakeConnections(now())[0]), ...connection } as Connection;
          changeConnections(connections.connections.map((each) => (each.id === id ? after : each)));
          if (session.connection?.id === id) changeSession({ connection: after });
          return after;
        }),
      remove: ({ id }) =>
        answer('connections.remove', () => {
          changeConnections(connections.connections.filter((each) => each.id !== id));
          return undefined;
        }),
    },
    profile: createFakeProfiles({
      connections: () => connections.connections,
      inUse: () => session.connection?.id ?? null,
      answer,
    }),
    session: {
      signIn: ({ connection, username, place, connectionId }) =>
        answer('session.signIn', () => {
          const saved = connections.connections.find((each) => each.id === connectionId);
          const used: Connection = {
            id: 'new',
            hasPublicKey: false,
            isDemo: false,
            ...saved,
            ...connection,
            username,
            lastUsedAt: now(),
          };
          return changeSession({ ...fakeSession(used, now()), place });
        }),
      startDemo: () =>
        answer('session.startDemo', () => {
          const [demo] = fakeConnections(now());
          return changeSession({
            ...fakeSession({ ...demo, name: 'Demo', isDemo: true } as Connection, now()),
            username: 'demo',
          });
        }),
      retryKeychain: () => answer('session.retryKeychain', () => changeSession({})),
      unlock: () =>
        answer('session.unlock', () =>
          changeSession({ phase: 'signed-in', keychain: 'present', place: 'passphrase' }),
        ),
      renew: () => answer('session.renew', () => changeSession({ phase: 'signed-in' })),
      signOut: ({ unsent }) =>
        answer('session.signOut', () => {
          if (unsent === 'discard') outbox.discardAll();
          return changeSession(signedOut);
        }),
    },
    live: {
      attend: () => Promise.resolve(succeed(undefined)),
      refresh: () => answer('live.refresh', done),
      trail: (vehicleId) =>
        answer('live.trail', () => {
          const index = vehicles.findIndex(({ id }) => id === vehicleId);
          const points = Array.from({ length: 40 }, (_, step) => {
            const { fix } = liveAt(index, now() - (40 - step) * 15_000);
            return {
              at: fix?.at ?? 0,
              latitude: fix?.latitude ?? 0,
              longitude: fix?.longitude ?? 0,
            };
          });
          return { vehicleId, points: points.filter(({ at }) => at > 0) };
        }),
    },
    vehicles: {
      // As with records that are kept, nobody waits for the service.
      card: (id) => ofListed(id, () => Promise.resolve(succeed(keptCardOf(id, now())))),
      device: (id) => ofListed(id, () => answer('vehicles.device', () => cardOf(id, now()).device)),
      drivers: (id) =>
        ofListed(id, () => answer('vehicles.drivers', () => cardOf(id, now()).drivers)),
    },
    trajectories: {
      days: ({ vehicleId, from, to }) =>
        answer('trajectories.days', () => fakeDays(vehicleId, from, to, now())),
      day: ({ vehicleId, day }) => answer('trajectories.day', () => fakeDay(vehicleId, day, now())),
    },
    records: {
      ...records.calls,
      places: associations.places,
      find: findRelated({ ...records.calls, places: associations.places }),
      deleted: outbox.deleted,
      recreate: outbox.recreate,
    },
    associations: associations.calls,
    outbox: outbox.calls,
    store: store.calls,
    basemap: { streets: () => answer('basemap.streets', fakeStreets) },
    mapSources: {
      add: () => answer('mapSources.add', () => null),
      addDropped: () => Promise.resolve(fail({ code: 'not-found', message: 'No file.' })),
      show: () => answer('mapSources.show', done),
      remove: () => answer('mapSources.remove', done),
      addOnline: () => answer('mapSources.addOnline', () => refuseMap()),
      cache: () => answer('mapSources.cache', () => emptyMapCache),
      limitCache: () => answer('mapSources.limitCache', () => emptyMapCache),
      clearCache: () => answer('mapSources.clearCache', () => emptyMapCache),
    },
  };
  return { ...letWithdraw(calls), onEvent: feeds.onEvent };
}

/** The bridge of a fake main; the same type as the real one. */
export function fakeBridge(options: FakeOptions = {}): Bridge {
  return connectBridge(createFakePreload(options));
}

const emptyMapCache = { bytes: 0, tiles: 0, oldest: null, limit: 500_000_000, fault: null };

function refuseMap(): never {
  throw new Error('There is no map server.');
}
