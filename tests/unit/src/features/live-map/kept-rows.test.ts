import { beforeEach, expect, it, vi } from 'vitest';
import VehicleRows from '@/features/live-map/VehicleRows.vue';
import { render, settled } from '../../render';

/** Of a row, pixels. */
const high = 32;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * high);
});

const named = (from: number, step: number) =>
  Array.from({ length: 300 }, (_, at) => `v${String(from + at * step).padStart(4, '0')}`);

async function open() {
  const props = { label: 'Vehicles', foundBy: {}, selected: null, hovered: null };
  const wrapper = await render(VehicleRows, {
    props: { ...props, ids: named(1, 2), keepsPlace: true },
  });
  const list = wrapper.element as HTMLElement;
  return { wrapper, list };
}

it('rows that come above what a person looks at leave it where it is', async () => {
  const { wrapper, list } = await open();
  list.scrollTop = 40 * high;
  await wrapper.setProps({ ids: [...named(0, 2), ...named(1, 2)].sort() });
  await settled();
  expect(list.scrollTop).toBe(81 * high);
});

it('who is at the top of the list sees what comes there', async () => {
  const { wrapper, list } = await open();
  await wrapper.setProps({ ids: [...named(0, 2), ...named(1, 2)].sort() });
  await settled();
  expect(list.scrollTop).toBe(0);
});

it('what a person asks for begins where it begins', async () => {
  const { wrapper, list } = await open();
  list.scrollTop = 40 * high;
  await wrapper.setProps({ ids: [...named(0, 2), ...named(1, 2)].sort(), keepsPlace: false });
  await settled();
  expect(list.scrollTop).toBe(40 * high);
});
