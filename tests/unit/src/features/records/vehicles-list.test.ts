import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { plateOf } from '../../../../mocked-main/office/records';
import { holdFinds } from '../../held-finds';
import { axeFaults, control, textOnPage, theOffice, type } from '../../render';
import {
  button,
  click,
  layOut,
  nameOf,
  now,
  place,
  press,
  region,
  rows,
  setOut,
  settle,
  titles,
} from './screen';
import { idOf, open, panel } from './vehicles-screen';

beforeEach(layOut);

const offline = { code: 'offline', message: 'ENETUNREACH' } as const;

/** Shows columns that are hidden at first. */
async function show(...shown: string[]): Promise<void> {
  const look = { widths: {}, shown, hidden: [], order: [] };
  await useSettingsStore().update({ tables: { vehicles: look } });
  await settle();
}

/** Somebody else deletes a vehicle, which is noticed when it is read again. */
async function removeAtService(index: number): Promise<void> {
  theOffice().service.demo.world.vehicles.remove(idOf(index));
  await useBridge().records.refresh({ collection: 'vehicles', key: idOf(index) });
  await settle();
}

describe('the list of vehicles', () => {
  it('puts into the document only rows that can be seen, and says how many there are', async () => {
    await open('/vehicles', { vehicles: 300 });
    expect(rows().length).toBeGreaterThan(12);
    expect(rows().length).toBeLessThan(60);
    expect(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('301');
    expect(textOnPage()).toContain('300 vehicles');
    expect(textOnPage()).toContain('updated 1m ago');
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

  it('sorts and seeks types as the reader calls them, and again in another language', async () => {
    await open('/vehicles?sort=typeName.up');
    const first = () => rows()[0]?.textContent;
    expect(first()).toContain('Bus');
    setLocale('pt-BR');
    await settle();
    // By what the service calls them, "bus" comes first.
    expect(first()).toContain('Caminhão');
    type('Buscar veículos', 'picape');
    await settle();
    expect(rows().length).toBeGreaterThan(0);
    for (const row of rows()) expect(row.textContent).toContain('Picape');
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
    expect(textOnPage()).toContain('No matching vehicles');
    await click(control('Show all vehicles'));
    expect(titles()).toContain(plate);
    expect(place()).toBe('/vehicles');
  });

  it('lets whoever typed and left at once arrive where they go', async () => {
    await open();
    type('Search vehicles', 'abc');
    setOut('/outbox', 500);
    await settle(1500);
    expect(place()).toBe('/outbox');
  });

  it('asks the service for what is not kept', async () => {
    await open('/vehicles?q=zzz', { faults: { 'records.askService': offline } });
    await click(control('Search on the service'));
    expect(textOnPage()).toContain('No connection to the service.');
  });

  it('sorts by a column, the other way round, and no more', async () => {
    await open();
    await show('year');
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

  it('sorts by a further column with Shift, and says which one comes first', async () => {
    await open();
    await show('typeName', 'year');
    const grid = document.querySelector('[role=grid]');
    const head = (label: string) => {
      const labels = [...(grid?.querySelectorAll('button.label') ?? [])];
      return labels.find(({ textContent }) => textContent.startsWith(label)) as HTMLElement;
    };
    await click(head('Type'));
    await click(head('Year'), { shiftKey: true });
    await click(head('Year'), { shiftKey: true });
    expect(place()).toContain('sort=typeName.up&sort=year.down');
    expect(head('Type').textContent).toContain('1');
    expect(head('Year').textContent).toContain('2');
    expect(head('Year').getAttribute('aria-description')).toBe('Descending, sort column 2 of 2');
    expect(document.querySelectorAll('[aria-sort=ascending], [aria-sort=descending]').length).toBe(
      1,
    );
    const years = rows().map((row) => /\b(19|20)\d\d\b/.exec(row.textContent)?.[0] ?? '');
    const buses = rows().filter((row) => row.textContent.includes('Bus')).length;
    expect(buses).toBeGreaterThan(2);
    expect(years.slice(0, buses)).toEqual(years.slice(0, buses).sort().reverse());
    await click(head('Year'), { shiftKey: true });
    expect(place()).toContain('sort=typeName.up');
    expect(place()).not.toContain('year');
  });

  it('is narrowed by the filters of a link', async () => {
    await open('/vehicles?type=bus&state=active');
    await show('typeName');
    expect(rows().length).toBeGreaterThan(3);
    for (const row of rows()) expect(row.textContent).toContain('Bus');
    expect(textOnPage()).toContain('Type: Bus');
    await click(control('Remove the filter Type'));
    expect(place()).toBe('/vehicles?state=active');
  });

  it('leaves out what is gone until it is asked for', async () => {
    await open('/vehicles', { vehicles: 14 });
    await removeAtService(12);
    expect(rows()).toHaveLength(13);
    await click(control('Show deleted'));
    expect(rows()).toHaveLength(14);
    expect(textOnPage()).toContain('No longer on the service');
  });

  it('remembers widths and columns on this machine', async () => {
    await open();
    await show('brandName');
    const make = button(document.querySelector('[role=grid]'), 'Make');
    await press('ArrowRight', { altKey: true }, make);
    expect(useSettingsStore().state.tables.vehicles?.widths).toEqual({ brandName: 152 });
  });
});

describe('a search', () => {
  it('that found something can still be made at the service', async () => {
    await open('/vehicles?q=fiorino');
    const ask = vi.spyOn(useBridge().records, 'askService');
    await click(control('Search on the service'));
    expect(ask.mock.calls.map(([input]) => input)).toEqual([
      { collection: 'vehicles', search: 'fiorino' },
    ]);
  });
});

describe('rows that could not be read', () => {
  it('are read with the next ones, though their change was told before', async () => {
    await open();
    const change = async (from: string, plate: string) => {
      const [index = 0] = [...Array(60).keys()].filter((each) => plateOf(each) === from);
      const name = { collection: 'vehicles', key: idOf(index) };
      const answer = await useBridge().records.update({ ...name, fields: { plate } });
      expect(answer.ok).toBe(true);
      await settle();
    };
    const [first = '', second = ''] = titles();
    const read = vi.spyOn(useBridge().records, 'rows');
    read.mockResolvedValue({ ok: false, error: offline });
    await change(first, `${first}X`);
    expect(titles()[0]).toBe(first);
    read.mockRestore();
    await change(second, `${second}X`);
    expect(titles().slice(0, 2)).toEqual([`${first}X`, `${second}X`]);
  });
});

describe('a search that is not answered yet', () => {
  it('lets Enter open no row of the one before', async () => {
    await open();
    await press('j');
    const [, , plate = ''] = titles();
    const answer = holdFinds();
    type('Search vehicles', plate);
    await press('Enter', {}, control('Search vehicles', 'input'));
    await press('Enter');
    await press('Enter', {}, document.body);
    expect(panel()).toBeNull();
    await answer();
    await settle();
    expect(titles()).toEqual([plate]);
    await press('Enter');
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe(plate);
  });

  it('finds nothing again for a row that is opened', async () => {
    await open();
    const find = vi.spyOn(useBridge().records, 'find');
    rows()[2]?.click();
    await flushPromises();
    expect(panel()).not.toBeNull();
    const sought = find.mock.calls.map(([query]) => query.collection);
    expect(sought).not.toContain('vehicles');
  });
});

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

describe('a list without rows', () => {
  it.each<[string, OfficeOptions, string]>([
    ['of a new fleet', { vehicles: 0 }, 'No vehicles yet'],
    [
      'whose store is locked',
      { store: { phase: 'locked' } },
      'The data on this computer can’t be read',
    ],
    [
      'that the service does not offer',
      { vehicles: 0, syncs: { vehicles: { phase: 'off', completedAt: null } } },
      'This service offers no vehicle list',
    ],
    [
      'that could not be read',
      { vehicles: 0, syncs: { vehicles: { phase: 'failed', completedAt: null } } },
      'Vehicles could not be loaded',
    ],
    [
      'that this user has no permission to read',
      { vehicles: 0, syncs: { vehicles: { phase: 'refused', completedAt: null } } },
      'You don’t have permission to see this list',
    ],
    [
      'that this user may read no more, with its age,',
      { syncs: { vehicles: { phase: 'refused', completedAt: now - 7_200_000 } } },
      'you no longer have permission to see this list; last updated 2h ago',
    ],
    [
      'that was never read, without a line',
      {
        vehicles: 0,
        syncs: { vehicles: { phase: 'waiting', completedAt: null } },
        session: {
          link: { state: 'offline', since: now, lastAnswerAt: null, error: null },
        },
      },
      'Vehicles haven’t been loaded yet',
    ],
  ])('%s says so', async (_, office, words) => {
    await open('/vehicles', office);
    expect(textOnPage()).toContain(words);
  });

  it('that is being read shows what is to come', async () => {
    await open('/vehicles', {
      vehicles: 0,
      syncs: { vehicles: { phase: 'reading', completedAt: null, read: 400 } },
    });
    expect(document.querySelector('[role=status][aria-label="Loading vehicles"]')).toBeTruthy();
    expect(textOnPage()).toContain('loading for the first time, 400 so far');
  });

  it('of a locked store has no count and no age, and leaves the one button to the note above', async () => {
    await open('/vehicles', { store: { phase: 'locked' } });
    expect(textOnPage()).not.toMatch(/\d+ vehicles/);
    expect(textOnPage()).not.toContain('updated');
    expect(textOnPage()).toContain('The message above explains why');
    const names = [...document.querySelectorAll('button')].map(nameOf);
    expect(names.filter((name) => /try|open/i.test(name))).toEqual([]);
  });

  it('takes nothing while nothing can be kept', async () => {
    await open('/vehicles', { store: { phase: 'inUse' } });
    expect(button(document.body, 'New vehicle').getAttribute('aria-disabled')).toBe('true');
    await press('n');
    expect(region('New vehicle')).toBeNull();
  });
});
