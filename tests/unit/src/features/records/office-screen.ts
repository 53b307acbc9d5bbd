import type { VueWrapper } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import type { CollectionName } from '@contract/collections';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { render, settled } from '../../render';
import { pageOf } from './screen';

/** Lets main, page and their timers go on for so many milliseconds. */
export async function pass(milliseconds = 800): Promise<void> {
  await settled();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
  await nextTick();
}

/** The screen of a collection in an office whose lists were read, and whose vehicles were not checked. */
export async function openAtOffice(
  collection: CollectionName,
  at: string,
  office: OfficeOptions = {},
): Promise<VueWrapper> {
  const page = pageOf(collection);
  const framed = defineComponent(
    () => () => h(TooltipProvider, () => [h('main', [h(page, { key: 'page' })])]),
  );
  const wrapper = await render(framed, { at, office: { vehicles: 20, isRead: true, ...office } });
  await pass();
  return wrapper;
}

/** What a column of the table says, row by row. */
export function cellsOf(column: string): string[] {
  const heads = [...document.querySelectorAll('[role=columnheader]')];
  const at = heads.findIndex((head) => head.textContent.includes(column));
  return [...document.querySelectorAll('[role=rowgroup] [role=row]')].map((row) => {
    const cells = row.querySelectorAll('[role=gridcell]');
    return cells[at - (heads.length - cells.length)]?.textContent.trim() ?? '';
  });
}
