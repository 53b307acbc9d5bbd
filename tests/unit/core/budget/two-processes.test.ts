import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanes } from '@contract/budget';
import { MemoryFiles } from '../memory-files';
import { MemoryMachine } from '../memory-machine';
import { settle, VirtualClock } from '../virtual-clock';
import { LEDGER, mostPerMinute, Traffic, type Course } from './traffic';

const quick: Course = { latency: 200, seenAt: 0.5, end: 'answered' };

/** Two starts on one machine, with data folders of their own. */
async function openTwo(
  limits: readonly [number, number] = [48, 48],
  diskTime = 0,
): Promise<{ clock: VirtualClock; both: [Traffic, Traffic] }> {
  const clock = new VirtualClock();
  const files = new MemoryFiles();
  const machine = new MemoryMachine(files, () =>
    diskTime === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          clock.after(diskTime, resolve);
        }),
  );
  const both: [Traffic, Traffic] = [
    new Traffic(clock, limits[0], files, machine),
    new Traffic(clock, limits[1], files, machine),
  ];
  const opened = Promise.all(both.map((traffic) => traffic.account.open('new')));
  await clock.advance(1_000);
  await opened;
  return { clock, both };
}

const course: fc.Arbitrary<Course> = fc.record({
  latency: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 40_000 })),
  seenAt: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom('answered', 'answered', 'answered', 'lost', 'unsent', 'rate'),
  retryAfter: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: null }),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      who: fc.nat(1),
      lane: fc.constantFrom(...lanes),
      count: fc.integer({ min: 1, max: 60 }),
      course,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      for: fc.oneof(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 50_000, max: 70_000 }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), who: fc.nat(1) }) },
);

describe('two starts of Fleetdesk on one machine', () => {
  it('never send more than the limit in any minute together, killed while they write or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(4, 12, 48),
        fc.constantFrom(0, 3, 40),
        async (steps, limit, diskTime) => {
          const { clock, both } = await openTwo([limit, limit], diskTime);
          for (const each of steps) {
            if (each.do === 'wait') await clock.advance(each.for);
            else if (each.do === 'restart') {
              const restarted = both[each.who === 0 ? 0 : 1].restart('known');
              await clock.advance(diskTime + 1);
              await restarted;
            } else {
              for (let index = 0; index < each.count; index += 1) {
                void both[each.who === 0 ? 0 : 1].request(each.lane, each.course);
              }
              await settle();
            }
          }
          await clock.advance(60_000);
          expect(mostPerMinute(both)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('send 48 together where each alone would have sent 48', async () => {
    const { clock, both } = await openTwo();
    for (const traffic of both) {
      for (let index = 0; index < 60; index += 1) void traffic.request('interactive', quick);
    }
    await clock.advance(59_000);
    expect(mostPerMinute(both)).toBe(48);
    expect(both[0].account.state().used).toBe(48);
  });

  it.each([
    ['equal limits', [48, 48]],
    ['a share of 12 beside all', [48, 12]],
  ] as const)('the one that comes later gets its part: %s', async (_case, limits) => {
    const { clock, both } = await openTwo(limits);
    both[0].saturate('background', 60, () => quick);
    await clock.advance(120_000);
    expect(both[0].countIn('background', 60_000, 120_000)).toBeGreaterThan(44);
    both[1].saturate('live', 60, () => quick);
    await clock.advance(200_000);
    const part = Math.min(...limits) / 2;
    for (const [index, lane] of [
      [0, 'background'],
      [1, 'live'],
    ] as const) {
      const sent = both[index].countIn(lane, 200_000, 320_000) / 2;
      expect(sent, lane).toBeGreaterThan(part * 0.8);
      expect(sent, lane).toBeLessThanOrEqual(part);
    }
    expect(mostPerMinute(both)).toBeLessThanOrEqual(48);
  });

  it('the one that stays has all of it again once the other was killed', async () => {
    const { clock, both } = await openTwo();
    both[0].saturate('background', 60, () => quick);
    both[1].saturate('live', 60, () => quick);
    await clock.advance(150_000);
    both[1].kill();
    await clock.advance(170_000);
    expect(both[0].countIn('background', 260_000, 320_000)).toBeGreaterThan(44);
    const { entries } = JSON.parse(both[0].files.contents.get(LEDGER) ?? '') as {
      entries: unknown[];
    };
    expect(entries).toHaveLength(1);
  });

  it('what a killed process had sent counts until its minute is over', async () => {
    const { clock, both } = await openTwo();
    for (let index = 0; index < 40; index += 1) void both[0].request('interactive', quick);
    await clock.advance(5_000);
    const endless: Course = { latency: 500_000, seenAt: 0, end: 'answered' };
    for (let index = 0; index < 5; index += 1) void both[0].request('interactive', endless);
    await clock.advance(1_000);
    both[0].kill();
    for (let index = 0; index < 60; index += 1) void both[1].request('interactive', quick);
    await clock.advance(50_000);
    expect(both[1].seen).toHaveLength(3);
    await clock.advance(10_000);
    expect(both[1].seen).toHaveLength(43);
    // What was under way may have reached the service late.
    expect(both[1].account.state().used).toBe(48);
    expect(mostPerMinute(both)).toBeLessThanOrEqual(48);
  });

  it('a rate answer to one pauses the other', async () => {
    const { clock, both } = await openTwo();
    void both[0].request('interactive', { ...quick, end: 'rate', retryAfter: 30_000 });
    await clock.advance(2_000);
    void both[1].request('interactive', quick);
    await clock.advance(1_000);
    expect(both[1].account.state()).toMatchObject({ pause: 'rate-limited' });
  });

  it('a record of requests that is lost while they run costs a full minute', async () => {
    const { clock, both } = await openTwo();
    void both[0].request('interactive', quick);
    await clock.advance(2_000);
    both[0].files.contents.delete(LEDGER);
    void both[0].request('interactive', quick);
    await clock.advance(55_000);
    expect(both[0].seen).toHaveLength(1);
    expect(both[0].account.state().pause).toBe('ledger-missing');
    await clock.advance(7_000);
    expect(both[0].seen).toHaveLength(2);
  });

  it('a request that was withdrawn leaves the wait for another process at once', async () => {
    const { clock, both } = await openTwo([4, 4]);
    const late = await both[1].account.queue('interactive').slot;
    for (let index = 0; index < 4; index += 1) void both[0].request('interactive', quick);
    await clock.advance(1_000);
    const withdrawn = new AbortController();
    const booking = late.book(withdrawn.signal);
    await clock.advance(2_000);
    withdrawn.abort();
    await expect(booking).rejects.toMatchObject({ error: { code: 'cancelled' } });
  });
});
