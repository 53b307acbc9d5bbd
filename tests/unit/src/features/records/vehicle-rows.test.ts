import { beforeEach, describe, expect, it } from 'vitest';
import { useBridge } from '@/bridge';
import { textOnPage } from '../../render';
import { click, layOut, place, press, rows, settle, titles } from './screen';
import { open, panel, selectedTitles } from './vehicles-screen';

beforeEach(layOut);

describe('rows', () => {
  it('are walked with J, K and the arrows; Enter opens, Escape closes', async () => {
    await open();
    const [first, second] = titles();
    await press('j');
    await press('j');
    await press('k');
    await press('Enter');
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(first);
    await press('ArrowDown', {}, document.body);
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(second);
    await press('Escape', {}, document.body);
    expect(panel()).toBeNull();
    expect(place()).toBe('/vehicles');
  });

  it('show the focus themselves, and the table in their stead while none is marked', async () => {
    await open();
    const table = document.querySelector<HTMLElement>('[role=grid]');
    table?.focus();
    await settle();
    expect(table?.classList).toContain('unmarked');
    expect(document.querySelector('.cursor')).toBeNull();
    await press('ArrowDown');
    expect(table?.classList).not.toContain('unmarked');
    expect(document.querySelector('.cursor')?.id).toBe(
      table?.getAttribute('aria-activedescendant'),
    );
  });

  it('are entered with a second Enter, and one Escape in a field closes the panel', async () => {
    await open();
    await press('j');
    await press('Enter');
    await press('Enter');
    expect(document.activeElement?.tagName).toBe('INPUT');
    await press('Escape');
    expect(panel()).toBeNull();
  });

  it('are selected with Ctrl, Shift and the keyboard, and let go with Escape', async () => {
    await open();
    const all = titles();
    await click(rows()[1] as HTMLElement, { ctrlKey: true });
    await click(rows()[3] as HTMLElement, { shiftKey: true });
    expect(selectedTitles()).toEqual(all.slice(1, 4));
    expect(panel(), 'selecting opens nothing').toBeNull();
    await press('ArrowDown', { shiftKey: true }, document.body);
    expect(selectedTitles()).toEqual(all.slice(1, 5));
    expect(textOnPage()).toContain('4 selected');
    await press('Escape', {}, document.body);
    expect(selectedTitles()).toEqual([]);
  });

  it('stay selected while a sync changes others', async () => {
    await open('/vehicles', { answeredWrites: 0 });
    await click(rows()[2] as HTMLElement, { ctrlKey: true });
    const [chosen] = selectedTitles();
    await useBridge().records.create({
      collection: 'vehicles',
      fields: { plate: 'AAA-0A00' },
    });
    await settle();
    expect(titles()[0]).toBe('AAA-0A00');
    expect(selectedTitles()).toEqual([chosen]);
  });
});

describe('a click', () => {
  it('means the row that was pressed, though another took its place meanwhile', async () => {
    await open();
    const row = rows()[2] as HTMLElement;
    const [, , pressed] = titles();
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await useBridge().records.create({ collection: 'vehicles', fields: { plate: 'AAA-0A00' } });
    await settle();
    expect(titles()[2]).not.toBe(pressed);
    await click(row, { detail: 1 });
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(pressed);
  });
});
