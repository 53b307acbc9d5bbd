import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanes, type Lane } from '@contract/budget';
import { laneMinimums } from '@core/budget/lane-minimums';
import { settle, VirtualClock } from '../virtual-clock';
import { LEDGER, Traffic, type Course } from './traffic';

const lane = fc.constantFrom(...lanes);

const course: fc.Arbitrary<Course> = fc.record({
  latency: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 40_000 })),
  seenAt: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom('answered', 'answered', 'answered', 'lost', 'unsent', 'rate'),
  retryAfter: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: null }),
});

type Step =
  | { do: 'call'; lane: Lane; count: number; course: Course }
  | { do: 'wait' | 'sleep'; for: number }
  | { do: 'touch' }
  | { do: 'jump'; by: number }
  | { do: 'restart' | 'reboot' }
  | { do: 'damage' };

const span = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 50_000, max: 70_000 }),
  fc.integer({ min: 0, max: 200_000 }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      lane,
      count: fc.integer({ min: 1, max: 60 }),
      course,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), for: span }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sleep' as const), for: span }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      by: fc.integer({ min: -200_000_000, max: 200_000_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restart', 'reboot') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('touch' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('damage' as const) }) },
);

async function run(traffic: Traffic, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    if (each.do === 'call') {
      for (let index = 0; index < each.count; index += 1) {
        void traffic.request(each.lane, each.course);
      }
      await settle();
    } else if (each.do === 'touch') traffic.inputAt = traffic.clock.monotonic();
    else if (each.do === 'wait') await traffic.clock.advance(each.for);
    else if (each.do === 'sleep') await traffic.clock.sleep(each.for);
    else if (each.do === 'jump') traffic.clock.setWallClock(traffic.clock.now() + each.by);
    else if (each.do === 'restart') await traffic.restart();
    else if (each.do === 'reboot') await traffic.reboot();
    else {
      // A full minute is what such a ledger costs; it holds nothing that could stray.
      traffic.arriveNow();
      const text = traffic.files.contents.get(LEDGER) ?? '';
      traffic.files.contents.set(LEDGER, text.slice(0, text.length / 2));
      await traffic.restart();
    }
  }
}

describe('for every schedule of calls, touches, sleeps, clock jumps, restarts and rate answers', () => {
  it('no 60 seconds at the service hold more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(4, 12, 48),
        async (steps, limit) => {
          const traffic = new Traffic(new VirtualClock(), limit);
          await traffic.account.open('new');
          await run(traffic, steps);
          await traffic.clock.advance(60_000);
          expect(traffic.mostPerMinute).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('everything that waits is sent in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(lane, course), { minLength: 1, maxLength: 60 }),
        async (calls) => {
          const traffic = new Traffic(new VirtualClock(), 12);
          await traffic.account.open('new');
          const all = Promise.all(calls.map(([where, how]) => traffic.request(where, how)));
          let isDone = false;
          void all.then(() => {
            isDone = true;
          });
          // Slots free within 130 s, and 60 calls with growing pauses stay below this by far.
          await traffic.clock.advance(60 * 300_000);
          expect(isDone).toBe(true);
          expect(traffic.account.state()).toMatchObject({ used: 0, queued: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('no busy lane gets less than its minimum in any minute', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({ lane, width: fc.integer({ min: 1, max: 30 }), from: fc.nat(100_000) }),
          { selector: (each) => each.lane, minLength: 2, maxLength: 5 },
        ),
        fc.integer({ min: 10, max: 1_500 }),
        fc.constantFrom(6, 12, 48),
        async (demands, latency, limit) => {
          const clock = new VirtualClock();
          const traffic = new Traffic(clock, limit);
          await traffic.account.open('new');
          for (const demand of demands) {
            clock.after(demand.from, () => {
              traffic.saturate(demand.lane, demand.width, () => ({
                latency,
                seenAt: 0,
                end: 'answered',
              }));
            });
          }
          await clock.advance(330_000);
          const minimums = laneMinimums(limit);
          for (const { lane: name } of demands) {
            // From one full round after the last of them came.
            for (let from = 170_000; from < 260_000; from += 15_000) {
              const count = traffic.countIn(name, from, from + 60_000 + 2 * latency);
              expect(count, `${name} from ${from}`).toBeGreaterThanOrEqual(minimums[name]);
            }
          }
          expect(traffic.mostPerMinute).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 60 },
    );
  });
});
