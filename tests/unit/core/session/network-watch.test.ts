import { describe, expect, it, vi } from 'vitest';
import { watchNetwork } from '@core/session/network-watch';
import { VirtualClock } from '../virtual-clock';

function build() {
  const clock = new VirtualClock();
  const now = { isOnline: true, isMissed: false };
  const onBack = vi.fn();
  const isOnline = vi.fn(() => now.isOnline);
  const watch = watchNetwork({ clock, onBack, isOnline, isMissed: () => now.isMissed });
  return { clock, now, onBack, isOnline, ...watch };
}

describe('the watch over the network', () => {
  it('tells once that it is back, however long it was away, and nothing while it is there', async () => {
    const { clock, now, onBack, look, close } = build();
    now.isMissed = true;
    look();
    await clock.advance(60_000);
    now.isOnline = false;
    await clock.advance(3_600_000);
    expect(onBack).not.toHaveBeenCalled();
    now.isOnline = true;
    await clock.advance(60_000);
    expect(onBack).toHaveBeenCalledOnce();
    close();
    expect(clock.pending).toBe(0);
  });

  it('asks nothing while nobody misses it', async () => {
    const { clock, now, isOnline, look } = build();
    look();
    await clock.advance(60_000);
    expect([isOnline.mock.calls.length, clock.pending]).toEqual([0, 0]);
    now.isMissed = true;
    look();
    look();
    await clock.advance(10_000);
    expect(isOnline).toHaveBeenCalledTimes(3);
    now.isMissed = false;
    look();
    await clock.advance(60_000);
    expect([isOnline.mock.calls.length, clock.pending]).toEqual([3, 0]);
  });

  it('hears of one that is back by the time that another outage is noticed', async () => {
    const { clock, now, onBack, look } = build();
    now.isMissed = true;
    now.isOnline = false;
    look();
    await clock.advance(5_000);
    now.isOnline = true;
    await clock.advance(5_000);
    expect(onBack).toHaveBeenCalledOnce();
    now.isMissed = false;
    look();
    now.isMissed = true;
    look();
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('may be closed while it tells', async () => {
    const { clock, now, onBack, look, close } = build();
    onBack.mockImplementation(close);
    now.isMissed = true;
    now.isOnline = false;
    look();
    now.isOnline = true;
    await clock.advance(60_000);
    expect(onBack).toHaveBeenCalledOnce();
    expect(clock.pending).toBe(0);
  });
});
