import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { useSettingsStore } from '@/app/stores/settings-store';
import LiveMap from '@/features/live-map/LiveMap.vue';
import type { LiveVehicle } from '@contract/fixes';
import { control, render, settled } from '../../render';
import { holdLive, liveVehicle, now, type LiveListener } from './live';
import { useLiveStore } from '@/features/live-map/live-store';
import { clickOn, layOutMap, vehicles } from './live-map-screen';

beforeEach(layOutMap);

const pace = { onScreenSeconds: 30, holdsCap: true };
const idOf = (index: number) => `veh${String(index).padStart(12, '0')}`;

let patch: (changed: LiveVehicle[]) => Promise<void>;

/** The map of a fleet of so many vehicles, all of which have reported. */
async function openWith(count: number): Promise<void> {
  let listener: () => LiveListener | undefined = () => undefined;
  const page = defineComponent(() => {
    listener = holdLive();
    void useLiveStore().start();
    return () => h(LiveMap, { covered: 0 });
  });
  await render(page, { office: { now: () => now, vehicles: 6 } });
  listener()?.snapshot({ vehicles: Array.from({ length: count }, (_, i) => at(i)), pace });
  patch = async (changed) => {
    listener()?.patch({ changed, removed: [], pace: null });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await nextTick();
  };
  await settled();
}

/** A vehicle of the fleet, so many reports on. */
function at(index: number, reports = 0): LiveVehicle {
  const latitude = -11 - (index % 100) / 1000 + reports / 10_000;
  const longitude = -46 - Math.floor(index / 100) / 1000;
  return liveVehicle(idOf(index), {}, { latitude, longitude });
}

const sent = (type: string) => vehicles().sent.filter((message) => message.type === type);
const elements = () => document.querySelectorAll('*').length;

describe('what people complain about on other fleet maps', () => {
  it('above 1,500 vehicles zooming blocks the page: here it only asks for one picture', async () => {
    await openWith(2_000);
    const before = { handed: sent('vehicles').length, elements: elements() };
    const views = sent('stage-view').length + sent('stage-zoom').length;
    control('Zoom in').click();
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(sent('stage-view').length + sent('stage-zoom').length).toBeGreaterThan(views);
    expect(sent('vehicles')).toHaveLength(before.handed);
    // Tiles of the ground alone.
    expect(elements() - before.elements).toBeLessThan(50);
  });

  it('1,000 markers that update at once make the map undraggable: here they are one message', async () => {
    await openWith(1_000);
    const before = { handed: sent('vehicles').length, elements: elements() };
    await patch(Array.from({ length: 1_000 }, (_, index) => at(index, 1)));
    expect(sent('vehicles')).toHaveLength(before.handed + 1);
    expect(vehicles().last('vehicles').packed).toHaveLength(1_000 * 5);
    expect(elements()).toBe(before.elements);
  });

  it('a cluster of thousands at one spot freezes the page: here it lists the rows that are seen', async () => {
    await openWith(5_000);
    await clickOn({
      kind: 'cluster',
      slots: Uint32Array.from({ length: 5_000 }, (_, slot) => slot),
      ...{ latitude: -11, longitude: -46 },
      bounds: { south: -11, west: -46, north: -11, east: -46 },
    });
    expect(document.querySelector('.popover')?.textContent).toContain('5,000 vehicles here');
    expect(document.querySelectorAll('.popover [role=option]').length).toBeLessThan(60);
  });

  it('the popup of a cluster blinks with each update: here it stays, and so do its rows', async () => {
    await openWith(30);
    await clickOn({
      kind: 'cluster',
      slots: Uint32Array.from([1, 2, 3]),
      ...{ latitude: -11, longitude: -46 },
      bounds: { south: -11.1, west: -46.1, north: -11, east: -46 },
    });
    const popover = document.querySelector('.popover');
    const rows = [...document.querySelectorAll('.popover [role=option]')];
    expect(rows).toHaveLength(3);
    for (const reports of [1, 2, 3]) await patch([1, 2, 3].map((index) => at(index, reports)));
    expect(document.querySelector('.popover')).toBe(popover);
    expect([...document.querySelectorAll('.popover [role=option]')]).toEqual(rows);
  });

  it('200 plates clutter the map and can’t be hidden: here one press hides them, and it is kept', async () => {
    await openWith(200);
    expect(vehicles().last('look').names).toBe(true);
    control('Plates on the map').click();
    await settled();
    expect(vehicles().last('look').names).toBe(false);
    expect(useSettingsStore().state.mapLabels).toBe(false);
  });

  it('markers that share a device or trip flip between two vehicles: here each has its own', async () => {
    await openWith(0);
    const device = { id: 'dev000000000001', name: 'Tracker', imei: '490154203237518' };
    const twins = [1, 2].map((index) => liveVehicle(idOf(index), { device }));
    await patch(twins);
    const slots = (packed: Float64Array) =>
      Array.from({ length: packed.length / 5 }, (_, index) => packed[index * 5]);
    const [first, second] = slots(vehicles().last('vehicles').packed);
    expect(first).not.toBe(second);
    await patch([liveVehicle(idOf(2), { device }, { latitude: -12 })]);
    expect(slots(vehicles().last('vehicles').packed)).toEqual([second]);
  });
});
