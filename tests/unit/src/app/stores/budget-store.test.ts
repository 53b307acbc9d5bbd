import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { useBudgetStore } from '@/app/stores/budget-store';
import { installBridge } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import { succeed } from '@contract/errors';
import { stillPreload } from '../../still-preload';

/** Requests are paused until then. */
function pauseUntil(pausedUntil: number): void {
  const budget = { limit: 48, used: 48, queued: 1, isShared: true, pausedUntil };
  const snapshot = { ...budget, pause: 'rate-limited' } as const;
  const still = stillPreload();
  installBridge(
    connectBridge({
      ...still,
      events: { ...still.events, subscribe: () => Promise.resolve(succeed({ seq: 0, snapshot })) },
    }),
  );
}

it('a machine that slept through a pause: the pause is over a second after it wakes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    const pausedUntil = Date.now() + 60_000;
    setActivePinia(createPinia());
    pauseUntil(pausedUntil);
    const budget = useBudgetStore();
    await budget.start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(budget.pausedUntil).toBe(pausedUntil);
    // The timers stop while the machine sleeps; the time of day goes on.
    vi.setSystemTime(pausedUntil + 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(budget.pausedUntil).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('a pause that is extended ends at the later moment', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    const start = Date.now();
    setActivePinia(createPinia());
    pauseUntil(start + 5_000);
    const budget = useBudgetStore();
    await budget.start();
    await vi.advanceTimersByTimeAsync(1_000);
    budget.state = { ...budget.state, pausedUntil: start + 10_000 };
    await vi.advanceTimersByTimeAsync(8_999);
    expect(budget.pausedUntil).toBe(start + 10_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(budget.pausedUntil).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
