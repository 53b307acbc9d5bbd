import { beforeEach, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import RecordCombo from '@/features/records/RecordCombo.vue';
import { axeFaults, control, render, textOnPage, type } from '../../render';
import { button, click, layOut, openScreen, pageOf, rows, settle } from './screen';
import { open } from './vehicles-screen';

beforeEach(layOut);

const heads = () =>
  [...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) =>
    textContent.trim(),
  );

it('the list of vehicles finds by people and devices, and says by which', async () => {
  await open();
  expect(heads()).not.toContain('Found by');
  type('Search vehicles', 'marcia');
  await settle();
  expect(rows().length).toBeGreaterThan(0);
  expect(heads()).toContain('Found by');
  for (const row of rows()) expect(row.textContent).toContain('driver Márcia Teixeira');
  vi.useRealTimers();
  expect(await axeFaults()).toEqual([]);
});

it('the column is there only while something was found by another record', async () => {
  await open();
  type('Search vehicles', 'marcia');
  await settle();
  const plate = rows()[0]?.querySelector('.truncate')?.textContent.trim() ?? '';
  type('Search vehicles', plate);
  await settle();
  expect(rows()).toHaveLength(1);
  expect(heads()).not.toContain('Found by');
});

it('copied rows tell what they were found by', async () => {
  await open();
  type('Search vehicles', 'marcia');
  await settle();
  const copyText = vi.spyOn(useBridge().app, 'copyText');
  await click(rows()[0] as HTMLElement, { ctrlKey: true });
  await click(control('Copy', 'button'));
  expect(copyText.mock.calls[0]?.[0]).toContain('driver Márcia Teixeira');
});

it('a field that takes a vehicle finds it by its driver, and says so', async () => {
  const props = { collection: 'vehicles', label: 'Vehicle', modelValue: '' };
  await render(RecordCombo, { office: { vehicles: 60, isRead: true }, props });
  await settle();
  await click(document.querySelector('input') as Element);
  type('Vehicle', 'marcia');
  await settle();
  const options = [...document.querySelectorAll('[role=option]')];
  expect(options.length).toBeGreaterThan(0);
  for (const { textContent } of options) expect(textContent).toContain('driver Márcia Teixeira');
});

it('so does the dialog that adds several vehicles', async () => {
  await openScreen(pageOf('users'), '/users?record=usr000000000002&tab=vehicles');
  await click(button(document.body, 'Add several'));
  type('Search vehicles', 'rafael');
  await settle();
  expect(textOnPage()).toContain('driver Rafael Lima Duarte');
});
