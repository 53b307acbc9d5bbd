import { describe, expect, it } from 'vitest';
import { lanes } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import { laneMinimums } from '@core/budget/lane-minimums';
import { flood, quick, start, type Course } from './traffic';

const course = (): Course => quick;

describe('window', () => {
  it('sends what a person waits for at once, up to the limit, and the rest as slots free', async () => {
    const { clock, traffic } = await start();
    await flood(traffic, 'interactive', 60);
    await clock.advance(1_000);
    expect(traffic.seen).toHaveLength(48);
    expect(traffic.account.state()).toMatchObject({ limit: 48, used: 48, queued: 12 });
    await clock.advance(59_000);
    expect(traffic.seen).toHaveLength(48);
    await clock.advance(1_000);
    expect(traffic.seen).toHaveLength(60);
  });

  it('frees a slot 60 s after the answer, 90 s after giving up, at once when nothing was sent', async () => {
    const { clock, traffic } = await start(5);
    for (const end of ['answered', 'lost', 'unsent'] as const) {
      void traffic.request('interactive', { latency: 10_000, seenAt: 0, end });
    }
    await clock.advance(10_000);
    expect(traffic.account.state().used).toBe(2);
    await clock.advance(59_999);
    expect(traffic.account.state().used).toBe(2);
    await clock.advance(1);
    expect(traffic.account.state().used).toBe(1);
    await clock.advance(29_999);
    expect(traffic.account.state().used).toBe(1);
    await clock.advance(1);
    expect(traffic.account.state().used).toBe(0);
  });

  it('gives a slot back that nobody spent', async () => {
    const { traffic } = await start(4);
    (await traffic.account.queue('live').slot).unsent();
    expect(traffic.files.writes).toBe(0);
    const booked = await traffic.account.queue('live').slot;
    await booked.book();
    expect(traffic.account.state().used).toBe(1);
    booked.unsent();
    expect(traffic.account.state().used).toBe(0);
  });

  it('reaches 47 a minute in the long run when every lane is full', async () => {
    const { clock, traffic } = await start();
    const ends = lanes.map((lane) => traffic.saturate(lane, 8, course));
    await clock.advance(600_000);
    for (const end of ends) end();
    expect(traffic.seen.length / 10).toBeGreaterThanOrEqual(47);
    expect(traffic.mostPerMinute).toBeLessThanOrEqual(48);
  });

  it('reaches 47 a minute when the live lane has it to itself', async () => {
    const { clock, traffic } = await start();
    traffic.saturate('live', 4, course);
    await clock.advance(600_000);
    expect(traffic.seen.length / 10).toBeGreaterThanOrEqual(47);
  });

  it.each(['outbox', 'live', 'background'] as const)(
    'loses hardly anything of the %s lane by a restart',
    async (lane) => {
      const { clock, traffic } = await start();
      traffic.saturate(lane, 4, course);
      await clock.advance(200_000);
      const before = traffic.seen.length;
      await traffic.restart();
      traffic.saturate(lane, 4, course);
      await clock.advance(60_000);
      // One second of caution, and a request that was under way.
      expect(traffic.seen.length - before).toBeGreaterThanOrEqual(46);
      expect(traffic.mostPerMinute).toBeLessThanOrEqual(48);
    },
  );

  it('leaves a slot for the next click between the slots of patient lanes', async () => {
    const { clock, traffic } = await start();
    await flood(traffic, 'interactive', 20);
    traffic.saturate('live', 4, course);
    for (let second = 0; second < 50; second += 1) {
      await clock.advance(1_000);
      expect(traffic.account.state().used).toBeLessThan(48);
    }
  });
});

describe('lanes', () => {
  it('goes by order', async () => {
    const { clock, traffic } = await start();
    await flood(traffic, 'interactive', 48);
    for (const lane of [...lanes].reverse()) await flood(traffic, lane, 1);
    await clock.advance(120_000);
    expect(traffic.seen.slice(48).map(({ lane }) => lane)).toEqual([...lanes]);
  });

  it.each([4, 5, 6, 12, 48, 2_998])('never promises more than a budget of %i', (budget) => {
    const minimums = Object.values(laneMinimums(budget));
    const promised = minimums.reduce((sum, each) => sum + each, 0);
    expect(promised).toBeLessThanOrEqual(budget);
    expect(Math.min(...minimums)).toBeGreaterThanOrEqual(budget > 4 ? 1 : 0);
  });

  it('keeps every minimum when all lanes want everything', async () => {
    const { clock, traffic } = await start();
    for (const lane of lanes) traffic.saturate(lane, 20, course);
    await clock.advance(600_000);
    const minimums = { session: 2, interactive: 2, outbox: 12, live: 16, background: 6 };
    for (const lane of lanes) {
      for (let from = 120_000; from < 540_000; from += 10_000) {
        const count = traffic.countIn(lane, from, from + 60_400);
        expect(count, `${lane} from ${from}`).toBeGreaterThanOrEqual(minimums[lane]);
      }
    }
  });

  it('gives a lane its minimum within a minute of its coming, however busy the others were', async () => {
    const { clock, traffic } = await start();
    traffic.saturate('interactive', 60, course);
    traffic.saturate('live', 4, course);
    await clock.advance(180_000);
    const from = clock.monotonic();
    traffic.saturate('outbox', 4, course);
    await clock.advance(61_000);
    expect(traffic.countIn('outbox', from, from + 61_000)).toBeGreaterThanOrEqual(12);
  });

  it('keeps a click quick while the live lane uses all that is left', async () => {
    const { clock, traffic } = await start();
    traffic.saturate('live', 4, course);
    await clock.advance(300_000);
    for (let click = 0; click < 20; click += 1) {
      const from = clock.monotonic();
      let waited = Infinity;
      void traffic.request('interactive', quick).then(() => {
        waited = clock.monotonic() - from - quick.latency;
      });
      await clock.advance(7_300);
      expect(waited).toBeLessThanOrEqual(2_500);
    }
  });

  it('moves a waiting call to a more urgent lane, never to a lesser one', async () => {
    const { clock, traffic } = await start(4);
    await flood(traffic, 'interactive', 4);
    const order: string[] = [];
    const first = traffic.account.queue('interactive');
    const second = traffic.account.queue('background');
    void first.slot.then(() => order.push('first'));
    void second.slot.then(() => order.push('second'));
    second.promote('session');
    first.promote('background');
    await clock.advance(61_000);
    expect(order).toEqual(['second', 'first']);
  });
});

describe('cancellation', () => {
  it('takes a waiting call out of the queue', async () => {
    const { clock, traffic } = await start(4);
    await flood(traffic, 'interactive', 4);
    const controller = new AbortController();
    const waiting = traffic.request('interactive', quick, controller.signal);
    const outcome = waiting.catch((fault: unknown) => FleetdeskError.from(fault).code);
    expect(traffic.account.state().queued).toBe(1);
    controller.abort();
    expect(await outcome).toBe('cancelled');
    expect(traffic.account.state().queued).toBe(0);
    await clock.advance(120_000);
    expect(traffic.seen).toHaveLength(4);
  });

  it('refuses a call that was cancelled before it came', async () => {
    const { traffic } = await start();
    await expect(traffic.request('live', quick, AbortSignal.abort())).rejects.toBeInstanceOf(
      FleetdeskError,
    );
    expect(traffic.account.state().used).toBe(0);
  });
});

describe('pauses', () => {
  it('rests in every lane until Retry-After', async () => {
    const { clock, traffic } = await start();
    await traffic.account.queue('live').slot.then((slot) => {
      slot.answered();
    });
    const until = traffic.account.restForRate(20_000);
    expect(until).toBe(clock.now() + 20_000);
    for (const lane of lanes) void traffic.request(lane, quick);
    await clock.advance(19_999);
    expect(traffic.seen).toHaveLength(0);
    expect(traffic.account.state()).toMatchObject({ pause: 'rate-limited', pausedUntil: until });
    await clock.advance(60_000);
    expect(traffic.seen).toHaveLength(5);
    expect(traffic.account.state()).toMatchObject({ pause: null, pausedUntil: null });
  });

  it('grows without Retry-After, counts one burst once, and begins small after a success', async () => {
    const { clock, traffic } = await start();
    const pause = (): number => traffic.account.restForRate(null) - clock.now();
    expect(pause()).toBe(5_000);
    expect(pause()).toBe(5_000);
    await clock.advance(5_000);
    expect(pause()).toBe(10_000);
    await clock.advance(10_000);
    expect(pause()).toBe(20_000);
    await clock.advance(20_000);
    traffic.account.forgive();
    expect(pause()).toBe(5_000);
  });

  it('never takes Retry-After: 0 for a licence', async () => {
    const { clock, traffic } = await start();
    expect(traffic.account.restForRate(0) - clock.now()).toBe(1_000);
  });

  it('goes on resting after a restart', async () => {
    const { clock, traffic } = await start();
    traffic.account.restForRate(30_000);
    await clock.advance(2_000);
    await traffic.restart();
    expect(traffic.account.state().pause).toBe('rate-limited');
    void traffic.request('interactive', quick);
    await clock.advance(27_000);
    expect(traffic.seen).toHaveLength(0);
    await clock.advance(3_000);
    expect(traffic.seen).toHaveLength(1);
  });
});

describe('line', () => {
  it('lets patient lanes try one at a time without a connection, and people at any time', async () => {
    const { clock, traffic } = await start();
    traffic.account.restForLink(4_000);
    for (const lane of ['live', 'live', 'background', 'outbox'] as const) {
      void traffic.request(lane, { latency: 30_000, seenAt: 0, end: 'lost' });
    }
    void traffic.request('interactive', quick);
    await clock.advance(3_999);
    expect(traffic.seen.map(({ lane }) => lane)).toEqual(['interactive']);
    await clock.advance(10_000);
    expect(traffic.seen).toHaveLength(2);
    traffic.account.wakeLink();
    await clock.advance(5_000);
    expect(traffic.seen).toHaveLength(5);
  });

  it('lets one request try as soon as the network is back, and the others once it is answered', async () => {
    const { clock, traffic } = await start();
    traffic.account.restForLink(60_000);
    for (const lane of ['live', 'live', 'background', 'outbox'] as const) {
      void traffic.request(lane, { latency: 30_000, seenAt: 0, end: 'lost' });
    }
    await clock.advance(10_000);
    expect(traffic.seen).toHaveLength(0);
    for (let told = 0; told < 5; told += 1) traffic.account.tryLink();
    await clock.advance(20_000);
    expect(traffic.seen).toHaveLength(1);
    traffic.account.wakeLink();
    await clock.advance(5_000);
    expect(traffic.seen).toHaveLength(4);
    // Nothing rests any more: there is nothing to try.
    traffic.account.tryLink();
  });
});
