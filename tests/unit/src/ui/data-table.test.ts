import { mount, type VueWrapper } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, nextTick, shallowReactive, shallowRef } from 'vue';
import { i18nPlugin, setLocale } from '@/i18n/i18n';
import DataTable from '@/ui/DataTable.vue';
import type { TableCell, TableCells } from '@/ui/table-cell';
import { plainLook, type TableColumn } from '@/ui/table-columns';
import { giveLayout } from '../layout';

const ROW = 32;
const columns: readonly TableColumn[] = [
  { id: 'plate', label: 'Plate', width: 120, isPinned: true },
  { id: 'place', label: 'Place', width: 120 },
];
const keys = Array.from({ length: 500 }, (_, index) => `v${String(index)}`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return giveLayout(ROW * 13, 900);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A table whose cells note that they were drawn, and how to scroll it. */
async function open(contents?: TableCells) {
  setLocale('en');
  const texts = shallowReactive(new Map<string, string>());
  let drawn: string[] = [];
  const selected = shallowRef(new Set<string>());
  const draw = (key: string, column: string): string => {
    drawn.push(key);
    return column === 'plate' ? (texts.get(key) ?? '…') : key;
  };
  const terms = {
    ...{ label: 'Vehicles', columns, keys, cursor: null, opened: null },
    ...{ nameOf: (key: string) => key, look: plainLook, sort: [], contents },
  };
  // From a template, as screens have it: what is known of slots there is what spares the rows.
  const screen = defineComponent({
    components: { DataTable },
    setup: () => ({ terms, selected, draw }),
    template: `<DataTable v-bind="terms" :selected="selected">
      <template #cell="{ rowKey, column }">{{ draw(rowKey, column) }}</template>
    </DataTable>`,
  });
  const wrapper = mount(screen, {
    attachTo: document.body,
    global: { plugins: [createPinia(), i18nPlugin] },
  });
  const settle = async (): Promise<string[]> => {
    await nextTick();
    await nextTick();
    const keys = [...new Set(drawn)];
    drawn = [];
    return keys;
  };
  return {
    ...{ wrapper, texts, selected, settle },
    scrollTo: (top: number): Promise<string[]> => {
      const table = wrapper.element as HTMLElement;
      table.scrollTop = top;
      table.dispatchEvent(new Event('scroll'));
      return settle();
    },
    /** Until nobody scrolls any more. */
    rest: (): Promise<string[]> => {
      vi.advanceTimersByTime(1_000);
      return settle();
    },
  };
}

const rowsOf = (wrapper: VueWrapper) =>
  wrapper.findAll('[role=row][aria-selected]').map(({ element }) => element as HTMLElement);
const placeOf = ({ ariaRowIndex }: HTMLElement): number => Number(ariaRowIndex) - 2;

it('draws only the rows that come into sight when it is scrolled, in the elements of others', async () => {
  const { wrapper, settle, scrollTo, rest } = await open();
  const first = await settle();
  expect(first.slice(0, 3)).toEqual(['v0', 'v1', 'v2']);
  await scrollTo(100 * ROW);
  await rest();
  const elements = new Set(wrapper.findAll('[role=row]').map(({ element }) => element));
  const before = wrapper.findAll('[role=row][aria-selected]').map(({ element }) => element.id);
  const next = await scrollTo(103 * ROW);
  expect(next.length).toBeGreaterThan(0);
  expect(next.length).toBeLessThanOrEqual(6);
  for (const key of next) expect(before.some((id) => id.endsWith(`-${key}`))).toBe(false);
  await scrollTo(90 * ROW);
  await scrollTo(300 * ROW);
  const made = wrapper.findAll('[role=row]').filter(({ element }) => !elements.has(element));
  expect(made).toEqual([]);
  wrapper.unmount();
});

it('draws a row again when something of it is known, and no other one', async () => {
  const { wrapper, texts, selected, settle } = await open();
  await settle();
  texts.set('v3', 'ABC-1234');
  expect(await settle()).toEqual(['v3']);
  expect(wrapper.text()).toContain('ABC-1234');
  selected.value = new Set(['v5']);
  expect(await settle()).toEqual(['v5']);
  expect(wrapper.find('[aria-selected=true]').attributes('id')).toMatch(/-v5$/);
  wrapper.unmount();
});

it('draws what is in sight alone while somebody flings it, and what is beyond once it rests', async () => {
  const { wrapper, settle, scrollTo, rest } = await open();
  const inSight = (at: number) => (key: string) => {
    const index = Number(key.slice(1));
    return index >= at - 1 && index <= at + 13;
  };
  await settle();
  const flung = await scrollTo(200 * ROW);
  expect(flung.length).toBeGreaterThanOrEqual(12);
  expect(flung.filter((key) => !inSight(200)(key))).toEqual([]);
  const beyond = await rest();
  expect(beyond.length).toBeGreaterThan(5);
  expect(beyond.filter((key) => flung.includes(key))).toEqual([]);
  expect(await rest()).toEqual([]);
  wrapper.unmount();
});

it('moves no element while somebody scrolls, and has its rows in order once it rests', async () => {
  const { wrapper, settle, scrollTo, rest } = await open();
  await settle();
  await scrollTo(100 * ROW);
  await rest();
  const before = rowsOf(wrapper);
  for (const at of [104, 109, 103, 300, 302]) {
    await scrollTo(at * ROW);
    expect(rowsOf(wrapper)).toEqual(before);
  }
  await rest();
  const places = rowsOf(wrapper).map(placeOf);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(new Set(rowsOf(wrapper))).toEqual(new Set(before));
  wrapper.unmount();
});

it('shows what its cells hold in the elements of the rows before, read or not', async () => {
  const plain: TableCell = {
    ...{ text: '', none: null, color: null, look: 'plain', isChanged: false },
  };
  const read = shallowReactive(new Set(keys.slice(0, 100)));
  const { wrapper, settle, scrollTo } = await open((key) => (column) => {
    if (!read.has(key)) return null;
    if (column === 'place') return undefined;
    if (key === 'v2') return { ...plain, none: 'unknown' };
    if (key === 'v3') return { ...plain, text: 'Red', color: '#ff0000', title: '#FF0000' };
    return { ...plain, text: `Plate ${key}`, mark: 'waiting', look: 'plate', isChanged: true };
  });
  await settle();
  const cell = (key: string) => wrapper.find(`[id$="-${key}"] .pinned:not(.check)`);
  const text = cell('v1').find('.truncate');
  expect(text.text()).toBe('Plate v1');
  expect(text.attributes('title')).toBe('Plate v1');
  expect(text.classes()).toEqual(expect.arrayContaining(['plate', 'changed']));
  expect(cell('v1').find('.mark-badge').classes()).toContain('waiting');
  expect(cell('v2').text()).toContain('?');
  expect(cell('v3').find('.swatch').exists()).toBe(true);
  expect(cell('v3').find('.truncate').attributes('title')).toBe('#FF0000');
  // The slot draws what the contents leave out.
  expect(wrapper.find('[id$="-v1"]').text()).toContain('v1');

  const elements = new Set(wrapper.findAll('.truncate').map(({ element }) => element));
  await scrollTo(200 * ROW);
  const unread = cell('v203').find('span');
  expect(unread.classes()).toEqual(['skeleton']);
  expect(unread.attributes('aria-hidden')).toBe('true');
  expect(elements.has(unread.element)).toBe(true);
  read.add('v203');
  await settle();
  expect(cell('v203').find('.truncate').element).toBe(unread.element);
  expect(unread.attributes('aria-hidden')).toBeUndefined();
  wrapper.unmount();
});
