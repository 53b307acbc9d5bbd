import { expect, it } from 'vitest';
import { inSlices, partsOf } from '@core/in-slices';
import { settle, VirtualClock, WorkingClock } from './virtual-clock';

const things = Array.from({ length: 10 }, (_, at) => at);

it('takes all that costs nothing in one go, in order', async () => {
  const taken: number[] = [];
  await inSlices(new VirtualClock(), things, (thing) => taken.push(thing));
  expect(taken).toEqual(things);
});

it('lets others have a turn once a slice has taken its time', async () => {
  const clock = new WorkingClock();
  const taken: number[] = [];
  const takenByTurn: number[] = [];
  const other = () => {
    takenByTurn.push(taken.length);
    if (taken.length < things.length) clock.after(0, other);
  };
  clock.after(0, other);
  const walk = inSlices(clock, things, (thing) => {
    clock.worked += 3;
    taken.push(thing);
  });
  await clock.advance(0);
  await walk;
  expect(taken).toEqual(things);
  expect(takenByTurn).toEqual([3, 6, 9, 10]);
});

it('lets others have a turn after each slice of one of several walks', async () => {
  const clock = new WorkingClock();
  const taken: string[] = [];
  const takenByTurn: number[] = [];
  const other = () => {
    takenByTurn.push(taken.length);
    if (taken.length < 2 * things.length) clock.after(0, other);
  };
  clock.after(0, other);
  const walk = (name: string) =>
    inSlices(clock, things, () => {
      clock.worked += 4;
      taken.push(name);
    });
  const walks = [walk('a'), walk('b')];
  await clock.advance(0);
  await Promise.all(walks);
  // Each took its first slice at once.
  expect(takenByTurn.map((count, turn) => count - (takenByTurn[turn - 1] ?? 2))).toEqual(
    takenByTurn.map(() => 2),
  );
  expect(taken.join('')).toBe('aabb'.repeat(5));
});

it('ends after a pause in which it was called off', async () => {
  const clock = new WorkingClock();
  const taken: number[] = [];
  let isWanted = true;
  const walk = inSlices(
    clock,
    things,
    (thing) => {
      clock.worked += 4;
      taken.push(thing);
    },
    () => isWanted,
  );
  isWanted = false;
  await clock.advance(0);
  await settle();
  await walk;
  expect(taken).toEqual([0, 1]);
});

it('has parts of so many, and a last one of what is left', () => {
  expect(partsOf(things, 4)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  expect(partsOf([], 4)).toEqual([]);
});
