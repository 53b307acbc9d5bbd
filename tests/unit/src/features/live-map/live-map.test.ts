import type { FleetPatch } from '@contract/vehicles';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick, onMounted } from 'vue';
import { useFleetStore } from '@/app/stores/fleet-store';
import { usePositionsStore } from '@/app/stores/positions-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import LiveMap from '@/features/live-map/LiveMap.vue';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import { createStatusCounts } from '@/features/live-map/status-counts';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { control, render, settled, textOnPage, theOffice } from '../../render';
import { listed, liveVehicle, now } from './live';
import { clickOn, container, layOutMap, open, vehicles } from './live-map-screen';

beforeEach(layOutMap);

describe('the live map', () => {
  it('hands the fleet to the worker, plates included, also those that come later', async () => {
    await open();
    const handed = vehicles().sent.filter((message) => message.type === 'vehicles');
    expect(handed.reduce((sum, { packed }) => sum + packed.length / 5, 0)).toBe(30);
    expect(vehicles().last('names').names).toHaveLength(30);

    const { hub } = theOffice().main.house;
    const { vehicles: all, sync } = useFleetStore();
    let tell = (_: FleetPatch): void => undefined;
    hub.replace('fleet', {
      snapshot: () => ({ vehicles: [...all.values()], sync }),
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
      nothing: () => ({ changed: [], removed: [], sync }),
    });
    await settled();
    vi.advanceTimersByTime(100);
    tell({ changed: [listed('veh000000000099', 'NEW-9Z99')], removed: [], sync: null });
    await settled();
    expect(vehicles().last('names').names).toEqual(['NEW-9Z99']);
  });

  it('shows the fleet first, and then leaves the map to the person', async () => {
    await open();
    const { view } = vehicles().last('stage-view');
    expect(view.zoom).toBeGreaterThan(10);
    container().dispatchEvent(new WheelEvent('wheel', { deltaY: 0 }));
    const asked = vehicles().sent.filter(({ type }) => type === 'stage-view').length;
    vi.advanceTimersByTime(6000);
    expect(vehicles().sent.filter(({ type }) => type === 'stage-view')).toHaveLength(asked);
  });

  it('tells the scheduler what is on the screen', async () => {
    await open();
    const attend = vi.spyOn(useBridge().live, 'attend');
    vehicles().say({ type: 'in-view', slots: Uint32Array.from([0, 2]) });
    await nextTick();
    useLiveMapStore().select('veh000000000001');
    await nextTick();
    vi.advanceTimersByTime(300);
    expect(attend).toHaveBeenCalledExactlyOnceWith({
      onScreen: 'veh000000000000 veh000000000002',
      selected: 'veh000000000001',
      followed: null,
    });
  });

  it('selects what is clicked', async () => {
    await open();
    await clickOn({ kind: 'vehicle', slot: 4 });
    expect(useLiveMapStore().selected).toBe('veh000000000004');
    expect(vehicles().last('emphasis').emphasis.selected).toBe(4);
  });

  it('lists the vehicles of a cluster; one of them is selected', async () => {
    await open();
    await clickOn({
      kind: 'cluster',
      slots: Uint32Array.from([1, 2, 3]),
      latitude: -23.24,
      longitude: -46.95,
      bounds: { south: -23.25, west: -46.96, north: -23.23, east: -46.94 },
    });
    expect(textOnPage()).toContain('3 vehicles here');
    expect(control('Zoom in', '.popover button')).toBeDefined();
    await clickOn(null);
    expect(textOnPage()).not.toContain('3 vehicles here');
  });

  it('lists many vehicles at one spot by name, and finds one of them', async () => {
    await open();
    const slots = Array.from({ length: 20 }, (_, slot) => 19 - slot);
    await clickOn({
      kind: 'cluster',
      slots: Uint32Array.from(slots),
      latitude: -23.24,
      longitude: -46.95,
      bounds: { south: -23.24, west: -46.95, north: -23.24, east: -46.95 },
    });
    const fleet = useFleetStore();
    const plateOf = (slot: number) =>
      fleet.vehicles.get(`veh${String(slot).padStart(12, '0')}`)?.plate ?? '';
    const rows = () => wrapperRows().map((row) => row.querySelector('.plate')?.textContent.trim());
    const wrapperRows = () => [...document.querySelectorAll('.popover [role=option]')];
    const shown = rows();
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual([...shown].sort());
    const field = control('Search these vehicles', 'input') as HTMLInputElement;
    field.value = plateOf(7);
    field.dispatchEvent(new Event('input'));
    await settled();
    await nextTick();
    expect(rows()).toEqual([plateOf(7)]);
    field.value = 'zzzz';
    field.dispatchEvent(new Event('input'));
    await settled();
    expect(document.querySelector('.popover')?.textContent).toContain('No matches');
  });

  it('has a map with a role and a name that tells its keys, and tells what is selected', async () => {
    await open();
    expect(container().getAttribute('role')).toBe('application');
    expect(container().getAttribute('aria-label')).toBe('Map');
    const keys = document.getElementById(container().getAttribute('aria-describedby') ?? '');
    expect(keys?.textContent).toContain('Arrow keys move the map');
    useLiveMapStore().select('veh000000000001');
    await settled();
    const status = document.querySelector('.announced');
    expect(status?.getAttribute('role')).toBe('status');
    expect(status?.textContent).toMatch(/^Selected: [A-Z0-9-]+\. (Moving|Idling|Parked)/);
  });

  it('offers no zoom where all vehicles stand at one spot', async () => {
    await open();
    await clickOn({
      kind: 'cluster',
      slots: Uint32Array.from([1, 2]),
      latitude: -23.24,
      longitude: -46.95,
      bounds: { south: -23.24, west: -46.95, north: -23.24, east: -46.95 },
    });
    expect(textOnPage()).toContain('2 vehicles here');
    expect(document.querySelector('.popover')?.textContent).not.toContain('Zoom in');
  });

  it('opens where the fleet was last seen, not on a map of the world, while it loads', async () => {
    const [connection] = officeConnections(now);
    const seen = { latitude: -23.24, longitude: -46.95, zoom: 11 };
    localStorage.setItem(`fleetdesk.view.seen.${connection.id}`, JSON.stringify(seen));
    await open({ vehicles: 0 });
    expect(vehicles().last('stage-view').view.zoom).toBe(11);
  });

  it('waits for what is known of the fleet where it was never seen', async () => {
    let wasThere: boolean | null = null;
    const framed = defineComponent(() => {
      onMounted(() => {
        wasThere = document.querySelector('.leaflet-container') !== null;
      });
      return () => h(LiveMap, { covered: 0 });
    });
    const office = { now: () => now, vehicles: 30, isRead: true, info: { testHooks: true } };
    const wrapper = await render(framed, { office });
    expect(wasThere).toBe(false);
    await settled();
    expect(wrapper.find('.leaflet-container').exists()).toBe(true);
    expect(vehicles().last('stage-view').view.zoom).toBeGreaterThan(5);
  });

  it('starts where a person left it, and points at the selected vehicle from there', async () => {
    const [connection] = officeConnections(now);
    const left = { latitude: 40, longitude: -3.7, zoom: 13 };
    localStorage.setItem(`fleetdesk.view.live.${connection.id}`, JSON.stringify(left));
    await open();
    expect(vehicles().last('stage-view').view.zoom).toBe(13);
    const chip = () => document.querySelector<HTMLElement>('.chip');
    expect(chip()).toBeNull();
    useLiveMapStore().select('veh000000000003');
    await nextTick();
    expect(chip()?.getAttribute('aria-label')).toMatch(/^\S+, [78],\d{3} km away\./);
    chip()?.click();
    await nextTick();
    expect(chip()).toBeNull();
    expect(vehicles().last('stage-view').view.zoom).toBe(14);
  });

  it('brings a vehicle that is out of view into view, as near as it is; else it stays', async () => {
    const [connection] = officeConnections(now);
    const left = { latitude: 40, longitude: -3.7, zoom: 9 };
    localStorage.setItem(`fleetdesk.view.live.${connection.id}`, JSON.stringify(left));
    const wrapper = await open();
    const { reveal } = wrapper.vm as unknown as { reveal(id: string): Promise<void> };
    const chip = () => document.querySelector('.chip');
    useLiveMapStore().select('veh000000000003');
    await nextTick();
    expect(chip()).not.toBeNull();
    await reveal('veh000000000003');
    await nextTick();
    expect(chip()).toBeNull();
    const { view } = vehicles().last('stage-view');
    expect(view.zoom).toBe(9);
    await reveal('veh000000000003');
    await nextTick();
    expect(vehicles().last('stage-view').view).toEqual(view);
  });

  it('is found again as it was left beside a selected vehicle', async () => {
    const wrapper = await open();
    useLiveMapStore().select('veh000000000003');
    await nextTick();
    (wrapper.vm as unknown as { centre(id: string): void }).centre('veh000000000003');
    await nextTick();
    const { view } = vehicles().last('stage-view');
    wrapper.unmount();
    const [connection] = officeConnections(now);
    const kept = localStorage.getItem(`fleetdesk.view.live.${connection.id}`);
    expect(JSON.parse(kept ?? 'null')).toMatchObject({ zoom: view.zoom });
  });

  it('is fitted again where nobody chose a view', async () => {
    (await open()).unmount();
    const [connection] = officeConnections(now);
    expect(localStorage.getItem(`fleetdesk.view.live.${connection.id}`)).toBeNull();
  });

  it('centres a vehicle that was asked for as soon as its place is known', async () => {
    const [connection] = officeConnections(now);
    const left = { latitude: 40, longitude: -3.7, zoom: 13 };
    localStorage.setItem(`fleetdesk.view.live.${connection.id}`, JSON.stringify(left));
    const wrapper = await open();
    const live = useLiveStore();
    const later = async (vehicleId: string) => {
      live.vehicles = new Map(live.vehicles).set(vehicleId, liveVehicle(vehicleId));
      await nextTick();
    };
    const centre = async (vehicleId: string) => {
      useLiveMapStore().select(vehicleId);
      (wrapper.vm as unknown as { centre(id: string): void }).centre(vehicleId);
      await nextTick();
    };
    await centre('late-1');
    useLiveMapStore().select(null);
    await nextTick();
    await later('late-1');
    expect(vehicles().last('stage-view').view.zoom).toBe(13);
    await centre('late-2');
    await later('late-2');
    expect(vehicles().last('stage-view').view.zoom).toBe(14);
  });

  it('draws the trail of the selected vehicle and takes it away again', async () => {
    await open();
    useLiveMapStore().select('veh000000000003');
    await settled();
    const trail = await useBridge().live.trail('veh000000000003');
    const count = trail.ok ? trail.data.points.length : 0;
    expect(count).toBeGreaterThan(1);
    // Longitude, latitude and age of each.
    expect(vehicles().last('trail').points).toHaveLength(count * 3);
    useLiveMapStore().select(null);
    await settled();
    expect(vehicles().last('trail').points).toHaveLength(0);
  });

  it('waits for positions until every vehicle was asked in vain, and says so then', async () => {
    await open();
    const [fleet, live] = [useFleetStore(), useLiveStore()];
    async function show(...states: ReturnType<typeof liveVehicle>[]) {
      live.counts = createStatusCounts().read();
      live.vehicles = new Map(states.map((state) => [state.vehicleId, state]));
      await nextTick();
    }
    const unasked = liveVehicle('a', { motion: 'unknown', lookedAt: null }, null);
    const silent = liveVehicle('b', { motion: 'unknown', connection: 'never' }, null);
    const bare = liveVehicle('c', { motion: 'unknown', lookedAt: null, association: 'none' }, null);
    await show(unasked, silent, bare);
    expect(textOnPage()).toContain('Waiting for the first positions');
    await show(silent, bare);
    expect(textOnPage()).toContain('No vehicle has reported a position yet');
    fleet.sync = { ...fleet.sync, completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('Waiting for the first positions');
    const refused = liveVehicle('e', { lookedAt: null, isRefused: true }, null);
    await show(refused);
    expect(textOnPage()).toContain('You don’t have permission to see where vehicles are');
    await show(silent, liveVehicle('d', { motion: 'unknown' }));
    expect(textOnPage()).not.toMatch(/Waiting for|No vehicle has/);
  });

  it.each([
    [42, '42 s'],
    [300, '5 min'],
    [132_600, '37 h'],
    [265_200, '3 days'],
  ])('says how often on-screen vehicles are looked at: %d seconds', async (seconds, told) => {
    await open();
    useLiveStore().pace = { onScreenSeconds: seconds, holdsCap: true };
    await nextTick();
    expect(textOnPage()).toContain(`Updates about every ${told}`);
    expect(textOnPage()).not.toContain('less than once an hour');
  });

  it('says when the fleet is too large for a look at every vehicle every hour', async () => {
    await open();
    useLiveStore().pace = { onScreenSeconds: 42, holdsCap: false };
    await nextTick();
    expect(textOnPage()).toContain('Some vehicles update less than once an hour');
  });

  it.each(['offline', 'expired'] as const)('is a picture of the past while %s', async (why) => {
    const [connection] = officeConnections(now);
    const error = { code: 'offline', message: 'connect ENETUNREACH' } as const;
    // Something else was told since, which makes no position newer.
    const known = { since: now, lastAnswerAt: now };
    const change =
      why === 'offline'
        ? { link: { ...known, state: 'offline' as const, error } }
        : { link: { ...known, state: 'online' as const, error: null }, phase: 'expired' as const };
    const wrapper = await open({ session: { ...officeSession(connection, now), ...change } });
    expect(wrapper.get('.live-map').classes()).toContain('frozen');
    usePositionsStore().lookedAt = now - 60_000;
    await settled();
    expect(textOnPage()).toContain('Data from 14:01:31 GMT-3');
    expect(textOnPage()).not.toContain('Updates about');
  });

  it('has no time of data where nothing was read before the line was cut', async () => {
    const wrapper = await open({ vehicles: 0, settings: { workOffline: true } });
    await useSettingsStore().start();
    await settled();
    expect(wrapper.get('.notes').text()).toContain('No data yet');
  });

  it('shows tests what was drawn, under their switch alone', async () => {
    type Hooks = { map?: () => { id: string; lookedAt: number | null; clustered: boolean }[] };
    const hooks = () => (window as unknown as { __fleetdesk?: Hooks }).__fleetdesk;
    const wrapper = await open();
    vehicles().say({
      type: 'drawn',
      slots: Uint32Array.from([2]),
      places: Float64Array.from([-46.95, -23.24]),
      states: Uint8Array.from([0]),
      clustered: Uint8Array.from([0]),
      dimmed: Uint8Array.from([0]),
    });
    expect(hooks()?.map?.()).toMatchObject([
      { id: 'veh000000000002', latitude: -23.24, longitude: -46.95, lookedAt: now },
    ]);
    wrapper.unmount();
    expect(hooks()?.map).toBeUndefined();
    await open({ info: { testHooks: false } });
    expect(hooks()?.map).toBeUndefined();
  });
});
