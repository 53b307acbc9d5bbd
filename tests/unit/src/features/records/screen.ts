import type { VueWrapper } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { vi } from 'vitest';
import { defineComponent, h, nextTick, type Component } from 'vue';
import { useRoute, useRouter, type Router } from 'vue-router';
import { pressKey } from '@/app/shortcuts';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import { holdForUnsaved } from '@/app/unsaved';
import Page from '@/features/records/Page.vue';
import type { CollectionName } from '@contract/collections';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { giveLayout } from '../../layout';
import { render, settled } from '../../render';

/** A Wednesday afternoon in the office. */
export const now = Date.UTC(2026, 10, 25, 18, 0, 0);
const rowHeight = 32;

let router: Router | undefined;
let path: () => string = () => '';

/** Where the page is, with its query. */
export function place(): string {
  return path();
}

/** Goes back in the history. */
export async function back(): Promise<void> {
  router?.back();
  await settle();
}

/** Sets out for another screen, which takes so many milliseconds to arrive. */
export function setOut(to: string, milliseconds: number): void {
  router?.beforeEach(() => new Promise((go) => setTimeout(go, milliseconds)));
  void router?.push(to);
}

/** The screen of a collection. */
export function pageOf(collection: CollectionName): Component {
  return defineComponent(() => () => h(Page, { collection }));
}

/**
 * A screen in the frame that asks before unsaved words are left, at an office of 60 vehicles where
 * the app has been at work before.
 */
export async function openScreen(
  page: Component,
  at: string,
  office: OfficeOptions = {},
): Promise<VueWrapper> {
  const framed = defineComponent(() => {
    router = useRouter();
    const route = useRoute();
    path = () => route.fullPath;
    holdForUnsaved(router);
    return () =>
      h(TooltipProvider, () => [h('main', [h(page, { key: 'page' })]), h(UnsavedDialog)]);
  });
  const wrapper = await render(framed, { at, office: { vehicles: 60, isRead: true, ...office } });
  await settle();
  return wrapper;
}

/** Lets calls be answered and timers of the page run, for so many milliseconds. */
export async function settle(milliseconds = 800): Promise<void> {
  await settled();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
  await nextTick();
}

/** Gives room for a table of twelve rows, keys and a clock. Answers what takes them away. */
export function layOut(): () => void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(rowHeight * 13, 900);
  window.addEventListener('keydown', pressKey);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
}

/** Presses a key where the focus is, or on an element. */
export async function press(
  key: string,
  how: KeyboardEventInit = {},
  target: Element = document.activeElement ?? document.body,
): Promise<void> {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
  );
  await settle();
}

/** Clicks an element. */
export async function click(element: Element, how: MouseEventInit = {}): Promise<void> {
  element.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...how }),
  );
  await settle();
}

/** The table's rows without its head. */
export function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]')];
}

/** What stands in the first column of each row. */
export function titles(): string[] {
  return rows().map(
    (row) => row.querySelector('[role=gridcell] .truncate')?.textContent.trim() ?? '',
  );
}

/** What a column of the table says, row by row. */
export function cellsOf(column: string): string[] {
  const heads = [...document.querySelectorAll('[role=columnheader]')];
  const at = heads.findIndex((head) => head.textContent.includes(column));
  return rows().map((row) => {
    const cells = row.querySelectorAll('[role=gridcell]');
    return cells[at - (heads.length - cells.length)]?.textContent.trim() ?? '';
  });
}

/** A region by its name. */
export function region(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
}

/** Types into the field of a region. */
export async function typeIn(within: Element | null, label: string, text: string): Promise<void> {
  const field = [...(within?.querySelectorAll('label') ?? [])].find(
    (each) => each.textContent.trim() === label,
  );
  const input = document.getElementById(field?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement) && !(input instanceof HTMLTextAreaElement)) {
    throw new Error(`No field is named "${label}".`);
  }
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}

/** What the field of a region holds. */
export function valueIn(within: Element | null, label: string): string {
  const field = [...(within?.querySelectorAll('label') ?? [])].find(
    (each) => each.textContent.trim() === label,
  );
  const input = document.getElementById(field?.htmlFor ?? '');
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
    ? input.value
    : '';
}

/** The name of a button: what hides in it describes it, and is no part of its name. */
export function nameOf(element: Element): string {
  const shown = element.cloneNode(true) as Element;
  for (const hidden of shown.querySelectorAll('[hidden]')) hidden.remove();
  return (element.getAttribute('aria-label') ?? shown.textContent).trim();
}

/** The button of that name within an element. */
export function button(within: Element | null, name: string): HTMLButtonElement {
  const found = [...(within?.querySelectorAll('button') ?? [])].find(
    (each) => nameOf(each) === name,
  );
  if (!found) throw new Error(`No button is named "${name}".`);
  return found;
}

/** The dialog that is open. */
export function dialog(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=dialog]');
}
