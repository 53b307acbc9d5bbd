import { beforeEach, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import FieldFilter from '@/features/records/FieldFilter.vue';
import { vehicleKind } from '@/features/vehicles/kind';
import { control, render, textOnPage } from '../../render';
import { click, layOut, settle } from './screen';

beforeEach(layOut);

type Values = Awaited<ReturnType<ReturnType<typeof useBridge>['records']['values']>>;

/** The filter of types, with what lets each count of its values be answered. */
async function typeFilter() {
  const counts: ((answer: Values) => void)[] = [];
  await render(FieldFilter, {
    props: {
      kind: vehicleKind,
      filter: { id: 'type', field: 'typeName', kind: 'values', isSpare: false },
      modelValue: [],
    },
  });
  vi.spyOn(useBridge().records, 'values').mockImplementation(
    () => new Promise((answer) => counts.push(answer)),
  );
  const toggle = async () => {
    await click(control('Type', 'button'));
    await settle();
  };
  const answer = async (values: Values) => {
    counts.shift()?.(values);
    await settle();
  };
  await toggle();
  return { toggle, answer };
}

const loading = () => document.querySelector('[role=status][aria-label="Loading the values"]');
const options = () =>
  [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent.trim());

it('says that there are no values only once they were counted', async () => {
  const { answer } = await typeFilter();
  expect(loading()).not.toBeNull();
  expect(textOnPage()).not.toContain('No matches.');
  await answer({ ok: true, data: [] });
  expect(loading()).toBeNull();
  expect(textOnPage()).toContain('No matches.');
});

it('says that the values could not be counted, and counts them again when it is opened', async () => {
  const { toggle, answer } = await typeFilter();
  await answer({ ok: false, error: { code: 'store-damaged', message: '' } });
  expect(textOnPage()).toContain('The values could not be loaded.');
  await toggle();
  await toggle();
  await answer({ ok: true, data: [{ value: 'truck', count: 2 }] });
  expect(options()).toEqual([expect.stringContaining('Truck')]);
  expect(textOnPage()).not.toContain('could not be loaded');
});
