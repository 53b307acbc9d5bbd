import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { reportFaultsTo } from '@core/faults';
import { RestingLoop } from '@core/fleet/resting-loop';
import { VirtualClock } from '../virtual-clock';

const SECOND = 1_000;

let clock: VirtualClock;
let begun: number[];

/** A loop whose turns take so long and then rest so long. */
function loopOf(lasts: number, rests: number | null): RestingLoop {
  return new RestingLoop({
    clock,
    turn: async () => {
      begun.push(clock.monotonic());
      await new Promise<void>((resolve) => clock.after(lasts, resolve));
      return rests === null ? null : clock.monotonic() + rests;
    },
  });
}

beforeEach(() => {
  clock = new VirtualClock();
  begun = [];
});

it('takes one turn after another and rests in between', async () => {
  const loop = loopOf(SECOND, 9 * SECOND);
  loop.start();
  loop.start();
  await clock.advance(25 * SECOND);
  expect(begun).toEqual([0, 10 * SECOND, 20 * SECOND]);
});

it('goes on at once when somebody hurries, during a turn or after it', async () => {
  const loop = loopOf(SECOND, null);
  loop.start();
  await clock.advance(SECOND / 2);
  loop.hurry();
  await clock.advance(10 * SECOND);
  expect(begun).toEqual([0, SECOND]);
  loop.hurry();
  await clock.advance(10 * SECOND);
  expect(begun).toEqual([0, SECOND, 10.5 * SECOND]);
});

it('leaves nothing behind when it is stopped, and begins again', async () => {
  const loop = loopOf(SECOND, 9 * SECOND);
  loop.start();
  await clock.advance(5 * SECOND);
  loop.stop();
  expect(clock.pending).toBe(0);
  await clock.advance(60 * SECOND);
  expect(begun).toEqual([0]);
  loop.start();
  await clock.advance(SECOND);
  expect(begun).toEqual([0, 65 * SECOND]);
});

it('goes on after a turn that throws, a minute later or as soon as somebody hurries', async () => {
  const faults: unknown[] = [];
  onTestFinished(reportFaultsTo((_where, fault) => faults.push(fault)));
  const fault = new Error('a turn that is broken');
  const loop = new RestingLoop({
    clock,
    turn: () => {
      begun.push(clock.monotonic());
      return begun.length < 3 ? Promise.reject(fault) : Promise.resolve(null);
    },
  });
  loop.start();
  await clock.advance(60 * SECOND);
  expect(begun).toEqual([0, 60 * SECOND]);
  loop.hurry();
  await clock.advance(600 * SECOND);
  expect(begun).toEqual([0, 60 * SECOND, 60 * SECOND]);
  expect(faults).toEqual([fault, fault]);
});
