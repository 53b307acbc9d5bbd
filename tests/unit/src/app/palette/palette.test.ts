import type { VueWrapper } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import App from '@/App.vue';
import { useFoundPlaceStore } from '@/app/places/found-place-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useOverlays } from '@/app/overlays';
import { setLocale } from '@/i18n/i18n';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { holdFinds } from '../../held-finds';
import { axeFaults, render, settled, textOnPage, type } from '../../render';

const overlays = useOverlays();

beforeEach(() => {
  overlays.set('palette', false);
  overlays.set('sign-out', false);
  setLocale('en');
});

async function open(office: OfficeOptions = {}): Promise<VueWrapper> {
  const wrapper = await render(App, { office: { isRead: true, ...office } });
  await settled();
  overlays.open('palette');
  await settled();
  return wrapper;
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const titles = () => options().map((option) => option.textContent.trim());
const marked = () => document.querySelector('[role=option][data-highlighted]')?.textContent.trim();

function option(title: string): HTMLElement {
  const found = options().find((each) => each.textContent.includes(title));
  if (!found) throw new Error(`Nothing found says "${title}": ${titles().join(', ')}`);
  return found;
}

async function seek(words: string): Promise<void> {
  type('Search', words);
  await settled();
}

async function press(key: string): Promise<void> {
  document
    .querySelector('[role=dialog] input')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await settled();
}

describe('the palette', () => {
  it('opens by key, offers screens and actions, and has no fault that axe finds', async () => {
    await render(App, { office: { isRead: true } });
    await settled();
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    await settled();
    expect(titles().join()).toContain('Replay');
    expect(titles().join()).toContain('Use the dark theme');
    expect(textOnPage()).toContain('Type to search 6 vehicles.');
    const dialog = document.querySelector('[role=dialog]');
    expect(dialog && (await axeFaults(dialog))).toEqual([]);
  });

  it('finds a vehicle and opens it on the map', async () => {
    const wrapper = await open();
    await seek('hilux');
    expect(titles()[0]).toMatch(/Toyota Hilux/);
    option('Hilux').click();
    await settled();
    expect(wrapper.vm.$route.path).toBe('/map');
    expect(wrapper.vm.$route.query['vehicle']).toMatch(/^veh/);
    expect(options()).toEqual([]);
  });

  it('finds a vehicle by its driver, and says so', async () => {
    await open();
    await seek('marcia');
    const vehicles = titles().filter((title) => title.includes('driver Márcia'));
    expect(vehicles[0]).toMatch(/^[A-Z]{3}-\d[A-Z]\d\d ?driver Márcia Teixeira$/);
    option('driver Márcia').click();
    await settled();
    expect(overlays.isOpen('palette')).toBe(false);
  });

  it('finds a town without a network, and brings the map there', async () => {
    const wrapper = await open();
    await seek('florianopolis');
    option('Florianópolis').click();
    await settled();
    expect(wrapper.vm.$route.path).toBe('/map');
    expect(useFoundPlaceStore().found).toMatchObject({ name: 'Florianópolis', kind: 'town' });
    useFoundPlaceStore().close();
  });

  it('finds a person and opens them', async () => {
    const wrapper = await open();
    await seek('marcia');
    option('Márcia Teixeiramarcia').click();
    await settled();
    expect(wrapper.vm.$route.path).toBe('/users');
    expect(wrapper.vm.$route.query['record']).toMatch(/^usr/);
  });

  it('changes its language with the app, while it is open', async () => {
    await open();
    await seek('t');
    expect(titles().join()).toContain('Use the dark theme');
    setLocale('pt-BR');
    await settled();
    expect(titles().join()).toContain('Usar o tema escuro');
    expect(titles().join()).not.toContain('theme');
  });

  it('says when nothing fits, and not before that is known', async () => {
    await open();
    const answer = holdFinds();
    await seek('zzzz');
    expect(textOnPage()).not.toContain('No matches');
    await answer();
    expect(textOnPage()).toContain('No matches for “zzzz”.');
  });
});

describe('a search that could not look everywhere', () => {
  const closed = { code: 'store-damaged', message: 'SQLITE_IOERR' } as const;

  it.each(['records.find', 'records.rows', 'search.places'])(
    'says so, not that nothing fits: %s',
    async (channel) => {
      await open({ faults: { [channel]: closed } });
      await seek(channel === 'records.rows' ? 'marcia' : 'zzzz');
      expect(textOnPage()).not.toContain('No matches');
      expect(textOnPage()).toContain('The search failed. Type again to retry.');
    },
  );

  it('shows what was found all the same', async () => {
    await open({ faults: { 'records.find': closed } });
    await seek('florianopolis');
    expect(titles().join()).toContain('Florianópolis');
    expect(textOnPage()).toContain('The search failed.');
  });

  it('says while the store is closed that there is more, and finds it once that is open', async () => {
    await open();
    const store = useStoreStore();
    const { state } = store;
    const answer = holdFinds();
    store.state = { ...state, phase: 'opening' };
    await seek('marcia');
    expect(textOnPage()).toContain('isn’t open, so not everything can be found.');
    expect(textOnPage()).not.toContain('No results');
    store.state = { ...state, phase: 'open' };
    await settled();
    await answer();
    expect(textOnPage()).not.toContain('not everything can be found');
    expect(titles().join()).toContain('Márcia');
  });
});

describe('what the palette finds late', () => {
  it('moves nothing that stands: a click meets what it was aimed at', async () => {
    await open();
    const answer = holdFinds();
    await seek('s');
    const before = titles();
    expect(before).toContain('Sign out…');
    await answer();
    expect(titles().length).toBeGreaterThan(before.length);
    expect(titles().slice(0, before.length)).toEqual(before);
  });

  it('leaves the mark where it is, and Enter takes what is marked', async () => {
    const wrapper = await open();
    const answer = holdFinds();
    await seek('s');
    while (marked() !== 'Sign out…') await press('ArrowDown');
    await answer();
    expect(marked()).toBe('Sign out…');
    await press('Enter');
    expect(overlays.isOpen('sign-out')).toBe(true);
    expect(wrapper.vm.$route.fullPath).toBe('/map');
  });

  it('is marked where nothing else is', async () => {
    const wrapper = await open();
    const answer = holdFinds();
    await seek('marcia');
    await answer();
    expect(wrapper.vm.$route.fullPath).toBe('/map');
    expect(marked()).toContain('Márcia');
    await press('Enter');
    expect(wrapper.vm.$route.query['vehicle']).toMatch(/^veh/);
  });

  it('is taken, the first of it, where Enter came before it', async () => {
    const wrapper = await open();
    const answer = holdFinds();
    await seek('marcia');
    await press('Enter');
    await press('Enter');
    expect(overlays.isOpen('palette')).toBe(true);
    await answer();
    expect(overlays.isOpen('palette')).toBe(false);
    expect(wrapper.vm.$route.query['vehicle']).toMatch(/^veh/);
  });

  it('is taken for the words that stood in the field at Enter, not for fewer or other ones', async () => {
    const wrapper = await open();
    await seek('marcia');
    const answer = holdFinds();
    await seek('marcia t');
    await press('Enter');
    expect(overlays.isOpen('palette')).toBe(true);
    await seek('rafael');
    await answer();
    await answer();
    expect(overlays.isOpen('palette')).toBe(true);
    expect(wrapper.vm.$route.fullPath).toBe('/map');
    expect(titles().join()).toContain('Rafael');
  });

  it('for other words can be taken neither by Enter nor by a click', async () => {
    const wrapper = await open();
    await seek('marcia');
    const answer = holdFinds();
    await seek('marciaq');
    await press('Enter');
    option('Márcia').click();
    await settled();
    expect(wrapper.vm.$route.fullPath).toBe('/map');
    expect(overlays.isOpen('palette')).toBe(true);
    await answer();
    expect(titles()).toEqual([]);
    expect(overlays.isOpen('palette')).toBe(true);
  });

  it('and for other words than stand in the field is no news', async () => {
    await open();
    const answer = holdFinds();
    await seek('marcia');
    await seek('rafael');
    await answer();
    expect(titles().join()).not.toContain('Márcia');
    await answer();
    expect(titles().join()).toContain('Rafael');
  });
});

describe('the mark of the palette', () => {
  it('stays when the list shrinks away from under a pointer at rest', async () => {
    await open();
    await seek('sign');
    expect(marked()).toBe('Sign out…');
    document
      .querySelector('[role=dialog] [role=listbox]')
      ?.parentElement?.dispatchEvent(new PointerEvent('pointerleave'));
    await settled();
    await press('Enter');
    expect(overlays.isOpen('sign-out')).toBe(true);
  });
});

describe('addresses in the palette', () => {
  /** Addresses that were asked of the server, and what it answers. */
  let asked: string[];
  let body: string;

  beforeEach(() => {
    asked = [];
    const properties = { name: 'Rua Bocaiúva 2068', city: 'Florianópolis' };
    body = JSON.stringify({
      features: [{ geometry: { coordinates: [-48.5, -27.5] }, properties }],
    });
    vi.spyOn(nodeTileNetwork, 'get').mockImplementation(({ url }) => {
      asked.push(url);
      return Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(body) });
    });
    return () => vi.restoreAllMocks();
  });

  async function openWithServer(): Promise<void> {
    await open();
    const geocoder = { kind: 'photon', address: 'http://127.0.0.1:9', isPrivate: true } as const;
    await useSettingsStore().update({ geocoder });
    await settled();
  }

  it('are asked of the server by its own line alone, and one that is chosen is on the map', async () => {
    await openWithServer();
    await seek('rua bocaiuva 2068');
    expect(asked).toEqual([]);
    option('Search “rua bocaiuva 2068” on 127.0.0.1').click();
    await settled();
    expect(asked).toHaveLength(1);
    expect(textOnPage()).toContain('From 127.0.0.1:9 · © OpenStreetMap contributors');
    option('Rua Bocaiúva 2068').click();
    await settled();
    expect(useFoundPlaceStore().found).toMatchObject({ source: 'geocoder', latitude: -27.5 });
    expect(overlays.isOpen('palette')).toBe(false);
    useFoundPlaceStore().close();
  });

  it('that can’t be found say so, and the palette stays open', async () => {
    await openWithServer();
    body = '<html>Welcome</html>';
    await seek('rua nova 1');
    option('on 127.0.0.1').click();
    await settled();
    const [line] = options().filter((each) => each.matches('[aria-disabled=true]'));
    expect(line?.textContent).toContain('answer');
    line?.click();
    await settled();
    expect(overlays.isOpen('palette')).toBe(true);
  });

  it('are not offered where no server is chosen', async () => {
    await open();
    await useSettingsStore().update({ geocoder: null });
    await seek('rua bocaiuva 2068');
    expect(titles().join()).not.toContain('Search “');
  });
});
