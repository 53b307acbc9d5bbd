import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { LiveVehicle } from '@contract/fixes';
import { useBudgetStore } from '@/app/stores/budget-store';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useSessionStore } from '@/app/stores/session-store';
import MapNotes from '@/features/live-map/MapNotes.vue';
import { useLiveStore } from '@/features/live-map/live-store';
import { onlineOf, sourceOf } from '../../map/workers/basemap/vector/tiles';
import { render, textOnPage } from '../../render';
import { liveVehicle, now } from './live';

const changes = {
  pending: { lookedAt: null },
  never: { connection: 'never' },
  bare: { lookedAt: null, association: 'none' },
  refused: { lookedAt: null, isRefused: true },
} satisfies Record<string, Partial<LiveVehicle>>;
type Kind = keyof typeof changes;

/** The notes on a map of these vehicles, none of which has a position; all of the list was read. */
async function show(...kinds: Kind[]): Promise<void> {
  await render(MapNotes, { office: { now: () => now } });
  const [fleet, live] = [useFleetStore(), useLiveStore()];
  fleet.sync = { ...fleet.sync, completedAt: now };
  live.vehicles = new Map(
    kinds.map((kind, index) => {
      const id = `${kind} ${index}`;
      return [id, liveVehicle(id, { motion: 'unknown', ...changes[kind] }, null)];
    }),
  );
  await nextTick();
}

async function cutLine(): Promise<void> {
  const session = useSessionStore();
  session.state = { ...session.state, link: { ...session.state.link, state: 'offline' } };
  await nextTick();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime(now);
  return () => vi.useRealTimers();
});

const refused = 'You don’t have permission to see where vehicles are';
const never = 'No vehicle has reported a position yet';

it.each<[string, Kind[]]>([
  [refused, ['refused', 'refused']],
  [refused, ['refused', 'bare', 'refused']],
  ['None of the vehicles you can see has reported', ['refused', 'never', 'bare']],
  ['Waiting for the first positions', ['refused', 'bare', 'pending']],
  [never, ['never', 'bare']],
  [never, ['bare', 'bare']],
])('"%s" is what the empty map says of vehicles that are %j', async (words, kinds) => {
  await show(...kinds);
  expect(textOnPage()).toContain(words);
  expect(document.querySelectorAll('.note')).toHaveLength(1);
});

it('a fleet that the budget leaves unlooked at is told of while something is looked at', async () => {
  await show('never');
  useLiveStore().pace = { onScreenSeconds: 42, holdsCap: false };
  await nextTick();
  const words = 'Some vehicles update less than once an hour';
  expect(textOnPage()).toContain(words);
  await cutLine();
  expect(textOnPage()).not.toContain(words);
});

it('a pause that the service asked for is told with its end, and no pace is promised', async () => {
  await show('never');
  useLiveStore().pace = { onScreenSeconds: 42, holdsCap: true };
  const [budget, session] = [useBudgetStore(), useSessionStore()];
  session.state = { ...session.state, link: { ...session.state.link, state: 'online' } };
  await nextTick();
  expect(textOnPage()).not.toContain('Paused');
  expect(session.dot).toBe('online');
  budget.state = { ...budget.state, pausedUntil: now + 30_000, pause: 'rate-limited' };
  await nextTick();
  await nextTick();
  expect(textOnPage()).toContain('Paused until 14:03:01');
  expect(textOnPage()).not.toContain('Updates about');
  expect(session.dot).toBe('paused');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(textOnPage()).not.toContain('Paused');
  expect(session.dot).toBe('online');
});

it('a service that is there and gives no positions is told of, and no pace is promised', async () => {
  await show('pending');
  useLiveStore().pace = { onScreenSeconds: 42, holdsCap: true, isStuck: true };
  await nextTick();
  const words = 'The service isn’t giving any positions at the moment. Fleetdesk keeps trying.';
  expect(textOnPage()).toContain(words);
  expect(document.querySelectorAll('.note')).toHaveLength(1);
  await cutLine();
  expect(textOnPage()).not.toContain(words);
});

it('a map file that can not be read is named with what is wrong, for as long as it is shown', async () => {
  await show('never');
  const maps = useMapSourcesStore();
  const tell = async (shown: boolean) => {
    const fault = { code: 'file-unreadable', reason: 'map-file-gone', message: 'ENOENT' } as const;
    maps.state = { sources: [sourceOf(1, { name: 'City', shown, readable: false, fault })] };
    await nextTick();
  };
  await tell(true);
  expect(textOnPage()).toContain('City: The map file can’t be found.');
  await tell(false);
  expect(textOnPage()).not.toContain('City');
});

it('a map that holds bytes which are no tile is named, until it is hidden', async () => {
  await show('never');
  const maps = useMapSourcesStore();
  const tell = async (shown: boolean) => {
    maps.state = { sources: [sourceOf(1, { name: 'City', shown }), onlineOf(2, { shown })] };
    await nextTick();
  };
  await tell(true);
  expect(textOnPage()).not.toContain('City');
  maps.noteBroken(2);
  await nextTick();
  expect(textOnPage()).toContain('Map 2: The map server sends something other than map images.');
  maps.noteBroken(1);
  await tell(true);
  expect(textOnPage()).toContain('City: Part of the map file is damaged.');
  await tell(false);
  await tell(true);
  expect(document.querySelectorAll('.note')).toHaveLength(1);
  expect(textOnPage()).not.toContain('City');
});

it('an online map that is left alone for a while says when it is tried again', async () => {
  await show('never');
  const retryAt = now + 300_000;
  const fault = { code: 'forbidden', reason: 'map-refused', message: '403', retryAt } as const;
  useMapSourcesStore().state = { sources: [sourceOf(1, { name: 'Office', fault })] };
  await nextTick();
  expect(textOnPage()).toContain('Office: The map server refuses access. Next try at 14:07:31.');
});
