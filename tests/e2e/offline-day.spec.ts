import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Libsql from 'libsql';
import { Wire } from '../torture/kills/wire';
import { expect, test, unhurried, type Credentials } from './demo-service';
import { findOnDisk } from './disk';
import type { Fleetdesk } from './fleetdesk';
import { storeKeys } from './keyring';
import { expectListed } from './lists';

/** A record of the service, as a client beside the app sees it. */
interface Told {
  id: string;
  attributes: Record<string, string | null>;
}

interface Bridge {
  records: { create(input: object): Promise<unknown> };
}

/** Another office that works on the same fleet. */
class OtherOffice {
  readonly #demo: Credentials;
  #token: string | null = null;

  constructor(demo: Credentials) {
    this.#demo = demo;
  }

  async list(collection: 'vehicles' | 'users'): Promise<Told[]> {
    const { data } = await this.#ask('GET', `/${collection}?limit=100&page=1`);
    return data as Told[];
  }

  async vehicle(plate: string): Promise<Told | undefined> {
    const vehicles = await this.list('vehicles');
    return vehicles.find(({ attributes }) => attributes['plate'] === plate);
  }

  async describe(plate: string, description: string): Promise<void> {
    const { id } = (await this.vehicle(plate)) ?? { id: '' };
    const data = { type: 'vehicles', id, attributes: { description } };
    await this.#ask('PATCH', `/vehicles/${id}`, { data });
  }

  async #ask(method: string, path: string, body?: object): Promise<{ data: unknown }> {
    const { url, publicKey, username, password } = this.#demo;
    const headers = { 'public-key': publicKey, 'content-type': 'application/json' };
    if (this.#token === null) {
      const answer = await fetch(`${url}/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ username, password }),
      });
      this.#token = ((await answer.json()) as { data: { token: string } }).data.token;
    }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return (await answer.json()) as { data: unknown };
  }
}

/** Opens a screen by the rail. */
async function openScreen(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
}

/** The row of a vehicle in the table, found by its plate. */
async function openVehicle(page: Page, plate: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search vehicles' }).fill(plate);
  await page.getByRole('row', { name: plate }).click();
}

async function describe(page: Page, plate: string, description: string): Promise<void> {
  await openVehicle(page, plate);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('not sent yet').first()).toBeVisible();
}

/** The store's file of the one identity that has signed in here. */
async function storeFile({ userData }: Pick<Fleetdesk, 'userData'>): Promise<string> {
  const folder = join(userData, 'stores');
  const name = (await readdir(folder)).find((each) => each.endsWith('.db'));
  return join(folder, name ?? 'none');
}

test('a day without a line: everything is there, and all of it arrives once afterwards', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 12, testControl: true });
  const wire = await Wire.open(demo.url);
  const other = new OtherOffice(demo);
  const people = await other.list('users');
  const vehicles = await other.list('vehicles');
  const plates = vehicles.map(({ attributes }) => attributes['plate'] ?? '');
  const [first = '', second = '', disputed = '', spared = ''] = plates;

  const morning = await signedIn({ ...demo, url: wire.url }, { perMinute: unhurried });
  await openScreen(morning.page, /^Vehicles/);
  await expectListed(morning.page, '12 vehicles');
  await openScreen(morning.page, /^Users/);
  await expectListed(morning.page, `${people.length} users`);
  await morning.quit();

  wire.isCut = true;
  const office = await launch({ userData: morning.userData });
  const { page } = office;
  await page.waitForURL(/index\.html/);
  await expect(page.getByRole('contentinfo')).toContainText('offline');

  // What was read is there: found by any part, and without the accents.
  await openScreen(page, /^Users/);
  const person = people.find(({ attributes }) => /[áéíóúãõç]/i.test(attributes['name'] ?? ''));
  const name = person?.attributes['name'] ?? '';
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  await page.getByRole('textbox', { name: 'Search users' }).fill(plain);
  await page.getByRole('row', { name }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveCount(0);

  await openScreen(page, /^Vehicles/);
  await page.getByRole('textbox', { name: 'Search vehicles' }).fill(first.slice(2, 6));
  await expect(page.getByRole('row', { name: first })).toBeVisible();
  await describe(page, first, 'Portão 4');
  await describe(page, second, 'Portão 5');
  await describe(page, disputed, 'Ours');
  await page.getByRole('textbox', { name: 'Search vehicles' }).fill('');
  await page.getByRole('button', { name: 'New vehicle' }).click();
  await page.getByRole('textbox', { name: 'Plate' }).fill('QZX1A23');
  await page.getByRole('button', { name: 'Save' }).click();

  await openVehicle(page, spared);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(spared);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const strip = page.getByRole('region', { name: 'Change that can be undone' });
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('4 waiting');
  expect(wire.written).toEqual([]);

  // Another office changes one of them meanwhile; then the line is back.
  await other.describe(disputed, 'Theirs');
  wire.isCut = false;
  await expect(page.getByRole('contentinfo')).toContainText('1 needs attention');
  await openScreen(page, /^Outbox/);
  const outbox = page.getByRole('region', { name: 'Outbox' });
  await outbox.getByRole('option', { name: `Change vehicle ${disputed}` }).click();
  const field = outbox.getByRole('region', { name: 'Description' });
  for (const value of ['Theirs', 'Ours']) {
    await expect(field.getByText(value, { exact: true })).toBeVisible();
  }
  await field.getByRole('radio', { name: 'Another value' }).click();
  await field.getByRole('textbox').fill('Settled');
  await outbox.getByRole('button', { name: 'Save and send' }).click();
  await expect(outbox.getByRole('status').filter({ hasText: 'Everything is sent' })).toBeVisible();

  // Each arrived once, as it was meant; what was taken back never left.
  for (const [text, method] of [
    ['Portão 4', 'PATCH'],
    ['Portão 5', 'PATCH'],
    ['Settled', 'PATCH'],
    ['QZX1A23', 'POST'],
  ] as const) {
    expect(
      wire.written.filter(({ body }) => body.includes(text)).map((each) => each.method),
    ).toEqual([method]);
  }
  expect(wire.written).toHaveLength(4);
  expect((await other.vehicle(first))?.attributes['description']).toBe('Portão 4');
  expect((await other.vehicle(second))?.attributes['description']).toBe('Portão 5');
  expect((await other.vehicle(disputed))?.attributes['description']).toBe('Settled');
  expect((await other.vehicle(spared))?.id).toBe(vehicles[3]?.id);
  expect(await other.vehicle('QZX1A23')).toBeDefined();
  await openScreen(page, /^Vehicles/);
  // The list is where it was left, with what was sought then.
  const search = page.getByRole('textbox', { name: 'Search vehicles' });
  await expect(search).toHaveValue(spared);
  await search.fill('');
  await expectListed(page, '13 vehicles');

  // Nothing of it can be read on the disk, while the store is open and afterwards.
  const canaries = [...plates, 'QZX1A23', 'Portão 4', 'Settled'];
  for (const { attributes } of people) {
    for (const key of ['name', 'cpf', 'email']) canaries.push(attributes[key] ?? '');
  }
  const telling = canaries.filter((text) => text.length > 6);
  const folder = join(office.userData, 'stores');
  expect(await findOnDisk(folder, telling)).toEqual([]);
  await office.quit();
  expect((await readFile(await storeFile(office))).length).toBeGreaterThan(100_000);
  expect(await findOnDisk(office.userData, telling)).toEqual([]);
  await wire.close();
});

test('a store that can not be read is set aside, told of, and filled again', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 8 });
  const before = await signedIn(demo, { perMinute: unhurried });
  await openScreen(before.page, /^Vehicles/);
  await expectListed(before.page, '8 vehicles');
  await before.quit();
  const file = await storeFile(before);
  await writeFile(file, randomBytes(64 * 1024));

  const after = await launch({ userData: before.userData });
  await after.page.waitForURL(/index\.html/);
  await expect(
    after.page.getByText('Part of your saved data was damaged. A copy was kept.'),
  ).toBeVisible();
  await openScreen(after.page, /^Vehicles/);
  await expectListed(after.page, '8 vehicles');
  const files = await readdir(join(before.userData, 'stores'));
  expect(files.filter((name) => name.includes('.aside-'))).not.toEqual([]);
  // It is told until somebody has read it.
  await after.quit();
  const again = await launch({ userData: before.userData });
  await again.page.getByRole('button', { name: 'Got it' }).click();
  await again.quit();
  const last = await launch({ userData: before.userData });
  await last.page.waitForURL(/index\.html/);
  await expect(last.page.getByRole('option')).toHaveCount(8);
  await expect(last.page.getByText('A copy was kept')).toHaveCount(0);
});

test('a store that another copy has open is left to it; the map lives on, and nothing is entered', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 8 });
  const before = await signedIn(demo, { perMinute: unhurried });
  await openScreen(before.page, /^Vehicles/);
  await expectListed(before.page, '8 vehicles');
  await before.quit();
  const [key = ''] = await storeKeys();
  // A copy on another machine, on a folder that both share: the lock of the app does not reach it.
  // Its types leave the key out.
  const terms: object = { encryptionKey: key };
  const copy = new Libsql(await storeFile(before), terms);
  copy.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');

  const after = await launch({ userData: before.userData });
  const { page } = after;
  await page.waitForURL(/index\.html/);
  await expect(page.getByText('Another copy of Fleetdesk is using your data.')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(8);
  const refused = await page.evaluate(async () => {
    const { records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    return records.create({ collection: 'vehicles', fields: { plate: 'QZX1A23' } });
  });
  expect(refused).toMatchObject({ ok: false, error: { code: 'store-damaged' } });

  copy.exec('ROLLBACK; PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_master');
  copy.close();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Another copy of Fleetdesk')).toHaveCount(0);
  await openScreen(page, /^Vehicles/);
  await expectListed(page, '8 vehicles');
  expect(await findOnDisk(join(after.userData, 'stores'), [key])).toEqual([]);
});
