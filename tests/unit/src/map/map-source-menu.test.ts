import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useBridge } from '@/bridge';
import MapSourceMenu from '@/map/MapSourceMenu.vue';
import { axeFaults, control, render } from '../render';
import { sourceOf } from './workers/basemap/vector/tiles';

it('the maps that a person opened are shown and hidden from a menu on the map', async () => {
  await render(MapSourceMenu, { office: {} });
  useMapSourcesStore().state = {
    sources: [sourceOf(1, { name: 'City' }), sourceOf(2, { name: 'Country', shown: false })],
  };
  const show = vi.spyOn(useBridge().mapSources, 'show');
  control('Maps').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  await flushPromises();
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')];
  expect(
    entries.map((entry) => [entry.textContent.trim(), entry.getAttribute('aria-checked')]),
  ).toEqual([
    ['City', 'true'],
    ['Country', 'false'],
  ]);
  expect(await axeFaults()).toEqual([]);
  entries[1]?.click();
  await flushPromises();
  expect(show).toHaveBeenCalledWith({ id: 2, shown: true });
});

it('a region is copied from the menu of maps, too', async () => {
  const page = await render(MapSourceMenu, { office: {} });
  control('Maps').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  await flushPromises();
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  expect(entries.map((entry) => entry.textContent.trim())).toEqual([
    'Copy a region…',
    'Open and manage maps…',
  ]);
  entries[0]?.click();
  await flushPromises();
  expect(page.vm.$router.currentRoute.value.fullPath).toBe('/settings/map#copy-region');
});
