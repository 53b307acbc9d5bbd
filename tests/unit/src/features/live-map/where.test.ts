import { beforeEach, expect, it, vi } from 'vitest';
import type { Where } from '@contract/where';
import { useBridge } from '@/bridge';
import CardPosition from '@/features/live-map/CardPosition.vue';
import { render, settled } from '../../render';

const where: Where = {
  ...{ street: { name: 'Rua das Flores', away: 4 }, district: 'Centro', source: 'map' },
  town: { name: 'Campinas', away: 900, bearing: 10, isIn: true },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

async function open(answer: Parameters<typeof vi.fn>[0]) {
  const place = { latitude: -22.9, longitude: -47.06 };
  const wrapper = await render(CardPosition, {
    props: { place },
    office: { answers: { 'places.where': answer } as never },
  });
  const words = () => wrapper.find('.where').text();
  return { wrapper, words, wait: () => vi.advanceTimersByTimeAsync(200).then(settled) };
}

it('the card tells street, district and town above the coordinates', async () => {
  const { wrapper, words, wait } = await open(() => ({ places: [where], isComplete: true }));
  // Its line is there before the words are.
  expect(words()).toBe('');
  await wait();
  expect(words()).toBe('Rua das Flores, Centro, Campinas');
  expect(wrapper.text()).toContain('-22.90000, -47.06000');
});

it('a vehicle that is elsewhere keeps no street of before', async () => {
  let told = where;
  const { wrapper, words, wait } = await open(() => ({ places: [told], isComplete: true }));
  await wait();
  told = { ...where, street: { name: 'Rua do Sol', away: 2 } };
  await wrapper.setProps({ place: { latitude: -22.95, longitude: -47.06 } });
  expect(words()).toBe('');
  await wait();
  expect(words()).toBe('Rua do Sol, Centro, Campinas');
});

it('the coordinates are copied as they are', async () => {
  const { wrapper } = await open(() => ({ places: [where], isComplete: true }));
  const copy = vi.spyOn(useBridge().app, 'copyText');
  await wrapper.find('button').trigger('click');
  expect(copy).toHaveBeenCalledWith('-22.900000, -47.060000');
});
