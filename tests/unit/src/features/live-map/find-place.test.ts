import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import { useFoundPlaceStore } from '@/app/places/found-place-store';
import { useMapNamesStore } from '@/app/stores/map-names-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { settled, type } from '../../render';
import { click, layOut, open, press, region } from './page-screen';

let takeAway: () => void;

beforeEach(() => {
  takeAway = layOut();
});

afterEach(() => {
  useFoundPlaceStore().close();
  takeAway();
});

function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
  if (!found) throw new Error(`There is no field "${name}".`);
  return found;
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];

function option(words: string): HTMLElement {
  const found = options().find(({ textContent }) => textContent.includes(words));
  if (!found) throw new Error(`"${words}" was not found: ${document.body.textContent}`);
  return found;
}

describe('searching a place on the live map', () => {
  it('opens by key, finds a town and lists the nearest vehicles to it', async () => {
    await open();
    await press('p');
    type('Place, street or address', 'florianopolis');
    await settled();
    await press('Enter', field('Place, street or address'));
    const panel = region('Place search');
    expect(panel?.textContent).toContain('Florianópolis');
    expect(panel?.textContent).toContain('Town');
    const nearest = panel?.querySelector<HTMLElement>('button[aria-label="Nearest vehicles"]');
    if (nearest) await click(nearest);
    expect(region('Nearest vehicles')?.textContent).toContain('Nearest to Florianópolis');
    expect(useLiveMapStore().sort).toBe('distance');
  });

  it('goes away with its mark by Escape in the empty field, and leaves the selected vehicle', async () => {
    await open();
    await press('p');
    type('Place, street or address', 'xyzzy nowhere');
    await settled();
    expect(region('Place search')?.textContent).toContain('No place or street matches');
    await press('Escape', field('Place, street or address'));
    expect(field('Place, street or address').value).toBe('');
    await press('Escape', field('Place, street or address'));
    expect(region('Place search')).toBeNull();
  });

  it('takes the first place found where Enter comes before the answer', async () => {
    await open();
    await press('p');
    type('Place, street or address', 'curitiba');
    field('Place, street or address').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    );
    await settled();
    expect(useFoundPlaceStore().found?.name).toBe('Curitiba');
  });
});

describe('an address', () => {
  const address = (name: string) => ({
    geometry: { coordinates: [-48.5, -27.5] },
    properties: { name, city: 'Florianópolis', countrycode: 'BR' },
  });

  /** Addresses that were asked of the server. */
  let asked: string[];

  beforeEach(() => {
    asked = [];
    vi.spyOn(nodeTileNetwork, 'get').mockImplementation(({ url }) => {
      asked.push(url);
      const body = JSON.stringify({ features: [address('Rua Bocaiúva 2068')] });
      return Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(body) });
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function openWith(isPrivate: boolean): Promise<void> {
    await open();
    const geocoder = { kind: 'photon', address: 'http://127.0.0.1:9', isPrivate } as const;
    await useSettingsStore().update({ geocoder });
    await press('p');
    type('Place, street or address', 'rua bocaiuva 2068');
    await settled();
  }

  it('is asked of the chosen server on Enter alone, and found below its name', async () => {
    await openWith(true);
    expect(asked).toEqual([]);
    await press('Enter', field('Place, street or address'));
    const found = region('Place search');
    expect(found?.textContent).toContain('From 127.0.0.1');
    expect(found?.textContent).toContain('© OpenStreetMap contributors');
    await click(option('Rua Bocaiúva 2068'));
    expect(useFoundPlaceStore().found).toMatchObject({ source: 'geocoder', latitude: -27.5 });
  });

  it('that can’t be asked for says why, and what else can be done', async () => {
    await openWith(false);
    await press('Enter', field('Place, street or address'));
    expect(region('Place search')?.textContent).toContain('This server can’t be asked.');
    expect(asked).toEqual([]);
  });
});

describe('the nearest vehicles', () => {
  it('are sought around another place that is typed', async () => {
    await open();
    useLiveMapStore().seekNearest({ place: { latitude: 0, longitude: 0 }, vehicleId: null });
    await settled();
    type('Other place, street or address', 'joinville');
    await settled();
    await click(option('Joinville'));
    expect(useLiveMapStore().origin).toMatchObject({ name: 'Joinville', vehicleId: null });
    expect(region('Nearest vehicles')?.textContent).toContain('Nearest to Joinville');
  });
});

it('while the names of a map are read the search says so, and finds what was read meanwhile', async () => {
  await open();
  const names = useMapNamesStore();
  const found = {
    kind: 'street',
    name: 'Rua Nova',
    area: '',
    country: null,
    source: 'file',
  } as const;
  const search = vi.spyOn(useBridge().search, 'places').mockResolvedValue({ ok: true, data: [] });
  await press('p');
  type('Place, street or address', 'rua nova');
  await settled();
  const map = { id: 1, names: 0, isWhole: false, fault: null };
  names.state = { maps: [{ ...map, reading: 0.25 }] };
  await settled();
  expect(region('Place search')?.textContent).toContain('are still being read: 25%');
  search.mockResolvedValue({ ok: true, data: [{ ...found, latitude: -27.5, longitude: -48.5 }] });
  names.state = { maps: [{ ...map, names: 40, reading: 0.5 }] };
  await settled();
  expect(option('Rua Nova')).toBeTruthy();
  names.state = { maps: [{ ...map, names: 80, reading: null, isWhole: true }] };
  await settled();
  expect(region('Place search')?.textContent).not.toContain('still being read');
});
