import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { beforeEach, expect, it } from 'vitest';
import { defineComponent, nextTick, shallowReactive, shallowRef } from 'vue';
import { i18nPlugin, setLocale } from '@/i18n/i18n';
import DataTable from '@/ui/DataTable.vue';
import { plainLook, type TableColumn } from '@/ui/table-columns';
import { giveLayout } from '../layout';

const ROW = 32;
const columns: readonly TableColumn[] = [
  { id: 'plate', label: 'Plate', width: 120, isPinned: true },
  { id: 'place', label: 'Place', width: 120 },
];
const keys = Array.from({ length: 500 }, (_, index) => `v${String(index)}`);

beforeEach(() => giveLayout(ROW * 13, 900));

/** A table whose cells note that they were drawn, and how to scroll it. */
async function open() {
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
    ...{ nameOf: (key: string) => key, look: plainLook, sort: [] },
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
  };
}

it('draws only the rows that come into sight when it is scrolled, in the elements of others', async () => {
  const { wrapper, settle, scrollTo } = await open();
  const first = await settle();
  expect(first.slice(0, 3)).toEqual(['v0', 'v1', 'v2']);
  await scrollTo(100 * ROW);
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
