import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';
import Page from '@/features/vehicles/Page.vue';
import type { FakeOptions } from '@/bridge/fake';
import { axeFaults, control, textOnPage, type } from '../../render';
import {
  back,
  button,
  click,
  dialog,
  layOut,
  openScreen,
  place,
  press,
  region,
  rows,
  settle,
  titles,
  typeIn,
  valueIn,
} from './screen';

const open = (at = '/vehicles', fake?: FakeOptions) => openScreen(Page, at, fake);
const panel = () => region('Vehicle details');
const idOf = (index: number) => `veh${String(index).padStart(12, '0')}`;
const selectedTitles = () =>
  rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.querySelector('[role=gridcell] .truncate')?.textContent.trim());
const recordIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('record');

/** Sends what waits: once to put it on its way, once for it to arrive. */
async function send(): Promise<void> {
  for (let step = 0; step < 2; step += 1) await useBridge().outbox.sendNow();
  await settle();
}

beforeEach(layOut);

describe('the list of vehicles', () => {
  it('puts into the document only rows that can be seen, and says how many there are', async () => {
    await open('/vehicles', { vehicles: 3000 });
    expect(rows().length).toBeGreaterThan(12);
    expect(rows().length).toBeLessThan(60);
    expect(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('3000');
    expect(textOnPage()).toContain('2,999 vehicles');
    expect(textOnPage()).toContain('as of 1m ago');
  });

  it('has no fault that axe finds, with the panel open and without', async () => {
    await open();
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
    layOut();
    await click(rows()[1] as HTMLElement);
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('is sought as one types, with or without the dash, and keeps it in its address', async () => {
    await open();
    const [, , plate = ''] = titles();
    type('Search vehicles', plate.replace('-', '').toLowerCase());
    await settle();
    expect(titles()).toEqual([plate]);
    expect(place()).toBe(`/vehicles?q=${plate.replace('-', '').toLowerCase()}`);
    type('Search vehicles', 'nothing like it');
    await settle();
    expect(textOnPage()).toContain('No vehicle fits');
    await click(control('Show all vehicles'));
    expect(titles()).toContain(plate);
    expect(place()).toBe('/vehicles');
  });

  it('asks the service for what is not kept', async () => {
    await open('/vehicles?q=zzz', { faults: { 'records.askService': offline } });
    await click(control('Search at the service'));
    expect(textOnPage()).toContain('No connection to the service.');
  });

  it('sorts by a column, the other way round, and no more', async () => {
    await open();
    const first = titles();
    await click(button(document.querySelector('[role=grid]'), 'Year'));
    expect(place()).toContain('sort=year.up');
    expect(document.querySelector('[aria-sort=ascending]')?.textContent).toContain('Year');
    await click(button(document.querySelector('[role=grid]'), 'Year'));
    expect(place()).toContain('sort=year.down');
    await click(button(document.querySelector('[role=grid]'), 'Year'));
    expect(place()).toBe('/vehicles');
    expect(titles()).toEqual(first);
  });

  it('is narrowed by the filters of a link', async () => {
    await open('/vehicles?type=bus&state=active');
    expect(rows().length).toBeGreaterThan(3);
    for (const row of rows()) expect(row.textContent).toContain('Bus');
    expect(textOnPage()).toContain('Type: Bus');
    await click(control('Remove the filter Type'));
    expect(place()).toBe('/vehicles?state=active');
  });

  it('leaves out what is gone until it is asked for', async () => {
    await open('/vehicles', { vehicles: 14 });
    expect(rows()).toHaveLength(13);
    await click(control('Show those that are gone'));
    expect(rows()).toHaveLength(14);
    expect(textOnPage()).toContain('No longer at the service');
  });

  it('remembers widths and columns on this machine', async () => {
    await open();
    const make = button(document.querySelector('[role=grid]'), 'Make');
    await press('ArrowRight', { altKey: true }, make);
    expect(useSettingsStore().state.tables.vehicles?.widths).toEqual({ brandName: 152 });
  });
});

const offline = { code: 'offline', message: 'ENETUNREACH' } as const;

describe('the head of the table', () => {
  it('is one stop of the Tab key, and arrows go along it', async () => {
    await open();
    const labels = [...document.querySelectorAll<HTMLElement>('[role=columnheader] .label')];
    expect(labels.map(({ tabIndex }) => tabIndex).filter((index) => index === 0)).toHaveLength(1);
    labels[0]?.focus();
    await press('ArrowRight');
    await press('ArrowRight');
    expect(document.activeElement).toBe(labels[2]);
    expect(labels[2]?.tabIndex).toBe(0);
  });
});

describe('rows', () => {
  it('are walked with J, K and the arrows; Enter opens, Escape closes', async () => {
    await open();
    const [first, second] = titles();
    await press('j');
    await press('j');
    await press('k');
    await press('Enter');
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(first);
    await press('ArrowDown', {}, document.body);
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(second);
    await press('Escape', {}, document.body);
    expect(panel()).toBeNull();
    expect(place()).toBe('/vehicles');
  });

  it('are entered with a second Enter, and Escape leaves the field before it closes', async () => {
    await open();
    await press('j');
    await press('Enter');
    await press('Enter');
    expect(document.activeElement?.tagName).toBe('INPUT');
    await press('Escape');
    expect(document.activeElement).toBe(panel());
    await press('Escape');
    expect(panel()).toBeNull();
  });

  it('are selected with Ctrl, Shift and the keyboard, and let go with Escape', async () => {
    await open();
    const all = titles();
    await click(rows()[1] as HTMLElement, { ctrlKey: true });
    await click(rows()[3] as HTMLElement, { shiftKey: true });
    expect(selectedTitles()).toEqual(all.slice(1, 4));
    expect(panel(), 'selecting opens nothing').toBeNull();
    await press('ArrowDown', { shiftKey: true }, document.body);
    expect(selectedTitles()).toEqual(all.slice(1, 5));
    expect(textOnPage()).toContain('4 selected');
    await press('Escape', {}, document.body);
    expect(selectedTitles()).toEqual([]);
  });

  it('stay selected while a sync changes others', async () => {
    await open();
    await click(rows()[2] as HTMLElement, { ctrlKey: true });
    const [chosen] = selectedTitles();
    await useBridge().records.create({
      collection: 'vehicles',
      fields: { plate: 'AAA-0A00' },
    });
    await settle();
    expect(titles()[0]).toBe('AAA-0A00');
    expect(selectedTitles()).toEqual([chosen]);
  });
});

describe('a vehicle beside its list', () => {
  it('opens by a link, and goes back and forward in the history', async () => {
    await open(`/vehicles?record=${idOf(5)}&tab=raw`);
    expect(panel()?.textContent).toContain('"plate"');
    await click(rows()[0] as HTMLElement);
    const second = recordIn(place());
    expect(second).not.toBe(idOf(5));
    await back();
    expect(recordIn(place())).toBe(idOf(5));
  });

  it.each([
    ['/vehicles?record=veh999999999999', 'Neither this computer nor the service knows this id'],
    ['/vehicles?record=%2E%2E%2Fsettings', 'The link names something that is no id'],
  ])('says so where a link names none: %s', async (at, words) => {
    await open(at);
    expect(panel()?.textContent).toContain('No vehicle with this id');
    expect(panel()?.textContent).toContain(words);
    await click(button(panel(), 'Close'));
    expect(place()).toBe('/vehicles');
  });

  it('is edited in place: only touched fields go, and the row is marked until they went', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Description', 'Doca 4');
    await typeIn(panel(), 'VIN', '9BWIO');
    expect(panel()?.textContent).toContain('A VIN has digits and letters without I, O and Q.');
    expect(panel()?.textContent).toContain('2 fields changed');
    await press('s', { ctrlKey: true }, document.body);
    expect(update.mock.calls.map(([input]) => input.fields)).toEqual([
      { description: 'Doca 4', vin: '9BWIO' },
    ]);
    expect(panel()?.textContent).toContain('Not sent yet. At the service: empty');
    const row = rows().find(
      (each) => each.getAttribute('aria-rowindex') !== null && recordRow(each),
    );
    expect(row?.textContent).toContain('Not sent yet');
    await send();
    expect(panel()?.textContent).not.toContain('Not sent yet');
  });

  function recordRow(row: HTMLElement): boolean {
    return row.classList.contains('opened');
  }

  it('holds what can’t be: a needed field empty, a colour that is none', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Colour', 'silver');
    expect(panel()?.textContent).toContain('A colour is written #RRGGBB');
    await click(button(panel(), 'Save'));
    expect(update).not.toHaveBeenCalled();
    await typeIn(panel(), 'Colour', '#C0C0C0');
    await typeIn(panel(), 'Plate', '');
    expect(panel()?.textContent).toContain('This is needed.');
    await click(button(panel(), 'Discard'));
    expect(panel()?.textContent).not.toContain('This is needed.');
  });

  it('keeps every word where saving failed, and says why at the field', async () => {
    await open(`/vehicles?record=${idOf(5)}`, {
      faults: {
        'records.update': {
          code: 'store-damaged',
          reason: 'disk-full',
          message: 'SQLITE_FULL',
          fields: [{ path: 'fields.code', message: 'too long' }],
        },
      },
    });
    await typeIn(panel(), 'Code', 'F-999');
    await click(button(panel(), 'Save'));
    expect(valueIn(panel(), 'Code')).toBe('F-999');
    expect(panel()?.textContent).toContain('disk is full');
    expect(panel()?.textContent).toContain('The service says: too long');
  });

  it('asks before unsaved words are left for another row or screen', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Code', 'F-999');
    await click(rows()[0] as HTMLElement);
    expect(dialog()?.textContent).toContain('You changed something that is not saved yet.');
    expect(document.activeElement?.textContent).toContain('Go on editing');
    await press('s', { ctrlKey: true }, document.body);
    expect(dialog()).not.toBeNull();
    await click(button(dialog(), 'Go on editing'));
    expect(recordIn(place())).toBe(idOf(5));
    expect(valueIn(panel(), 'Code')).toBe('F-999');
    await press('Escape', {}, document.body);
    await click(button(dialog(), 'Discard changes'));
    expect(panel()).toBeNull();
  });

  it('saves and goes on where that is the answer', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Code', 'F-999');
    await click(rows()[0] as HTMLElement);
    await click(button(dialog(), 'Save'));
    expect(update).toHaveBeenCalledOnce();
    expect(recordIn(place())).not.toBe(idOf(5));
    expect(dialog()).toBeNull();
  });

  it('keeps unsaved words while its tabs are changed', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Code', 'F-999');
    await click(button(panel(), 'Raw record'));
    await click(button(panel(), 'Details'));
    expect(dialog()).toBeNull();
    expect(valueIn(panel(), 'Code')).toBe('F-999');
  });

  it('shows where its change needs a person, and what the service said of a field', async () => {
    await open(`/vehicles?record=${idOf(4)}`, {
      outbox: [
        {
          kind: 'update',
          subject: { collection: 'vehicles', key: idOf(4), label: 'CNY-2J96' },
          fields: { year: '2031' },
          base: { year: '2019' },
          state: 'attention',
          holdUp: null,
          trouble: {
            kind: 'refused',
            error: {
              code: 'invalid-request',
              message: 'PATCH answered 400',
              fields: [{ path: 'attributes.year', message: 'must not be in the future' }],
            },
          },
        },
      ],
    });
    expect(panel()?.textContent).toContain('Needs attention');
    expect(panel()?.textContent).toContain('must not be in the future');
    await click(button(panel(), 'Settle it in the outbox'));
    expect(place()).toBe('/outbox?entry=entry-1');
  });

  it('leads to the map and to the day’s replay', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await click(button(panel(), 'Replay today'));
    expect(place()).toBe(`/replay?vehicle=${idOf(5)}&day=2026-11-25`);
  });
});

describe('a search', () => {
  it('that found something can still be made at the service', async () => {
    await open('/vehicles?q=fiorino');
    const ask = vi.spyOn(useBridge().records, 'askService');
    await click(control('Search at the service'));
    expect(ask.mock.calls.map(([input]) => input)).toEqual([
      { collection: 'vehicles', search: 'fiorino' },
    ]);
  });
});

describe('a new vehicle', () => {
  it('is begun with N, kept at once and followed to the name that the service gives it', async () => {
    await open();
    await press('n');
    const form = () => region('New vehicle');
    await click(button(form(), 'Save'));
    expect(form()?.textContent).toContain('This is needed.');
    await typeIn(form(), 'Plate', 'QZX-9Y87');
    await typeIn(form(), 'Model', 'Ducato');
    await press('s', { ctrlKey: true }, document.body);
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe('QZX-9Y87');
    expect(recordIn(place())).toMatch(/^local:/);
    expect(panel()?.textContent).toContain('Not at the service yet');
    await typeIn(panel(), 'Code', 'half a word');
    await send();
    expect(recordIn(place())).toMatch(/^[A-Za-z0-9]{15}$/);
    expect(dialog(), 'a new name leaves nothing behind').toBeNull();
    expect(valueIn(panel(), 'Code')).toBe('half a word');
  });

  it('asks before it is left half done', async () => {
    await open('/vehicles?new');
    await typeIn(region('New vehicle'), 'Plate', 'QZX');
    await press('Escape', {}, document.body);
    expect(dialog()?.textContent).toContain('Save your changes to QZX?');
    await press('Escape', {}, dialog() ?? undefined);
    expect(region('New vehicle')).not.toBeNull();
  });
});

describe('a delete', () => {
  it('asks for the plate of one; the row is marked then', async () => {
    await open();
    const remove = vi.spyOn(useBridge().records, 'delete');
    const [plate = ''] = titles();
    await press('j');
    await press('Delete');
    expect(dialog()?.textContent).toContain(`Delete ${plate}?`);
    expect(button(dialog(), 'Delete').disabled).toBe(true);
    await typeIn(
      dialog(),
      `Type the plate ${plate} to confirm`,
      plate.toLowerCase().replace('-', ''),
    );
    await click(button(dialog(), 'Delete'));
    expect(remove.mock.calls.map(([input]) => input.keys.length)).toEqual([1]);
    expect(dialog()).toBeNull();
    expect(rows()[0]?.textContent).toContain('Being deleted');
  });

  it('asks for the count of many', async () => {
    await open();
    const remove = vi.spyOn(useBridge().records, 'delete');
    await press('j');
    await press('ArrowDown', { shiftKey: true }, document.body);
    await press('Delete');
    expect(dialog()?.textContent).toContain('Delete 2 vehicles?');
    await typeIn(dialog(), 'Type 2 to confirm', '3');
    expect(button(dialog(), 'Delete').disabled).toBe(true);
    await typeIn(dialog(), 'Type 2 to confirm', '2');
    await click(button(dialog(), 'Delete'));
    expect(remove.mock.calls.map(([input]) => input.keys.length)).toEqual([2]);
    expect(selectedTitles()).toEqual([]);
  });

  it('of the open vehicle can be taken back beside it', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await useBridge().records.delete({ collection: 'vehicles', keys: [idOf(5)] });
    await settle();
    expect(panel()?.textContent).toMatch(/Deleted at the service in \d+ s\./);
    await click(button(panel(), 'Keep it'));
    expect(panel()?.textContent).not.toContain('Deleted at the service');
  });
});

describe('a list without rows', () => {
  it.each<[string, FakeOptions, string]>([
    ['of a new fleet', { vehicles: 0 }, 'No vehicles yet'],
    [
      'whose store is locked',
      { store: { phase: 'locked' } },
      "What is kept on this computer can't be read",
    ],
    [
      'that the service does not offer',
      { vehicles: 0, syncs: { vehicles: { phase: 'off', completedAt: null } } },
      'This service offers no vehicle list',
    ],
    [
      'that could not be read',
      { vehicles: 0, syncs: { vehicles: { phase: 'failed', completedAt: null } } },
      'Vehicles could not be read',
    ],
    [
      'that this user may not read',
      { vehicles: 0, syncs: { vehicles: { phase: 'refused', completedAt: null } } },
      'Your user may not read this list',
    ],
    [
      'that this user may read no more, with its age,',
      { syncs: { vehicles: { phase: 'refused', completedAt: now() - 7_200_000 } } },
      'your user may no longer read this list; as of 2h ago',
    ],
    [
      'that was never read, without a line',
      {
        vehicles: 0,
        syncs: { vehicles: { phase: 'waiting', completedAt: null } },
        session: {
          link: { state: 'offline', since: now(), lastAnswerAt: null, error: null },
        },
      },
      'Vehicles are not on this computer yet',
    ],
  ])('%s says so', async (_, fake, words) => {
    await open('/vehicles', fake);
    expect(textOnPage()).toContain(words);
  });

  it('that is being read shows what is to come', async () => {
    await open('/vehicles', {
      vehicles: 0,
      syncs: { vehicles: { phase: 'reading', completedAt: null, read: 400 } },
    });
    expect(
      document.querySelector('[role=status][aria-label="Vehicles are being read"]'),
    ).toBeTruthy();
    expect(textOnPage()).toContain('being read for the first time, 400 so far');
  });

  it('takes nothing while nothing can be kept', async () => {
    await open('/vehicles', { store: { phase: 'inUse' } });
    expect(button(document.body, 'New vehicle').disabled).toBe(true);
    await press('n');
    expect(region('New vehicle')).toBeNull();
  });
});

function now(): number {
  return Date.UTC(2026, 10, 25, 18, 0, 0);
}
