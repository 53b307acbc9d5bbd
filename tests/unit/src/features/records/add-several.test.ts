import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { textOnPage, type } from '../../render';
import { button, click, layOut, now, openScreen, pageOf, press, settle } from './screen';

beforeEach(layOut);

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]');
const options = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] [role=option]')];
const nameOf = (option: HTMLElement) => option.querySelector('.truncate')?.textContent.trim() ?? '';

/** A user of the office, with the dialog that adds several vehicles. */
async function begin(office?: OfficeOptions): Promise<void> {
  await openScreen(pageOf('users'), '/users?record=usr000000000002&tab=vehicles', office);
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

describe('several that wait offline, after their ten seconds', () => {
  const row = (name: string) =>
    [...document.querySelectorAll('.association')].find(
      (each) => each.querySelector('.name')?.textContent === name,
    );

  /** Adds two vehicles to a user; answers their names. */
  async function addTwo(): Promise<[string, string]> {
    const link = { state: 'offline', since: now, lastAnswerAt: now, error: null } as const;
    await begin({ session: { link } });
    const free = options().filter(({ textContent }) => !textContent.includes('already added'));
    const [one, two] = [free[0] as HTMLElement, free[1] as HTMLElement];
    const names: [string, string] = [nameOf(one), nameOf(two)];
    await click(one);
    await click(two);
    await click(button(dialog(), 'Add'));
    await settle(11_000);
    const { entries } = useOutboxStore();
    expect(entries.map(({ kind, state }) => [kind, state])).toEqual([
      ['associate', 'waiting'],
      ['associate', 'waiting'],
    ]);
    return names;
  }

  it('are taken back together by the undo in a row of theirs, which says so', async () => {
    const [one, two] = await addTwo();
    const undo = row(two)?.querySelector('[aria-label^="Undo: Add "]');
    expect(undo?.getAttribute('aria-label')).toMatch(/^Undo: Add .+ to 2 vehicles$/);
    await click(undo as Element);
    expect(useOutboxStore().entries).toEqual([]);
    expect([row(one), row(two)]).toEqual([undefined, undefined]);
  });

  it('can lose one of them', async () => {
    const [one, two] = await addTwo();
    await click(row(one)?.querySelector('[aria-label^="Remove "]') as Element);
    await click(button(dialog(), 'Remove'));
    expect([row(one) === undefined, row(two) === undefined]).toEqual([true, false]);
    expect(row(two)?.querySelector('[aria-label^="Undo adding "]')).not.toBeNull();
    expect(useOutboxStore().entries).toHaveLength(1);
  });
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

it('several people are added to a vehicle as one action', async () => {
  const key = 'veh000000000005';
  await openScreen(pageOf('vehicles'), `/vehicles?record=${key}&tab=users`);
  await click(button(document.body, 'Add several'));
  const several = vi.spyOn(useBridge().associations, 'addSeveral');
  const free = options().filter(({ textContent }) => !textContent.includes('already added'));
  const names = free.slice(0, 3).map(nameOf);
  for (const option of free.slice(0, 3)) await click(option);
  await click(button(dialog(), 'Add'));
  expect(several.mock.calls[0]?.[0]).toMatchObject({ side: 'users', vehicleKeys: [key] });
  expect(several.mock.calls[0]?.[0].otherKeys).toHaveLength(3);
  expect(dialog()).toBeNull();
  for (const name of names) expect(textOnPage()).toContain(name);
});
