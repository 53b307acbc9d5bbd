import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { useShownAreaStore } from '@/app/places/shown-area-store';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useLiveStore } from '@/features/live-map/live-store';
import MapSection from '@/features/settings/MapSection.vue';
import { pmtilesBytes } from '../../../../map-files/write-archives';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { errorText } from '@/i18n/errors';
import { drag } from '../../drag';
import { sourceOf } from '../../map/workers/basemap/vector/tiles';
import { axeFaults, control, render, textOnPage } from '../../render';
import { liveVehicle } from '../live-map/live';

let folder: string;
let mapFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetdesk-map-'));
  mapFile = join(folder, 'city.pmtiles');
  const tile = { z: 3, x: 2, y: 4, data: new Uint8Array([1]) };
  const words = { name: 'São Paulo', attribution: '© OpenStreetMap', layers: ['earth', 'roads'] };
  writeFileSync(mapFile, pmtilesBytes([tile], words));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function open(office: Pick<OfficeOptions, 'mapFile' | 'faults'> = {}) {
  const page = await render(MapSection, { office, at: '/settings' });
  await flushPromises();
  return page;
}

/** Presses a button, and waits until the page says something. */
async function press(name: string, words: string) {
  control(name).click();
  await vi.waitFor(() => {
    expect(textOnPage()).toContain(words);
  });
}

describe('map files in the settings', () => {
  it('are opened, hidden and removed, without a fault that axe finds', async () => {
    await open({ mapFile });
    await press('Open a map…', 'São Paulo');
    expect(textOnPage()).toContain('PMTiles · zoom 3–3 · © OpenStreetMap');
    const shown = control('São Paulo');
    expect(shown.getAttribute('aria-checked')).toBe('true');
    expect(await axeFaults()).toEqual([]);
    shown.click();
    await vi.waitFor(() => {
      expect(control('São Paulo').getAttribute('aria-checked')).toBe('false');
    });
    control('Remove São Paulo').click();
    await vi.waitFor(() => {
      expect(textOnPage()).not.toContain('São Paulo');
    });
  });

  it('that are open already are read again, and the page says so', async () => {
    await open({ mapFile });
    await press('Open a map…', 'São Paulo');
    await press('Open a map…', 'São Paulo was open already. Its file was read again.');
    expect(document.querySelectorAll('.file')).toHaveLength(1);
  });

  it('of an area without vehicles say so, and lead to it on the map', async () => {
    const tile = { z: 3, x: 2, y: 4, data: new Uint8Array([1]) };
    const bounds = [10, 20, 11, 21] as const;
    const layers = ['earth', 'roads'];
    writeFileSync(mapFile, pmtilesBytes([tile], { name: 'Alexandria', layers, bounds }));
    const page = await open({ mapFile });
    const live = useLiveStore();
    await live.start();
    live.vehicles = new Map([['v', liveVehicle('v')]]);
    await press('Open a map…', 'Alexandria doesn’t cover your vehicles');
    expect(await axeFaults()).toEqual([]);
    // Who is kept on the page is not taken there at another time.
    const stay = page.vm.$router.beforeEach(() => false);
    control('Show its area').click();
    await flushPromises();
    expect(useShownAreaStore().wanted).toBeNull();
    stay();
    control('Show its area').click();
    await flushPromises();
    expect(page.vm.$route.path).toBe('/map');
    expect(useShownAreaStore().wanted).toMatchObject({ name: 'Alexandria', bounds });
    // A vehicle that is there is seen on it.
    live.vehicles = new Map([['v', liveVehicle('v', {}, { latitude: 20.5, longitude: 10.5 })]]);
    await press('Open a map…', 'Alexandria was open already.');
    expect(textOnPage()).not.toContain('doesn’t cover');
  });

  it('of which several are opened together are told of by the last one', async () => {
    const page = await open({});
    const live = useLiveStore();
    let know = (): void => undefined;
    vi.spyOn(live, 'start').mockReturnValue(new Promise((resolve) => (know = resolve)));
    live.vehicles = new Map([['v', liveVehicle('v')]]);
    const tile = { z: 3, x: 2, y: 4, data: new Uint8Array([1]) };
    const write = (name: string, bounds: readonly [number, number, number, number]): string => {
      const file = join(folder, `${name}.pmtiles`);
      writeFileSync(file, pmtilesBytes([tile], { name, bounds, layers: ['earth', 'roads'] }));
      return file;
    };
    const files = [write('Alexandria', [10, 20, 11, 21]), write('Bahia', [-47, -12, -46, -11])];
    drag(page.get('.map-files').element, 'drop', files);
    await vi.waitFor(() => {
      expect(textOnPage()).toContain('Bahia');
    });
    know();
    await flushPromises();
    expect(textOnPage()).not.toContain('doesn’t cover');
  });

  it('stay as they were where a person chooses none', async () => {
    await open();
    control('Open a map…').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('zoom');
  });

  it('that are no map say what to choose instead', async () => {
    writeFileSync(mapFile, '<!doctype html>');
    await open({ mapFile });
    await press('Open a map…', 'This file isn’t a map Fleetdesk can open.');
    expect(textOnPage()).toContain('Choose a PMTiles file (version 3) or an MBTiles file.');
  });

  it.each([
    ['map-file-gone', 'Fleetdesk tries again every few seconds.'],
    ['map-cut-off', 'Where it can’t be read, the map below it is shown.'],
    ['map-damaged', 'Where it can’t be read, the map below it is shown.'],
    ['map-unknown-file', 'The file in this place is not the one that was added.'],
    ['map-schema', 'The file in this place is not the one that was added.'],
  ] as const)(
    'say what is shown meanwhile only once they are in the list: %s',
    async (reason, words) => {
      const error = { code: 'file-unreadable', reason, message: '' } as const;
      await open({ faults: { 'mapSources.add': error } });
      await press('Open a map…', errorText(error).title);
      expect(textOnPage()).not.toContain(words);
      useMapSourcesStore().state = { sources: [sourceOf(1, { readable: false, fault: error })] };
      await nextTick();
      expect(textOnPage()).toContain(words);
      expect(textOnPage()).not.toContain('was not added');
    },
  );

  it('that are dropped are opened one after another, and one that is no map says so', async () => {
    const page = await open({});
    const letter = join(folder, 'letter.txt');
    writeFileSync(letter, 'Dear Ana');
    const place = page.get('.map-files').element;
    expect(drag(place, 'dragover', [mapFile])).toBe('taken');
    await flushPromises();
    expect(place.classList.contains('over')).toBe(true);
    expect(drag(place, 'drop', [mapFile, letter])).toBe('taken');
    await vi.waitFor(() => {
      expect(textOnPage()).toContain('This file isn’t a map Fleetdesk can open.');
    });
    expect(textOnPage()).toContain('São Paulo');
    expect(place.classList.contains('over')).toBe(false);
  });

  it('leave a dragged text to what it is dragged to', async () => {
    const page = await open({});
    expect(drag(page.get('.map-files').element, 'dragover', null)).toBe('left');
  });
});
