import { expect, it } from 'vitest';
import { fix, openStore } from './stored';

it('keeps one fix of each vehicle and moment, with when it was looked at last', async () => {
  const store = await openStore();
  await store.commit([
    { kind: 'fixes', fixes: [fix('a', 10), fix('a', 30), fix('a', 20), fix('b', 5)] },
  ]);
  await store.commit([{ kind: 'fixes', fixes: [fix('a', 30, 99)] }]);
  expect((await store.trail('a', 0)).map(({ fix: { at } }) => at)).toEqual([10, 20, 30]);
  expect(await store.trail('a', 20)).toEqual([fix('a', 20), fix('a', 30, 99)]);
  expect(await store.trail('none', 0)).toEqual([]);
  expect(await store.newestFixes()).toEqual([fix('a', 30, 99), fix('b', 5)]);
});

it('keeps what a fix does not say', async () => {
  const store = await openStore();
  const bare = fix('a', 1.5);
  const silent = {
    latitude: null,
    longitude: null,
    speed: null,
    heading: null,
    ignition: null,
    output1: null,
  };
  const kept = {
    ...bare,
    fix: { ...bare.fix, ...silent, problems: ['future', 'no-position'] as const },
  };
  await store.commit([
    { kind: 'fixes', fixes: [{ ...kept, fix: { ...kept.fix, problems: [...kept.fix.problems] } }] },
  ]);
  expect(await store.newestFixes()).toEqual([kept]);
});

it('has no newest fix where there is none', async () => {
  const store = await openStore();
  expect(await store.newestFixes()).toEqual([]);
});

it('tells the newest fixes of a large fleet whole, and in the order of the vehicles', async () => {
  const store = await openStore();
  const fixes = Array.from({ length: 4_100 }, (_, at) => fix(`v${10_000 + at}`, at));
  await store.commit([{ kind: 'fixes', fixes }]);
  expect(await store.newestFixes()).toEqual(fixes);
});
