import { flushPromises } from '@vue/test-utils';
import { beforeEach, vi } from 'vitest';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import type { OfficeOptions } from '../../../mocked-main/office';
import { officeConnections } from '../../../mocked-main/office/connections';
import { render } from '../render';

/** The whole app, with somebody signed in at an office, at a moment that stands still. */
export const now = Date.UTC(2026, 10, 25, 17, 2, 31);

const [first] = officeConnections(now);
if (!first) throw new Error('no connection');
/** The connection of the signed-in user. */
export const office = first;

export async function frame(office: OfficeOptions = {}) {
  const wrapper = await render(App, { office: { now: () => now, ...office } });
  await flushPromises();
  return wrapper;
}

/** The frame of an office that knows its fleet, and whose changes are not answered. */
export const frameOfKnown = (options: OfficeOptions = {}) =>
  frame({ isRead: true, answeredWrites: 0, ...options });

/** What the status bar says. */
export const status = (): string =>
  document.querySelector('footer')?.textContent.replace(/\s+/g, ' ') ?? '';

/** Timeouts of the page pass by hand from here on; axe needs real ones. */
export function holdTimeouts(): void {
  vi.useFakeTimers({
    now,
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(now);
  useOverlays().set('sign-out', false);
  return () => {
    vi.useRealTimers();
  };
});
