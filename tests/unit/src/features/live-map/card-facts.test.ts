import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import type { ErrorCode } from '@contract/errors';
import type { LiveVehicle } from '@contract/fixes';
import type { CardDevice, CardDrivers } from '@contract/vehicles';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import CardFacts from '@/features/live-map/CardFacts.vue';
import { control, render, textOnPage } from '../../render';
import { liveVehicle, now } from './live';

const words = 'units that haven’t been confirmed';

/** The card's facts, made again with each round, as for each vehicle that is selected. */
const Card = defineComponent({
  props: { round: { type: Number, required: true }, isTold: { type: Boolean, required: true } },
  setup: (props) => () =>
    h(CardFacts, {
      key: props.round,
      live: props.isTold ? liveVehicle('a') : undefined,
      device: { told: null, isAsked: true },
      drivers: { told: null, isAsked: true },
    }),
});

async function open(isTold: boolean): Promise<VueWrapper> {
  const wrapper = await render(Card, { props: { round: 1, isTold }, office: { now: () => now } });
  await flushPromises();
  return wrapper;
}

it('the figures are read as assumed, until somebody has confirmed what they mean', async () => {
  const wrapper = await open(true);
  expect(textOnPage()).toContain(words);
  await useBridge().profile.confirm(useSessionStore().connection?.id ?? '');
  await wrapper.setProps({ round: 2 });
  await flushPromises();
  expect(textOnPage()).toContain('Position');
  expect(textOnPage()).not.toContain(words);
});

it('where there are no figures, nothing is said about them', async () => {
  await open(false);
  expect(textOnPage()).toContain('Position');
  expect(textOnPage()).not.toContain(words);
});

/** The facts of a card of which these parts were told; the rest was read just now and is empty. */
async function show(
  device: Partial<CardDevice>,
  drivers: Partial<CardDrivers>,
  live: LiveVehicle = liveVehicle('a'),
): Promise<VueWrapper> {
  const fresh = { readAt: Date.now(), error: null };
  const parts = {
    device: { told: { value: null, ...fresh, ...device }, isAsked: false },
    drivers: { told: { value: [], ...fresh, ...drivers }, isAsked: false },
  };
  const wrapper = await render(CardFacts, { props: { live, ...parts }, office: {} });
  await flushPromises();
  return wrapper;
}

/** A part that was not read. */
function missing(code: ErrorCode): Pick<CardDevice, 'readAt' | 'error'> {
  return { readAt: null, error: { code, message: code } };
}

/** What stands beside the name of a fact. */
function fact(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')]
    .filter(({ textContent }) => textContent === name)
    .at(-1);
  const parts = [...(term?.nextElementSibling?.querySelectorAll('span, button') ?? [])];
  const leaves = parts.filter(({ children }) => children.length === 0);
  return leaves.map(({ textContent }) => textContent.trim()).join(' ');
}

function setOffline(): void {
  const session = useSessionStore();
  session.state = { ...session.state, link: { ...session.state.link, state: 'offline' } };
}

const tracker = { id: 'dev000000000001', name: 'Tracker 7', imei: null };
const ana = { id: 'usr000000000001', name: 'Ana Souza' };

it('tells of each part how old it is, once it is no longer new', async () => {
  const ago = (minutes: number) => ({ readAt: Date.now() - minutes * 60_000 });
  await show({ value: tracker, ...ago(120) }, { value: [ana], ...ago(180) });
  expect(fact('Device')).toBe('Tracker 7 updated 2h ago');
  expect(fact('Driver')).toBe('Ana Souza updated 3h ago');
  await show({ value: tracker, ...ago(1) }, { value: [ana], ...ago(120) });
  expect(fact('Device')).toBe('Tracker 7');
  expect(fact('Driver')).toBe('Ana Souza updated 2h ago');
});

it.each([
  ['forbidden', 'you don’t have permission to see drivers'],
  ['not-found', 'not shared by the service'],
] as const)('says at its place that people are not shown: %s', async (code, words) => {
  await show({ value: tracker }, missing(code));
  expect(fact('Driver')).toBe(words);
  expect(fact('Device')).toBe('Tracker 7');
  // Asking again would not help.
  expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
});

it.each([
  ['forbidden', 'you don’t have permission to see devices'],
  ['not-found', 'not shared by the service'],
] as const)('says at its place that the device is not shown: %s', async (code, words) => {
  await show(missing(code), { value: [ana] });
  expect(fact('Device')).toBe(words);
  expect(fact('Driver')).toBe('Ana Souza');
  expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
});

it('offers to ask again for the part that failed, and for no other', async () => {
  const wrapper = await show({ value: tracker }, missing('service-error'));
  expect(fact('Driver')).toBe('could not be loaded');
  expect(fact('Device')).toBe('Tracker 7');
  control('Try again: Driver').click();
  expect(wrapper.emitted('retry')).toEqual([['drivers']]);
  const other = await show(missing('service-error'), { value: [ana] });
  expect(fact('Device')).toBe('could not be loaded');
  control('Try again: Device').click();
  expect(other.emitted('retry')).toEqual([['device']]);
});

it('shows what is kept of a part that failed, with its age', async () => {
  const error = { code: 'timeout', message: 'no answer' } as const;
  await show({ value: tracker }, { value: [ana], readAt: Date.now() - 7_200_000, error });
  expect(fact('Driver')).toBe('Ana Souza last updated 2h ago');
});

it('without a line says what was not read yet, and asks nobody to try again', async () => {
  await show(missing('offline'), missing('offline'));
  setOffline();
  await flushPromises();
  expect(fact('Driver')).toBe('not loaded yet');
  expect(fact('Device')).toBe('not loaded yet');
  expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
});

it('tells a name that could not be read from one that the service does not tell', async () => {
  const unnamed = [{ ...ana, name: null }];
  await show({}, { value: unnamed });
  expect(fact('Driver')).toBe('name not shared by the service');
  await show({}, { value: unnamed, error: { code: 'timeout', message: 'no answer' } });
  expect(fact('Driver')).toBe('name not loaded yet not all of it could be loaded');
});

it('shows the device that reports while what is known of it is on its way, or fails', async () => {
  const device = { id: 'dev000000000002', name: 'Tracker 8', imei: null };
  const live = liveVehicle('a', { device });
  const open = { told: null, isAsked: true };
  const props = { live, device: open, drivers: open };
  const wrapper = await render(CardFacts, { props, office: {} });
  expect(fact('Device')).toBe('Tracker 8');
  await wrapper.setProps({ device: { told: { value: null, ...missing('timeout') } } });
  expect(fact('Device')).toBe('Tracker 8 could not be updated');
});

it('does not say that there is no device before anybody knows', async () => {
  const open = { told: null, isAsked: true };
  const live = liveVehicle('a', { association: 'unknown', device: null });
  const props = { live, device: open, drivers: open };
  const wrapper = await render(CardFacts, { props, office: {} });
  expect(fact('Device')).toBe('');
  await wrapper.setProps({ live: { ...live, association: 'none' } });
  expect(fact('Device')).toBe('none');
});

it('asks to choose a main device where one stands in for it', async () => {
  await show({}, {});
  expect(textOnPage()).not.toContain('No main device');
  await show({}, {}, liveVehicle('a', { isStandIn: true }));
  const links = [...document.querySelectorAll('a')];
  const link = links.find(({ textContent }) => textContent.trim() === 'No main device: choose one');
  expect(link?.getAttribute('href')).toBe('/vehicles?record=a&tab=devices');
});

it.each([
  [{ battery: 80 }, '80%'],
  [{ battery: null, voltage: { volts: 12.64, isGuessed: false } }, '12.6\u00A0V'],
  [
    { battery: null, voltage: { volts: 12.64, isGuessed: true } },
    '12.6\u00A0V, assumed to be volts',
  ],
])('shows a battery of %o as %s', async (fix, text) => {
  await show({}, {}, liveVehicle('a', {}, fix));
  expect(textOnPage()).toContain(`Battery${text.replaceAll('\u00A0', ' ')}`);
});

const rita = {
  ...{ id: 'usr000000000002', name: 'Rita Prado', nature: 'PERMISSION', role: 'OWNER' },
  phones: ['+5563995834891'],
};

it('calls one person the driver where the service says who drives, and tells the role of others', async () => {
  await show({}, { value: [{ ...ana, nature: 'DRIVER' }, rita] });
  expect(textOnPage()).toMatch(/People\s*Ana Souza\s*driver\s*Rita Prado\s*has access · OWNER/);
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toContain('/users?record=usr000000000002');
});

it.each([
  ['two of whom the service says that they drive', 'DRIVER', 'DRIVER', true],
  ['two where the service says nothing of it', undefined, undefined, true],
  ['one driver and one who has access', 'DRIVER', 'PERMISSION', false],
])('says that it isn’t known who drives now: %s', async (_, first, second, isOpen) => {
  const people = [ana, rita].map(({ id, name }, index) => {
    const nature = index === 0 ? first : second;
    return { id, name, ...(nature !== undefined && { nature }) };
  });
  await show({}, { value: people });
  const sentence = 'It isn’t known which of them is driving now.';
  expect(textOnPage().includes(sentence)).toBe(isOpen);
});

it('leads from units that nobody confirmed to their place in the settings', async () => {
  await open(true);
  const check = [...document.querySelectorAll('a')].find((link) => link.textContent === 'Check');
  expect(check?.getAttribute('href')).toBe('/settings/profile#positions');
});

it("copies a person's number as it was entered, says so, and can dial it", async () => {
  await show({}, { value: [rita] });
  const copy = vi.spyOn(useBridge().app, 'copyText');
  const call = vi.spyOn(useBridge().app, 'call');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  control('Copy +55 63 99583-4891').click();
  await flushPromises();
  expect(copy).toHaveBeenCalledWith('+5563995834891');
  expect(textOnPage()).toContain('Number copied');
  vi.advanceTimersByTime(5_000);
  await flushPromises();
  expect(textOnPage(), 'a note of something done goes').not.toContain('Number copied');
  control('Call Rita Prado').click();
  await flushPromises();
  expect(call).toHaveBeenCalledWith('+5563995834891');
});

it('offers to dial no number that no phone can dial', async () => {
  await show({}, { value: [{ ...rita, phones: ['ask the office'] }] });
  expect(control('Copy ask the office')).toBeDefined();
  expect(document.querySelector('[aria-label="Call Rita Prado"]')).toBeNull();
});

it('shows four of many people, and all on request', async () => {
  const value = Array.from({ length: 9 }, (_, n) => ({
    id: `usr00000000000${n}`,
    name: `Name ${n}`,
  }));
  await show({}, { value });
  expect(textOnPage()).not.toContain('Name 4');
  const more = [...document.querySelectorAll('button')].find((button) =>
    button.textContent.includes('Show 5 more'),
  );
  more?.click();
  await flushPromises();
  expect(textOnPage()).toContain('Name 8');
});
