import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import FieldFilter from '@/features/records/FieldFilter.vue';
import VehicleTypeCombo from '@/features/records/VehicleTypeCombo.vue';
import { vehicleKind } from '@/features/vehicles/kind';
import { control, render } from '../../render';
import { click, layOut, settle } from './screen';

beforeEach(layOut);

/** What vehicles of the office hold as their type. */
const told = [
  { value: 'Other', count: 3 },
  { value: 'truck', count: 2 },
  { value: 'other', count: 1 },
];

async function open(component: typeof FieldFilter | typeof VehicleTypeCombo, props: object) {
  // The field asks as soon as it is there, so what is told must come with it.
  const wrapper = await render(
    {
      components: { Field: component },
      setup() {
        vi.spyOn(useBridge().records, 'values').mockResolvedValue({ ok: true, data: told });
      },
      template: '<Field v-bind="$attrs" />',
    },
    { props: { ...props } },
  );
  await settle();
  return wrapper;
}

const labels = () =>
  [...document.querySelectorAll('[role=option] .truncate')].map(({ textContent }) => textContent);

describe('values that differ in case alone', () => {
  it('are one entry of the list of types: Other stands there once', async () => {
    await open(VehicleTypeCombo, { label: 'Type', modelValue: '' });
    await click(control('Type', 'input'));
    expect(labels().filter((label) => label === 'Other')).toHaveLength(1);
    expect(labels().filter((label) => label === 'Truck')).toHaveLength(1);
  });

  it('leave the one that a vehicle has chosen', async () => {
    await open(VehicleTypeCombo, { label: 'Type', modelValue: 'other' });
    await click(control('Type', 'input'));
    const chosen = document.querySelector('[role=option][data-state=checked]');
    expect(chosen?.textContent).toContain('Other');
    expect(labels().filter((label) => label === 'Other')).toHaveLength(1);
  });

  it('are one choice of a filter, which finds them all', async () => {
    const chosen = vi.fn();
    await open(FieldFilter, {
      kind: vehicleKind,
      filter: { id: 'type', field: 'typeName', kind: 'values', isSpare: false },
      modelValue: [],
      'onUpdate:modelValue': chosen,
    });
    await click(control('Type', 'button'));
    await settle();
    expect(labels()).toEqual(['Other', 'Truck']);
    const [other] = document.querySelectorAll<HTMLElement>('[role=option]');
    expect(other?.textContent).toContain('4');
    await click(other as HTMLElement);
    expect(chosen).toHaveBeenCalledWith(['Other', 'other']);
  });
});
