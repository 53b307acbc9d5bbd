import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import MapSection from '@/features/settings/MapSection.vue';
import { MapServer, plainPicture } from '../../../../integration/tiles/map-server';
import { axeFaults, control, render, textOnPage, type } from '../../render';

let server: MapServer;

beforeEach(async () => {
  server = new MapServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'max-age=86400').end(plainPicture(256, [0, 90, 0]));
  });
  await server.start();
});

afterEach(() => server.stop());

async function open() {
  const page = await render(MapSection, { office: {}, at: '/settings' });
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
