import { beforeEach, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { cellsOf, layOut, rows, settle } from './screen';
import { open } from './vehicles-screen';

beforeEach(layOut);

it('names of what rows refer to are there before the rows come into sight', async () => {
  const wrapper = await open();
  const read = vi.spyOn(useBridge().records, 'rows');
  const table = document.querySelector<HTMLElement>('[role=grid]');
  if (table === null) throw new Error('There is no table.');
  const before = rows().map(({ id }) => id);
  table.scrollTop = 24 * 32;
  table.dispatchEvent(new Event('scroll'));
  await settle();
  expect(rows().filter(({ id }) => before.includes(id)).length).toBeLessThan(rows().length);
  const asked = read.mock.calls.map(([{ collection }]) => collection);
  expect(asked.filter((collection) => collection !== 'vehicles')).toEqual([]);
  const drivers = cellsOf('Driver');
  expect(drivers.some((names) => /[A-Z][a-z]+ [A-Z]/.test(names))).toBe(true);
  wrapper.unmount();
});
