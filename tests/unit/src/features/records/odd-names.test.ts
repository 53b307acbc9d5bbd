import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { axeFaults, textOnPage } from '../../render';
import {
  button,
  layOut,
  openScreen,
  pageOf,
  region,
  rows,
  settle,
  typeIn,
  valueIn,
} from './screen';

beforeEach(layOut);

const user = { collection: 'users', key: 'usr000000000002', label: 'Somebody' } as const;
const panel = () => region('User details');
const called = (name: string) => ({
  outbox: [{ kind: 'update', subject: user, fields: { name } } as const],
  answeredWrites: 0,
});
const long = 'Nogueira da Silva '.repeat(15).slice(0, 255);

/** The cell that names the user. */
function nameCell(name: string): HTMLElement {
  const found = rows()
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>('[role=gridcell] .truncate')])
    .find(({ textContent }) => textContent.trim() === name.trim());
  if (!found) throw new Error('no cell has that name');
  return found;
}

describe.each([
  ['of 255 characters', long],
  ['of emoji', '🚚👩🏽‍✈️🇧🇷 Ana 🧭'],
  ['in Arabic', 'سائق الشاحنة رقم ٧'],
  ['in Hebrew with digits and a bracket', 'נהג (12'],
])('a name %s', (_, name) => {
  it('stands in list and panel as it is, cut in its row, in a direction of its own', async () => {
    await openScreen(pageOf('users'), `/users?unsent&record=${user.key}`, called(name));
    const cell = nameCell(name);
    expect(cell.getAttribute('dir')).toBe('auto');
    expect(cell.title).toBe(name);
    const heading = panel()?.querySelector('h2');
    expect(heading?.textContent.trim()).toBe(name.trim());
    expect(heading?.getAttribute('dir')).toBe('auto');
    expect(valueIn(panel(), 'Name')).toBe(name);
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('is saved letter for letter', async () => {
    await openScreen(pageOf('users'), `/users?record=${user.key}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Name', name);
    button(panel(), 'Save').click();
    await settle();
    expect(update.mock.calls[0]?.[0].fields).toEqual({ name: name.trim() });
  });
});

it('a reference to a record that is not kept shows its id, and a link that leads to it says so', async () => {
  const device = { collection: 'devices', key: 'dev000000000003', label: 'Tracker 103' } as const;
  const gone = 'chp999999999999';
  await openScreen(pageOf('devices'), `/devices?record=${device.key}`, {
    outbox: [{ kind: 'update', subject: device, fields: { chipId: gone } }],
    answeredWrites: 0,
  });
  expect(textOnPage() + inputs()).toContain(gone);
});

it.each(['short', 'x'.repeat(40), '../../etc/passwd', 'exactly15chars!'])(
  'a link to an id that no record can have, %s, says so and offers the way back',
  async (id) => {
    await openScreen(pageOf('users'), `/users?record=${encodeURIComponent(id)}`);
    expect(panel()?.textContent).toContain('Close');
    expect(panel()?.querySelector('form')).toBeNull();
    expect(rows().length).toBeGreaterThan(0);
  },
);

it('a list with records that have no valid id says how many are not shown', async () => {
  await openScreen(pageOf('users'), '/users', { syncs: { users: { unreadable: 3 } } });
  expect(textOnPage()).toContain('3 records without a valid id are not shown');
  expect(rows().length).toBeGreaterThan(0);
});

it('a list whose pages never end says that it may be incomplete', async () => {
  await openScreen(pageOf('users'), '/users', { syncs: { users: { pagingRefused: true } } });
  expect(textOnPage()).toContain('may be incomplete');
  expect(rows().length).toBeGreaterThan(0);
});

function inputs(): string {
  return [...document.querySelectorAll('input')].map(({ value }) => value).join(' ');
}
