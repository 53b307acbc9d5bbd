import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { useFoundBy } from '@/app/records/found-by';
import { render, textOnPage } from '../../render';

it.each([
  ['DRIVER', 'driver Felipe Alves'],
  ['PERMISSION', 'Felipe Alves (has access)'],
  // One who was added here, or whom the service says nothing of.
  [undefined, 'Felipe Alves'],
])('a person of nature %s on a vehicle is called: %s', async (nature, words) => {
  const person = { collection: 'users', key: 'usr000000000001', field: 'name' } as const;
  const name = { label: 'Felipe Alves', value: 'Felipe Alves' };
  const page = defineComponent(() => {
    const by = useFoundBy();
    return () => h('p', by.sentence({ ...person, ...name, ...(nature && { nature }) }));
  });
  await render(page, { office: { vehicles: 1 } });
  expect(textOnPage()).toBe(words);
});
