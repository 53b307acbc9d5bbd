import { flushPromises } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import type { Zone } from '@contract/zones';
import { pressKey } from '@/app/shortcuts';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import { useStoreStore } from '@/app/stores/store-store';
import { useZonesStore } from '@/app/stores/zones-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import Page from '@/features/zones/Page.vue';
import { giveLayout } from '../../layout';
import { axeFaults, control, render, settled, textOnPage, theOffice, type } from '../../render';

// There is no drawing in this DOM; the map is looked at in real Electron.
vi.mock('@/features/zones/ZoneMap.vue', () => ({
  default: defineComponent({ setup: (_, { expose }) => (expose({ fly: vi.fn() }), () => null) }),
}));

const depot: Zone = {
  ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: 'South', isShown: true },
  shape: { kind: 'circle', center: { latitude: -23.5, longitude: -46.6 }, radius: 250 },
};

let takeLayout: () => void;

beforeEach(() => {
  takeLayout = giveLayout(600, 800);
});

afterEach(() => {
  takeLayout();
});

async function open(zones: readonly Zone[] = []) {
  const framed = defineComponent(
    () => () => h(TooltipProvider, () => [h('main', [h(Page)]), h(UnsavedDialog)]),
  );
  await render(framed, { at: '/zones', office: { vehicles: 3, isRead: true } });
  if (zones.length > 0) await useBridge().zones.save([...zones]);
  await useZonesStore().start();
  await settle();
}

async function settle() {
  await settled();
  await flushPromises();
}

async function press(name: string, selector = 'button') {
  control(name, selector).click();
  await settle();
}

async function save() {
  pressKey(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
  await settle();
}

/** Menus open by keyboard. */
async function choose(menu: string, item: string) {
  control(menu, 'button').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
  );
  await settle();
  control(item, '[role=menuitem]').click();
  await settle();
}

async function write(label: string, text: string) {
  const area = document.querySelector('textarea');
  if (area === null || !/^(Corners|Points)/.test(label)) type(label, text);
  else {
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await settle();
}

const kept = () => [...useZonesStore().zones.values()];

describe('the zones', () => {
  it('are none at first, which says what they are for and has no fault that axe finds', async () => {
    await open();
    expect(textOnPage()).toContain('No zones yet');
    expect(await axeFaults()).toEqual([]);
  });

  it.each(['opening', 'locked'] as const)(
    'are not said to be none in a store that is %s',
    async (phase) => {
      await open();
      const store = useStoreStore();
      store.state = { ...store.state, phase };
      await settle();
      expect(textOnPage()).not.toContain('No zones yet');
    },
  );

  it.each([
    ['Circle', 'Center', '-23,5; -46,6', { kind: 'circle', radius: 200 }],
    ['Polygon', 'Corners', '-23.5, -46.6\n-23.6, -46.6\n-23.6, -46.7', { kind: 'polygon' }],
    [
      'Corridor',
      'Points of the route',
      '-23.5 -46.6\n-23.6 -46.7',
      { kind: 'corridor', width: 100 },
    ],
  ])('are made by keyboard alone: a %s', async (kind, label, words, shape) => {
    await open();
    await choose('New zone', kind);
    await write('Name', ' Yard ');
    await write(label, words);
    await press('Save');
    expect(kept()).toMatchObject([{ name: 'Yard', group: null, shape }]);
    expect(textOnPage()).toContain('Yard saved.');
  });

  it('begin in their name, and are kept with Ctrl+S', async () => {
    await open([depot]);
    await choose('New zone', 'Circle');
    expect(document.activeElement).toBe(control('Name'));
    await write('Center', '-23,5; -46,6');
    await save();
    expect(kept(), 'a zone without a name').toHaveLength(1);
    expect(textOnPage()).toContain('Enter a name.');
    await write('Name', 'Yard');
    await save();
    expect(kept()).toHaveLength(2);
  });

  it('say what is missing or wrong in their form before anything is kept', async () => {
    await open();
    await choose('New zone', 'Polygon');
    await press('Save');
    expect(textOnPage()).toContain('Enter a name.');
    expect(textOnPage()).toContain('Draw the polygon on the map, or enter its corners.');
    expect(await axeFaults()).toEqual([]);
    await write('Corners', '0, 0\n1, 1');
    expect(textOnPage()).toContain('A polygon needs at least three different corners.');
    await write('Corners', '0, 0\n1, 1\n0, 1\n1, 0');
    expect(textOnPage()).toContain('The outline crosses itself.');
    await write('Corners', '0, 0\nhere');
    expect(textOnPage()).toContain('Line 2 is not a place.');
    await press('Save');
    expect(kept()).toEqual([]);
    await press('Close the zone');
    await choose('New zone', 'Circle');
    await write('Center', 'here');
    expect(textOnPage()).toContain('This is not a place.');
  });

  it('are drawn only where they show, however many there are, and all are hidden with their group', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      ...{ ...depot, id: `zone-${String(index)}`, name: `Zone ${String(index)}` },
    }));
    await open(many);
    const items = document.querySelectorAll('[role=listitem]');
    expect(items.length).toBeGreaterThan(10);
    expect(items.length).toBeLessThan(60);
    expect(items[0]?.getAttribute('aria-setsize')).toBe('1201');
    expect(await axeFaults()).toEqual([]);
    await press('Hide the group South on maps');
    await vi.waitFor(() => {
      expect(kept().every(({ isShown }) => !isShown)).toBe(true);
    });
    await write('Search zones', 'zone 1199');
    expect(document.querySelectorAll('button.name')).toHaveLength(1);
  });

  it('are found by name and group, hidden and shown', async () => {
    await open([depot, { ...depot, id: 'yard', name: 'Pátio', group: null }]);
    await write('Search zones', 'patio');
    expect(textOnPage()).not.toContain('Depot');
    await press('Hide Pátio on maps');
    expect(kept().find(({ id }) => id === 'yard')?.isShown).toBe(false);
    await press('Show Pátio on maps');
    expect(kept().every(({ isShown }) => isShown)).toBe(true);
  });

  it('are renamed, and deleted with an undo that brings all of it back', async () => {
    await open([depot]);
    await press('Depot');
    await write('Name', 'Depot South');
    await press('Save');
    expect(kept()).toEqual([{ ...depot, name: 'Depot South' }]);
    await press('Delete');
    expect(kept()).toEqual([]);
    await useUndo().undo();
    await settle();
    expect(kept()).toEqual([{ ...depot, name: 'Depot South' }]);
  });

  it('are deleted after a question where an alert rule watches them', async () => {
    await open([depot]);
    await useBridge().alerts.saveRule({
      ...{ id: 'in', name: 'Depot reached', kind: 'zone-enter', isOn: true, hours: null },
      ...{ vehicles: { kind: 'all' }, zones: { zoneIds: ['depot'], groups: [] } },
      ...{ hasSound: false, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
    });
    await settle();
    await press('Depot');
    await press('Delete');
    expect(textOnPage()).toContain('The alert rule “Depot reached” watches this zone.');
    await press('Cancel');
    expect(kept()).toEqual([depot]);
    await press('Delete');
    await press('Delete zone');
    expect(kept()).toEqual([]);
  });

  it('keep two fields that were changed before the screen was drawn again', async () => {
    await open([depot]);
    await press('Depot');
    type('Name', 'Depot South');
    type('Group', 'North');
    await settle();
    await press('Save');
    expect(kept()).toEqual([{ ...depot, name: 'Depot South', group: 'North' }]);
  });

  it('keep what is typed while a save is on its way, and what it saved when they are hidden', async () => {
    await open([depot]);
    await press('Depot');
    await write('Name', 'Depot South');
    control('Save', 'button').click();
    type('Group', 'North');
    control('Hide Depot on maps', 'button').click();
    await settle();
    await settle();
    expect(kept()).toEqual([{ ...depot, name: 'Depot South', isShown: false }]);
    expect((control('Group', 'input') as HTMLInputElement).value).toBe('North');
    await press('Save');
    expect(kept()).toEqual([{ ...depot, name: 'Depot South', group: 'North', isShown: false }]);
  });

  it('ask before a change that is not saved is left', async () => {
    await open([depot]);
    await press('Depot');
    await write('Name', 'Depot South');
    await press('Close the zone');
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
    await press('Discard changes');
    expect(kept()).toEqual([depot]);
    expect(() => control('Save')).toThrow();
  });

  it('list who is inside and since when', async () => {
    await open();
    const { live } = theOffice().main.house.sources();
    const place = await vi.waitFor(
      () => {
        const known = live.snapshot().vehicles.find(({ fix }) => typeof fix?.latitude === 'number');
        expect(known).toBeDefined();
        return known?.fix;
      },
      { interval: 20 },
    );
    const { latitude, longitude } = place ?? { latitude: 0, longitude: 0 };
    const center = { latitude: latitude ?? 0, longitude: longitude ?? 0 };
    await useBridge().zones.save([{ ...depot, shape: { kind: 'circle', center, radius: 50 } }]);
    await settle();
    expect(textOnPage()).toContain('1 vehicle');
    await press('Depot');
    const inside = document.querySelector('section[aria-label="Inside now"]');
    expect(inside?.textContent).toContain('or earlier');
    expect(await axeFaults()).toEqual([]);
  });
});

describe('a file with zones', () => {
  /** Chooses a file, and waits until the page says something: reading takes a while. */
  async function give(file: File, words: string) {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no field for a file.');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change'));
    await vi.waitFor(() => {
      expect(textOnPage()).toContain(words);
    });
  }
  const area = (name: string, corners: number[][]) => ({
    ...{ type: 'Feature', properties: { name } },
    geometry: { type: 'Polygon', coordinates: [corners] },
  });

  it('shows what is in it, and what is left out and why, before anything is added', async () => {
    await open();
    const features = [
      area('District', [
        [0, 0],
        [0, 1],
        [1, 0],
      ]),
      area('Bow tie', [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
    ];
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    await give(new File([text], 'city.geojson'), 'Import city.geojson');
    expect(textOnPage()).toContain('the outline crosses itself');
    const dialog = document.querySelector('[role=dialog]') ?? document.body;
    expect(await axeFaults(dialog)).toEqual([]);
    expect(kept()).toEqual([]);
    await press('Add 1 zone');
    expect(kept()).toMatchObject([{ name: 'District' }]);
  });

  it('that is imported once more adds nothing twice', async () => {
    await open();
    const corners = [
      [0, 0],
      [0, 1],
      [1, 0],
    ];
    const features = [area('District', corners), area('District', corners), area('Port', corners)];
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    await give(new File([text], 'city.geojson'), '2 zones can be added.');
    await press('Add 2 zones');
    await give(new File([text], 'city.geojson'), '0 zones can be added.');
    expect(textOnPage()).toContain('already there');
    expect(kept()).toHaveLength(2);
  });

  it('in an older encoding keeps its accents, and tells that holes are filled', async () => {
    await open();
    const ring = (at: number) =>
      `<LinearRing><coordinates>0,0 0,${String(at)} ${String(at)},0 0,0</coordinates></LinearRing>`;
    const kml = `<?xml version="1.0" encoding="ISO-8859-1"?><kml><Placemark><name>São José</name>
      <Polygon><outerBoundaryIs>${ring(2)}</outerBoundaryIs>
      <innerBoundaryIs>${ring(1)}</innerBoundaryIs></Polygon></Placemark></kml>`;
    const bytes = Uint8Array.from(kml, (letter) => letter.charCodeAt(0));
    await give(new File([bytes], 'port.kml'), 'São José');
    expect(textOnPage()).toContain('1 area has holes.');
  });

  it('that is unsafe or none at all is refused with a sentence', async () => {
    await open();
    const bomb = new File(['<!DOCTYPE kml [<!ENTITY a "a">]><kml/>'], 'bomb.kml');
    await give(bomb, 'This KML file declares its own entities.');
    const list = new File(['plate,latitude'], 'list.json');
    await give(list, 'This file has no zones Fleetdesk can read.');
  });

  it('that is too large is refused before it is read, and one that can’t be read says so', async () => {
    await open();
    const large = new File([], 'planet.kml');
    Object.defineProperty(large, 'size', { value: 20_000_001 });
    const read = vi.spyOn(large, 'arrayBuffer');
    await give(large, 'This zone file is too large.');
    expect(read).not.toHaveBeenCalled();
    const gone = new File([], 'gone.kml');
    vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
    await give(gone, 'A file could not be read or written.');
  });
});
