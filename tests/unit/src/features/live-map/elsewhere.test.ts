import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { LiveVehicle } from '@contract/fixes';
import type { MapBounds } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import { useShownAreaStore } from '@/app/places/shown-area-store';
import { isElsewhere } from '@/features/live-map/elsewhere';
import { sourceOf } from '../../map/workers/basemap/vector/tiles';
import { liveVehicle } from './live';
import { layOutMap, open } from './live-map-screen';

beforeEach(layOutMap);

const at = (latitude: number, longitude: number) => liveVehicle('v', {}, { latitude, longitude });
const nowhere = liveVehicle('n', {}, null);
const lost = liveVehicle('l', {}, { latitude: 0, longitude: 0, problems: ['no-position'] });
const fiji: MapBounds = [177, -20, 182, -15];

it.each<[why: string, area: MapBounds, all: LiveVehicle[], expected: boolean]>([
  ['it has one of the vehicles', fiji, [at(-18, 10), at(-18, -179)], false],
  ['all of them are beside it', fiji, [at(-18, 10), at(-14, 178), nowhere], true],
  ['nobody knows where they are', [-1, -1, 1, 1], [nowhere, lost], false],
  ['there are none', fiji, [], false],
])('an area is elsewhere if vehicles are known and none is in it: %s', (_, area, all, expected) => {
  expect(isElsewhere(area, all)).toBe(expected);
});

it('the map goes to an area that a person asks for, once', async () => {
  const { vm } = await open();
  const middle = () => (vm as unknown as { middle(): Place | null }).middle();
  expect(middle()?.latitude).toBeLessThan(0);
  const areas = useShownAreaStore();
  areas.wanted = sourceOf(1, { bounds: [10, 20, 11, 21], minZoom: 3, maxZoom: 14 });
  await nextTick();
  expect(areas.wanted).toBeNull();
  // The fleet, which was shown until then, does not take it away again.
  vi.advanceTimersByTime(6_000);
  await nextTick();
  expect(middle()?.latitude).toBeCloseTo(20.5, 1);
  expect(middle()?.longitude).toBeCloseTo(10.5, 1);
});
