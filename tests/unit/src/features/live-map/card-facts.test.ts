import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import type { ErrorCode } from '@contract/errors';
import type { VehicleCard } from '@contract/vehicles';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import CardFacts from '@/features/live-map/CardFacts.vue';
import { control, render, textOnPage } from '../../render';
import { listed, liveVehicle, now } from './live';

const words = 'as assumed: nobody has confirmed';

/** The card's facts, made anew with each round, as for each vehicle that is selected. */
const Card = defineComponent({
  props: { round: { type: Number, required: true }, isTold: { type: Boolean, required: true } },
  setup: (props) => () =>
    h(CardFacts, {
      key: props.round,
      live: props.isTold ? liveVehicle('a') : undefined,
      card: { phase: 'loading' },
      today: { phase: 'loading' },
    }),
});

async function open(isTold: boolean): Promise<VueWrapper> {
  const wrapper = await render(Card, { props: { round: 1, isTold }, fake: { now: () => now } });
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

type Part = Partial<VehicleCard['device']>;

/** The facts of a card of which these parts were told; the rest was read just now and is empty. */
async function show(device: Part, drivers: Partial<VehicleCard['drivers']>): Promise<VueWrapper> {
  const fresh = { readAt: Date.now(), error: null };
  const data: VehicleCard = {
    vehicle: listed('a', 'ABC-1'),
    device: { value: null, ...fresh, ...device },
    drivers: { value: [], ...fresh, ...drivers },
  };
  const card = { phase: 'ready', data, at: Date.now() } as const;
  const today = { phase: 'ready', data: null, at: Date.now() } as const;
  const wrapper = await render(CardFacts, { props: { live: liveVehicle('a'), card, today } });
  await flushPromises();
  return wrapper;
}

/** A part that was not read. */
function missing(code: ErrorCode): Pick<VehicleCard['device'], 'readAt' | 'error'> {
  return { readAt: null, error: { code, message: code } };
}

/** What stands beside the name of a fact. */
function fact(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent.trim();
}

function setOffline(): void {
  const session = useSessionStore();
  session.state = { ...session.state, link: { ...session.state.link, state: 'offline' } };
}

const tracker = { id: 'dev000000000001', name: 'Tracker 7', imei: null };
const ana = { id: 'usr000000000001', name: 'Ana Souza' };

it.each([
  ['of both', 7_200_000, 10_800_000, 'Device and drivers as of 3h ago'],
  ['of the device', 7_200_000, 0, 'Device as of 2h ago'],
  ['of the people', 60_000, 7_200_000, 'Drivers as of 2h ago'],
  ['of nothing that is fresh', 60_000, 60_000, null],
])('tells the age %s', async (_, device, drivers, words) => {
  await show({ readAt: Date.now() - device }, { readAt: Date.now() - drivers });
  if (words === null) expect(textOnPage()).not.toContain('as of');
  else expect(textOnPage()).toContain(words);
});

it.each([
  ['forbidden', 'your user may not see drivers'],
  ['not-found', 'not told by the service'],
] as const)('says at its place that people are not shown: %s', async (code, words) => {
  await show({ value: tracker }, missing(code));
  expect(fact('Driver')).toBe(words);
  expect(fact('Device')).toBe('Tracker 7');
  // Asking again would not help.
  expect(textOnPage()).not.toContain('Try again');
});

it.each([
  ['forbidden', 'your user may not see devices'],
  ['not-found', 'not told by the service'],
] as const)('says at its place that the device is not shown: %s', async (code, words) => {
  await show(missing(code), { value: [ana] });
  expect(fact('Device')).toBe(words);
  expect(fact('Driver')).toBe('Ana Souza');
  expect(textOnPage()).not.toContain('Try again');
});

it('offers to ask again for a part that failed, and shows the others', async () => {
  const wrapper = await show({ value: tracker }, missing('service-error'));
  expect(fact('Driver')).toBe('could not be read');
  expect(fact('Device')).toBe('Tracker 7');
  expect(textOnPage()).toContain('Not all of it could be read.');
  control('Try again').click();
  expect(wrapper.emitted('retry')).toHaveLength(1);
});

it.each([
  ['service-error', true],
  ['forbidden', false],
] as const)(
  'has the figures of the day asked for again, if they may come: %s',
  async (code, may) => {
    const wrapper = await show({ value: tracker }, { value: [ana] });
    expect(textOnPage()).not.toContain('Try again');
    await wrapper.setProps({ today: { phase: 'failed', error: { code, message: code } } });
    expect(textOnPage().includes('Not all of it could be read.')).toBe(may);
    // Without a line they come by themselves once it is back.
    setOffline();
    await flushPromises();
    expect(textOnPage()).not.toContain('Try again');
  },
);

it('shows what is kept of a part that failed, with its age', async () => {
  const error = { code: 'timeout', message: 'no answer' } as const;
  await show({ value: tracker }, { value: [ana], readAt: Date.now() - 7_200_000, error });
  expect(fact('Driver')).toBe('Ana Souza');
  expect(textOnPage()).toContain('Drivers as of 2h ago');
  expect(textOnPage()).toContain('Not all of it could be read.');
});

it('without a line says what was not read yet, and asks nobody to try again', async () => {
  await show(missing('offline'), missing('offline'));
  setOffline();
  await flushPromises();
  expect(fact('Driver')).toBe('not read yet');
  expect(fact('Device')).toBe('not read yet');
  expect(textOnPage()).not.toContain('Try again');
});

it('tells a name that could not be read from one that the service does not tell', async () => {
  const unnamed = [{ ...ana, name: null }];
  await show({}, { value: unnamed });
  expect(fact('Driver')).toBe('name not told by the service');
  await show({}, { value: unnamed, error: { code: 'timeout', message: 'no answer' } });
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toContain(
    'name not read yet',
  );
});

it('does not call a vehicle without a device that is not known of', async () => {
  const props = { card: { phase: 'failed', error: { code: 'timeout', message: 'no answer' } } };
  const today = { phase: 'loading' };
  await render(CardFacts, {
    props: { ...props, today, live: liveVehicle('a', { association: 'unknown' }) },
  });
  expect(fact('Device')).toBe('–');
});
