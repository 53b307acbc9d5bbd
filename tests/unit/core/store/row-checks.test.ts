import { expect, it, onTestFinished, vi } from 'vitest';
import type { CollectionName } from '@contract/collections';
import { reportFaultsTo } from '@core/faults';
import type { Store } from '@core/ports/store';
import type { StoreCheck } from '@core/ports/store-damage';
import { RowChecks } from '@core/store/row-checks';
import { VirtualClock } from '../virtual-clock';

/** Checks that answer one thing after the other, the last one for good. */
function begin(...answers: (StoreCheck | Error)[]) {
  const clock = new VirtualClock();
  const check = vi.fn(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer instanceof Error || answer === undefined
      ? Promise.reject(answer ?? new Error('none'))
      : Promise.resolve(answer);
  });
  const again: CollectionName[] = [];
  const checks = new RowChecks({
    store: { check } as Partial<Store> as Store,
    clock,
    onSetAside: (collection) => again.push(collection),
  });
  checks.start();
  return { clock, check, checks, again };
}

const MORE: StoreCheck = { isOver: false, collections: [] };
const OVER: StoreCheck = { isOver: true, collections: [] };

it('all that is kept is checked a little at a time, and not while the app starts', async () => {
  const { clock, check } = begin(MORE, MORE, OVER);
  await clock.advance(4_000);
  expect(check).not.toHaveBeenCalled();
  await clock.advance(2_000);
  expect(check).toHaveBeenCalledTimes(3);
  // From then on: what was read and found damaged.
  await clock.advance(60_000);
  expect(check).toHaveBeenCalledTimes(4);
});

it('a collection of which a record was damaged is read again', async () => {
  const { clock, again } = begin({ isOver: false, collections: ['devices'] }, OVER);
  await clock.advance(6_000);
  expect(again).toEqual(['devices']);
});

it('a check that fails, on a full disk say, is told to the log and tried again', async () => {
  const faults: string[] = [];
  onTestFinished(reportFaultsTo((where) => faults.push(where)));
  const { clock, check } = begin(new Error('full'), OVER);
  await clock.advance(6_000);
  expect(faults).toEqual(['the rows of the store could not be checked']);
  await clock.advance(60_000);
  expect(check).toHaveBeenCalledTimes(2);
});

it('nothing is checked any more once it was stopped', async () => {
  const { clock, check, checks } = begin(MORE);
  await clock.advance(5_100);
  checks.stop();
  await clock.advance(10_000);
  expect(check).toHaveBeenCalledTimes(1);
  expect(clock.pending).toBe(0);
});
