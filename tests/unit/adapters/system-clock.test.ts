import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SystemClock, type TimeSources } from '@adapters/system-clock';

/** A machine whose sleep a test decides. */
class Machine implements TimeSources {
  wall = 1_000_000;
  ran = 50;
  slept = 0;

  now = (): number => this.wall;
  running = (): number => this.ran;
  /** Coarse, as some systems tell it. */
  uptime = (): number => Math.floor((900_000 + this.ran + this.slept) / 10) * 10;

  pass(milliseconds: number): void {
    this.ran += milliseconds;
    this.wall += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  }

  sleep(milliseconds: number): void {
    this.slept += milliseconds;
    this.wall += milliseconds;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  // First: a spied timer that is put back later is one of the false time, for all files behind.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('SystemClock', () => {
  it('is the one that is there already, unless a test asks for another', () => {
    const own = new SystemClock(new Machine());
    expect(SystemClock.asAsked({ shift: 0, pace: 1 }, own)).toBe(own);
    const ahead = SystemClock.asAsked({ shift: 60_000, pace: 1 }, own);
    expect(ahead.now()).toBe(Date.now() + 60_000);
    expect(SystemClock.asAsked({ shift: 0, pace: 4 }, own)).not.toBe(own);
  });

  it('sets one timer for a moment amid a millisecond, and not too early', () => {
    const machine = new Machine();
    machine.ran = 50.4;
    const clock = new SystemClock(machine);
    const set = vi.spyOn(globalThis, 'setTimeout');
    const runs: number[] = [];
    clock.after(100.3, () => runs.push(machine.ran));
    machine.pass(100);
    expect(runs).toEqual([]);
    machine.pass(1);
    expect(runs).toEqual([machine.ran]);
    expect(set.mock.calls.map(([, delay]) => delay)).toEqual([101]);
  });

  it('has one timer for all that is far off', () => {
    const clock = new SystemClock(new Machine());
    const cancel = [30_000, 45_000, 90_000].map((delay) => clock.after(delay, () => undefined));
    expect(vi.getTimerCount()).toBe(1);
    for (const end of cancel) end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts from the start of the machine, evenly, whatever the wall clock does', () => {
    const machine = new Machine();
    const clock = new SystemClock(machine);
    const start = clock.monotonic();
    expect(start).toBe(900_050);
    machine.pass(1_000);
    machine.wall -= 3_600_000;
    expect(clock.monotonic()).toBe(start + 1_000);
    expect(clock.now()).toBe(machine.wall);
  });

  it('goes on through a sleep and never back', () => {
    const machine = new Machine();
    const clock = new SystemClock(machine);
    const start = clock.monotonic();
    machine.pass(1_000);
    machine.sleep(60_000);
    machine.pass(1_000);
    const after = clock.monotonic() - start;
    expect(after).toBeGreaterThanOrEqual(61_980);
    expect(after).toBeLessThanOrEqual(62_000);
    let last = clock.monotonic();
    for (let step = 0; step < 100; step += 1) {
      machine.pass(7);
      expect(clock.monotonic()).toBeGreaterThanOrEqual(last);
      last = clock.monotonic();
    }
  });

  it('lets all others of the thread have their turn before what is due at once', async () => {
    vi.useRealTimers();
    const clock = new SystemClock();
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      const task = (): void => {
        order.push('task');
        if (order.length < 6) clock.after(0, task);
        else resolve();
      };
      const other = (): void => {
        order.push('other');
        if (order.length < 6) setImmediate(other);
      };
      clock.after(0, task);
      setImmediate(other);
    });
    expect(order).toEqual(['task', 'other', 'task', 'other', 'task', 'other', 'task']);
    const cancelled = vi.fn();
    clock.after(0, cancelled)();
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('runs a task after its delay, once, and not when cancelled', () => {
    const machine = new Machine();
    const clock = new SystemClock(machine);
    const runs: string[] = [];
    clock.after(12_000, () => runs.push('long'));
    clock.after(100, () => runs.push('short'));
    const cancel = clock.after(9_000, () => runs.push('never'));
    for (let passed = 0; passed < 11_900; passed += 100) {
      machine.pass(100);
      if (passed === 6_000) cancel();
    }
    expect(runs).toEqual(['short']);
    machine.pass(200);
    machine.pass(5_000);
    expect(runs).toEqual(['short', 'long']);
  });

  it('wakes once for all that is far off, and for nothing once that is cancelled', () => {
    const machine = new Machine();
    const clock = new SystemClock(machine);
    const due: number[] = [];
    const at = [30_000, 45_000, 60_000, 61_000, 90_000];
    const cancels = at.map((delay) => clock.after(delay, () => due.push(machine.ran - 50)));
    expect(vi.getTimerCount()).toBe(1);
    for (let passed = 0; passed < 20_000; passed += 100) machine.pass(100);
    // One that is asked for amid a nap is on time as well.
    clock.after(5_100, () => due.push(machine.ran - 50));
    expect(vi.getTimerCount()).toBe(1);
    for (let passed = 20_000; passed < 70_000; passed += 100) machine.pass(100);
    expect(due).toEqual([25_100, 30_000, 45_000, 60_000, 61_000]);
    for (const cancel of cancels) cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('notices within seconds of waking that a delay has passed in sleep', () => {
    const machine = new Machine();
    const clock = new SystemClock(machine);
    let isDone = false;
    clock.after(60_000, () => {
      isDone = true;
    });
    for (let passed = 0; passed < 10_000; passed += 500) machine.pass(500);
    machine.sleep(8 * 3_600_000);
    for (let passed = 0; passed < 5_500; passed += 500) machine.pass(500);
    expect(isDone).toBe(true);
  });

  it('goes faster for tests: time of day, timers and sleep alike', () => {
    const machine = new Machine();
    const clock = SystemClock.forTests({ shift: -500, pace: 4 }, machine);
    const start = clock.monotonic();
    let isDone = false;
    clock.after(60_000, () => {
      isDone = true;
    });
    expect(clock.now()).toBe(machine.wall * 4 - 500);
    for (let passed = 0; passed < 14_900; passed += 100) machine.pass(100);
    expect(clock.monotonic() - start).toBe(4 * 14_900);
    expect(isDone).toBe(false);
    for (let passed = 0; passed < 200; passed += 100) machine.pass(100);
    expect(isDone).toBe(true);
    machine.sleep(60_000);
    machine.pass(1_000);
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(4 * (60_000 + 16_100) - 40);
  });
});
