import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { axeFaults, control, settled, textOnPage } from '../../render';
import { layOut, open } from './page-screen';

beforeEach(layOut);

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option].row')];
const idOf = (row: HTMLElement | undefined) => row?.id.slice(-15) ?? '';
const marked = () => [...useLiveMapStore().marked.keys].sort();
const list = () => document.querySelector<HTMLElement>('[role=listbox]') as HTMLElement;
const selectedRows = () =>
  rows().filter(
    (row) => row.ariaSelected === 'true' || row.getAttribute('aria-selected') === 'true',
  );

async function click(row: HTMLElement | undefined, how: MouseEventInit = {}): Promise<void> {
  row?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  await settled();
}

async function press(key: string, how: KeyboardEventInit = {}, target: Element = list()) {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
  );
  await settled();
}

async function chosen(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(100);
  return rows().slice(0, 6).map(idOf);
}

describe('rows of the map list that are marked together', () => {
  it('are marked with Ctrl and Shift, beside the vehicle in the card, and a plain click ends it', async () => {
    await open();
    const ids = await chosen();
    await click(rows()[0]);
    await click(rows()[2], { ctrlKey: true });
    expect(marked()).toEqual([ids[0], ids[2]].sort());
    expect(useLiveMapStore().selected, 'the card stays').toBe(ids[0]);
    expect(selectedRows().map(idOf).sort()).toEqual(marked());
    expect(textOnPage()).toContain('2 selected');
    await click(rows()[2], { ctrlKey: true });
    expect(marked()).toEqual([ids[0]]);
    await click(rows()[1], { ctrlKey: true });
    await click(rows()[4], { shiftKey: true });
    expect(marked()).toEqual(ids.slice(1, 5).sort());
    await click(rows()[3]);
    expect(marked()).toEqual([]);
    expect(useLiveMapStore().selected).toBe(ids[3]);
    expect(textOnPage()).not.toContain('selected');
  });

  it('are marked by keys alone, and Escape ends it before it closes the card', async () => {
    await open();
    const ids = await chosen();
    await press('ArrowDown');
    await press('ArrowDown', { shiftKey: true });
    await press('ArrowDown', { shiftKey: true });
    expect(marked()).toEqual(ids.slice(0, 3).sort());
    expect(list().getAttribute('aria-activedescendant')).toContain(ids[2]);
    await press('ArrowUp', { shiftKey: true });
    expect(marked()).toEqual(ids.slice(0, 2).sort());
    await press(' ', { ctrlKey: true });
    expect(marked()).toEqual([ids[0]]);
    await press('a', { ctrlKey: true });
    expect(marked()).toHaveLength(60);
    await press('Escape', {}, document.body);
    expect(marked()).toEqual([]);
    expect(useLiveMapStore().selected).toBe(ids[0]);
    await press('Escape', {}, document.body);
    expect(useLiveMapStore().selected).toBeNull();
  });

  it('get tags and pins together, from the bar and from the menu of one of them', async () => {
    await open();
    const ids = await chosen();
    await click(rows()[0]);
    await click(rows()[1], { ctrlKey: true });
    control('Pin', '[role=toolbar] button').click();
    await settled();
    await vi.advanceTimersByTimeAsync(50);
    const given = useVehicleLabelsStore();
    expect(ids.slice(0, 2).map((id) => given.labeled(id).isPinned)).toEqual([true, true]);
    expect(given.labeled(ids[2] ?? '').isPinned).toBe(false);
    rows()[1]?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await settled();
    control('Tags and group…', '[role=menuitem]').click();
    await settled();
    expect(useLiveMapStore().labeling).toEqual(ids.slice(0, 2));
    useLiveMapStore().labeling = null;
    await settled();
    vi.useRealTimers();
    expect(await axeFaults(list())).toEqual([]);
  });

  it('are no longer meant once a filter leaves them out', async () => {
    await open();
    const ids = await chosen();
    await click(rows()[0]);
    await click(rows()[1], { ctrlKey: true });
    const plate = rows()[1]?.querySelector('.plate')?.textContent.trim() ?? '';
    useLiveMapStore().words = plate;
    await vi.advanceTimersByTimeAsync(1000);
    await settled();
    expect(marked()).toEqual([ids[1]]);
  });
});
