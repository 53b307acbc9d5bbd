import { vi } from 'vitest';
import { pressKey } from '@/app/shortcuts';
import Page from '@/features/playback/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { control, render, settled } from '../../render';
import { smallDay, smallDays } from './small-day';

/** Friday, 14:02:31 in São Paulo. */
export const now = Date.UTC(2026, 10, 27, 17, 2, 31);
export const vehicle = 'veh000000000001';
export const thursday = `/replay?vehicle=${vehicle}&day=2026-11-26`;

export const answers = { 'trajectories.day': smallDay, 'trajectories.days': smallDays };

export async function open(at: string, office: OfficeOptions = {}) {
  const wrapper = await render(Page, { at, office: { now: () => now, answers, ...office } });
  window.addEventListener('keydown', pressKey);
  await settled();
  return wrapper;
}

export function press(
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.body,
): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

/** The size of the window, which this DOM lets tests set. */
export function setViewport(width: number, height: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width, height });
}

export const slider = () => control('Time of day', '[role=slider]');
export const shownTime = () => slider().getAttribute('aria-valuetext')?.split(' ')[0];
export const region = (name: string) => document.querySelector(`section[aria-label="${name}"]`);

/** Clock and window of a test; the answer ends it. The window is too low for an unfolded calendar. */
export function layOut(): () => void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(now);
  // Low enough for the calendar to stay folded until it is asked for.
  setViewport(1440, 700);
  return () => {
    window.removeEventListener('keydown', pressKey);
    vi.useRealTimers();
  };
}
