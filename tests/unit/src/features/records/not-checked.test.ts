import { beforeEach, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { axeFaults, textOnPage } from '../../render';
import { cellsOf, click, layOut, openScreen, pageOf, press, rows } from './screen';

beforeEach(layOut);

it('devices that no vehicle was checked for are not shown as free', async () => {
  await openScreen(pageOf('devices'), '/devices', { vehicles: 20 });
  const open = cellsOf('Vehicle').filter((text) => text.includes('not checked yet'));
  expect(open.length).toBeGreaterThan(0);
  expect(cellsOf('Vehicle').join(' ')).not.toContain('empty');
  expect(textOnPage()).toMatch(/Devices checked on \d+ of 20 vehicles/);
  vi.useRealTimers();
  expect(await axeFaults()).toEqual([]);
});

it('rows that are copied say what was not checked yet', async () => {
  await openScreen(pageOf('devices'), '/devices?sort=name.down', { vehicles: 20 });
  const copy = vi.spyOn(useBridge().app, 'copyText');
  await click(rows()[0] as HTMLElement, { ctrlKey: true });
  await click(rows()[1] as HTMLElement, { ctrlKey: true });
  await press('c', { ctrlKey: true }, document.body);
  const [head = [], ...copied] = (copy.mock.calls[0]?.[0] ?? '')
    .split('\n')
    .map((row) => row.split('\t'));
  const told = copied.map((row) => row[head.findIndex((each) => each.startsWith('Vehicle'))]);
  expect(told).toContain('?');
  expect(told).not.toContain('');
});
