import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { pressKey } from '@/app/shortcuts';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import Page from '@/features/live-map/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { deviceOf } from '../../../../mocked-main/office/records';
import { giveLayout } from '../../layout';
import { axeFaults, control, render, settled, textOnPage, type } from '../../render';
import { now } from './live';

const place = { latitude: -23.24, longitude: -46.95 };
const map = vi.hoisted(() => ({ centred: [] as string[], measured: [] as unknown[] }));

// The map draws on canvases in workers, which this DOM does not have; its parts are tested alone.
vi.mock('@/features/live-map/LiveMap.vue', () => ({
  default: defineComponent({
    name: 'LiveMap',
    emits: ['menu'],
    setup(_, { expose }) {
      expose({
        centre: (vehicleId: string) => map.centred.push(vehicleId),
        centrePlace: () => undefined,
        reveal: () => undefined,
        middle: () => place,
        measure: (from: unknown) => map.measured.push(from),
      });
      return () => h('section', { 'aria-label': 'Map' });
    },
  }),
}));

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const lines = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].map((item) =>
    item.textContent.trim(),
  );
const listbox = () => document.querySelector<HTMLElement>('[role=listbox]') as HTMLElement;
const plateOf = (row: HTMLElement | undefined) =>
  row?.querySelector('.plate')?.textContent.trim() ?? '';

async function open(office: OfficeOptions = {}) {
  const wrapper = await render(Page, {
    office: { now: () => now, vehicles: 30, isRead: true, ...office },
  });
  await settled();
  await nextTick();
  return wrapper;
}

/** The page and its timers go on for a moment. */
async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

async function rightClick(row: HTMLElement | undefined): Promise<boolean> {
  const event = new MouseEvent('contextmenu', {
    ...{ bubbles: true, cancelable: true, button: 2, clientX: 90, clientY: 120 },
  });
  row?.dispatchEvent(event);
  await settled();
  return event.defaultPrevented;
}

async function press(init: KeyboardEventInit, target: Element): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  await settled();
}

async function choose(label: string): Promise<void> {
  control(label, '[role=menuitem], [role=menuitemradio]').click();
  await settled();
  await wait(50);
}

beforeEach(() => {
  map.centred = [];
  map.measured = [];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  const takeLayout = giveLayout(32 * 12, 360);
  window.addEventListener('keydown', pressKey);
  return () => {
    window.removeEventListener('keydown', pressKey);
    takeLayout();
    vi.useRealTimers();
  };
});

const verbs = [
  'Center on the map',
  'Follow',
  'Check now',
  'Replay today',
  'Open vehicle',
  'Pin',
  'Tags and group…',
  'Nearest vehicles',
  'Measure distance from here',
  'Copy position',
  'Share position as text',
  'Open in browser map',
  'Copy link',
];

describe('menus of vehicles and places', () => {
  it('open on a row by the right button, and hold the same verbs as the card', async () => {
    await open();
    expect(await rightClick(options()[2])).toBe(true);
    expect(lines()).toEqual(verbs);
    expect(useLiveMapStore().selected).toBeNull();
    await choose('Center on the map');
    const { selected } = useLiveMapStore();
    expect(map.centred).toEqual([selected]);
    expect(selected).not.toBeNull();
    const more = control('More actions', 'button');
    more.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await settled();
    expect(lines()).toEqual(verbs);
    vi.useRealTimers();
    const menu = document.querySelector('[role=menu]');
    expect(menu && (await axeFaults(menu))).toEqual([]);
  });

  it.each([{ key: 'F10', shiftKey: true }, { key: 'ContextMenu' }])(
    'open on the selected row by the keyboard: $key, and give the focus back',
    async (key) => {
      await open();
      useLiveMapStore().isListOpen = true;
      listbox().focus();
      await press({ key: 'ArrowDown' }, listbox());
      await press(key, listbox());
      expect(lines()).toEqual(verbs);
      await press({ key: 'Escape' }, document.querySelector('[role=menu]') as Element);
      await wait(50);
      expect(lines()).toEqual([]);
      expect(document.activeElement).toBe(listbox());
    },
  );

  it('open for the selected vehicle by keys wherever the focus is', async () => {
    await open();
    useLiveMapStore().select(options()[1]?.id.slice(-15) ?? '');
    await settled();
    await press({ key: 'F10', shiftKey: true }, document.body);
    expect(lines()).toEqual(verbs);
  });

  it('open for a place of the map, without the verbs of a vehicle', async () => {
    const wrapper = await open();
    wrapper
      .findComponent({ name: 'LiveMap' })
      .vm.$emit('menu', { at: { x: 400, y: 300 }, vehicleId: null, place });
    await settled();
    expect(lines()).toEqual(['Center here', ...verbs.slice(7, -1)]);
    await choose('Measure distance from here');
    expect(map.measured).toEqual([place]);
  });

  it('say why something can’t be done: offline, or without a position', async () => {
    await open({ session: { link: { state: 'offline' } as never } });
    await rightClick(options()[2]);
    const check = control('Check now', '[role=menuitem]');
    expect(check.getAttribute('aria-disabled')).toBe('true');
    expect(check.textContent).toContain('once Fleetdesk is connected');
  });

  it('share a position as text all the same where a map file does not answer', async () => {
    await open();
    vi.spyOn(useBridge().places, 'where').mockReturnValue(new Promise(() => undefined));
    const copyText = vi.spyOn(useBridge().app, 'copyText');
    await rightClick(options()[3]);
    await choose('Share position as text');
    expect(copyText).not.toHaveBeenCalled();
    await wait(1500);
    const [text = ''] = copyText.mock.calls[0] ?? [];
    expect(text.split('\n')[1]).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  });

  it('share a position as text: who, what, when, where, and a link', async () => {
    await open();
    const copyText = vi.spyOn(useBridge().app, 'copyText');
    const row = options()[3];
    await rightClick(row);
    await choose('Share position as text');
    const [text = ''] = copyText.mock.calls[0] ?? [];
    expect(text.split('\n')[0]).toMatch(new RegExp(`^${plateOf(row)} · \\w+.* · .*2026.* GMT-3$`));
    expect(text.split('\n')[1]).toMatch(/ of [A-Z]|^[A-Z]/);
    expect(text.split('\n')[2]).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
    expect(text.split('\n')[3]).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=/);
    expect(textOnPage()).toContain('Text with position and link copied');
    await wait(6000);
    expect(textOnPage()).not.toContain('Text with position and link copied');
  });

  it('copy a link that opens the vehicle in Fleetdesk on another computer', async () => {
    await open();
    const copyText = vi.spyOn(useBridge().app, 'copyText');
    await rightClick(options()[3]);
    await choose('Copy link');
    expect(copyText.mock.calls[0]?.[0]).toMatch(/^fleetdesk:\/\/vehicle\/[a-zA-Z0-9]{15}$/);
    expect(textOnPage()).toContain('Link copied');
  });
});

describe('the nearest vehicles', () => {
  it('to a vehicle are listed by distance, and checked before all others', async () => {
    await open();
    const row = options()[4];
    const plate = plateOf(row);
    await rightClick(row);
    await choose('Nearest vehicles');
    expect(textOnPage()).toContain(`Nearest to ${plate}`);
    expect(plateOf(options()[0])).toBe(plate);
    const distances = options().map((each) => each.querySelector('.since')?.textContent ?? '');
    expect(distances[0]).toBe('0 m');
    const metres = distances.map((text) => parseFloat(text) * (text.includes('km') ? 1000 : 1));
    expect(metres).toEqual([...metres].sort((a, b) => a - b));

    const refresh = vi
      .spyOn(useBridge().live, 'refresh')
      .mockResolvedValue({ ok: true, data: undefined });
    control('Check the nearest now', 'button').click();
    await settled();
    expect(refresh).toHaveBeenCalledTimes(10);
    expect(refresh.mock.calls.map(([id]) => id)).not.toContain(useLiveMapStore().origin?.vehicleId);
    expect(textOnPage()).toContain('10 vehicles checked');
    control('Back to the list by plate', 'button').click();
    await settled();
    expect(useLiveMapStore().sort).toBe('name');
    expect(textOnPage()).not.toContain('Nearest to');
  });

  it('begin at the middle of the map where only the order by distance was chosen', async () => {
    await open();
    useLiveMapStore().sort = 'distance';
    await settled();
    expect(useLiveMapStore().origin).toEqual({ place, vehicleId: null });
    expect(textOnPage()).toContain('Nearest to the marked place');
    useLiveMapStore().sort = 'speed';
    await settled();
    expect(textOnPage()).not.toContain('Nearest to the marked place');
  });

  it('keep the focus on their button while they are checked, and are checked once', async () => {
    await open();
    useLiveMapStore().sort = 'distance';
    await settled();
    const refresh = vi
      .spyOn(useBridge().live, 'refresh')
      .mockReturnValue(new Promise(() => undefined));
    const button = control('Check the nearest now', 'button');
    button.focus();
    button.click();
    await settled();
    expect(textOnPage()).toContain('Checking 0 of 10');
    button.click();
    await settled();
    expect(button.hasAttribute('disabled')).toBe(false);
    expect(document.activeElement).toBe(button);
    // Two wait for their turn at once.
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('say how many could not be checked', async () => {
    await open();
    useLiveMapStore().sort = 'distance';
    await settled();
    const error = { code: 'timeout', message: '' } as const;
    vi.spyOn(useBridge().live, 'refresh').mockResolvedValue({ ok: false, error });
    control('Check the nearest now', 'button').click();
    await settled();
    expect(textOnPage()).toContain('10 of 10 could not be checked. Try again in a moment.');
  });
});

describe('list and map as one', () => {
  it('tiles and filter reach the map: what they let through, and nothing while all is shown', async () => {
    await open();
    const choice = useLiveMapStore();
    expect(choice.shown).toBeNull();
    const moving = [...useLiveStore().vehicles.values()].filter(
      ({ motion, connection }) => motion === 'moving' && connection !== 'silent',
    );
    control(`${moving.length} Moving`, 'button').click();
    await settled();
    expect([...(choice.shown ?? [])].sort()).toEqual(
      moving.map(({ vehicleId }) => vehicleId).sort(),
    );
    control(`${moving.length} Moving`, 'button').click();
    await settled();
    expect(choice.shown).toBeNull();
  });

  it('rows tell the driver, the place or the model, as chosen, and for how long it is so', async () => {
    await open();
    await wait(200);
    const details = () => options().map((row) => row.querySelector('.detail')?.textContent ?? '');
    const drivers = details();
    await useSettingsStore().update({ listDetail: 'model' });
    await settled();
    const models = details();
    expect(models).not.toEqual(drivers);
    await useSettingsStore().update({ listDetail: 'place' });
    await settled();
    expect(details().some((text, index) => text !== models[index] && text !== '')).toBe(true);
    expect(options()[1]?.querySelector('.since')?.textContent).toMatch(/^\d+[mhd]\+?$|^–$/);
  });

  it('elsewhere “online” hides whether a vehicle moves: here a row has sign, heading and speed', async () => {
    await open();
    const moving = [...useLiveStore().vehicles.values()].filter(
      ({ motion, connection }) => motion === 'moving' && connection !== 'silent',
    );
    control(`${moving.length} Moving`, 'button').click();
    await settled();
    expect(options().length).toBeGreaterThan(1);
    for (const row of options()) {
      const live = moving.find(({ vehicleId }) => row.id.endsWith(vehicleId));
      expect(row.querySelector('.glyph .shape')?.getAttribute('transform')).toBe(
        `rotate(${live?.fix?.heading ?? 0} 10 10)`,
      );
      expect(row.querySelector('.speed')?.textContent).toMatch(/^\d+ km\/h$/);
    }
  });

  it('elsewhere lists have no order by report and no search by driver, phone or identifier: here they have', async () => {
    await open();
    const choice = useLiveMapStore();
    choice.sort = 'age';
    await wait(1500);
    const ages = options().map(
      (row) =>
        [...useLiveStore().vehicles.values()].find((each) => row.id.endsWith(each.vehicleId))?.fix
          ?.at ?? 0,
    );
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
    for (const words of ['marcia', '98100-1037', deviceOf(4, now).imei.slice(-8)]) {
      type('Filter', words);
      await wait(500);
      expect(options().length, words).toBeGreaterThan(0);
      expect(options().length, words).toBeLessThan(30);
    }
  });

  it('the list is as far scrolled as it was when the screen was left', async () => {
    const wrapper = await open();
    listbox().scrollTop = 320;
    wrapper.unmount();
    expect(useLiveMapStore().scrolled).toBe(320);
  });
});
