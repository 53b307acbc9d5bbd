import { beforeEach, describe, expect, it, vi } from 'vitest';
import { COPIED_AT_MOST } from '@contract/clipboard';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';
import { tabSeparated } from '@/features/records/copied-rows';
import { control, textOnPage } from '../../render';
import { click, layOut, openScreen, pageOf, press, rows, settle, titles } from './screen';
import { open } from './vehicles-screen';

beforeEach(layOut);

function copies() {
  const copy = vi.spyOn(useBridge().app, 'copyText');
  return () => copy.mock.calls.map(([text]) => text.split('\n').map((row) => row.split('\t')));
}

describe('rows as text', () => {
  it('have a space for each tab and end of line within a value', () => {
    expect(
      tabSeparated([
        ['Plate', 'Description'],
        ['ABC', 'two\r\nlines\tand a tab'],
        ['', '=1+1'],
      ]),
    ).toBe('Plate\tDescription\nABC\ttwo lines and a tab\n\t=1+1');
  });
});

describe('selected rows', () => {
  it('are copied with Ctrl+C: the visible columns in their order, with names for ids', async () => {
    await open('/vehicles?sort=plate.up');
    const look = { widths: {}, shown: ['enterpriseId'], hidden: [], order: [] };
    await useSettingsStore().update({ tables: { vehicles: look } });
    await settle();
    const copied = copies();
    const [, second = '', third = ''] = titles();
    await click(rows()[1] as HTMLElement, { ctrlKey: true });
    await click(rows()[2] as HTMLElement, { ctrlKey: true });
    await press('c', { ctrlKey: true }, document.body);
    const [[head = [], ...cells] = []] = copied();
    expect(head.slice(0, 2)).toEqual(['Plate', 'Driver']);
    expect(cells.map(([plate]) => plate)).toEqual([second, third]);
    const enterprise = head.indexOf('Enterprise');
    const shown = rows()[1]?.querySelectorAll('[role=gridcell]')[enterprise + 1]?.textContent;
    expect(cells[0]?.[enterprise]).toBe(shown?.trim());
    expect(cells.flat().join(' ')).not.toMatch(/\bent\d{12}\b/);
    expect(textOnPage()).toContain('Copied');
  });

  it('are copied by the button of the selection, with the order of the list', async () => {
    await open('/vehicles?sort=plate.down');
    const copied = copies();
    const [first = '', , third = ''] = titles();
    await click(rows()[2] as HTMLElement, { ctrlKey: true });
    await click(rows()[0] as HTMLElement, { ctrlKey: true });
    await click(control('Copy', 'button'));
    expect(
      copied()[0]
        ?.slice(1)
        .map(([plate]) => plate),
    ).toEqual([first, third]);
  });

  it('mean the marked row while none is selected, and text that is marked first', async () => {
    await open();
    const copied = copies();
    await press('j');
    await press('c', { ctrlKey: true }, document.body);
    expect(
      copied()[0]
        ?.slice(1)
        .map(([plate]) => plate),
    ).toEqual([titles()[0]]);
    expect(textOnPage()).toContain('1 row copied');
    document.getSelection()?.selectAllChildren(rows()[3] as HTMLElement);
    await press('c', { ctrlKey: true }, document.body);
    expect(copied()).toHaveLength(1);
    document.getSelection()?.removeAllRanges();
  });

  it('are not copied where they are too much text, which is said in its own words', async () => {
    await open();
    const copied = copies();
    const read = useBridge().records.rows;
    vi.spyOn(useBridge().records, 'rows').mockImplementation(async (wanted) => {
      const answer = await read(wanted);
      if (!answer.ok) return answer;
      const plate = 'x'.repeat(COPIED_AT_MOST);
      const data = answer.data.map((row) => ({ ...row, fields: { ...row.fields, plate } }));
      return { ok: true, data };
    });
    await click(rows()[1] as HTMLElement, { ctrlKey: true });
    await press('c', { ctrlKey: true }, document.body);
    expect(copied()).toEqual([]);
    expect(textOnPage()).toContain('Too many rows to copy');
    expect(textOnPage()).not.toContain('did not accept');
    await click(rows()[2] as HTMLElement, { ctrlKey: true });
    expect(textOnPage()).not.toContain('Too many rows to copy');
  });

  it('hold no password of a chip, even where its column was chosen', async () => {
    const look = { widths: {}, shown: ['apnPassword'], hidden: [], order: [] };
    await openScreen(pageOf('chips'), '/chips', { settings: { tables: { chips: look } } });
    const copied = copies();
    await click(rows()[0] as HTMLElement, { ctrlKey: true });
    await press('c', { ctrlKey: true }, document.body);
    const text = copied().flat(2).join(' ');
    expect(text).toContain('ICCID');
    expect(text).not.toContain('apn-secret');
  });
});
