import type { VueWrapper } from '@vue/test-utils';
import { vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { pressKey } from '@/app/shortcuts';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import Page from '@/features/live-map/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { giveLayout } from '../../layout';
import { render, settled } from '../../render';
import { now } from './live';

const map = vi.hoisted(() => ({ centred: [] as string[], revealed: [] as string[] }));

// The map draws on canvases in workers, which this DOM does not have; its parts are tested alone.
vi.mock('@/features/live-map/LiveMap.vue', () => ({
  default: defineComponent({
    props: { covered: { type: Number, required: true } },
    setup(props, { expose }) {
      expose({
        centre: (vehicleId: string) => map.centred.push(vehicleId),
        reveal: (vehicleId: string) => map.revealed.push(vehicleId),
        focus: () => document.querySelector<HTMLElement>('section[aria-label=Map]')?.focus(),
      });
      return () =>
        h('section', { 'aria-label': 'Map', 'data-covered': props.covered, tabindex: -1 });
    },
  }),
}));

const rowHeight = 32;

/** The vehicles that the page asked the map to centre. */
export function centred(): readonly string[] {
  return map.centred;
}

/** The vehicles that the page asked the map to bring into view. */
export function revealed(): readonly string[] {
  return map.revealed;
}

/** Gives room for a list of twelve rows, keys and a clock. Answers what takes them away. */
export function layOut(): () => void {
  map.centred = [];
  map.revealed = [];
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(rowHeight * 12, 360);
  window.addEventListener('keydown', pressKey);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
}

/** Opens the screen of an office of 60 vehicles. */
export async function open(office: OfficeOptions = {}, at = '/map'): Promise<VueWrapper> {
  const options = { now: () => now, vehicles: 60, isRead: true, ...office };
  const wrapper = await render(Page, { at, office: options });
  await settled();
  await nextTick();
  return wrapper;
}

/** Selects a vehicle, or none, and stays with it until its card has asked for its figures. */
export async function show(vehicleId: string | null): Promise<void> {
  useLiveMapStore().select(vehicleId);
  await settled();
  vi.advanceTimersByTime(400);
  await settled();
}

/** Identifier of a vehicle of the office. */
export function idOf(index: number): string {
  return `veh${String(index).padStart(12, '0')}`;
}

/** A region by its name. */
export function region(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
}

/** The card of the selected vehicle. */
export function card(): HTMLElement | null {
  return region('Vehicle details');
}

/** Presses a key on an element. */
export async function press(key: string, target: Element = document.body): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await settled();
}

/** Clicks an element. */
export async function click(element: HTMLElement): Promise<void> {
  element.click();
  await settled();
}
