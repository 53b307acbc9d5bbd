import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import CardFacts from '@/features/live-map/CardFacts.vue';
import { render, textOnPage } from '../../render';
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

it.each([
  ['says how old device and drivers are', 7_200_000, true],
  ['says nothing of the age of what is fresh', 60_000, false],
])('%s', async (_, age, isOld) => {
  const live = liveVehicle('a');
  const vehicle = listed('a', 'ABC-1');
  const data = { vehicle, device: null, drivers: [], readAt: Date.now() - age };
  await render(CardFacts, { props: { live, card: { phase: 'ready', data, at: Date.now() } } });
  await flushPromises();
  expect(textOnPage().includes('Device and drivers as of 2h ago')).toBe(isOld);
  expect(textOnPage().includes('as of')).toBe(isOld);
});
