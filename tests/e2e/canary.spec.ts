import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { DemoService } from '../../electron/demo';
import { expect, requestLog, test, unhurried } from './demo-service';
import { findOnDisk } from './disk';
import { findInHeap, heapOf } from './heap';
import { storeKeys, tokenEntries } from './keyring';

/** Twice as fast, so that the tokens are renewed sooner. */
test.use({ pace: 2 });

/** Seconds: so short that tokens are renewed while the test goes on. */
const tokenLife = 20;

/** A shorter text would be found by chance in a cache of some megabytes. */
const shortestCanary = 6;

interface Attributes {
  plate?: string;
  name?: string;
  cpf?: string | null;
}

/** The attributes of every record of a list, asked for beside the app. */
async function readAll(demo: DemoService, list: 'vehicles' | 'users'): Promise<Attributes[]> {
  const headers = { 'public-key': demo.publicKey, 'content-type': 'application/json' };
  const { username, password } = demo;
  const answer = await fetch(`${demo.url}/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  });
  const { data: pair } = (await answer.json()) as { data: { token: string } };
  const records: Attributes[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = (await fetch(`${demo.url}/${list}?limit=100&page=${page}`, {
      headers: { ...headers, authorization: `Bearer ${pair.token}` },
    }).then((response) => response.json())) as { data: { attributes: Attributes }[] };
    if (data.length === 0) return records;
    records.push(...data.map(({ attributes }) => attributes));
  }
}

/** Tokens and public key as the keyring holds them now. */
async function keptSecrets(): Promise<string[]> {
  const [entry] = await tokenEntries();
  const kept = JSON.parse(entry?.password ?? '{}') as Record<string, unknown>;
  return [kept['token'], kept['refreshToken'], kept['publicKey']].map(String);
}

/** A person whom nobody else would invent, and whose password nothing may show. */
const newcomer = {
  username: 'iracema.canario',
  name: 'Iracema Canário',
  password: 'Senha-do-canario-77',
};

interface Bridge {
  settings: { update(patch: { detailedLog: boolean }): Promise<{ ok: boolean }> };
  records: { create(input: object): Promise<{ ok: boolean }> };
  events: {
    subscribe(topic: 'outbox'): Promise<{ data: { snapshot: { entries: unknown[] } } }>;
  };
}

/** Enters a new user, as the form does. */
function enterNewcomer(page: Page): Promise<boolean> {
  return page.evaluate(async ({ password, ...fields }) => {
    const { records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    return (await records.create({ collection: 'users', fields, password })).ok;
  }, newcomer);
}

/** Has Fleetdesk's own log tell of every call, too. */
function logInDetail(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { settings } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    return (await settings.update({ detailedLog: true })).ok;
  });
}

/** How many changes wait to be sent. */
function unsent(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { events } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    return (await events.subscribe('outbox')).data.snapshot.entries.length;
  });
}

/** Bytes of the store's file and its log. */
async function storeBytes(userData: string): Promise<number> {
  const folder = join(userData, 'stores');
  const files = await readdir(folder);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What the page itself keeps of this origin. */
function pageStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

test('nothing that is secret or about a person is on the disk after a whole session', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 30, tokenLifeSeconds: tokenLife, testControl: true });
  const vehicles = await readAll(demo, 'vehicles');
  const people = await readAll(demo, 'users');
  const plates = vehicles.flatMap(({ plate }) => plate ?? []);
  const names = people.flatMap(({ name }) => name ?? []);
  const documents = people.flatMap(({ cpf }) => cpf ?? []);
  expect(plates).toHaveLength(30);
  expect(names.length).toBeGreaterThan(5);
  expect(documents.length).toBeGreaterThan(5);

  const fleetdesk = await signedIn(demo, {
    perMinute: unhurried,
    // What Chromium and main log goes into the folder, too, and they log all that they can, but for
    // the addresses of requests: where a lost answer is looked up, the API wants a name in there.
    env: { ELECTRON_ENABLE_LOGGING: 'file' },
    args: ['--v=9', '--vmodule=network_delegate=0'],
  });
  const { page, userData } = fleetdesk;
  await expect.poll(tokenEntries).toHaveLength(1);
  const first = await keptSecrets();
  expect(await logInDetail(page)).toBe(true);

  // The map and a card with the people who drive.
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(20);
  const card = page.getByRole('region', { name: 'Vehicle details' });
  let next = 0;
  await expect(async () => {
    // Round and round: the service may tell them later than a person would wait.
    await page
      .getByRole('option')
      .nth(next % 20)
      .click();
    next += 1;
    const drivers = async () => {
      const text = await card.innerText();
      return names.filter((name) => text.includes(name));
    };
    await expect.poll(drivers, { timeout: 3_000 }).not.toEqual([]);
  }).toPass();
  // The page shows a fleet that it got without any of this; what was typed in the form is gone, at
  // the latest once Chromium has let go of the page before.
  const hidden = [...first, ...(await storeKeys()), demo.password];
  let heap = '';
  await expect
    .poll(async () => {
      heap = await heapOf(page);
      return findInHeap(heap, hidden);
    })
    .toEqual([]);
  expect(findInHeap(heap, [demo.username, ...plates])).toHaveLength(31);

  // What is typed is kept no more than what is read.
  await page.getByRole('textbox', { name: 'Filter' }).fill(plates[0] ?? '');
  await expect(page.getByRole('option')).toHaveCount(1);

  // What is entered is kept in the store and then sent; neither leaves a trace in clear.
  expect(await enterNewcomer(page)).toBe(true);
  expect(await findOnDisk(userData, Object.values(newcomer))).toEqual([]);
  await expect.poll(() => unsent(page)).toBe(0);

  // A day is played.
  await card.getByRole('button', { name: 'Replay today' }).click();
  await page.getByRole('button', { name: 'Previous day with data' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // The tokens are renewed meanwhile, and the old ones must not be left anywhere either.
  // The keyring is not looked into while main may write to it: a renewed pair is stored before it
  // is used.
  await expect
    .poll(async () => {
      const names = (await requestLog(demo)).map(({ operation }) => operation);
      const refresh = names.lastIndexOf('authentication.refresh');
      return refresh === -1 ? 0 : names.length - refresh;
    })
    .toBeGreaterThan(2);
  const renewed = await keptSecrets();
  expect(renewed[0]).not.toBe(first[0]);
  expect(renewed[1]).not.toBe(first[1]);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(/#\/settings/);
  const stored = [await pageStorage(page)];

  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in\.html/);
  await expect.poll(tokenEntries).toEqual([]);

  // The store stays for the next sign-in, with all that was read, and its key in the keyring.
  const keys = await storeKeys();
  expect(keys).toHaveLength(1);
  expect(await storeBytes(userData)).toBeGreaterThan(100_000);

  const secrets = [...first, ...renewed, ...keys, demo.password, newcomer.password];
  const canaries = [
    ...new Set([...secrets, ...plates, ...names, ...documents, newcomer.username, newcomer.name]),
  ];
  expect(canaries).toContain(demo.publicKey);
  expect(canaries.filter((text) => text.length < shortestCanary)).toEqual([]);
  stored.push(await pageStorage(page));
  // Chromium packs what pages keep, so that a search of its files alone could miss it.
  expect(canaries.filter((text) => stored.join().includes(text))).toEqual([]);
  expect(await readdir(userData)).toContain('electron_debug.log');
  // While it runs, with all that is still open, and after it has tidied up.
  expect(await findOnDisk(userData, canaries)).toEqual([]);
  await fleetdesk.quit();
  expect(await findOnDisk(userData, canaries)).toEqual([]);
  // Fleetdesk's own log told of all this, and named nobody.
  const told = await readFile(join(userData, 'logs', 'fleetdesk.log'), 'utf8');
  expect(told).toMatch(/info request operation=authentication\.refresh/);
  expect(told).toMatch(/debug call channel=records\.create/);
  // The search itself works: the user name is kept for the form.
  expect(await findOnDisk(userData, [demo.username])).not.toEqual([]);
});

test('a crash of the page or of the program leaves nothing of what they held', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12 });
  const plates = (await readAll(demo, 'vehicles')).flatMap(({ plate }) => plate ?? []);
  const { app, page, userData } = await signedIn(demo, { perMinute: unhurried });
  await expect.poll(tokenEntries).toHaveLength(1);
  const canaries = [...(await keptSecrets()), demo.password, ...plates];
  await expect(page.getByRole('option')).toHaveCount(12);
  // Were there dumps, they would lie here.
  const dumps = await app.evaluate(({ app: electron }) => electron.getPath('crashDumps'));
  expect(dumps.startsWith(userData)).toBe(true);

  const pageCrash = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await pageCrash;
  const ended = app.waitForEvent('close');
  app.process().kill('SIGSEGV');
  await ended;

  const left = await readdir(dumps, { recursive: true, withFileTypes: true }).catch(() => []);
  expect(left.filter((entry) => entry.isFile() && /\.(dmp|core)$/.test(entry.name))).toEqual([]);
  expect(await findOnDisk(userData, canaries)).toEqual([]);
});
