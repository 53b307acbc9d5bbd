import { flushPromises } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { afterEach, beforeEach } from 'vitest';
import { defineComponent, h } from 'vue';
import { useRoute } from 'vue-router';
import { pressKey } from '@/app/shortcuts';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import Page from '@/features/alerts/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import type { AlertSeeds } from '../../../../mocked-main/office/alerts';
import { giveLayout } from '../../layout';
import { control, render, settled } from '../../render';

/** Lists of this screen have room for some rows. */
export function useLayout(): void {
  let takeLayout: () => void;
  beforeEach(() => {
    takeLayout = giveLayout(600, 800);
  });
  afterEach(() => {
    takeLayout();
  });
}

let here: () => string = () => '';

/** Where the page is, with its query. */
export function place(): string {
  return here();
}

/** Opens the screen in an office of three vehicles. */
export async function show(at = '/alerts', alerts: AlertSeeds = {}, more: OfficeOptions = {}) {
  const framed = defineComponent(() => {
    const route = useRoute();
    here = () => route.fullPath;
    return () => h(TooltipProvider, () => [h('main', [h(Page)]), h(UnsavedDialog)]);
  });
  await render(framed, { at, office: { vehicles: 3, isRead: true, alerts, ...more } });
  await settle();
}

/** Waits until nothing is under way. */
export async function settle() {
  await settled();
  await flushPromises();
  await settled();
}

/** Presses what has a name. */
export async function press(name: string, selector?: string) {
  control(name, selector).click();
  await settle();
}

/** Presses a key of the screen. */
export async function key(name: string, held: KeyboardEventInit = {}) {
  pressKey(new KeyboardEvent('keydown', { key: name, ...held }));
  await settle();
}

/** Chooses from a menu; menus open by keyboard. */
export async function choose(menu: string, item: string) {
  control(menu, 'button').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
  );
  await settle();
  control(item, '[role=menuitem]').click();
  await settle();
}
