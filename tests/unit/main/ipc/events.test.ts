import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventChannel } from '@contract/channel-names';
import type { TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import { PACKED_AT_ONCE } from '@contract/packed/rows';
import { packPatch, unpackPatch, unpackSnapshot } from '@contract/packed/topics';
import type { LiveVehicle } from '@contract/fixes';
import { defaultSettings, type Settings } from '@contract/settings';
import { Feed } from '@core/feed';
import { collectFaults } from '../../collect-faults';
import { EventsHub, type Listener, type TopicSource, type TopicSources } from '@main/ipc/events';

/** A source whose state is its last patch. */
class FakeSource<T extends TopicName> implements TopicSource<T> {
  readonly #feed = new Feed<TopicPatch<T>>('the test');
  #state: TopicSnapshot<T>;
  listeners = 0;

  constructor(state: TopicSnapshot<T>) {
    this.#state = state;
  }

  snapshot(): TopicSnapshot<T> {
    return this.#state;
  }

  subscribe(listener: (patch: TopicPatch<T>) => void): () => void {
    this.listeners += 1;
    const release = this.#feed.subscribe(listener);
    return () => {
      this.listeners -= 1;
      release();
    };
  }

  change(patch: TopicPatch<T>, state: TopicSnapshot<T> = this.#state): void {
    this.#state = state;
    this.#feed.publish(patch);
  }
}

function fakeListener(id: number) {
  return {
    id,
    isDestroyed: vi.fn<() => boolean>().mockReturnValue(false),
    send: vi.fn<Listener['send']>(),
  } satisfies Listener;
}

function vehicle(vehicleId: string, motion: LiveVehicle['motion'] = 'moving'): LiveVehicle {
  return {
    ...{ vehicleId, fix: null, motion, connection: 'never', lookedAt: null, staleAt: null },
    ...{ association: 'unknown', device: null },
  };
}

const dark: Settings = { ...defaultSettings, theme: 'dark' };
const light: Settings = { ...defaultSettings, theme: 'light' };
const pace = { onScreenSeconds: 12, holdsCap: true };
const livePatch = { changed: [], removed: [], pace };

let settings: FakeSource<'settings'>;
let live: FakeSource<'live'>;
let hub: EventsHub;

beforeEach(() => {
  settings = new FakeSource<'settings'>(defaultSettings);
  live = new FakeSource<'live'>({ vehicles: [], pace: { onScreenSeconds: null, holdsCap: true } });
  const silent = { snapshot: vi.fn(), subscribe: () => () => undefined };
  hub = new EventsHub({
    session: silent,
    connections: silent,
    budget: silent,
    capabilities: silent,
    resources: silent,
    proxy: silent,
    fleet: silent,
    settings,
    live,
    zones: silent,
    alerts: silent,
    store: silent,
    records: silent,
    outbox: silent,
    graphics: silent,
    desktop: silent,
    mapSources: silent,
    mapNames: silent,
    regionCopies: silent,
    journal: silent,
    updates: silent,
  } satisfies TopicSources);
});

describe('the events hub', () => {
  it('answers the state with a number, then patches numbered from there', async () => {
    const page = fakeListener(1);
    settings.change(light, light);
    expect(await hub.subscribe('settings', page)).toEqual({ seq: 1, snapshot: light });
    settings.change(dark, dark);
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'settings', seq: 2, patch: dark }],
    ]);
  });

  it('sends to those that subscribed alone', () => {
    const [map, form] = [fakeListener(1), fakeListener(2)];
    void hub.subscribe('live', map);
    void hub.subscribe('settings', form);
    live.change(livePatch);
    expect(map.send).toHaveBeenCalledOnce();
    expect(form.send).not.toHaveBeenCalled();
  });

  it('sends each patch once to a page that subscribed twice', () => {
    const page = fakeListener(1);
    void hub.subscribe('live', page);
    void hub.subscribe('live', page);
    live.change(livePatch);
    expect(page.send).toHaveBeenCalledOnce();
  });

  it('stops at the end of a subscription, and counts on', async () => {
    const page = fakeListener(1);
    void hub.subscribe('live', page);
    hub.unsubscribe('live', 1);
    live.change(livePatch);
    expect(page.send).not.toHaveBeenCalled();
    expect((await hub.subscribe('live', page)).seq).toBe(1);
  });

  it('forgets a page that navigated away, in every topic', () => {
    const page = fakeListener(1);
    void hub.subscribe('live', page);
    void hub.subscribe('settings', page);
    hub.forget(1);
    live.change(livePatch);
    settings.change(dark);
    expect(page.send).not.toHaveBeenCalled();
  });

  it('never sends to a page that is gone', () => {
    const page = fakeListener(1);
    void hub.subscribe('live', page);
    page.isDestroyed.mockReturnValue(true);
    live.change(livePatch);
    expect(page.send).not.toHaveBeenCalled();
  });

  it('leaves a hole in the numbers when the source changes, so that listeners ask again', async () => {
    const page = fakeListener(1);
    const { seq } = await hub.subscribe('live', page);
    const other = new FakeSource<'live'>({ vehicles: [], pace });
    hub.replace('live', other);
    live.change(livePatch);
    other.change(livePatch);
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'live', seq: seq + 2, patch: packPatch('live', livePatch) }],
    ]);
    const again = await hub.subscribe('live', page);
    expect(again).toEqual({ seq: seq + 2, snapshot: { vehicles: [], pace } });
    expect(live.listeners).toBe(0);
  });

  it('says at once that the source changed, where nothing else may come for long', async () => {
    const page = fakeListener(1);
    const { seq } = await hub.subscribe('live', page);
    const patch = { changed: [], removed: [], pace: null };
    hub.replace(
      'live',
      Object.assign(new FakeSource<'live'>({ vehicles: [], pace }), {
        nothing: () => patch,
      }),
    );
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'live', seq: seq + 2, patch: packPatch('live', patch) }],
    ]);
  });

  it('goes on with another source: pages get what is new, and need not ask for all of it', async () => {
    const page = fakeListener(1);
    const { seq } = await hub.subscribe('live', page);
    const other = new FakeSource<'live'>({ vehicles: [vehicle('v1'), vehicle('v2')], pace });
    const news = (id: string) =>
      packPatch('live', { changed: [vehicle(id)], removed: [], pace: null });
    await hub.goOn('live', other, async (send) => {
      send(news('v1'));
      // What changes meanwhile is told at once.
      other.change(livePatch);
      await Promise.resolve();
      send(news('v2'));
    });
    const [first, second, third] = [news('v1'), packPatch('live', livePatch), news('v2')];
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'live', seq: seq + 1, patch: first }],
      [eventChannel, { topic: 'live', seq: seq + 2, patch: second }],
      [eventChannel, { topic: 'live', seq: seq + 3, patch: third }],
    ]);
    expect(live.listeners).toBe(0);
    const late = await hub.subscribe('live', fakeListener(2));
    expect(late.seq).toBe(seq + 3);
    expect(unpackSnapshot('live', late.snapshot).vehicles).toHaveLength(2);
  });

  it('tells nothing more of a source in whose place there is another, or that nobody follows', async () => {
    const other = new FakeSource<'live'>({ vehicles: [], pace });
    const tell = vi.fn(() => Promise.resolve());
    await hub.goOn('live', other, tell);
    expect(tell).not.toHaveBeenCalled();
    const page = fakeListener(1);
    await hub.subscribe('live', page);
    await hub.goOn('live', new FakeSource<'live'>({ vehicles: [], pace }), (send) => {
      hub.replace('live', other);
      send(packPatch('live', livePatch));
      return Promise.resolve();
    });
    expect(page.send).not.toHaveBeenCalled();
  });

  it('has pages ask for all of it where what is new could not be told', async () => {
    const page = fakeListener(1);
    const { seq } = await hub.subscribe('live', page);
    const other = new FakeSource<'live'>({ vehicles: [vehicle('v1')], pace });
    const faults = collectFaults();
    await hub.goOn('live', other, () => Promise.reject(new Error('the test')));
    expect(faults).toHaveBeenCalledOnce();
    other.change(livePatch);
    const [, message] = page.send.mock.calls[0] as [string, { seq: number }];
    expect(message.seq).toBe(seq + 2);
  });

  it('sends a state as it is where it is at hand in the form in which it crosses', async () => {
    const sent = { vehicles: [], pace };
    const snapshot = vi.fn(() => ({ vehicles: [vehicle('v1')], pace }));
    hub.replace('live', { snapshot, sent: () => sent, subscribe: () => () => undefined });
    expect((await hub.subscribe('live', fakeListener(1))).snapshot).toBe(sent);
    expect(snapshot).not.toHaveBeenCalled();
  });

  it('packs a large state over several turns, as it was when it was asked for', async () => {
    const fleet = Array.from({ length: 2 * PACKED_AT_ONCE + 1 }, (_, at) => vehicle(`v${at}`));
    live.change(livePatch, { vehicles: fleet, pace });
    const page = fakeListener(1);
    const asked = hub.subscribe('live', page);
    const changed = [vehicle('v0', 'parked')];
    live.change({ changed, removed: ['v1'], pace: null }, { vehicles: changed, pace });
    // The patch that comes meanwhile goes out at once, under the next number.
    const [, message] = page.send.mock.calls[0] as [string, { seq: number; patch: never }];
    const { seq, snapshot } = await asked;
    expect(message.seq).toBe(seq + 1);
    expect(unpackPatch('live', message.patch)).toEqual({ changed, removed: ['v1'], pace: null });
    expect(snapshot.vehicles.map(({ count }) => count)).toEqual([
      ...[PACKED_AT_ONCE, PACKED_AT_ONCE, 1],
    ]);
    expect(unpackSnapshot('live', snapshot)).toEqual({ vehicles: fleet, pace });
  });

  it('answers who comes to a topic that is held once that is over, with what there is then', async () => {
    let isOver: () => void = () => undefined;
    hub.hold(['settings'], new Promise<void>((resolve) => (isOver = resolve)));
    const page = fakeListener(1);
    const asked = hub.subscribe('settings', page);
    settings.change(light, light);
    expect(page.send).not.toHaveBeenCalled();
    isOver();
    expect(await asked).toEqual({ seq: 1, snapshot: light });
    settings.change(dark, dark);
    expect(page.send).toHaveBeenCalledOnce();
    expect(await hub.subscribe('settings', fakeListener(2))).toEqual({ seq: 2, snapshot: dark });
  });

  it('holds nobody longer than what they wait for, however that ends', async () => {
    hub.hold(['live', 'settings'], Promise.reject(new Error('the test')));
    const [{ snapshot }] = await Promise.all([
      hub.subscribe('settings', fakeListener(1)),
      hub.subscribe('live', fakeListener(1)),
    ]);
    expect(snapshot).toEqual(defaultSettings);
  });

  it.each([
    ['leaves it', () => hub.unsubscribe('settings', 1)],
    ['goes away', () => hub.forget(1)],
  ])('tells nothing of a held topic to a page that %s meanwhile', async (_how, leave) => {
    let isOver: () => void = () => undefined;
    hub.hold(['settings'], new Promise<void>((resolve) => (isOver = resolve)));
    const pages = [fakeListener(1), fakeListener(2)] as const;
    const asked = pages.map((page) => hub.subscribe('settings', page));
    leave();
    isOver();
    await Promise.all(asked);
    settings.change(dark, dark);
    expect(pages.map(({ send }) => send.mock.calls.length)).toEqual([0, 1]);
  });

  it('lets go of every source at the end', () => {
    hub.close();
    expect([settings.listeners, live.listeners]).toEqual([0, 0]);
  });
});
