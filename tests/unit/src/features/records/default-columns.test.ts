import { beforeEach, expect, it, vi } from 'vitest';
import type { Fields } from '@contract/records';
import { setLocale } from '@/i18n/i18n';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { control } from '../../render';
import { click, layOut, now, pageOf, openScreen, press, rows, settle } from './screen';
import { idOf, open } from './vehicles-screen';

beforeEach(layOut);

/** Lets rows come with what is known beside their fields. */
async function giveDerived(derived: Fields): Promise<void> {
  const { records } = useBridge();
  const read = records.rows;
  vi.spyOn(records, 'rows').mockImplementation(async (wanted) => {
    const answer = await read(wanted);
    if (!answer.ok || wanted.collection !== 'vehicles') return answer;
    return { ...answer, data: answer.data.map((row) => ({ ...row, derived })) };
  });
  await useBridge().records.update({
    ...{ collection: 'vehicles', key: idOf(3), fields: { code: 'X-1' } },
  });
  await settle();
}

const heads = () =>
  [...document.querySelectorAll('[role=columnheader]')]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '');

/** The row that came again. */
const changedRow = () => rows().find(({ id }) => id.endsWith(idOf(3)));

/** What a row shows, by the name of the column. */
function cellsOf(row: HTMLElement | undefined): Record<string, string> {
  const cells = [...(row?.querySelectorAll('[role=gridcell]') ?? [])].slice(1);
  return Object.fromEntries(
    heads().map((head, index) => [head, cells[index]?.textContent.trim() ?? '']),
  );
}

it('vehicles come with plate, driver, device, last contact, live state and place', async () => {
  await open('/vehicles', { vehicles: 12 });
  expect(heads().slice(0, 6)).toEqual([
    ...['Plate', 'Driver', 'Device', 'Last contact', 'Live state', 'Place'],
  ]);
  expect(heads()).not.toContain('VIN');
});

it('users come with their name first, then vehicles, and their role once one is known', async () => {
  await openScreen(pageOf('users'), '/users');
  expect(heads().slice(0, 3)).toEqual(['Name', 'Vehicles', 'Phone']);
  const { records } = useBridge();
  const read = records.rows;
  vi.spyOn(records, 'rows').mockImplementation(async (wanted) => {
    const answer = await read(wanted);
    if (!answer.ok) return answer;
    return { ...answer, data: answer.data.map((row) => ({ ...row, derived: { roleId: 'r' } })) };
  });
  const fields = { phone2: '+55 11 99999-0000' };
  const key = rows()[0]?.id.slice(-15) ?? '';
  await records.update({ collection: 'users', key, fields });
  await settle();
  expect(heads().slice(0, 4)).toEqual(['Name', 'Role', 'Vehicles', 'Phone']);
});

it('a vehicle is told by names and words: who drives it, what it does and where', async () => {
  await open('/vehicles', { vehicles: 12 });
  const { records } = useBridge();
  const users = await records.find({
    ...{ collection: 'users', search: '', filters: [], sort: [], withGone: false },
  });
  const key = users.ok ? (users.data.keys[0] ?? '') : '';
  const read = await records.rows({ collection: 'users', keys: [key] });
  const name = read.ok ? read.data[0]?.fields['name'] : '';
  await giveDerived({
    drivers: [key],
    lastContact: now - 60_000,
    liveState: 'parked',
    connection: 'silent',
    place: 'Campinas',
  });
  const cells = cellsOf(changedRow());
  expect(cells).toMatchObject({
    Driver: name,
    'Live state': 'Was parked · silent',
    Place: 'Campinas',
  });
  expect(cells['Last contact']).toMatch(/^\d\d:\d\d$/);
  expect(cells['Device']).toContain('–');
  setLocale('pt-BR');
  await settle();
  expect(cellsOf(changedRow())['Estado atual']).toBe('Estava estacionado · sem sinal');
});

it('a parked vehicle that reports rarely is parked, and no more', async () => {
  await open('/vehicles', { vehicles: 12 });
  await giveDerived({ liveState: 'parked', connection: 'late' });
  expect(cellsOf(changedRow())['Live state']).toBe('Parked');
});

it('an idling vehicle has a short word in its cell, and the whole one where the pointer rests', async () => {
  await open('/vehicles', { vehicles: 12 });
  setLocale('pt-BR');
  await giveDerived({ liveState: 'idling', connection: 'late' });
  await settle();
  const state = changedRow()?.querySelector('[title^="Parado com motor ligado"]');
  expect(state?.textContent.trim()).toBe('Motor ligado · atrasado');
  expect(state?.getAttribute('title')).toBe('Parado com motor ligado · atrasado');
});

it('a vehicle out of town is told with its way to the nearest place', async () => {
  await open('/vehicles', { vehicles: 12 });
  await giveDerived({ place: 'Palmas', placeDistance: 181_400, placeBearing: 130 });
  expect(cellsOf(changedRow())['Place']).toBe('181 km southeast of Palmas');
});

it('a vehicle on a street that a map names is told with the street, as on the map', async () => {
  await open('/vehicles', { vehicles: 12 });
  const town = { name: 'Campinas', away: 900, bearing: 3, isIn: true };
  const here = { latitude: -22.9, longitude: -47.06 };
  const where = { street: { name: 'Rua das Flores', away: 4 }, district: 'Centro', town };
  const asked = vi.spyOn(useBridge().places, 'where').mockImplementation(({ points }) => {
    const places = points.map(() => ({ ...where, source: 'map' as const }));
    return Promise.resolve({ ok: true, data: { places, isComplete: true } });
  });
  await giveDerived({ place: 'Campinas', placeDistance: 900, placeBearing: 3, ...here });
  await vi.waitFor(() => {
    expect(cellsOf(changedRow())['Place']).toBe('Rua das Flores, Centro');
  });
  const cell = changedRow()?.querySelector('[title^="Rua das Flores"]');
  expect(cell?.getAttribute('title')).toBe('Rua das Flores, Centro, Campinas');
  expect(asked.mock.calls.flatMap(([{ points }]) => points)).toContainEqual(here);
});

it('a vehicle on a street is copied with the street, as it is shown', async () => {
  await open('/vehicles', { vehicles: 12 });
  const town = { name: 'Campinas', away: 900, bearing: 3, isIn: true };
  const here = { latitude: -22.9, longitude: -47.06 };
  const where = { street: { name: 'Rua das Flores', away: 4 }, district: 'Centro', town };
  vi.spyOn(useBridge().places, 'where').mockImplementation(({ points }) => {
    const places = points.map(() => ({ ...where, source: 'map' as const }));
    return Promise.resolve({ ok: true, data: { places, isComplete: true } });
  });
  const copied = vi.spyOn(useBridge().app, 'copyText');
  await giveDerived({ place: 'Campinas', placeDistance: 900, placeBearing: 3, ...here });
  await click(changedRow() as HTMLElement, { ctrlKey: true });
  await press('c', { ctrlKey: true }, document.body);
  await vi.waitFor(() => {
    expect(copied.mock.calls.flat().join()).toContain('Rua das Flores, Centro, Campinas');
  });
});

it('a last contact of another day comes with its date', async () => {
  await open('/vehicles', { vehicles: 12 });
  await giveDerived({ lastContact: now - 3 * 86_400_000 });
  expect(cellsOf(changedRow())['Last contact']).toMatch(/^Nov 22, \d\d:\d\d$/);
});

it('a color is told by its name, with the code where the pointer rests', async () => {
  await open('/vehicles?sort=color.up', { vehicles: 12 });
  const cell = [...(rows()[0]?.querySelectorAll<HTMLElement>('[role=gridcell] [title]') ?? [])];
  expect(cell.find(({ title }) => /^#[0-9A-F]{6}$/.test(title))?.textContent).toMatch(
    /^[A-Z][a-z]+$/,
  );
  for (const row of rows()) expect(row.textContent).not.toMatch(/#[0-9a-f]{6}/i);
});

it('shows the column that the list is sorted by, also where it is hidden at first', async () => {
  await open('/vehicles?sort=year.up', { vehicles: 12 });
  expect(heads()).toContain('Year');
});

it('rows are copied with what is known beside their fields, and moments with their date', async () => {
  await open('/vehicles', { vehicles: 12 });
  await giveDerived({ lastContact: now - 60_000, liveState: 'moving', connection: 'live' });
  const copy = vi.spyOn(useBridge().app, 'copyText');
  await click(rows()[0] as HTMLElement, { ctrlKey: true });
  await click(control('Copy', 'button'));
  const [head = [], cells = []] = (copy.mock.calls[0]?.[0] ?? '')
    .split('\n')
    .map((line) => line.split('\t'));
  expect(cells[head.indexOf('Live state')]).toBe('Moving');
  expect(cells[head.indexOf('Last contact')]).toMatch(/^Nov 25, 2026, \d\d:\d\d$/);
});

it('has a column that stays at the edge once there is a state to tell', async () => {
  await open('/vehicles', { vehicles: 12, answeredWrites: 0 });
  await giveDerived({});
  expect(rows()[0]?.querySelector('.last')).not.toBeNull();
  expect(useSettingsStore().state.tables.vehicles).toBeUndefined();
});

it('counts nobody where the service does not tell who has a role', async () => {
  await openScreen(pageOf('roles'), '/roles');
  expect(cellsOf(rows()[0])['Users']).toContain('?');
});

it('counts what the service tells to belong to an enterprise', async () => {
  await openScreen(pageOf('enterprises'), '/enterprises');
  expect(cellsOf(rows()[0])['Vehicles']).toMatch(/^\d+$/);
});
