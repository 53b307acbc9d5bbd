import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import type { Attention } from '@contract/fixes';
import { pressKey } from '@/app/shortcuts';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import type { FakeOptions } from '@/bridge/fake';
import { fakeConnections, fakeSession } from '@/bridge/fake/office';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import Page from '@/features/live-map/Page.vue';
import { axeFaults, control, render, textOnPage, type } from '../../render';
import { liveVehicle, now } from './live';

/** What the page asked of the map. */
const map = vi.hoisted(() => ({
  centre: [] as string[],
}));

// The map draws on canvases in workers, which this DOM does not have; its parts are tested alone.
vi.mock('@/features/live-map/LiveMap.vue', () => ({
  default: defineComponent({
    props: { covered: { type: Number, required: true } },
    setup(props, { expose }) {
      expose({ centre: (vehicleId: string) => map.centre.push(vehicleId) });
      return () => h('section', { 'aria-label': 'Map', 'data-covered': props.covered });
    },
  }),
}));

const rowHeight = 32;

async function open(fake: FakeOptions = {}, at = '/map'): Promise<VueWrapper> {
  const wrapper = await render(Page, { at, fake: { now: () => now, vehicles: 60, ...fake } });
  window.addEventListener('keydown', pressKey);
  await flushPromises();
  await nextTick();
  return wrapper;
}

const region = (name: string) =>
  document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
const listbox = () => document.querySelector<HTMLElement>('[role=listbox]');
const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const plates = () => options().map((option) => option.querySelector('.plate')?.textContent);
const selectedPlate = () =>
  document.querySelector('[role=option][aria-selected=true] .plate')?.textContent;
const card = () => region('Vehicle details');

async function press(key: string, target: Element = document.body): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await flushPromises();
}

async function click(element: HTMLElement): Promise<void> {
  element.click();
  await flushPromises();
}

beforeEach(() => {
  map.centre = [];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    queueMicrotask(frame);
    return 0;
  });
  // This DOM lays nothing out: the list is given the height of twelve rows.
  const size = { configurable: true, get: () => rowHeight * 12 };
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', size);
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', size);
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 360 });
  return () => {
    window.removeEventListener('keydown', pressKey);
    for (const name of ['offsetHeight', 'clientHeight', 'offsetWidth']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

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
    await open({ vehicles: 2000 });
    expect(options().length).toBeGreaterThan(8);
    expect(options().length).toBeLessThan(40);
    expect(options()[0]?.getAttribute('aria-setsize')).toBe('2000');
    expect(textOnPage()).toContain('2,000 vehicles');
  });

  it('shows of each vehicle what it does, how fast, and how old that is', async () => {
    await open();
    const moving = options().find((option) => /\d km\/h/.test(option.textContent));
    expect(moving?.textContent).toMatch(/[A-Z]{3}-\d[A-Z]\d\d.*\d+ km\/h.*\d+s/);
    expect(moving?.title).toMatch(
      /^[A-Z]{3}-\d[A-Z]\d\d · .+ · Moving, \d+ km\/h, [a-z-]+ · .*ago · looked at \d+s ago$/,
    );
  });

  it('filters by the counts of the strip and by words', async () => {
    await open();
    const strip = document.querySelector('[role=group][aria-label="Vehicles by state"]');
    const moving = document.querySelector<HTMLElement>('button[aria-label*=" Moving. "]');
    if (!moving) throw new Error('no count of moving vehicles');
    const count = Number(/^\d+/.exec(moving.getAttribute('aria-label') ?? '')?.[0]);
    expect(strip?.querySelectorAll('button')).toHaveLength(4);
    await click(moving);
    expect(moving.getAttribute('aria-pressed')).toBe('true');
    expect(textOnPage()).toContain(`${count} of 60`);
    await click(moving);
    const [plate = ''] = plates();
    type('Filter', plate?.replace('-', '').toLowerCase() ?? '');
    await flushPromises();
    expect(plates()).toEqual([plate]);
    type('Filter', 'no such vehicle');
    await flushPromises();
    expect(textOnPage()).toContain('No vehicle fits the filter.');
    await click(control('Show all vehicles'));
    expect(options().length).toBeGreaterThan(8);
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
    expect(map.centre).toEqual([useLiveMapStore().selected]);
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
    expect(map.centre).toEqual(['veh000000000007']);
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

describe('the card', () => {
  /** The card asks for its figures once a person has stayed with a vehicle. */
  async function openCard(fake: FakeOptions = {}, index = 1): Promise<void> {
    await open(fake);
    useLiveMapStore().select(`veh${String(index).padStart(12, '0')}`);
    await flushPromises();
    vi.advanceTimersByTime(400);
    await flushPromises();
  }

  it('says in words what the vehicle does, and who drives it', async () => {
    await openCard();
    const text = card()?.textContent.replace(/\s+/g, ' ') ?? '';
    expect(text).toMatch(/(Moving, \d+ km\/h|Idling|Parked).*ago/);
    expect(text).toMatch(/looked at \d+s ago/);
    expect(text).toContain('João Pedro Nogueira');
    expect(text).toMatch(/IMEI \d{15}/);
    expect(text).toMatch(/Today.*Distance.*km.*Driving/);
  });

  it('goes to the replay of today', async () => {
    const wrapper = await render(Page, { fake: { now: () => now, vehicles: 60 } });
    await flushPromises();
    useLiveMapStore().select('veh000000000001');
    await flushPromises();
    await click(control('Replay today'));
    expect(wrapper.vm.$route.fullPath).toBe('/replay?vehicle=veh000000000001&day=2026-11-27');
  });

  it('copies the position and opens it in a browser map', async () => {
    await openCard();
    const copy = vi.spyOn(useBridge().app, 'copyText');
    const browse = vi.spyOn(useBridge().app, 'openInBrowserMap');
    await click(control('Copy position'));
    expect(copy).toHaveBeenCalledWith(expect.stringMatching(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/));
    expect(control('Position copied')).toBeDefined();
    await click(control('Open in browser map'));
    expect(browse).toHaveBeenCalledTimes(1);
  });

  it('looks at the vehicle when it is asked to', async () => {
    await openCard();
    const refresh = vi.spyOn(useBridge().live, 'refresh');
    await click(control('Look now'));
    expect(refresh).toHaveBeenCalledWith('veh000000000001');
  });

  it.each([
    ['forbidden', 'Your user may not see where it is'],
    ['timeout', 'The service did not answer in time.'],
  ] as const)('says why it could not be looked at: %s', async (code, words) => {
    const faults: FakeOptions['faults'] = { 'live.refresh': { code, message: code } };
    await openCard({ faults });
    await click(control('Look now'));
    expect(card()?.textContent).toContain(words);
    delete faults['live.refresh'];
    await click(control('Look now'));
    expect(card()?.textContent).not.toContain(words);
  });

  it('says when nothing reports, and offers nothing that needs a place', async () => {
    await openCard({}, 16);
    expect(card()?.textContent).toContain('No device that reports');
    expect(control('Follow').hasAttribute('disabled')).toBe(true);
    expect(document.querySelector('[aria-label="Copy position"]')).toBeNull();
  });

  it('stays useful when its figures can not be had', async () => {
    const error = { code: 'timeout', message: 'no answer within 20 s' } as const;
    await openCard({ faults: { 'vehicles.card': error, 'trajectories.days': error } });
    expect(card()?.textContent).toContain('The details could not be read.');
    expect(card()?.textContent).toContain("The day's figures are not at hand right now.");
    expect(card()?.textContent).toMatch(/looked at/);
    expect(control('Try again')).toBeDefined();
  });

  it('says which of its parts may not be seen, and shows the others', async () => {
    const error = { code: 'forbidden', message: 'no right', status: 403 } as const;
    await openCard({ faults: { 'trajectories.days': error } });
    expect(card()?.textContent).toContain("Your user may not see this vehicle's days.");
    expect(card()?.textContent).toContain('João Pedro Nogueira');
  });

  it('asks again for a part that failed, whoever comes back to the vehicle or wants it', async () => {
    const wrapper = await open();
    const { vehicles } = useBridge();
    const whole = await vehicles.card('veh000000000001');
    if (!whole.ok) throw new Error('no card');
    const error = { code: 'service-error', message: 'status 500' } as const;
    const drivers = { value: [], readAt: null, error };
    const asked = vi
      .spyOn(vehicles, 'card')
      .mockResolvedValue({ ok: true, data: { ...whole.data, drivers } });
    const show = async (id: string | null) => {
      useLiveMapStore().select(id);
      await flushPromises();
      vi.advanceTimersByTime(400);
      await flushPromises();
    };
    await show('veh000000000001');
    await show(null);
    await show('veh000000000001');
    expect(asked).toHaveBeenCalledTimes(2);
    expect(card()?.textContent).toContain('could not be read');
    expect(card()?.textContent).toContain('Tracker 101');
    asked.mockResolvedValue(whole);
    await click(control('Try again'));
    expect(card()?.textContent).toContain('João Pedro Nogueira');
    expect(card()?.textContent).not.toContain('could not be read');
    await show(null);
    await show('veh000000000001');
    expect(asked).toHaveBeenCalledTimes(3);
    wrapper.unmount();
  });

  it("asks again for the day's figures where they alone failed", async () => {
    const error = { code: 'service-error', message: 'status 500', status: 500 } as const;
    const faults: FakeOptions['faults'] = { 'trajectories.days': error };
    await openCard({ faults });
    const asked = vi.spyOn(useBridge().vehicles, 'card');
    expect(card()?.textContent).toContain('João Pedro Nogueira');
    expect(card()?.textContent).toContain("The day's figures are not at hand right now.");
    delete faults['trajectories.days'];
    await click(control('Try again'));
    expect(card()?.textContent).toContain('Distance');
    expect(card()?.textContent).not.toContain('Try again');
    // What was read whole costs no request.
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks again by itself once the link is back', async () => {
    const error = { code: 'offline', message: 'connect ENETUNREACH' } as const;
    const faults: FakeOptions['faults'] = { 'vehicles.card': error, 'trajectories.days': error };
    await openCard({ faults });
    const session = useSessionStore();
    const link = session.state.link;
    session.state = { ...session.state, link: { ...link, state: 'offline' } };
    await flushPromises();
    expect(card()?.textContent).toContain('The details could not be read.');
    delete faults['vehicles.card'];
    delete faults['trajectories.days'];
    session.state = { ...session.state, link: { ...link, state: 'online' } };
    await flushPromises();
    expect(card()?.textContent).toContain('João Pedro Nogueira');
    expect(card()?.textContent).toContain('Distance');
  });

  it('withdraws what it asked for once another vehicle is chosen, or none', async () => {
    await open();
    const wanted = vi
      .spyOn(useBridge().vehicles, 'card')
      .mockReturnValue(new Promise(() => undefined));
    const choice = useLiveMapStore();
    for (const index of [1, 2]) {
      choice.select(`veh${String(index).padStart(12, '0')}`);
      await flushPromises();
      vi.advanceTimersByTime(400);
    }
    const given = () => wanted.mock.calls.map(([, terms]) => terms?.signal?.aborted);
    expect(given()).toEqual([true, false]);
    choice.select(null);
    await flushPromises();
    expect(given()).toEqual([true, true]);
  });

  it('names a clock that is ahead without a date that is not the device’s', async () => {
    await openCard();
    const live = useLiveStore();
    const id = 'veh000000000001';
    live.vehicles = new Map(live.vehicles).set(id, liveVehicle(id, {}, { problems: ['future'] }));
    await nextTick();
    expect(card()?.textContent).toContain(
      "The device's clock is ahead; the time shown is when its fix arrived.",
    );
  });

  it('brings the figures of the day up to date while it stays open, and says of when they are', async () => {
    await openCard();
    expect(card()?.textContent).toContain('Today, until 14:02');
    const days = vi.spyOn(useBridge().trajectories, 'days');
    vi.advanceTimersByTime(300_000);
    await flushPromises();
    expect(days).toHaveBeenCalledTimes(1);
    expect(card()?.textContent).toContain('Today, until 14:07');
    days.mockResolvedValueOnce({ ok: false, error: { code: 'timeout', message: 'no answer' } });
    vi.advanceTimersByTime(300_000);
    await flushPromises();
    expect(card()?.textContent, 'old figures are worth more than none').toContain(
      'Today, until 14:07',
    );
  });

  it('asks for nothing while a person walks past', async () => {
    await open();
    const read = vi.spyOn(useBridge().vehicles, 'card');
    for (let step = 0; step < 5; step += 1) await press('j');
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    await flushPromises();
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('the list without vehicles', () => {
  const offline = { code: 'offline', message: 'connect ENETUNREACH' } as const;
  const [connection] = fakeConnections(now);

  it('says that the account has none', async () => {
    await open({ vehicles: 0 });
    expect(textOnPage()).toContain('No vehicles yet');
  });

  it('keeps what it knows while offline', async () => {
    if (!connection) throw new Error('The fake office has no connection.');
    const link = { state: 'offline', since: now, lastAnswerAt: now, error: offline } as const;
    await open({ session: { ...fakeSession(connection, now), link } });
    expect(options().length).toBeGreaterThan(8);
  });

  it('claims nothing about earlier starts while offline', async () => {
    if (!connection) throw new Error('The fake office has no connection.');
    const link = { state: 'offline', since: now, lastAnswerAt: null, error: offline } as const;
    await open({ vehicles: 0, session: { ...fakeSession(connection, now), link } });
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'failed', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('The fleet could not be read yet.');
  });

  it('does not seem to read the fleet where nothing is asked for', async () => {
    await open({ vehicles: 0, settings: { workOffline: true } });
    await useSettingsStore().start();
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'waiting', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('The fleet could not be read yet.');
  });

  it('says so where this user may not see the vehicles', async () => {
    await open({ vehicles: 0 });
    const fleet = useFleetStore();
    fleet.sync = { ...fleet.sync, phase: 'refused', completedAt: null };
    await nextTick();
    expect(textOnPage()).toContain('Your user may not see vehicles');
  });
});

describe('what the scheduler is told', () => {
  it('is nothing as long as nothing changes, and that the map was left', async () => {
    const { useAttention } = await import('@/features/live-map/use-attention');
    const { ref } = await import('vue');
    const attention = ref<Attention>({ onScreen: [], selected: null, followed: null });
    const wrapper = await render({
      setup() {
        useAttention(attention);
        return () => h('p');
      },
    });
    const attend = vi.spyOn(useBridge().live, 'attend');
    attention.value = { onScreen: ['veh000000000001'], selected: null, followed: null };
    await nextTick();
    attention.value = { ...attention.value, selected: 'veh000000000001' };
    await nextTick();
    vi.advanceTimersByTime(300);
    expect(attend).toHaveBeenCalledTimes(1);
    expect(attend).toHaveBeenCalledWith(attention.value);
    wrapper.unmount();
    expect(attend).toHaveBeenLastCalledWith({ onScreen: [], selected: null, followed: null });
  });
});
