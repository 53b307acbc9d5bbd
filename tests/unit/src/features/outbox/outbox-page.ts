import type { VueWrapper } from '@vue/test-utils';
import { beforeEach, vi } from 'vitest';
import { nextTick } from 'vue';
import { pressKey } from '@/app/shortcuts';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import Page from '@/features/outbox/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { giveLayout } from '../../layout';
import { control, render, settled } from '../../render';

const now = Date.UTC(2026, 10, 25, 17, 2, 31);
export const offline = {
  ...officeSession(officeConnections(now)[0], now),
  link: {
    state: 'offline',
    since: now - 240_000,
    lastAnswerAt: now - 250_000,
    error: { code: 'offline', message: 'ENETUNREACH' },
  },
} as const;

/** The vehicles with changes are among those; the first change that can go is being sent. */
const busy = { vehicles: 34, isRead: true, answeredWrites: 0, outbox: 'every-state' } as const;

export async function open(office: OfficeOptions = {}, at = '/outbox'): Promise<VueWrapper> {
  const wrapper = await render(Page, { at, office: { now: () => now, ...busy, ...office } });
  await useStoreStore().start();
  window.addEventListener('keydown', pressKey);
  await settle();
  return wrapper;
}

export async function settle(): Promise<void> {
  await settled();
  await nextTick();
  await settled();
}

export const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
export const option = (words: string) => {
  const found = options().find((each) => each.textContent.includes(words));
  if (!found) throw new Error(`No change says "${words}".`);
  return found;
};
export const region = (name: string) =>
  document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
export const panelText = () => region('Change')?.textContent.replace(/\s+/g, ' ') ?? '';

export async function choose(words: string): Promise<void> {
  option(words).click();
  await settle();
}

export async function click(name: string, kind?: string): Promise<void> {
  control(name, kind).click();
  await settle();
}

export async function press(key: string, target: Element = document.body): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await settle();
}

/** What is queued in main, by id. */
export async function queued() {
  const answer = await useBridge().events.subscribe('outbox');
  const snapshot = answer.ok ? (answer.data.snapshot as { entries: { id: string }[] }) : null;
  return snapshot?.entries.map(({ id }) => id) ?? [];
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(900, 900);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
});
