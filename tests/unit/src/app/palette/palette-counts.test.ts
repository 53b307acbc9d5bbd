import { beforeEach, expect, it } from 'vitest';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import { render, settled, textOnPage, type } from '../../render';

const overlays = useOverlays();

beforeEach(() => {
  overlays.set('palette', false);
});

const options = () =>
  [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent.trim());

async function seek(words: string): Promise<void> {
  await render(App, { office: { vehicles: 20, isRead: true } });
  overlays.open('palette');
  await settled();
  type('Search', words);
  await settled();
}

it('the palette says how many more there are, and counts all that was found', async () => {
  await seek('F-0');
  expect(options()).toHaveLength(8);
  expect(textOnPage()).toContain('12 more. Type more to narrow the search.');
  expect(textOnPage()).toContain('20 results');
});

it('a phone number finds the person first, and shows the number', async () => {
  await seek('98100-1000');
  expect(options()[0]).toMatch(/^Ana Beatriz Carvalho.*98100-1000/);
});
