import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useBridge } from '@/bridge';
import { useLiveStore } from '@/features/live-map/live-store';
import ZoneMap from '@/features/zones/ZoneMap.vue';
import { render, settled } from '../../render';
import { now } from '../live-map/live';
import { layOutMap, vehicles } from '../live-map/live-map-screen';

beforeEach(layOutMap);

it('vehicles on the map of zones are kept as fresh as on the live map, until it is left', async () => {
  const page = await render(ZoneMap, {
    props: { zones: new Map(), draft: null },
    office: { now: () => now, vehicles: 30, isRead: true, info: { testHooks: true } },
  });
  await Promise.all([useFleetStore().start(), useLiveStore().start()]);
  await settled();
  const attend = vi.spyOn(useBridge().live, 'attend');
  vehicles().say({ type: 'in-view', slots: Uint32Array.from([0, 2]) });
  await nextTick();
  vi.advanceTimersByTime(300);
  const seen = ['veh000000000000', 'veh000000000002'];
  expect(attend).toHaveBeenLastCalledWith({ onScreen: seen, selected: null, followed: null });
  page.unmount();
  expect(attend).toHaveBeenLastCalledWith({ onScreen: [], selected: null, followed: null });
});
