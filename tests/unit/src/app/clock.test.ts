import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemTime } from '@contract/test-clock';
import { callAt, setClock, timeNow } from '@/app/clock';

const start = Date.UTC(2026, 2, 10, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  setClock(systemTime);
  vi.useRealTimers();
});

it('calls when a moment has come, at the pace of the clock that a test asks for', () => {
  setClock({ shift: -3 * start, pace: 4 });
  expect(timeNow()).toBe(start);
  const call = vi.fn();
  callAt(start + 60_000, call);
  const cancelled = vi.fn();
  callAt(start + 10_000, cancelled)();
  vi.advanceTimersByTime(14_900);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(call).toHaveBeenCalledOnce();
  expect(timeNow()).toBe(start + 4 * 15_100);
  expect(cancelled).not.toHaveBeenCalled();
});
