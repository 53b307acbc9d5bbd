import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { LiveVehicle } from '@contract/fixes';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useSessionStore } from '@/app/stores/session-store';
import MapNotes from '@/features/live-map/MapNotes.vue';
import { useLiveStore } from '@/features/live-map/live-store';
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
  await render(MapNotes, { fake: { now: () => now } });
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
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  return () => vi.useRealTimers();
});

const refused = 'Your user may not see where vehicles are';
const never = 'No vehicle has reported a position yet';

it.each<[string, Kind[]]>([
  [refused, ['refused', 'refused']],
  [refused, ['refused', 'bare', 'refused']],
  ['No vehicle that your user may see on the map has reported', ['refused', 'never', 'bare']],
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
  const words = 'some vehicles are looked at less often than once an hour';
  expect(textOnPage()).toContain(words);
  await cutLine();
  expect(textOnPage()).not.toContain(words);
});
