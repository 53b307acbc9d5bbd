import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventChannel } from '@contract/channel-names';
import type { TopicName, TopicPatch, TopicSnapshot } from '@contract/events';
import { defaultSettings, type Settings } from '@contract/settings';
import { Feed } from '@core/feed';
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
  it('answers the state with a number, then patches numbered from there', () => {
    const page = fakeListener(1);
    settings.change(light, light);
    expect(hub.subscribe('settings', page)).toEqual({ seq: 1, snapshot: light });
    settings.change(dark, dark);
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'settings', seq: 2, patch: dark }],
    ]);
  });

  it('sends to those that subscribed alone', () => {
    const [map, form] = [fakeListener(1), fakeListener(2)];
    hub.subscribe('live', map);
    hub.subscribe('settings', form);
    live.change(livePatch);
    expect(map.send).toHaveBeenCalledOnce();
    expect(form.send).not.toHaveBeenCalled();
  });

  it('sends each patch once to a page that subscribed twice', () => {
    const page = fakeListener(1);
    hub.subscribe('live', page);
    hub.subscribe('live', page);
    live.change(livePatch);
    expect(page.send).toHaveBeenCalledOnce();
  });

  it('stops at the end of a subscription, and counts on', () => {
    const page = fakeListener(1);
    hub.subscribe('live', page);
    hub.unsubscribe('live', 1);
    live.change(livePatch);
    expect(page.send).not.toHaveBeenCalled();
    expect(hub.subscribe('live', page).seq).toBe(1);
  });

  it('forgets a page that navigated away, in every topic', () => {
    const page = fakeListener(1);
    hub.subscribe('live', page);
    hub.subscribe('settings', page);
    hub.forget(1);
    live.change(livePatch);
    settings.change(dark);
    expect(page.send).not.toHaveBeenCalled();
  });

  it('never sends to a page that is gone', () => {
    const page = fakeListener(1);
    hub.subscribe('live', page);
    page.isDestroyed.mockReturnValue(true);
    live.change(livePatch);
    expect(page.send).not.toHaveBeenCalled();
  });

  it('leaves a hole in the numbers when the source changes, so that listeners ask again', () => {
    const page = fakeListener(1);
    const { seq } = hub.subscribe('live', page);
    const other = new FakeSource<'live'>({ vehicles: [], pace });
    hub.replace('live', other);
    live.change(livePatch);
    other.change(livePatch);
    expect(page.send.mock.calls).toEqual([
      [eventChannel, { topic: 'live', seq: seq + 2, patch: livePatch }],
    ]);
    expect(hub.subscribe('live', page)).toEqual({ seq: seq + 2, snapshot: { vehicles: [], pace } });
    expect(live.listeners).toBe(0);
  });

  it('says at once that the source changed, where nothing else may come for long', () => {
    const page = fakeListener(1);
    const { seq } = hub.subscribe('live', page);
    const patch = { changed: [], removed: [], pace: null };
    hub.replace(
      'live',
      Object.assign(new FakeSource<'live'>({ vehicles: [], pace }), {
        nothing: () => patch,
      }),
    );
    expect(page.send.mock.calls).toEqual([[eventChannel, { topic: 'live', seq: seq + 2, patch }]]);
  });

  it('lets go of every source at the end', () => {
    hub.close();
    expect([settings.listeners, live.listeners]).toEqual([0, 0]);
  });
});
