import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import MapFileDrop from '@/map/MapFileDrop.vue';
import { pmtilesBytes } from '../../../map-files/write-archives';
import { drag } from '../drag';
import { axeFaults, control, render, textOnPage } from '../render';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetdesk-map-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a file with this content onto the map. */
async function dropped(content: string | Uint8Array, props: Record<string, unknown> = {}) {
  const file = join(folder, 'city.pmtiles');
  writeFileSync(file, content);
  const page = await render(MapFileDrop, { office: {}, props });
  const map = page.element.parentElement;
  if (!map) throw new Error('There is no map.');
  drag(map, 'dragover', [file]);
  await flushPromises();
  expect(textOnPage()).toContain('Drop the file to open this map');
  drag(map, 'drop', [file]);
  await flushPromises();
  expect(textOnPage()).not.toContain('Drop the file');
  return page;
}

const tile = { z: 3, x: 2, y: 4, data: new Uint8Array([1]) };
const bounds = [10, 20, 11, 21] as const;
const city = pmtilesBytes([tile], { name: 'City', layers: ['earth', 'roads'], bounds });

it('a map file that is dropped onto the map is opened there, and looked at', async () => {
  const page = await dropped(city, { isElsewhere: () => false });
  await vi.waitFor(() => {
    expect(page.emitted('show')).toMatchObject([[{ name: 'City', shown: true }]]);
  });
  expect(textOnPage()).not.toContain('doesn’t cover your vehicles');
});

it('a map file of another area says so, and is looked at once a person asks for that', async () => {
  const areas: unknown[] = [];
  const isElsewhere = (area: unknown) => areas.push(area) > 0;
  const page = await dropped(city, { isElsewhere });
  await vi.waitFor(() => {
    expect(textOnPage()).toContain('City doesn’t cover your vehicles');
  });
  expect(areas).toEqual([bounds]);
  expect(page.emitted('show')).toBeUndefined();
  expect(await axeFaults()).toEqual([]);
  control('Show its area').click();
  await flushPromises();
  expect(page.emitted('show')).toMatchObject([[{ name: 'City' }]]);
  expect(textOnPage()).not.toContain('doesn’t cover');
});

it('a file that is no map says so on the map until a person closes it', async () => {
  const page = await dropped('<!doctype html>');
  await vi.waitFor(() => {
    expect(textOnPage()).toContain('This file isn’t a map Fleetdesk can open.');
  });
  expect(page.emitted('show')).toBeUndefined();
  control('Close').click();
  await flushPromises();
  expect(textOnPage()).not.toContain('This file');
});
