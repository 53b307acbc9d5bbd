import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { useFoundPlaceStore } from '@/app/places/found-place-store';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useBridge } from '@/bridge';
import { useLiveStore } from '@/features/live-map/live-store';
import ZoneMap from '@/features/zones/ZoneMap.vue';
import { control, render, settled, textOnPage } from '../../render';
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
  const seen = 'veh000000000000 veh000000000002';
  expect(attend).toHaveBeenLastCalledWith({ onScreen: seen, selected: null, followed: null });
  page.unmount();
  expect(attend).toHaveBeenLastCalledWith({ onScreen: '', selected: null, followed: null });
});

it('a place that is searched for comes into the middle of the map on which zones are drawn', async () => {
  await render(ZoneMap, {
    props: { zones: new Map(), draft: null },
    office: { now: () => now, vehicles: 3, isRead: true },
  });
  await settled();
  control('Search for a place').click();
  await nextTick();
  expect(document.querySelector('section.find input')).not.toBeNull();
  useFoundPlaceStore().show({
    ...{ kind: 'street', name: 'Rua das Flores', area: 'Centro', country: 'BR', source: 'demo' },
    ...{ latitude: -23.5, longitude: -46.6 },
  });
  await nextTick();
  expect(textOnPage()).toContain('Rua das Flores');
  expect(useFoundPlaceStore().isNew, 'the map was brought there').toBe(false);
});
