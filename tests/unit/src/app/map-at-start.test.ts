import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveSnapshot } from '@contract/fixes';
import type { FleetSnapshot } from '@contract/vehicles';
import { createScreens, loadMapAhead } from '@/app/router';
import { installBridge, type Bridge } from '@/bridge';

vi.mock('@/features/live-map/Page.vue', () => ({ default: { name: 'the map' } }));

const tell = new Map<string, (snapshot: unknown) => void>();

const fleet: FleetSnapshot = {
  vehicles: [],
  sync: { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false },
};
const live: LiveSnapshot = { vehicles: [], pace: { onScreenSeconds: null, holdsCap: true } };

beforeEach(() => {
  tell.clear();
  setActivePinia(createPinia());
  const subscribe = (topic: string, { snapshot }: { snapshot(state: unknown): void }) => {
    tell.set(topic, snapshot);
    return () => undefined;
  };
  installBridge({ subscribe } as unknown as Bridge);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Loads the screen of the map as its route does. */
function loadMap(): Promise<unknown> {
  const route = createScreens()
    .getRoutes()
    .find(({ name }) => name === 'map');
  return (route?.components?.['default'] as unknown as () => Promise<unknown>)();
}

it('the map opens with what is known of the fleet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isThere = false;
  const opens = loadMap().then(() => (isThere = true));
  expect([...tell.keys()]).toEqual(['fleet', 'live']);
  tell.get('fleet')?.(fleet);
  await vi.advanceTimersByTimeAsync(400);
  expect(isThere).toBe(false);
  tell.get('live')?.(live);
  await opens;
});

it('the map waits for the fleet no longer than half a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const opens = loadMap();
  await vi.advanceTimersByTimeAsync(500);
  expect(await opens).toMatchObject({ default: { name: 'the map' } });
});

it.each([
  ['#/map', ['fleet', 'live']],
  ['', ['fleet', 'live']],
  ['#/alerts', []],
])('a start at "%s" asks ahead for what the map shows: %s', (hash, topics) => {
  loadMapAhead(hash);
  expect([...tell.keys()]).toEqual(topics);
});
