import { flushPromises } from '@vue/test-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import type { Vehicle } from '@contract/vehicles';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useRecordsStore } from '@/app/stores/records-store';
import { useStoreStore } from '@/app/stores/store-store';
import { orderByName } from '@/app/name-order';
import { useVehicleSearch, type VehiclesFound } from '@/app/vehicle-search';
import { useBridge } from '@/bridge';
import { holdFinds } from '../held-finds';
import { render } from '../render';

/** A box that finds vehicles; answers what it holds. */
async function box(typed: string) {
  const words = ref<string | null>(typed);
  let found: () => VehiclesFound | null = () => null;
  let tell: Parameters<ReturnType<typeof useRecordsStore>['onPatch']>[0] = () => undefined;
  const Box = defineComponent({
    setup() {
      vi.spyOn(useRecordsStore(), 'onPatch').mockImplementation((listener) => {
        tell = listener;
        return () => {
          tell = () => undefined;
          return true;
        };
      });
      const answer = useVehicleSearch(() => words.value);
      found = () => answer.value;
      return () => h('div');
    },
  });
  const wrapper = await render(Box, { office: { isRead: true } });
  await flushPromises();
  return {
    words,
    found: () => found(),
    wrapper,
    tell: ((patch) => {
      tell(patch);
    }) as typeof tell,
  };
}

it('seeks nothing while nothing is typed', async () => {
  const { words, found } = await box('  ');
  expect(found()).toBeNull();
  words.value = 'marcia';
  await flushPromises();
  expect(found()?.ids.length).toBeGreaterThan(0);
  words.value = '';
  await flushPromises();
  expect(found()).toBeNull();
});

it('asks once more for the last of many letters that are typed while an answer is on its way', async () => {
  const { words, found } = await box('');
  const answer = holdFinds();
  for (const typed of ['m', 'ma', 'mar', 'marc']) {
    words.value = typed;
    await flushPromises();
  }
  const find = vi.mocked(useBridge().records.find);
  expect(find.mock.calls.map(([query]) => query.search)).toEqual(['m']);
  await answer();
  await answer();
  expect(find.mock.calls.map(([query]) => query.search)).toEqual(['m', 'marc']);
  expect(found()?.words).toBe('marc');
});

it('finds vehicles by their names while the store that finds more is being opened', async () => {
  const { words, found } = await box('');
  await useFleetStore().start();
  const store = useStoreStore();
  const { state } = store;
  const [vehicle] = useFleetStore().vehicles.values();
  if (vehicle === undefined || vehicle.plate === null) throw new Error('There is no vehicle.');
  const answer = holdFinds();
  store.state = { ...state, phase: 'opening' };
  words.value = vehicle.plate.toLowerCase().replace('-', ' ');
  await flushPromises();
  expect(found()).toEqual({ words: words.value, ids: [vehicle.id], by: {} });
  words.value = 'marcia';
  await flushPromises();
  expect(found()?.ids).toEqual([]);
  store.state = { ...state, phase: 'open' };
  await answer();
  await answer();
  expect(found()?.words).toBe('marcia');
  expect(found()?.ids.length).toBeGreaterThan(0);
});

it('finds vehicles by their names where the store can not search, and by more once it can', async () => {
  const { words, found } = await box('');
  await useFleetStore().start();
  const [vehicle] = useFleetStore().vehicles.values();
  if (vehicle === undefined || vehicle.plate === null) throw new Error('There is no vehicle.');
  const find = vi.spyOn(useBridge().records, 'find');
  find.mockResolvedValueOnce({ ok: false, error: { code: 'store-damaged', message: '' } });
  words.value = vehicle.plate.toLowerCase();
  await flushPromises();
  expect(found()).toEqual({ words: words.value, ids: [vehicle.id], by: {} });
  words.value = 'marcia';
  await flushPromises();
  expect(found()?.ids.length).toBeGreaterThan(0);
  expect(Object.keys(found()?.by ?? {})).not.toEqual([]);
});

it('seeks again once a person was renamed, and no more once the box is gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { wrapper, tell } = await box('marcia');
  const find = vi.spyOn(useBridge().records, 'find');
  tell({ syncs: {}, changed: { roles: null }, renamed: {} });
  await vi.advanceTimersByTimeAsync(1000);
  expect(find).not.toHaveBeenCalled();
  tell({ syncs: {}, changed: { users: ['usr000000000001'] }, renamed: {} });
  tell({ syncs: {}, changed: { users: ['usr000000000002'] }, renamed: {} });
  await vi.advanceTimersByTimeAsync(1000);
  expect(find).toHaveBeenCalledTimes(1);
  tell({ syncs: {}, changed: { users: null }, renamed: {} });
  wrapper.unmount();
  await vi.advanceTimersByTimeAsync(1000);
  expect(find).toHaveBeenCalledTimes(1);
});

it('orders names with numbers as people count: Truck 1, 2, 10', () => {
  const fleet = ['Truck 10', 'truck 2', 'Ônibus 1', 'Truck 1'].map(
    (plate) => ({ id: plate, plate }) as Vehicle,
  );
  const inOrder = ['Ônibus 1', 'Truck 1', 'truck 2', 'Truck 10'];
  expect(orderByName(fleet).map(({ plate }) => plate)).toEqual(inOrder);
});
