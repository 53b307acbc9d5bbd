import { afterEach, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import { useVehicleList } from '@/features/live-map/use-vehicle-list';
import type { LiveVehicle } from '@contract/fixes';
import { render, settled } from '../../render';
import { holdLive, liveVehicle, now, type LiveListener } from './live';

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
