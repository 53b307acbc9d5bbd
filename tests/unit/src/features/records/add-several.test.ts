import { beforeEach, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useBridge } from '@/bridge';
import { textOnPage, type } from '../../render';
import { button, click, layOut, openScreen, pageOf, press, settle } from './screen';

beforeEach(layOut);

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]');
const options = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] [role=option]')];
const nameOf = (option: HTMLElement) => option.querySelector('.truncate')?.textContent.trim() ?? '';

/** A user of the office, with the dialog that adds several vehicles. */
async function begin(): Promise<void> {
  await openScreen(pageOf('users'), '/users?record=usr000000000002&tab=vehicles');
  await click(button(document.body, 'Add several'));
}

it('several vehicles are chosen with the mouse and added as one action', async () => {
  await begin();
  const several = vi.spyOn(useBridge().associations, 'addSeveral');
  const there = options().filter(({ textContent }) => textContent.includes('already added'));
  expect(there.length).toBeGreaterThan(0);
  expect(there.every((option) => option.hasAttribute('data-disabled'))).toBe(true);
  const free = options().filter((option) => !there.includes(option));
  await click(free[0] as HTMLElement);
  await click(free[1] as HTMLElement);
  const names = free.slice(0, 2).map(nameOf);
  expect(dialog()?.querySelector('[role=status]')?.textContent).toBe(
    `2 chosen: ${names.join(', ')}`,
  );
  await click(button(dialog(), 'Add'));
  expect(several.mock.calls[0]?.[0]).toMatchObject({ side: 'users' });
  expect(several.mock.calls[0]?.[0].vehicleKeys).toHaveLength(2);
  expect(dialog()).toBeNull();
  const added = useOutboxStore().entries.filter(({ kind }) => kind === 'associate');
  expect(new Set(added.map(({ action }) => action)).size).toBe(1);
  for (const name of names) expect(textOnPage()).toContain(name);
});

it('several vehicles are found, chosen and added with keys alone; a search keeps what is chosen', async () => {
  await begin();
  const several = vi.spyOn(useBridge().associations, 'addSeveral');
  const search = dialog()?.querySelector('input') as HTMLInputElement;
  expect(document.activeElement).toBe(search);
  const free = options().filter(({ textContent }) => !textContent.includes('already added'));
  const [one = '', two = ''] = free.map(nameOf);
  type('Search vehicles', one);
  await settle();
  await press('ArrowDown', {}, search);
  await press('Enter', {}, search);
  type('Search vehicles', two);
  await settle();
  expect(dialog()?.textContent).toContain(`1 chosen: ${one}`);
  await press('ArrowDown', {}, search);
  await press('Enter', {}, search);
  expect(dialog()?.textContent).toContain(`2 chosen: ${one}, ${two}`);
  await press('Enter', { ctrlKey: true }, search);
  expect(several).toHaveBeenCalledTimes(1);
  expect(dialog()).toBeNull();
});

it('a failure is told in the dialog, and nothing chosen is lost', async () => {
  await begin();
  vi.spyOn(useBridge().associations, 'addSeveral').mockResolvedValue({
    ok: false,
    error: { code: 'store-damaged', message: 'disk full', reason: 'disk-full' },
  });
  const free = options().filter(({ textContent }) => !textContent.includes('already added'));
  await click(free[0] as HTMLElement);
  await click(button(dialog(), 'Add'));
  expect(dialog()?.querySelector('[role=alert], .notice')).not.toBeNull();
  expect(dialog()?.textContent).toContain('1 chosen');
});

it('closing it with people chosen asks first; staying keeps them, saving adds them', async () => {
  await begin();
  const several = vi.spyOn(useBridge().associations, 'addSeveral');
  const free = options().filter(({ textContent }) => !textContent.includes('already added'));
  await click(free[0] as HTMLElement);
  await click(button(dialog(), 'Cancel'));
  expect(textOnPage()).toContain('You have unsaved changes.');
  await click(button(document.body, 'Keep editing'));
  expect(dialog()?.textContent).toContain('1 chosen');
  await click(button(dialog(), 'Cancel'));
  await click(button(document.body, 'Save'));
  expect(several).toHaveBeenCalledTimes(1);
  expect(dialog()).toBeNull();
});

it('with nothing chosen it closes at once', async () => {
  await begin();
  await click(button(dialog(), 'Cancel'));
  expect(dialog()).toBeNull();
});
