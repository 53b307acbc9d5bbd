import { describe, expect, it } from 'vitest';
import { Gradual, type Steps } from '@demo/world/gradual';

/** Something in three steps, and how often each was taken. */
function inThree(): { thing: Gradual<string>; taken: number[] } {
  const taken: number[] = [];
  function* steps(): Steps<string> {
    for (const step of [1, 2, 3]) {
      taken.push(step);
      // A step that lasts as long as others are made to wait at most.
      for (const end = performance.now() + 11; performance.now() < end;);
      if (step < 3) yield;
    }
    return 'built';
  }
  return { thing: new Gradual(steps()), taken };
}

describe('something that is built step by step', () => {
  it('is there at once for who needs it now, also in the midst of it', async () => {
    const { thing, taken } = inThree();
    const patient = thing.arrive();
    thing.step();
    expect(thing.value).toBe('built');
    expect(await patient).toBe('built');
    expect(taken).toEqual([1, 2, 3]);
  });

  it('is built once for all who wait, and lets others go first in between', async () => {
    const { thing, taken } = inThree();
    const waiting = [thing.arrive(), thing.arrive()];
    const seen: number[] = [];
    const watch = setInterval(() => seen.push(taken.length), 1);
    expect(await Promise.all(waiting)).toEqual(['built', 'built']);
    clearInterval(watch);
    expect(taken).toEqual([1, 2, 3]);
    expect(seen).toContain(1);
    expect(seen).toContain(2);
  });

  it('goes on for the others when one no longer wants it', async () => {
    const { thing } = inThree();
    const leaving = new AbortController();
    const left = thing.arrive(leaving.signal);
    const kept = thing.arrive();
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(await kept).toBe('built');
  });

  it('tells a fault to whoever waits', async () => {
    // eslint-disable-next-line require-yield -- it fails in its first step
    function* failing(): Steps<string> {
      throw new Error('no ground to build on');
    }
    await expect(new Gradual(failing()).arrive()).rejects.toThrow('no ground');
  });
});
