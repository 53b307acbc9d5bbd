import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchEffect } from 'vue';
import type { LivePatch, LiveSnapshot, LiveVehicle } from '@contract/fixes';
import { usePositionsStore } from '@/app/stores/positions-store';
import { installBridge, type Bridge } from '@/bridge';
import { useLiveStore } from '@/features/live-map/live-store';
import { liveVehicle, now } from './live';

type Listener = { snapshot(state: LiveSnapshot): void; patch(patch: LivePatch): void };

let listener: Listener;
let frames: (() => void)[];
const pace = { onScreenSeconds: 30, holdsCap: true };

function nextFrame(): void {
  for (const frame of frames.splice(0)) frame();
}

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  installBridge({
    subscribe: (_: string, given: Listener) => {
      listener = given;
      return () => undefined;
    },
  } as unknown as Bridge);
  setActivePinia(createPinia());
  return () => {
    vi.unstubAllGlobals();
  };
});

describe('the live states', () => {
  it('come with a snapshot, then once a frame', async () => {
    const live = useLiveStore();
    const started = live.start();
    const heard = vi.fn();
    const seen = vi.fn();
    live.onChange(heard);
    watchEffect(() => seen(live.vehicles.size), { flush: 'sync' });
    listener.snapshot({ vehicles: [liveVehicle('a'), liveVehicle('b')], pace });
    await started;
    expect(live.vehicles.size).toBe(2);
    expect(live.counts.moving).toBe(2);
    expect(live.pace).toEqual(pace);
    expect(heard).toHaveBeenCalledTimes(1);

    const parked = liveVehicle('a', { motion: 'parked' });
    listener.patch({ changed: [parked], removed: [], pace: null });
    listener.patch({ changed: [], removed: ['b'], pace: { onScreenSeconds: 12, holdsCap: false } });
    expect(live.vehicles.get('a')?.motion).toBe('moving');
    nextFrame();
    expect([...live.vehicles.values()]).toEqual([parked]);
    expect(live.counts).toMatchObject({ moving: 0, idling: 0, parked: 1, silent: 0 });
    expect(live.pace.onScreenSeconds).toBe(12);
    expect(heard).toHaveBeenLastCalledWith({ changed: [parked], removed: ['b'] });
    expect(seen.mock.calls.map(([size]) => size)).toEqual([0, 2, 1]);
  });

  it('are as old as the last look at one of them', () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const positions = usePositionsStore();
    void useLiveStore().start();
    expect(positions.lookedAt).toBeNull();
    const looked = (id: string, lookedAt: number | null) => liveVehicle(id, { lookedAt });
    listener.snapshot({ vehicles: [looked('a', now - 9000), looked('b', null)], pace });
    expect(positions.lookedAt).toBe(now - 9000);
    const patch = (...changed: LiveVehicle[]) => {
      listener.patch({ changed, removed: [], pace: null });
      nextFrame();
    };
    patch(looked('b', now - 5000), looked('a', now - 7000));
    expect(positions.lookedAt).toBe(now - 5000);
    // Kept by a clock that was ahead.
    patch(looked('a', now + 60_000));
    expect(positions.lookedAt).toBe(now - 5000);
    listener.snapshot({ vehicles: [looked('a', now - 8000)], pace });
    expect(positions.lookedAt).toBe(now - 8000);
    vi.useRealTimers();
  });

  it('drop what a new snapshot no longer knows', () => {
    const live = useLiveStore();
    void live.start();
    listener.snapshot({ vehicles: [liveVehicle('a'), liveVehicle('b')], pace });
    listener.patch({ changed: [liveVehicle('a', { motion: 'idling' })], removed: [], pace: null });
    const heard = vi.fn();
    live.onChange(heard);
    listener.snapshot({ vehicles: [liveVehicle('b')], pace });
    nextFrame();
    expect([...live.vehicles.keys()]).toEqual(['b']);
    expect(live.counts).toMatchObject({ moving: 1, idling: 0, parked: 0, silent: 0 });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledWith({ changed: [liveVehicle('b')], removed: ['a'] });
  });
});
