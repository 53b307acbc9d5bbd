import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import MapSection from '@/features/settings/MapSection.vue';
import { MapServer } from '../../../../integration/tiles/map-server';
import { answerRange } from '../../../../map-files/answer-ranges';
import { worldArchive } from '../../../core/region-copies/copy-world';
import { axeFaults, control, render, textOnPage, type } from '../../render';

// The map itself draws in workers, which this page does not have; the box on it has its own tests.
vi.mock('@/map/BaseMap.vue', () => ({ default: { template: '<div />' } }));

const archive = worldArchive();

let server: MapServer;
let folder: string;
/** Answers wait for it once so many were given. */
let hold: { after: number; release: Promise<void> } | null;

beforeEach(async () => {
  hold = null;
  folder = mkdtempSync(join(tmpdir(), 'fleetdesk-region-'));
  server = new MapServer((request, response) => {
    // The page's own network asks here: it wants to be allowed to.
    for (const what of ['origin', 'headers'])
      response.setHeader(`access-control-allow-${what}`, '*');
    response.setHeader('access-control-expose-headers', '*');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    const ready = hold && server.asked.length > hold.after ? hold.release : Promise.resolve();
    void ready.then(() => {
      answerRange(request, response, archive);
    });
  });
  await server.start();
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function says(words: string): Promise<void> {
  await vi.waitFor(() => {
    expect(textOnPage()).toContain(words);
  });
}

/** The section and the question about what is not saved, which belongs to the whole app. */
const framed = defineComponent(() => () => [h(MapSection), h(UnsavedDialog)]);

async function openDialog(): Promise<void> {
  await render(framed, {
    office: { regionFile: join(folder, 'town.mbtiles') },
    at: '/settings',
  });
  await flushPromises();
  control('Copy a region…').click();
  await says('Address of the map file (PMTiles)');
}

async function enterArea(): Promise<void> {
  type('Address of the map file (PMTiles)', `${server.origin}/world.pmtiles`);
  await flushPromises();
  control('This server is on this computer or in our own network').click();
  await flushPromises();
  control('Read map').click();
  await says('World · zoom 0–5');
  type('North', '10');
  type('South', '-40');
  type('West', '-60');
  type('East', '-10');
  type('Name', 'Town');
  await says('tiles ·');
}

const dialog = () => control('Cancel').closest<HTMLElement>('[role=dialog]') ?? document.body;

describe('copying a region', () => {
  it('says where maps are to be had and what their license asks, before anything is asked for', async () => {
    await openDialog();
    await says('maps.protomaps.com/builds');
    expect(textOnPage()).toContain('Open Database License (ODbL)');
    expect(await axeFaults(dialog())).toEqual([]);
    expect(server.asked).toEqual([]);
    type('Address of the map file (PMTiles)', 'http://maps.example.com/world.pmtiles');
    control('Read map').click();
    await says('Only a server on this computer can be used without encryption.');
  });

  it('begins at once where the menu of maps on the map leads to it', async () => {
    const page = await render(MapSection, { office: {}, at: '/settings/map#copy-region' });
    await says('Address of the map file (PMTiles)');
    await flushPromises();
    expect(page.vm.$router.currentRoute.value.fullPath).toBe('/settings/map');
  });

  it('over the date line has an east that is west of its west', async () => {
    await openDialog();
    await enterArea();
    type('West', '160');
    type('East', '-160');
    await says('Counting tiles…');
    await says('tiles ·');
    control('Copy…').click();
    await vi.waitFor(() => {
      expect(control('Town').getAttribute('aria-checked')).toBe('true');
    });
    expect(useMapSourcesStore().state.sources[0]?.bounds).toEqual([160, -40, 200, 10]);
  });

  it('is done with the keyboard alone: edges, zoom and name are fields, with tiles, size and time', async () => {
    await openDialog();
    await enterArea();
    expect(textOnPage()).toMatch(/\d+ tiles · 0\.1 MB · about \d+s/);
    expect(await axeFaults(dialog())).toEqual([]);
    type('North', '-50');
    control('Copy…').click();
    await says('North must be above south');
    type('North', '10');
    await says('tiles ·');
    control('Copy…').click();
    await vi.waitFor(() => {
      expect(control('Town').getAttribute('aria-checked')).toBe('true');
    });
    await says('MBTiles · zoom 0–5 · © OpenStreetMap contributors');
    expect(readdirSync(folder)).toEqual(['town.mbtiles']);
  });

  it('is not given up by Escape before a person has said so', async () => {
    await openDialog();
    type('Address of the map file (PMTiles)', `${server.origin}/world.pmtiles`);
    await flushPromises();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    await says('You have unsaved changes.');
    control('Keep editing').click();
    await flushPromises();
    expect(control('Read map')).toBeDefined();
    control('Cancel').click();
    await flushPromises();
    control('Discard changes').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('Address of the map file');
  });

  it('an address that is changed while it is read: what the old one says is not taken for it', async () => {
    await openDialog();
    let release = (): void => undefined;
    hold = { after: 0, release: new Promise<void>((resolve) => (release = resolve)) };
    type('Address of the map file (PMTiles)', `${server.origin}/world.pmtiles`);
    await flushPromises();
    control('This server is on this computer or in our own network').click();
    await flushPromises();
    control('Read map').click();
    await vi.waitFor(() => {
      expect(server.asked).not.toEqual([]);
    });
    type('Address of the map file (PMTiles)', `${server.origin}/other.pmtiles`);
    release();
    await vi.waitFor(() => {
      expect(control('Read map').getAttribute('aria-busy')).not.toBe('true');
    });
    expect(textOnPage()).not.toContain('World · zoom');
    expect(control('Read map')).toBeDefined();
  });

  it('is paused, resumed and cancelled, with how far it is', async () => {
    await openDialog();
    await enterArea();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    hold = { after: server.asked.length + 1, release: released };
    control('Copy…').click();
    await says('from 127.0.0.1');
    control('Pause Town').click();
    await says('Paused ·');
    expect(await axeFaults()).toEqual([]);
    control('Resume Town').click();
    await vi.waitFor(() => control('Pause Town'));
    control('Cancel Town').click();
    await says('Cancel this copy?');
    control('Cancel copy').click();
    await vi.waitFor(() => {
      expect(textOnPage()).not.toContain('from 127.0.0.1');
    });
    release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
