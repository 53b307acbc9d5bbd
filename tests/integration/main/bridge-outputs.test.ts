import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allAlerts } from '@contract/alerts';
import type { ChannelName, ChannelInput } from '@contract/channels';
import { checkIds, type CheckResult } from '@contract/diagnosis';
import { topics, type TopicName } from '@contract/events';
import { openStreetMap } from '@contract/online-maps';
import type { ProfileOffer } from '@contract/profile';
import type { SupportBundle } from '@contract/support-bundle';
import type { UpdatePhase } from '@contract/updates';
import { answerRange } from '../../map-files/answer-ranges';
import { capabilities, layer } from '../../unit/core/map-sources/wms/wms-answers';
import { town, worldArchive } from '../../unit/core/region-copies/copy-world';
import { MapServer, plainPicture } from '../tiles/map-server';
import { BridgeHouse } from './bridge-house';
import { checkRecords } from './bridge-records';

let house: BridgeHouse;
let patches: { topic: TopicName; patch: unknown }[];

function call<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<unknown> {
  return house.call(channel, input);
}

beforeAll(async () => {
  house = await BridgeHouse.open();
  await house.signIn();
  patches = [];
  const all = house.sources();
  const { fleet, live, records } = all;
  for (const [topic, source] of Object.entries(all)) {
    (source as { subscribe(listener: (patch: unknown) => void): unknown }).subscribe((patch) => {
      patches.push({ topic: topic as TopicName, patch });
    });
  }
  await vi.waitFor(
    () => {
      expect(fleet.snapshot().sync.phase).toBe('complete');
      const { syncs } = records.snapshot();
      expect(Object.values(syncs).map(({ phase }) => phase)).not.toContain('reading');
      expect(syncs['users']?.phase).toBe('complete');
      expect(live.snapshot().vehicles.filter(({ fix }) => fix !== null).length).toBeGreaterThan(5);
      // The time of the last answer reaches the session's listeners a second late, on purpose.
      expect(patches.map(({ topic }) => topic)).toEqual(
        expect.arrayContaining(['fleet', 'live', 'session', 'budget', 'records']),
      );
    },
    { interval: 50 },
  );
});

afterAll(async () => {
  await house.close();
});

describe('what crosses the bridge is what the contract promises, and nothing beside it', () => {
  it('in the snapshot of every topic', () => {
    for (const [topic, source] of Object.entries(house.sources())) {
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
    const { vehicles } = house.sources().live.snapshot();
    const id = vehicles.find(({ fix }) => fix !== null)?.vehicleId ?? '';
    await call('vehicles.device', id);
    await call('vehicles.drivers', id);
    await call('vehicles.card', id);
    await call('vehicles.changeLabels', { kind: 'assign', keys: [id], isPinned: true });
    expect(await call('vehicles.labels', undefined)).toEqual({
      labels: [],
      vehicles: { [id]: { tags: [], group: null, isPinned: true } },
    });
    expect(await call('vehicles.exportLabels', 'csv')).toBe('tags.csv');
    const text = `Vehicle ID,Tags\n${id},Refrigerated\n`;
    expect(await call('vehicles.readLabels', { name: 'tags.csv', text })).toMatchObject({
      labels: [{ kind: 'tag', name: 'Refrigerated' }],
    });
    await call('live.refresh', id);
    await call('live.trail', id);
    await call('live.attend', { onScreen: id, selected: id, followed: null });
    const today = new Date(house.main.world.clock.now());
    const daysAgo = (ago: number): string =>
      new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const { days } = (await call('trajectories.days', {
      vehicleId: id,
      from: daysAgo(20),
      to: today.toISOString().slice(0, 10),
    })) as { days: { day: string }[] };
    const day = days[0]?.day ?? '';
    expect(await call('trajectories.day', { vehicleId: id, day })).toMatchObject({ kind: 'track' });
  });

  checkRecords(() => ({ house, patches }));

  it('of the store', async () => {
    await call('store.retry', undefined);
    await call('store.startOver', undefined);
    await call('store.acknowledge', undefined);
    await call('store.acknowledgeDamage', 1);
    await call('store.erase', undefined);
    const { store } = house.sources();
    expect(topics.store.snapshot.parse(store.snapshot())).toEqual(store.snapshot());
    expect(store.snapshot().phase).toBe('open');
  });

  it('of what is kept, kind by kind', async () => {
    await call('kept.use', undefined);
    for (const kind of ['tracks', 'mapImages', 'answers', 'log'] as const)
      await call('kept.delete', kind);
  });

  it('of service profiles, to a file and back', async () => {
    const id = house.sources().session.snapshot().connection?.id ?? '';
    await call('profile.view', id);
    await call('profile.export', id);
    const { offerId } = (await call('profile.import', id)) as ProfileOffer;
    await call('profile.accept', offerId);
    const edit = { fields: { 'limits.perMinute': 60 }, paths: {} };
    await call('profile.edit', { connectionId: id, edit });
    await call('profile.confirm', id);
    await call('profile.reset', id);
  });

  it('of the program, its preferences and its subscriptions', async () => {
    await call('app.info', undefined);
    await call('app.copyText', '-23.5, -46.6');
    await call('app.openInBrowserMap', { latitude: -23.5, longitude: -46.6 });
    await call('settings.update', { browserMap: 'https://maps.example.com/{lat}/{lon}' });
    await call('app.openInBrowserMap', { latitude: 1, longitude: 2 });
    await call('desktop.demonstrate', undefined);
    await call('desktop.openWindow', '/replay');
    await call('desktop.show', '/alerts');
    await call('desktop.closeWindows', undefined);
    await call('desktop.stay', undefined);
    await call('desktop.takeAsked', undefined);
    await call('desktop.lookForTray', undefined);
    await call('app.call', '+55 63 99583-4891');
    expect(house.main.copied).toEqual(['-23.5, -46.6']);
    expect(house.main.openedOutside).toEqual([
      expect.stringMatching(/^https:.*-23\.5.*-46\.6/),
      'https://maps.example.com/1.000000/2.000000',
      'tel:+5563995834891',
    ]);
    await call('settings.update', { theme: 'dark' });
    const proxy = { username: 'ana', password: 'secret', remember: false };
    await call('capabilities.tryAgain', { resource: 'vehicles', verb: 'delete' });
    await call('proxy.signIn', proxy);
    await call('proxy.dismiss', undefined);
    await call('proxy.askAgain', undefined);
    await call('certificates.list', undefined);
    await call('certificates.add', undefined);
    await call('certificates.remove', 'AB');
    await call('proxy.test', { setting: { mode: 'none' }, address: null });
    const circle = { kind: 'circle', center: { latitude: 0, longitude: 0 }, radius: 250 } as const;
    const look = { name: 'Depot', color: '#2F5BD0', group: null, isShown: true };
    await call('zones.save', [{ id: 'zone', ...look, shape: circle }]);
    const zones = house.sources().zones.snapshot();
    expect(topics.zones.snapshot.parse(zones)).toMatchObject({ zones: [{ name: 'Depot' }] });
    await call('zones.export', { ids: null, format: 'kml' });
    await call('zones.read', { name: 'empty.json', text: '{"type":"FeatureCollection"}' });
    await call('zones.remove', ['zone']);
    await call('alerts.saveRule', {
      ...{ id: 'idle', name: 'Idling', kind: 'idling', minutes: 10, hours: null, isOn: true },
      ...{ vehicles: { kind: 'all' }, hasSound: true, isNotified: true },
      ...{ ignoresDoNotDisturb: false, restMinutes: 10 },
    });
    const alerts = topics.alerts.snapshot.parse(house.sources().alerts.snapshot());
    expect(alerts).toMatchObject({ rules: [{ rule: { name: 'Idling' } }] });
    await call('alerts.find', { filter: allAlerts, after: null, limit: 50 });
    await call('alerts.change', { alerts: { filter: allAlerts }, isAcknowledged: true });
    await call('alerts.get', 'gone');
    await call('alerts.assignees', undefined);
    await call('alerts.export', allAlerts);
    const visits = { from: 0, to: 1, zoneIds: [], vehicleIds: [] };
    await call('alerts.visits', visits);
    await call('alerts.exportVisits', visits);
    await call('alerts.removeRule', 'idle');
    await call('mapSources.add', undefined);
    const [opened] = house.sources().mapSources.snapshot().sources;
    await call('mapSources.addDropped', opened && 'file' in opened ? opened.file : '');
    await call('mapSources.show', { id: 1, shown: false });
    await call('mapSources.remove', 1);
    const server = new MapServer((_request, response) => {
      response.end(plainPicture(256, [0, 0, 0]));
    });
    await server.start();
    const address = `${server.origin}/{z}/{x}/{y}.png`;
    const online = { ...openStreetMap, address, isPrivate: true };
    await call('mapSources.addOnline', online);
    await call('mapSources.editOnline', { id: 2, map: { ...online, name: 'Office' } });
    server.answer = (_request, response) => {
      response.end(capabilities(layer('roads', 'Roads')));
    };
    const wms = { address: `${server.origin}/ows`, isPrivate: true, source: null };
    await call('mapSources.readWms', wms);
    server.answer = (request, response) => {
      answerRange(request, response, worldArchive());
    };
    const wish = { ...town, address: `${server.origin}/world.pmtiles`, isPrivate: true };
    await call('regions.inspect', { address: wish.address, isPrivate: true });
    await call('regions.plan', wish);
    await call('regions.start', wish);
    await call('regions.pause', 1);
    await call('regions.resume', 1);
    await call('regions.cancel', 1);
    await server.stop();
    await call('mapSources.cache', undefined);
    await call('mapSources.limitCache', 250);
    await call('mapSources.clearCache', undefined);
    for (const topic of Object.keys(topics) as TopicName[]) {
      await call('events.subscribe', topic);
      await call('events.unsubscribe', topic);
    }
  });

  it('of connections and sessions, down to the demo fleet', async () => {
    const { url, publicKey, password } = house.service;
    await call('basemap.streets', undefined);
    await call('search.places', { words: 'são paulo', near: null });
    const addresses = new MapServer((_request, response) => {
      response.end('{"features":[]}');
    });
    await addresses.start();
    const geocoder = { kind: 'photon', address: addresses.origin, isPrivate: true } as const;
    await call('settings.update', { geocoder });
    await call('search.address', 'rua das flores');
    await call('search.where', { latitude: -23.2, longitude: -46.9 });
    await call('search.kept', undefined);
    await call('search.forget', undefined);
    await addresses.stop();
    await call('places.where', {
      points: [{ latitude: -23.2, longitude: -46.9 }],
      locale: 'en',
    });
    const { connectionId, connection } = house.signInInput();
    const id = connectionId ?? '';
    await call('connections.update', { id, connection: { ...connection, units: 'mph' } });
    await call('session.retryKeychain', undefined);
    await call('session.renew', { password });
    await call('session.signOut', { unsent: 'keep', erase: false });
    await call('connections.test', { baseUrl: url, publicKey, allowPlainHttp: false });
    const passphrase = 'four words of nobody';
    await call('session.signIn', house.signInInput({ place: 'passphrase', passphrase }));
    await call('session.unlock', passphrase);
    await call('connections.remove', { id, erase: true });
    await call('session.startDemo', { vehicles: 3 });
    await house.storeIsKept();
    // The demo fleet lists no enterprises: they are known from vehicles, and named here.
    const collection = 'enterprises' as const;
    const query = { collection, search: '', filters: [], sort: [], withGone: false };
    const find = async (): Promise<string[]> =>
      ((await call('records.find', query)) as { keys: string[] }).keys;
    await vi.waitFor(async () => expect(await find()).not.toEqual([]));
    const [key = ''] = await find();
    await call('records.nameHere', { collection, key, name: 'Filial Norte' });
    for (const [topic, source] of Object.entries(house.sources())) {
      const snapshot = source.snapshot();
      expect(topics[topic as TopicName].snapshot.parse(snapshot), topic).toEqual(snapshot);
    }
  });

  it('in what is said of faults', async () => {
    const fault = { noticedBy: 'window', message: 'boom', stack: '' } as const;
    expect(await call('journal.reportFault', fault)).toBeUndefined();
    const { faults } = house.sources().journal.snapshot();
    expect(faults).toMatchObject([{ where: 'a fault in the page (window)', detail: 'boom' }]);
  });

  it('in a file of settings, written and read again', async () => {
    await call('settings.update', { density: 'compact' });
    expect(await call('settings.export', undefined)).toBe('settings.json');
    await call('settings.update', { density: 'comfortable' });
    expect(await call('settings.import', undefined)).toMatchObject({
      ...{ fault: null, changes: { density: 'compact' }, problems: [] },
    });
  });

  it('in every check of the diagnosis', async () => {
    const verdicts: Record<string, string> = {};
    for (const id of checkIds) {
      const result = (await call('diagnosis.check', { id, target: null })) as CheckResult;
      verdicts[id] = `${result.verdict}: ${result.finding}`;
    }
    expect(verdicts).toMatchObject({
      address: 'fine: here',
      publicKey: 'fine: accepted',
      clock: expect.stringMatching(/right|ahead|behind/) as unknown,
      session: 'fine: answered',
      store: 'fine: intended',
    });
  });

  it('in a support bundle', async () => {
    const { id, files } = (await call('diagnosis.makeBundle', undefined)) as SupportBundle;
    expect(files.map(({ name }) => name)).toContain('diagnosis.txt');
    const { password, publicKey, username } = house.service;
    const texts = files.map(({ text }) => text).join();
    for (const secret of [password, publicKey, username]) expect(texts).not.toContain(secret);
    const names = ['versions.txt', 'store.txt'];
    expect(await call('diagnosis.saveBundle', { id, names })).toBe('support.zip');
  });

  it('of newer versions, up to a restart', async () => {
    const { updates } = house.sources();
    const reaches = (phase: UpdatePhase) =>
      vi.waitFor(
        () => {
          const state = updates.snapshot();
          expect(topics.updates.snapshot.parse(state)).toEqual(state);
          expect(state.phase).toBe(phase);
        },
        { interval: 50 },
      );
    await call('updates.check', undefined);
    await reaches('available');
    await call('updates.download', undefined);
    await reaches('downloading');
    house.updater.going?.end();
    await reaches('ready');
    await call('updates.tellUnsaved', true);
    await call('updates.restart', undefined);
    await reaches('waiting');
    expect(updates.snapshot().waitsFor).toContain('form');
    await call('updates.stay', undefined);
    await reaches('ready');
  });

  it('on every channel of the contract', () => {
    expect(house.unanswered()).toEqual([]);
  });
});
