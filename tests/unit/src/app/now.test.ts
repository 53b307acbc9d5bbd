import { effectScope } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from '@/app/format';

const start = Date.UTC(2026, 2, 10, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('ages tick as seldom as they are told, and are right at once after a sleep of the machine', () => {
  const scope = effectScope();
  const now = scope.run(() => useNow(60_000));
  vi.advanceTimersByTime(59_000);
  expect(now?.value).toBe(start);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 60_000);
  // Timers stand still while the machine sleeps; the time of day does not.
  vi.setSystemTime(start + 8 * 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 8 * 3_600_000 + 1_000);
  // A clock that was put back is followed, too.
  vi.setSystemTime(start);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 1_000);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});
