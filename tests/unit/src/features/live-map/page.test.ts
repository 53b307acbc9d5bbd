import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { h, nextTick } from 'vue';
import type { Attention } from '@contract/fixes';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { officeConnections, officeSession } from '../../../../mocked-main/office/connections';
import { axeFaults, control, render, settled, textOnPage, type } from '../../render';
import { now } from './live';
import {
  card,
  centred,
  click,
  idOf,
  layOut,
  open,
  press,
  region,
  revealed,
  show,
} from './page-screen';

const listbox = () => document.querySelector<HTMLElement>('[role=listbox]');
const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const plates = () => options().map((option) => option.querySelector('.plate')?.textContent);
const selectedPlate = () =>
  document.querySelector('[role=option][aria-selected=true] .plate')?.textContent;

beforeEach(layOut);

describe('the live map screen', () => {
  it('has its regions, and no fault that axe finds', async () => {
    await open();
    expect(region('Vehicle list')).not.toBeNull();
    expect(region('Map')).not.toBeNull();
    expect(card()).toBeNull();
    await click(options()[0] as HTMLElement);
    expect(card()).not.toBeNull();
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('puts into the document only the rows that can be seen', async () => {
    await open({ vehicles: 200 });
    expect(options().length).toBeGreaterThan(8);
    expect(options().length).toBeLessThan(40);
    expect(options()[0]?.getAttribute('aria-setsize')).toBe('200');
    expect(textOnPage()).toContain('200 vehicles');
  });

  it('shows of each vehicle what it does and how fast, and all else in its title', async () => {
    await open({ readAgo: 20_000 });
    const moving = options().find((option) => /\d km\/h/.test(option.textContent));
    expect(moving?.textContent).toMatch(/[A-Z]{3}-\d[A-Z]\d\d.*\d+ km\/h/);
    expect(moving?.title).toMatch(
      /^[A-Z]{3}-\d[A-Z]\d\d · .+ · Moving, \d+ km\/h, [a-z-]+ · .*ago · Checked \d+s ago$/,
    );
  });

  it('leads from the empty filter to the list by Escape', async () => {
    await open();
    const field = control('Filter', 'input');
    field.focus();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(document.activeElement).toBe(listbox());
  });

  it('filters by the counts of the strip and by words', async () => {
    await open();
    const strip = document.querySelector('[role=group][aria-label="Vehicles by state"]');
    const moving = document.querySelector<HTMLElement>('button[aria-label*=" Moving. "]');
    if (!moving) throw new Error('no count of moving vehicles');
    const count = Number(/^\d+/.exec(moving.getAttribute('aria-label') ?? '')?.[0]);
    // Those that never reported, too, so that the states add up to the fleet.
    const states = [...(strip?.querySelectorAll('button') ?? [])].map(
      (button) => /^(\d+) (.+)\. Show only/.exec(button.getAttribute('aria-label') ?? '') ?? [],
    );
    expect(states.map(([, , state]) => state)).toEqual([
      'Moving',
      'Idling',
      'Parked',
      'Silent',
      'Never reported',
    ]);
    const sum = states.reduce((all, [, n]) => all + Number(n), 0);
    expect(textOnPage()).toContain(`${sum} vehicles`);
    await click(moving);
    expect(moving.getAttribute('aria-pressed')).toBe('true');
    expect(textOnPage()).toContain(`${count} of 60`);
    await click(moving);
    const [plate = ''] = plates();
    type('Filter', plate?.replace('-', '').toLowerCase() ?? '');
    await settled();
    expect(plates()).toEqual([plate]);
    type('Filter', 'no such vehicle');
    await settled();
    expect(textOnPage()).toContain('No vehicles match the filter.');
    await click(control('Show all vehicles'));
    expect(options().length).toBeGreaterThan(8);
  });

  it.each(['Enter', 'ArrowRight'])(
    'leads into the card by Enter and %s, and back by Escape',
    async (key) => {
      await open();
      // This DOM's window is narrow: the list is a drawer.
      useLiveMapStore().isListOpen = true;
      const rows = listbox();
      if (!rows) throw new Error('no list');
      rows.focus();
      await press('ArrowDown', rows);
      await press('Enter', rows);
      expect(centred()).toHaveLength(1);
      expect(document.activeElement).toBe(rows);
      await press(key, rows);
      expect(document.activeElement).toBe(card());
      expect(centred()).toHaveLength(1);
      await press('Escape', card() ?? undefined);
      expect(document.activeElement).toBe(rows);
      expect(card()).not.toBeNull();
    },
  );

  it('closes the card by Escape where the pointer led into it', async () => {
    await open();
    await show(idOf(1));
    card()?.focus();
    await press('Escape', card() ?? undefined);
    expect(card()).toBeNull();
  });

  it('goes on in the list from a card that closes, or on the map where no row is left', async () => {
    await open();
    const choice = useLiveMapStore();
    choice.isListOpen = true;
    await show(idOf(1));
    const close = async () => {
      const button = card()?.querySelector<HTMLElement>('button[aria-label=Close]');
      if (!button) throw new Error('The card has no button that closes it.');
      button.focus();
      await click(button);
      expect(card()).toBeNull();
    };
    await close();
    expect(document.activeElement).toBe(listbox());
    await show(idOf(1));
    type('Filter', 'no such vehicle');
    await settled();
    expect(listbox()).toBeNull();
    await close();
    expect(document.activeElement).toBe(region('Map'));
  });

  it('leaves the focus where it is outside of a card that closes', async () => {
    await open();
    await show(idOf(1));
    const field = control('Filter', 'input');
    field.focus();
    useLiveMapStore().select(null);
    await settled();
    expect(document.activeElement).toBe(field);
  });

  it('shows a vehicle on the map that is clicked in it', async () => {
    await open();
    await click(options()[4] as HTMLElement);
    expect(revealed()).toEqual([useLiveMapStore().selected]);
    expect(centred()).toEqual([]);
  });

  it('is walked with J, K and the arrows; Enter centres', async () => {
    await open();
    const [first, second] = plates();
    await press('j');
    expect(selectedPlate()).toBe(first);
    await press('j');
    expect(selectedPlate()).toBe(second);
    await press('k');
    expect(selectedPlate()).toBe(first);
    await press('ArrowDown', listbox() ?? undefined);
    expect(selectedPlate()).toBe(second);
    await press('Enter', listbox() ?? undefined);
    expect(centred()).toEqual([useLiveMapStore().selected]);
  });

  it('takes the focus from what had it before, so that Enter is meant for its row', async () => {
    await open();
    const elsewhere = document.createElement('a');
    elsewhere.href = '#/outbox';
    document.body.append(elsewhere);
    elsewhere.focus();
    await press('j', elsewhere);
    // This DOM's window is narrow: the list is a drawer, and no place for the focus.
    expect(document.activeElement).toBe(document.body);
    const wide = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as never);
    elsewhere.focus();
    await press('j', elsewhere);
    expect(document.activeElement).toBe(listbox());
    wide.mockRestore();
  });

  it('is entered from the filter at the first vehicle that was found', async () => {
    await open();
    const wanted = plates()[5] ?? '';
    const field = control('Filter', 'input');
    type('Filter', wanted.replace('-', '').toLowerCase());
    // The search is still on its way.
    await press('Enter', field);
    await settled();
    expect(plates()).toEqual([wanted]);
    expect(selectedPlate()).toBe(wanted);
    expect(document.activeElement).toBe(listbox());
    expect(revealed()).toEqual([useLiveMapStore().selected]);
  });

  it('goes on from where it was once the card was closed', async () => {
    await open();
    await click(options()[3] as HTMLElement);
    await press('Escape');
    expect(selectedPlate()).toBeUndefined();
    await press('j');
    expect(selectedPlate()).toBe(plates()[4]);
  });

  it('lights a marker while the pointer lies on its row', async () => {
    await open();
    const choice = useLiveMapStore();
    options()[2]?.dispatchEvent(new MouseEvent('mouseenter'));
    expect(choice.hovered).not.toBeNull();
    listbox()?.dispatchEvent(new MouseEvent('mouseleave'));
    expect(choice.hovered).toBeNull();
  });

  it('follows with F until it is closed with Escape, which gives the room back', async () => {
    await open();
    const choice = useLiveMapStore();
    await press('f');
    expect(choice.follows).toBe(false);
    await click(options()[1] as HTMLElement);
    expect(region('Map')?.dataset['covered']).toBe('340');
    await press('f');
    expect(control('Follow').getAttribute('aria-pressed')).toBe('true');
    await click(options()[0] as HTMLElement);
    expect(choice.follows, 'another vehicle is not followed unasked').toBe(false);
    await press('Escape');
    expect(choice.selected).toBeNull();
    expect(region('Map')?.dataset['covered']).toBe('0');
  });

  it('opens the vehicle that a link names, in the middle of the map', async () => {
    await open({}, '/map?vehicle=veh000000000007');
    expect(useLiveMapStore().selected).toBe('veh000000000007');
    expect(centred()).toEqual(['veh000000000007']);
  });

  it('follows the vehicle where a link asks for that', async () => {
    const wrapper = await open({}, '/map?vehicle=veh000000000007&follow');
    expect(useLiveMapStore()).toMatchObject({ selected: 'veh000000000007', follows: true });
    expect(wrapper.vm.$route.fullPath).toBe('/map');
  });

  it('a link to a vehicle ends a filter that leaves it out of the list', async () => {
    const wrapper = await open();
    const choice = useLiveMapStore();
    Object.assign(choice, { status: 'never', words: 'zzzz' });
    await flushPromises();
    await wrapper.vm.$router.push('/map?vehicle=veh000000000007');
    await flushPromises();
    expect(choice).toMatchObject({ selected: 'veh000000000007', status: null, words: '' });
  });

  it.each([60, 0])('says so where a link names none of the %d vehicles', async (vehicles) => {
    await open({ vehicles }, '/map?vehicle=veh999999999999');
    expect(card()?.textContent).toContain('No vehicle with this id in this fleet.');
    expect(textOnPage()).not.toContain('veh999999999999');
    await press('Escape');
    expect(useLiveMapStore().selected).toBeNull();
  });

  it('leaves open whether there is such a vehicle until all of the list was read', async () => {
    await open({}, '/map?vehicle=veh999999999999');
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'reading' };
    await nextTick();
    expect(card()?.textContent).not.toContain('No vehicle with this id');
  });
});

describe('the list without vehicles', () => {
  const offline = { code: 'offline', message: 'connect ENETUNREACH' } as const;
  const session = officeSession(officeConnections(now)[0], now);

  it('says that the account has none', async () => {
    await open({ vehicles: 0 });
    expect(textOnPage()).toContain('No vehicles yet');
  });

  it('keeps what it knows while offline', async () => {
    const link = { state: 'offline', since: now, lastAnswerAt: now, error: offline } as const;
    await open({ session: { ...session, link } });
    expect(options().length).toBeGreaterThan(8);
  });

  it('claims nothing about earlier starts while offline', async () => {
    const link = { state: 'offline', since: now, lastAnswerAt: null, error: offline } as const;
    await open({ vehicles: 0, session: { ...session, link } });
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'failed', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('They appear as soon as the service can be reached.');
  });

  it('does not seem to read the fleet where nothing is asked for', async () => {
    await open({ vehicles: 0, settings: { workOffline: true } });
    await useSettingsStore().start();
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'waiting', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('They appear as soon as the service can be reached.');
  });

  it('says so where this user may not see the vehicles', async () => {
    await open({ vehicles: 0 });
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'refused', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('You don’t have permission to see vehicles');
  });
});

describe('what the scheduler is told', () => {
  it('is nothing as long as nothing changes, and that the map was left', async () => {
    const { useAttention } = await import('@/features/live-map/use-attention');
    const { ref } = await import('vue');
    const attention = ref<Attention>({ onScreen: [], selected: null, followed: null });
    const wrapper = await render(
      {
        setup() {
          useAttention(attention);
          return () => h('p');
        },
      },
      { office: {} },
    );
    const attend = vi.spyOn(useBridge().live, 'attend');
    attention.value = { onScreen: ['veh000000000001'], selected: null, followed: null };
    await nextTick();
    attention.value = { ...attention.value, selected: 'veh000000000001' };
    await nextTick();
    vi.advanceTimersByTime(300);
    expect(attend).toHaveBeenCalledTimes(1);
    const id = 'veh000000000001';
    expect(attend).toHaveBeenCalledWith({ onScreen: id, selected: id, followed: null });
    wrapper.unmount();
    expect(attend).toHaveBeenLastCalledWith({ onScreen: '', selected: null, followed: null });
  });
});

it('a press that closes a popup over the list selects no vehicle below it', async () => {
  await open();
  const frame = document.createElement('div');
  frame.dataset['rekaPopperContentWrapper'] = '';
  frame.innerHTML = '<div role="menu"></div>';
  document.body.append(frame);
  const row = region('Vehicle list')?.querySelector<HTMLElement>('[role=option]');
  if (!row) throw new Error('The list is empty.');
  row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  frame.remove();
  await click(row);
  expect(useLiveMapStore().selected).toBeNull();
  row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await click(row);
  expect(useLiveMapStore().selected).not.toBeNull();
});
