import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import MapTable from '@/features/live-map/MapTable.vue';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import { orderForTable } from '@/features/live-map/table-order';
import { sortKeyOf } from '@contract/folding';
import { axeFaults, control, render, textOnPage } from '../../render';
import { liveVehicle, now } from './live';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  return () => vi.useRealTimers();
});

const vehicles = new Map(
  [
    liveVehicle('van 10', { motion: 'moving' }, { speed: 62 }),
    liveVehicle('van 9', { motion: 'parked' }, { speed: 0 }),
    liveVehicle('van 2', { motion: 'moving' }, { speed: 30 }),
    liveVehicle('van 1', { motion: 'unknown', lookedAt: null }, null),
  ].map((vehicle) => [vehicle.vehicleId, vehicle]),
);
const ids = [...vehicles.keys()];

async function show(inView = ids) {
  const wrapper = await render(MapTable, { props: { inView }, office: { now: () => now } });
  useLiveStore().vehicles = vehicles;
  await nextTick();
  return wrapper;
}

const plates = () =>
  [...document.querySelectorAll('tbody th')].map((cell) => (cell.textContent ?? '').trim());

it.each([
  ['plate', false, ['van 1', 'van 2', 'van 9', 'van 10']],
  ['plate', true, ['van 10', 'van 9', 'van 2', 'van 1']],
  ['speed', false, ['van 2', 'van 10', 'van 1', 'van 9']],
  ['speed', true, ['van 10', 'van 2', 'van 1', 'van 9']],
  ['state', false, ['van 2', 'van 10', 'van 9', 'van 1']],
] as const)('the table by %s, downward: %s', (by, isDown, expected) => {
  const liveOf = (id: string) => vehicles.get(id);
  expect(orderForTable(ids, { by, isDown }, sortKeyOf, liveOf, now)).toEqual(expected);
});

it('what the map shows can be read as a table, without a fault that axe finds', async () => {
  await show();
  expect(textOnPage()).toContain('4 vehicles in view');
  expect(document.querySelector('[role=status]')?.textContent).toContain('4 vehicles');
  expect(textOnPage()).toContain('62 km/h');
  expect(document.activeElement).toBe(document.querySelector('section'));
  expect(await axeFaults()).toEqual([]);
});

it('a heading sorts the table, and says in which way', async () => {
  await show();
  control('Speed', 'th button').click();
  await nextTick();
  expect(plates()).toEqual(['van 2', 'van 10', 'van 1', 'van 9']);
  control('Speed', 'th button').click();
  await nextTick();
  const heading = control('Speed', 'th button').closest('th');
  expect(heading?.getAttribute('aria-sort')).toBe('descending');
  expect(plates()[0]).toBe('van 10');
});

it('rows stay while positions come in, and move with the map', async () => {
  const wrapper = await show();
  control('Speed', 'th button').click();
  await nextTick();
  const before = plates();
  useLiveStore().vehicles = new Map([
    ...vehicles,
    ['van 2', liveVehicle('van 2', { motion: 'moving' }, { speed: 99 })],
  ]);
  await nextTick();
  expect(plates()).toEqual(before);
  expect(textOnPage()).toContain('99 km/h');
  await wrapper.setProps({ inView: ['van 9'] });
  expect(plates()).toEqual(['van 9']);
});

it('a plate selects its vehicle and centers the map on it', async () => {
  const wrapper = await show();
  control('van 9', 'tbody button').click();
  await nextTick();
  expect(useLiveMapStore().selected).toBe('van 9');
  expect(wrapper.emitted('centre')).toEqual([['van 9']]);
});
