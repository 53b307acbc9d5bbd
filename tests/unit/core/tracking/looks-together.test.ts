import { afterEach, describe, expect, it } from 'vitest';
import { mostInWindow } from '../../../bench/most-in-window';
import type { House } from '../session/house';
import { attention, ids, MINUTE, SECOND } from './tracked-fleet';
import { TrackedHouse } from './tracked-house';

let tracked: TrackedHouse;

afterEach(() => {
  tracked.stop();
});

/** A fleet of which everything is read. */
async function rest(): Promise<House> {
  tracked = await TrackedHouse.track(60);
  await tracked.house.clock.advance(30 * MINUTE);
  return tracked.house;
}

/** When looks at vehicles reach the service, in a time of which a test decides what happens in it. */
async function looksDuring(pass: () => Promise<void>): Promise<number[]> {
  const { clock, transport } = tracked.house;
  const { script } = transport;
  const at: number[] = [];
  transport.script = (request) => {
    if (request.plainPath.includes('/tracking')) at.push(clock.monotonic());
    return script(request);
  };
  await pass();
  transport.script = script;
  return at;
}

/** How many go at a time, by the moment. */
function groupsOf(looks: readonly number[]): Map<number, number> {
  const groups = new Map<number, number>();
  for (const at of looks) groups.set(at, (groups.get(at) ?? 0) + 1);
  return groups;
}

/** Moves the mouse every few seconds. */
async function work(minutes: number): Promise<void> {
  const { clock, budget } = tracked.house;
  for (let touch = 0; touch < minutes * 12; touch += 1) {
    budget.noteInput();
    await clock.advance(5 * SECOND);
  }
}

describe('looks at vehicles', () => {
  it('go together while nobody is at work, as many as ever and within the budget', async () => {
    const { clock } = await rest();
    const looks = await looksDuring(() => clock.advance(30 * MINUTE));
    expect(looks.length / 30).toBeGreaterThanOrEqual(46);
    expect(mostInWindow(looks, MINUTE)).toBeLessThanOrEqual(48);
    const groups = groupsOf(looks);
    expect(Math.max(...groups.values())).toBeLessThanOrEqual(9);
    expect(groups.size / 30).toBeLessThanOrEqual(8);
  });

  it('come half as far apart while a vehicle is selected or followed', async () => {
    const { clock } = await rest();
    tracked.live.attend(1, attention({ onScreen: ids(1, 100), selected: ids(1, 1)[0] ?? null }));
    await clock.advance(2 * MINUTE);
    const groups = groupsOf(await looksDuring(() => clock.advance(10 * MINUTE)));
    expect(Math.max(...groups.values())).toBeLessThanOrEqual(5);
    expect(groups.size / 10).toBeGreaterThanOrEqual(9);
  });

  it('go one by one from the first touch on, and together again a minute after the last', async () => {
    const { clock } = await rest();
    const atWork = await looksDuring(() => work(5));
    expect(Math.max(...groupsOf(atWork.slice(4)).values())).toBe(1);
    await clock.advance(2 * MINUTE);
    // The slots of before freed one by one, and that does not go on.
    const atRest = groupsOf(await looksDuring(() => clock.advance(5 * MINUTE)));
    expect(Math.max(...atRest.values())).toBe(8);
    expect(atRest.size / 5).toBeLessThanOrEqual(8);
  });

  it('wake the processor a third as often at most, with all that follows from them', async () => {
    const { clock } = await rest();
    const moments = new Set<number>();
    const after = clock.after.bind(clock);
    clock.after = (delay, task) =>
      after(delay, () => {
        moments.add(clock.monotonic());
        task();
      });
    await clock.advance(10 * MINUTE);
    const atRest = moments.size / 10;
    moments.clear();
    await work(10);
    expect(atRest).toBeLessThanOrEqual(70);
    expect(atRest).toBeLessThan(moments.size / 10 / 3);
  });
});
