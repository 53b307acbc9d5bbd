import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { describeState } from '@/features/live-map/describe-state';
import { useStateWords } from '@/features/live-map/use-state-words';
import { render, textOnPage } from '../../render';
import { liveVehicle, now } from './live';

it.each([
  ['live', /^Moving, 62 km\/h, northeast$/],
  ['late', /^Moving, 62 km\/h, northeast$/],
  ['silent', /^Was moving .*, 62 km\/h, northeast$/],
] as const)('a vehicle whose device is %s: %s', async (connection, words) => {
  const vehicle = liveVehicle('a', { connection }, { at: now - 9 * 3_600_000 });
  const page = defineComponent(() => {
    const { sentence } = useStateWords();
    return () => h('p', sentence(describeState(vehicle, now)));
  });
  await render(page, { office: { vehicles: 1 } });
  expect(textOnPage()).toMatch(words);
});
