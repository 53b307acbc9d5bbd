import { expect, it } from 'vitest';
import { Feed } from '@core/feed';
import { areSameData } from '@core/same-data';
import {
  tellWhatDiffers,
  type FollowedRows,
  type RowChanges,
} from '@core/tracking/since-first-sight';
import { VirtualClock } from '../virtual-clock';

interface Row {
  id: string;
  speed: number | null;
}

const clock = new VirtualClock();

function rows(...speeds: (readonly [id: string, speed: number | null])[]): Row[] {
  return speeds.map(([id, speed]) => ({ id, speed }));
}

function followed(told: Row[], now: Row[], feed = new Feed<RowChanges<Row>>('the test')) {
  return {
    ...{ told, now, areSame: areSameData, idOf: ({ id }: Row) => id },
    subscribe: (listener: (patch: RowChanges<Row>) => void) => feed.subscribe(listener),
  } satisfies FollowedRows<Row>;
}

it('tells rows that are others by now, those that came, and those that are gone', async () => {
  const told: RowChanges<Row>[] = [];
  const before = rows(['a', 1], ['b', 2], ['c', null], ['gone', 4]);
  const now = rows(['a', 1], ['b', 3], ['c', null], ['new', 5]);
  await tellWhatDiffers<Row>(clock, followed(before, now), (changes) => told.push(changes));
  expect(told).toEqual([
    { changed: rows(['b', 3], ['new', 5]), removed: [] },
    { changed: [], removed: ['gone'] },
  ]);
});

it('tells nothing where all is as it was', async () => {
  const told: RowChanges<Row>[] = [];
  const before = rows(['a', 1], ['b', 2]);
  await tellWhatDiffers<Row>(clock, followed(before, rows(['a', 1], ['b', 2])), (changes) =>
    told.push(changes),
  );
  expect(told).toEqual([]);
});

it('makes nothing older again that was told otherwise meanwhile', async () => {
  const feed = new Feed<RowChanges<Row>>('the test');
  const told: RowChanges<Row>[] = [];
  const before = rows(['a', 1], ['b', 2], ['c', 3], ['gone', 4]);
  const now = rows(['a', 10], ['b', 20], ['c', 30]);
  const all = function* () {
    yield* before;
    // Amid the walk one moves on, one goes, and one that had gone is there again.
    feed.publish({ changed: rows(['a', 11], ['gone', 5]), removed: ['b'] });
  };
  await tellWhatDiffers<Row>(clock, { ...followed([], now, feed), told: all() }, (changes) =>
    told.push(changes),
  );
  expect(told).toEqual([{ changed: rows(['c', 30]), removed: [] }]);
});

it('compares data however deep it goes', () => {
  const fix = { at: 1, problems: ['far'], place: { latitude: 1, longitude: null } };
  expect(areSameData(fix, structuredClone(fix))).toBe(true);
  expect(areSameData(fix, { ...fix, problems: [] })).toBe(false);
  expect(areSameData(fix, { ...fix, place: { latitude: 1, longitude: 0 } })).toBe(false);
  expect(areSameData(fix, { ...fix, speed: 1 })).toBe(false);
  expect(areSameData({ a: undefined }, { b: undefined })).toBe(false);
  expect(areSameData(null, {})).toBe(false);
});
