import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import MapSection from '@/features/settings/MapSection.vue';
import { MapServer, plainPicture } from '../../../../integration/tiles/map-server';
import { capabilities, layer } from '../../../core/map-sources/wms/wms-answers';
import { axeFaults, control, render, textOnPage, type, valueOf } from '../../render';

let server: MapServer;

beforeEach(async () => {
  server = new MapServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'max-age=86400').end(plainPicture(256, [0, 90, 0]));
  });
  await server.start();
});

afterEach(() => server.stop());

/** The section and the question about what is not saved, which belongs to the whole app. */
const framed = defineComponent(() => () => [h(MapSection), h(UnsavedDialog)]);

async function open() {
  const page = await render(framed, { office: {}, at: '/settings' });
  await flushPromises();
  return page;
}

async function says(words: string): Promise<void> {
  await vi.waitFor(() => {
    expect(textOnPage()).toContain(words);
  });
}

describe('online maps in the settings', () => {
  it('OpenStreetMap is off until a person has read what its operators ask', async () => {
    await open();
    expect(textOnPage()).not.toContain('not to download whole areas');
    control('OpenStreetMap…').click();
    await says('Show OpenStreetMap?');
    expect(textOnPage()).toContain('not to download whole areas');
    expect(await axeFaults(control('Cancel').closest('[role=dialog]') ?? document.body)).toEqual(
      [],
    );
    control('Cancel').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('Saved map images');
  });

  it('are added by address, with their images to be deleted, and removed', async () => {
    await open();
    control('Add by address…').click();
    await says('Add an online map');
    expect(await axeFaults(control('Cancel').closest('[role=dialog]') ?? document.body)).toEqual(
      [],
    );
    type('Address', `${server.origin}/{z}/{x}/{y}.png?key=s3cret`);
    type('Name', 'Office map');
    type('Attribution', '© The office');
    await flushPromises();
    control('This server is on this computer or in our own network').click();
    await flushPromises();
    control('Add map').click();
    await says(`Tiles · 127.0.0.1:${server.port} · up to zoom 19 · © The office`);
    expect(document.body.innerHTML).not.toContain('s3cret');
    await says('None yet. Images are kept for as long as their server allows.');
    control('Remove Office map').click();
    await vi.waitFor(() => {
      expect(textOnPage()).not.toContain('Office map');
    });
  });

  it('are changed: name and attribution, with the key of the address as it is', async () => {
    await open();
    control('Add by address…').click();
    await says('Add an online map');
    type('Address', `${server.origin}/{z}/{x}/{y}.png?key=s3cret`);
    type('Name', 'Office map');
    await flushPromises();
    control('This server is on this computer or in our own network').click();
    await flushPromises();
    control('Add map').click();
    await says('up to zoom 19');
    const asked = server.asked.length;
    control('Edit Office map').click();
    await says('Edit online map');
    expect(await axeFaults(control('Cancel').closest('[role=dialog]') ?? document.body)).toEqual(
      [],
    );
    expect(textOnPage()).toContain('Leave the address as it is to keep it.');
    type('Name', 'Streets');
    type('Attribution', '© <a href="https://office.example/">The office</a>');
    await flushPromises();
    control('Save').click();
    await says('up to zoom 19 · © The office');
    expect(control('Streets').getAttribute('aria-checked')).toBe('true');
    expect(server.asked).toHaveLength(asked);
    control('Edit Streets').click();
    await says('Edit online map');
    type('Address', `${server.origin}/other/{z}/{x}/{y}.png?key=•••`);
    control('Save').click();
    await says('To change the address, enter all of it again.');
    type('Address', `${server.origin}/other/{z}/{x}/{y}.png?key=n3w`);
    await flushPromises();
    control('Save').click();
    await vi.waitFor(() => {
      expect(server.asked.at(-1)?.url).toBe('/other/0/0/0.png?key=n3w');
    });
    await vi.waitFor(() => {
      expect(textOnPage()).not.toContain('Edit online map');
    });
    expect(document.body.innerHTML).not.toContain('n3w');
  });

  it('ask about what was typed before they are left, and close at once over nothing', async () => {
    await open();
    const leave = async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
      );
      await flushPromises();
    };
    control('Add by address…').click();
    await says('Add an online map');
    await leave();
    expect(textOnPage()).not.toContain('Add an online map');
    control('Add by address…').click();
    await says('Add an online map');
    type('Address', 'https://tiles.example/{z}/{x}.png');
    await flushPromises();
    await leave();
    expect(textOnPage()).toContain('You have unsaved changes.');
    control('Keep editing').click();
    await flushPromises();
    expect(valueOf('Address')).toBe('https://tiles.example/{z}/{x}.png');
    control('Cancel').click();
    await flushPromises();
    control('Save').click();
    await says('The address needs {z}, {x} and {y}.');
    control('Cancel').click();
    await flushPromises();
    control('Discard changes').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('Add an online map');
  });

  it('with an address that can not be right say what to enter', async () => {
    await open();
    control('Add by address…').click();
    await says('Add an online map');
    type('Address', 'https://tiles.example/{z}/{x}.png');
    control('Add map').click();
    await says('The address needs {z}, {x} and {y}.');
    expect(textOnPage()).toContain('Enter a name.');
    type('Address', 'https://tiles.example/{z}/{x}/{y}?key={apikey}');
    await says('Fleetdesk fills in {z}, {x}, {y}, {-y}, {s} and {r}.');
  });

  it('in a private network are refused until a person allows them', async () => {
    await open();
    control('Add by address…').click();
    await says('Add an online map');
    type('Address', `${server.origin}/{z}/{x}/{y}.png`);
    type('Name', 'Office map');
    await flushPromises();
    control('Add map').click();
    await says('The map’s address leads into a private network.');
    expect(server.asked).toEqual([]);
  });
});

describe('a WMS in the settings', () => {
  const dialog = () => control('Cancel').closest('[role=dialog]') ?? document.body;
  /** What it says of itself, or a picture of the map. */
  let offers = '';

  beforeEach(() => {
    server.answer = ({ url = '' }, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.end(url.includes('GetCapabilities') ? offers : plainPicture(512, [0, 90, 0]));
    };
  });

  /** Begins to add the WMS of this test, whose server is on this computer. */
  async function begin(): Promise<void> {
    await open();
    control('Add by address…').click();
    await says('Add an online map');
    control('WMS').click();
    await flushPromises();
    type('Address', `${server.origin}/ows`);
    await flushPromises();
    control('This server is on this computer or in our own network').click();
    await flushPromises();
  }

  /** Chooses an option of a list that drops. */
  async function pick(label: string, option: string): Promise<void> {
    const press = (type: string) => new PointerEvent(type, { bubbles: true, button: 0 });
    control(label, '[role=combobox]').dispatchEvent(press('pointerdown'));
    await flushPromises();
    control(option, '[role=option]').dispatchEvent(press('pointerup'));
    await flushPromises();
  }

  /** What was entered is kept, and nothing is under way any more. */
  async function isKept(): Promise<void> {
    await vi.waitFor(() => {
      expect(document.querySelector('[role=dialog]')).toBeNull();
    });
  }

  /** What the pictures are asked with. */
  const lastAsked = () => new URL(server.asked.at(-1)?.url ?? '', server.origin).searchParams;

  it('is read, its layers are found and chosen, and are changed later', async () => {
    const others = Array.from({ length: 10 }, (_, index) => layer(`plan${index}`, `Plan ${index}`));
    offers = capabilities(
      `${layer('roads', 'Roads')}${layer('air', 'Air photos')}${others.join('')}`,
    );
    await begin();
    // Nothing is chosen yet: the layers are read first.
    control('Add map').click();
    await says('City & country GIS · 12 layers');
    expect(await axeFaults(dialog())).toEqual([]);
    expect(valueOf('Name')).toBe('City & country GIS');
    control('Add map').click();
    await says('Choose at least one layer');
    type('Find a layer', 'air');
    await flushPromises();
    expect(textOnPage()).not.toContain('Plan 3');
    control('Air photos').click();
    await flushPromises();
    expect(valueOf('Attribution')).toContain('© The city');
    type('Find a layer', '');
    await flushPromises();
    control('Roads').click();
    await pick('Image format', 'JPEG');
    await says('JPEG images cover the map below them.');
    control('Add map').click();
    await says(`WMS · 127.0.0.1:${server.port} · © The city`);
    expect(Object.fromEntries(lastAsked())).toMatchObject({
      ...{ LAYERS: 'air,roads', FORMAT: 'image/jpeg', CRS: 'EPSG:3857', VERSION: '1.3.0' },
    });

    control('Edit City').click();
    await says('Edit online map');
    control('Read layers').click();
    await says('12 layers');
    expect(control('Air photos').getAttribute('aria-checked')).toBe('true');
    control('Air photos').click();
    await flushPromises();
    control('Save').click();
    await vi.waitFor(() => {
      expect(Object.fromEntries(lastAsked())).toMatchObject({
        ...{ LAYERS: 'roads', FORMAT: 'image/jpeg' },
      });
    });
    await isKept();
  });

  it('whose address names the format goes on with it once its layers are read', async () => {
    offers = capabilities(layer('roads', 'Roads'));
    await begin();
    type('Address', `${server.origin}/ows?FORMAT=image%2FJPEG`);
    type('Layers', 'roads');
    type('Name', 'Town');
    await flushPromises();
    control('Add map').click();
    await vi.waitFor(() => {
      expect(lastAsked().get('FORMAT')).toBe('image/JPEG');
    });
    await isKept();
    control('Edit Town').click();
    await says('Edit online map');
    control('Read layers').click();
    await says('1 layer');
    control('Save').click();
    await isKept();
    await vi.waitFor(() => {
      expect(lastAsked().get('FORMAT')).toBe('image/jpeg');
    });
  });

  it('that offers some layers in other projections alone says so of each', async () => {
    offers = capabilities(layer('roads', 'Roads') + layer('a', 'A', '<CRS>EPSG:900913</CRS>'), {
      crs: ['EPSG:25832'],
    });
    await begin();
    control('Read layers').click();
    await says('Not offered in the projection of this map');
    expect(control('Roads')).toHaveProperty('disabled', true);
    control('A', '[role=checkbox]').click();
    await flushPromises();
    control('Add map').click();
    await vi.waitFor(() => {
      expect(lastAsked().get('CRS')).toBe('EPSG:900913');
    });
    await isKept();
  });

  it('that is none says what to check, and layers can be entered by their names', async () => {
    offers = '<html><body>Sign in</body></html>';
    await begin();
    control('Read layers').click();
    await says('This address does not answer as a WMS.');
    expect(await axeFaults(dialog())).toEqual([]);
    type('Layers', 'roads, water');
    type('Name', 'Town');
    await flushPromises();
    control('Add map').click();
    await vi.waitFor(() => {
      expect(lastAsked().get('LAYERS')).toBe('roads,water');
    });
    await isKept();
  });

  it('of which another address is entered is another one: its layers are read anew', async () => {
    offers = capabilities(layer('roads', 'Roads'));
    await begin();
    control('Read layers').click();
    await says('1 layer');
    type('Address', `${server.origin}/other`);
    await says('Names of layers, separated by commas');
  });
});
