import { expect, it } from 'vitest';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { Feed } from '@core/feed';
import { HeldPatches } from '@core/tracking/held-patches';
import { VirtualClock } from '../virtual-clock';

function vehicle(vehicleId: string, lookedAt = 0): LiveVehicle {
  return {
    ...{ vehicleId, fix: null, motion: 'unknown', connection: 'never', lookedAt },
    ...{ staleAt: null, association: 'unknown', device: null },
  };
}

function open(hold: { for: number }) {
  const clock = new VirtualClock();
  const patches = new Feed<LivePatch>('looks');
  const now = new Map<string, LiveVehicle>();
  const held = new HeldPatches({
    ...{ clock, patches, holdFor: () => hold.for },
    stateOf: (id) => now.get(id) ?? null,
  });
  const heard: LivePatch[] = [];
  held.subscribe((patch) => heard.push(patch));
  const tell = (changed: LiveVehicle[], more: Partial<LivePatch> = {}): void => {
    for (const each of changed) now.set(each.vehicleId, each);
    for (const id of more.removed ?? []) now.delete(id);
    patches.publish({ changed, removed: [], pace: null, ...more });
  };
  return { clock, held, heard, tell };
}

const pace = { onScreenSeconds: 600, holdsCap: true };

it('hands a patch on as it is while nothing is to wait', () => {
  const { heard, tell } = open({ for: 0 });
  tell([vehicle('a')], { pace });
  tell([], { removed: ['a'] });
  expect(heard).toEqual([
    { changed: [vehicle('a')], removed: [], pace },
    { changed: [], removed: ['a'], pace: null },
  ]);
});

it('makes one of all that comes within the time, each vehicle as it is then', async () => {
  const { clock, heard, tell } = open({ for: 21_000 });
  tell([vehicle('a', 1), vehicle('b', 1)], { pace });
  await clock.advance(10_000);
  tell([vehicle('a', 2), vehicle('c', 2)], { removed: ['b'] });
  await clock.advance(10_999);
  expect(heard).toEqual([]);
  await clock.advance(1);
  expect(heard).toEqual([{ changed: [vehicle('a', 2), vehicle('c', 2)], removed: ['b'], pace }]);
  await clock.advance(60_000);
  expect(heard).toHaveLength(1);
});

it('a vehicle that leaves and is back is there', async () => {
  const { clock, heard, tell } = open({ for: 11_000 });
  tell([], { removed: ['a'] });
  tell([vehicle('a')]);
  await clock.advance(11_000);
  expect(heard).toEqual([{ changed: [vehicle('a')], removed: [], pace: null }]);
});

it('tells what waits once it is asked to, and nothing twice', async () => {
  const { clock, held, heard, tell } = open({ for: 21_000 });
  held.tell();
  expect(heard).toEqual([]);
  tell([vehicle('a')]);
  held.tell();
  expect(heard).toEqual([{ changed: [vehicle('a')], removed: [], pace: null }]);
  await clock.advance(60_000);
  expect(heard).toHaveLength(1);
});

it('what waits comes before what need not wait', () => {
  const hold = { for: 21_000 };
  const { heard, tell } = open(hold);
  tell([vehicle('a')]);
  hold.for = 0;
  tell([vehicle('b')]);
  expect(heard.map(({ changed }) => changed)).toEqual([[vehicle('a')], [vehicle('b')]]);
});

it('a fleet that changes as a whole is told in the parts in which it comes', () => {
  const { heard, tell } = open({ for: 21_000 });
  const part = (from: number) => Array.from({ length: 80 }, (_, at) => vehicle(`v${from + at}`));
  tell(part(0));
  expect(heard).toEqual([]);
  tell(part(80));
  tell(part(160));
  // The third part alone is small enough to wait again.
  expect(heard.map(({ changed }) => changed.length)).toEqual([80, 80]);
});
