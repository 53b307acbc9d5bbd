import { describe, expect, it, vi } from 'vitest';
import { watchNetwork } from '@core/session/network-watch';
import { VirtualClock } from '../virtual-clock';

describe('the watch over the network', () => {
  it('tells once that it is back, however long it was away, and nothing while it is there', async () => {
    const clock = new VirtualClock();
    const onBack = vi.fn();
    let isOnline = true;
    const close = watchNetwork({ clock, onBack, isOnline: () => isOnline });
    await clock.advance(60_000);
    isOnline = false;
    await clock.advance(3_600_000);
    expect(onBack).not.toHaveBeenCalled();
    isOnline = true;
    await clock.advance(60_000);
    expect(onBack).toHaveBeenCalledOnce();
    close();
    expect(clock.pending).toBe(0);
  });

  it('misses no network that comes back while it looks', async () => {
    const clock = new VirtualClock();
    const onBack = vi.fn();
    const answers = [false, false, true];
    watchNetwork({ clock, onBack, isOnline: () => answers.shift() ?? true });
    await clock.advance(60_000);
    expect(onBack).toHaveBeenCalledOnce();
  });
});
