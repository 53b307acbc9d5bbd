import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { useBudgetStore } from '@/app/stores/budget-store';
import { installBridge } from '@/bridge';
import { fakeBridge } from '@/bridge/fake';

it('a machine that slept through a pause: the pause is over a second after it wakes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    const pausedUntil = Date.now() + 60_000;
    setActivePinia(createPinia());
    installBridge(fakeBridge({ budget: { pause: 'rate-limited', pausedUntil } }));
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
    installBridge(fakeBridge({ budget: { pause: 'rate-limited', pausedUntil: start + 5_000 } }));
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
