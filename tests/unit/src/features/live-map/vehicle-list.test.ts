import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import { useVehicleList } from '@/features/live-map/use-vehicle-list';
import type { LiveVehicle } from '@contract/fixes';
import type { Vehicle } from '@contract/vehicles';
import { render, settled } from '../../render';
import {
  holdFleet,
  holdLive,
  listed,
  liveVehicle,
  now,
  type FleetListener,
  type LiveListener,
} from './live';

afterEach(() => {
  document.documentElement.removeAttribute('data-rest');
  vi.useRealTimers();
});

/** The list of a fleet in which every vehicle stands, by speed; `tell` changes live states. */
async function open() {
  let listener: () => LiveListener | undefined = () => undefined;
  let list: ReturnType<typeof useVehicleList> | undefined;
  const page = defineComponent(() => {
    listener = holdLive();
    void useLiveStore().start();
    void useFleetStore().start();
    list = useVehicleList();
    return () => h('p');
  });
  await render(page, { office: { now: () => now, vehicles: 6, isRead: true } });
  await settled();
  const at = (id: string, speed: number): LiveVehicle =>
    liveVehicle(id, { motion: speed > 0 ? 'moving' : 'parked' }, { speed });
  const ids = [...useFleetStore().vehicles.keys()];
  const pace = { onScreenSeconds: 30, holdsCap: true };
  listener()?.snapshot({ vehicles: ids.map((id) => at(id, 0)), pace });
  useLiveMapStore().sort = 'speed';
  await settled();
  return {
    ids,
    first: () => list?.ids.value[0],
    tell: async (id: string, speed: number) => {
      listener()?.patch({ changed: [at(id, speed)], removed: [], pace: null });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await nextTick();
    },
  };
}

it('rows move a moment after a change, and at once with it while nobody is at work', async () => {
  const { ids, first, tell } = await open();
  const [one = '', , , other = ''] = ids;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await tell(other, 60);
  expect(first()).not.toBe(other);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first()).toBe(other);
  document.documentElement.toggleAttribute('data-rest', true);
  await tell(one, 90);
  expect(first()).toBe(one);
});

describe('a large fleet that comes in parts', () => {
  const pages = [0, 1, 2, 3];
  /** Vehicles of a part, whose names come between those of the others. */
  const part = (page: number, count = 500) =>
    Array.from({ length: count }, (_, at) =>
      listed(`v${at * 10 + page}`, `V-${String(at * 10 + page).padStart(6, '0')}`),
    );

  async function openEmpty() {
    let listener: () => FleetListener | undefined = () => undefined;
    let list: ReturnType<typeof useVehicleList> | undefined;
    const page = defineComponent(() => {
      listener = holdFleet();
      void useFleetStore().start();
      list = useVehicleList();
      return () => h('p');
    });
    await render(page, { office: { now: () => now, vehicles: 0 } });
    const sync = { phase: 'complete', read: 0, completedAt: 1, pagingRefused: false } as const;
    listener()?.snapshot({ vehicles: [], sync });
    vi.useFakeTimers();
    return {
      shown: () => list?.ids.value ?? [],
      total: () => list?.total.value,
      keepsPlace: () => list?.keepsPlace.value,
      come: (changed: Vehicle[]) => listener()?.patch({ changed, removed: [], sync: null }),
      /** So long, ms, others are on their way. */
      pass: async (time: number) => {
        await vi.advanceTimersByTimeAsync(time);
      },
    };
  }

  it('is listed once no further part follows, in its order', async () => {
    const { shown, total, come, pass } = await openEmpty();
    for (const page of pages) {
      come(part(page));
      await pass(100);
      expect(shown()).toEqual([]);
    }
    expect(total()).toBe(2_000);
    await pass(100);
    expect(shown()).toHaveLength(2_000);
    expect(shown().slice(0, 5)).toEqual(['v0', 'v1', 'v2', 'v3', 'v10']);
  });

  it('is listed after a second, where parts go on to come', async () => {
    const { shown, come, pass } = await openEmpty();
    for (let page = 0; page < 9; page += 1) {
      come(part(page));
      await pass(110);
    }
    expect(shown()).toEqual([]);
    come(part(9));
    await pass(110);
    expect(shown().length).toBeGreaterThan(4_000);
  });

  it('a few vehicles are listed at once, and nobody loses their place', async () => {
    const { shown, keepsPlace, come, pass } = await openEmpty();
    come(part(0, 3));
    expect(shown()).toEqual(['v0', 'v10', 'v20']);
    await pass(20);
    come(part(1, 2));
    expect(shown()).toEqual(['v0', 'v1', 'v10', 'v11', 'v20']);
    expect(keepsPlace()).toBe(true);
    useLiveMapStore().sort = 'speed';
    await nextTick();
    expect(keepsPlace()).toBe(false);
  });
});
