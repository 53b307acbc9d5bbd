import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, succeed, type AppError, type Result } from '@contract/errors';
import type { PreloadApi } from '@contract/bridge';
import type { DayAnswer } from '@contract/trajectories';
import { installBridge, type Bridge } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import { usePlaybackStore } from '@/features/playback/playback-store';
import { stillPreload } from '../../still-preload';
import { smallDay, smallDays } from './small-day';
import { trackOf } from './tracks';

const truck = 'veh000000000001';
const van = 'veh000000000002';
const today = '2026-11-27';

/** Answers to *day* that come when the test says so. */
function holdDays(bridge: Bridge) {
  const held: {
    day: string;
    signal: AbortSignal | undefined;
    answer: (answer: Result<DayAnswer>) => void;
  }[] = [];
  vi.spyOn(bridge.trajectories, 'day').mockImplementation(
    ({ day }, { signal } = {}) => new Promise((answer) => held.push({ day, signal, answer })),
  );
  return held;
}

type Faults = Partial<Record<'trajectories.day' | 'trajectories.days', AppError>>;

/** A main that answers small days, or fails as is set for a call. */
function daysBridge(faults: Faults = {}): Bridge {
  const answer = <T>(channel: keyof Faults, data: T): Promise<Result<T>> => {
    const fault = faults[channel];
    return Promise.resolve(fault ? fail(fault) : succeed(data));
  };
  const trajectories: PreloadApi['trajectories'] = {
    day: (wish) => answer('trajectories.day', smallDay(wish)),
    days: (span) => answer('trajectories.days', smallDays(span)),
  };
  return connectBridge({ ...stillPreload(), trajectories });
}

let bridge: Bridge;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 17));
  setActivePinia(createPinia());
  bridge = daysBridge();
  installBridge(bridge);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the day in the player', () => {
  it('is asked for at once, but not on the way while somebody leafs through', async () => {
    const day = vi.spyOn(bridge.trajectories, 'day');
    const days = vi.spyOn(bridge.trajectories, 'days');
    const store = usePlaybackStore();
    const opened = [store.open(truck, '2026-11-01')];
    expect(day).toHaveBeenCalledTimes(1);
    for (let step = 2; step <= 20; step += 1) {
      vi.advanceTimersByTime(150);
      const vehicle = step % 2 === 0 ? van : truck;
      opened.push(store.open(vehicle, `2026-11-${String(step).padStart(2, '0')}`));
      opened.push(store.showMonth('2026-11', today));
    }
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(opened);
    expect(day.mock.calls.map(([asked]) => asked.day)).toEqual(['2026-11-01', '2026-11-20']);
    expect(days).toHaveBeenCalledTimes(1);
    expect(store.day).toBe('2026-11-20');
    expect(store.state.phase).not.toBe('loading');
    expect(store.months.get('2026-11')?.phase).toBe('ready');
  });

  it('is the one chosen last, whatever the order of the answers', async () => {
    const held = holdDays(bridge);
    const store = usePlaybackStore();
    const first = store.open(truck, '2026-11-25');
    const second = store.open(truck, '2026-11-26');
    await vi.advanceTimersByTimeAsync(1_000);
    const data = (day: string): Result<DayAnswer> => ({
      ok: true,
      data: { kind: 'track', track: trackOf([{ at: 1 }], { day }), readAt: 1, isKept: false },
    });
    held[1]?.answer(data('2026-11-26'));
    held[0]?.answer(data('2026-11-25'));
    await Promise.all([first, second]);
    expect(store.track?.day).toBe('2026-11-26');
  });

  it('is withdrawn when another one is chosen, with the months of another vehicle', async () => {
    const held = holdDays(bridge);
    const days = vi.spyOn(bridge.trajectories, 'days');
    const store = usePlaybackStore();
    void store.open(truck, '2026-11-25');
    void store.showMonth('2026-11', today);
    const [day, month] = [held[0]?.signal, days.mock.calls[0]?.[1]?.signal];
    void store.open(truck, '2026-11-26');
    expect([day?.aborted, month?.aborted]).toEqual([true, false]);
    void store.open(van, '2026-11-26');
    expect(month?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    // The one in between was never asked for.
    expect(held.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  });

  it('costs no second request when it is chosen again', async () => {
    const day = vi.spyOn(bridge.trajectories, 'day');
    const store = usePlaybackStore();
    await store.open(truck, '2026-11-26');
    await store.open(truck, '2026-11-26');
    expect(day).toHaveBeenCalledTimes(1);
    await store.load();
    expect(day).toHaveBeenCalledTimes(2);
  });

  it('is asked for again when it is chosen again after a fault', async () => {
    const faults: Faults = { 'trajectories.day': { code: 'not-found', message: '404' } };
    installBridge(daysBridge(faults));
    const store = usePlaybackStore();
    await store.open(truck, '2026-11-26');
    expect(store.state.phase).toBe('failed');
    delete faults['trajectories.day'];
    await vi.advanceTimersByTimeAsync(1_000);
    await store.open(truck, '2026-11-26');
    expect(store.state.phase).toBe('track');
  });

  it('is empty where the service had none, which is no error', async () => {
    const store = usePlaybackStore();
    await store.open(truck, '2026-11-22');
    expect(store.state).toMatchObject({ phase: 'no-data' });
    expect(store.track).toBeNull();
  });

  it('is unchosen without a vehicle or a day', async () => {
    const day = vi.spyOn(bridge.trajectories, 'day');
    const store = usePlaybackStore();
    await store.open(truck, null);
    expect(store.state).toEqual({ phase: 'unchosen' });
    await store.open(null, null);
    expect(day).not.toHaveBeenCalled();
  });
});

describe('the months', () => {
  it('are asked for once each, up to today', async () => {
    const days = vi.spyOn(bridge.trajectories, 'days');
    const store = usePlaybackStore();
    await store.open(truck, null);
    await store.showMonth('2026-11', today);
    await store.showMonth('2026-11', today);
    const asked = { vehicleId: truck, from: '2026-11-01', to: today };
    expect(days.mock.calls.map(([span]) => span)).toEqual([asked]);
    await store.showMonth('2026-12', today);
    expect(days).toHaveBeenCalledTimes(1);
    await store.showMonth('2026-11', today, true);
    expect(days).toHaveBeenCalledTimes(2);
  });

  it('add up to the days with data, in their order', async () => {
    const store = usePlaybackStore();
    await store.open(truck, null);
    await store.showMonth('2026-11', today);
    await store.showMonth('2026-10', today);
    const known = store.days.map(({ day }) => day);
    expect(known).toEqual([...known].sort());
    expect(known[0]).toBe('2026-10-05');
    expect(known.at(-1)).toBe(today);
  });

  it('are those of the vehicle in the player', async () => {
    const store = usePlaybackStore();
    await store.open(truck, null);
    const late = store.showMonth('2026-11', today);
    await store.open(van, null);
    await late;
    expect(store.months.size).toBe(0);
  });

  it('can be asked for again after a failure', async () => {
    const error = { code: 'offline', message: 'ENETUNREACH' } as const;
    installBridge(daysBridge({ 'trajectories.days': error }));
    const store = usePlaybackStore();
    await store.open(truck, null);
    await store.showMonth('2026-11', today);
    expect(store.months.get('2026-11')).toEqual({ phase: 'failed', error });
    installBridge(bridge);
    await store.showMonth('2026-11', today);
    expect(store.months.get('2026-11')?.phase).toBe('ready');
  });
});

describe('a replay that is left open', () => {
  it('reads today and the month again, and neither a day that is over', async () => {
    const day = vi.spyOn(bridge.trajectories, 'day');
    const days = vi.spyOn(bridge.trajectories, 'days');
    const store = usePlaybackStore();
    await store.open(truck, today);
    await store.showMonth('2026-11', today);
    await store.refresh(today);
    expect([day, days].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    const refreshing = store.refresh(today);
    expect([store.state.phase, store.days.length]).toEqual(['track', 6]);
    await refreshing;
    expect([day, days].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    await store.open(truck, '2026-11-05');
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    await store.refresh(today);
    expect(day).toHaveBeenCalledTimes(3);
  });

  it('past midnight learns of the new day', async () => {
    const days = vi.spyOn(bridge.trajectories, 'days');
    const store = usePlaybackStore();
    await store.open(truck, '2026-11-26');
    await store.showMonth('2026-11', '2026-11-26');
    expect(store.days.at(-1)?.day).toBe('2026-11-26');
    await store.refresh('2026-11-27');
    expect(days.mock.calls.at(-1)?.[0]).toMatchObject({ to: '2026-11-27' });
    expect(store.days.at(-1)?.day).toBe('2026-11-27');
  });

  it('keeps the days that are marked while the service can’t list them again', async () => {
    const faults: Faults = {};
    installBridge(daysBridge(faults));
    const store = usePlaybackStore();
    await store.open(truck, today);
    await store.showMonth('2026-11', today);
    const known = store.days.length;
    faults['trajectories.days'] = { code: 'service-error', message: '500' };
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    const refreshing = store.refresh(today);
    await vi.advanceTimersByTimeAsync(10_000);
    await refreshing;
    expect(store.months.get('2026-11')?.phase).toBe('ready');
    expect(store.days).toHaveLength(known);
  });

  it('asks for the day on show once at a time, however slow the answer is', async () => {
    const store = usePlaybackStore();
    await store.open(truck, today);
    const day = vi.spyOn(bridge.trajectories, 'day').mockReturnValue(new Promise(() => undefined));
    void store.readAgain();
    void store.readAgain();
    expect(day).toHaveBeenCalledOnce();
  });
});

describe('a read that fails for a moment', () => {
  it.each(['unauthenticated', 'service-error', 'bad-response'] as const)(
    'with %s is tried again after a pause, and nobody has to press anything',
    async (code) => {
      const faults: Faults = { 'trajectories.day': { code, message: 'once' } };
      installBridge(daysBridge(faults));
      const store = usePlaybackStore();
      const opened = store.open(truck, '2026-11-26');
      await vi.advanceTimersByTimeAsync(1000);
      expect(store.state.phase).toBe('loading');
      delete faults['trajectories.day'];
      await vi.advanceTimersByTimeAsync(1000);
      await opened;
      expect(store.state.phase).toBe('track');
    },
  );

  it('again and again is told with its own reason', async () => {
    const error = { code: 'service-error', message: '500' } as const;
    installBridge(daysBridge({ 'trajectories.day': error }));
    const store = usePlaybackStore();
    const opened = store.open(truck, '2026-11-26');
    await vi.advanceTimersByTimeAsync(10_000);
    await opened;
    expect(store.state).toEqual({ phase: 'failed', error });
  });
});
