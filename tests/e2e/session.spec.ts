import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, signInByForm, test, unhurried, type Credentials } from './demo-service';
import { findOnDisk } from './disk';
import { storeKeys, tokenEntries } from './keyring';

interface Bridge {
  basemap: { streets(): Promise<{ ok: true; data: { name: string } | null } | { ok: false }> };
  outbox: { pause(isWanted: boolean): Promise<unknown> };
  records: { create(input: object): Promise<{ ok: boolean }> };
}

/** Name of the town whose streets the map draws; null for none. */
function townOf(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const answer = await (window as unknown as { fleetdesk: Bridge }).fleetdesk.basemap.streets();
    return answer.ok ? (answer.data?.name ?? null) : null;
  });
}

/** Signs out as a person does, by the menu of the connection. */
async function signOut(page: Page): Promise<void> {
  const question = await askToSignOut(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in\.html/);
}

async function askToSignOut(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out…' }).click();
  return page.getByRole('dialog');
}

/** Signs in where there is no keychain, and keeps the session under a passphrase. */
async function signInUnder(page: Page, demo: Credentials, passphrase: string): Promise<void> {
  await signInByForm(page, demo);
  await page.getByRole('radio', { name: /Protected by a passphrase/ }).check();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/index\.html/);
}

/** Goes on without a store that stays locked, as a person does who read what that means. */
async function startOver(page: Page): Promise<void> {
  await expect(page.getByText('Your data is protected by another passphrase')).toBeVisible();
  await page.getByRole('button', { name: 'Start over…' }).click();
  const question = page.getByRole('dialog', { name: 'Start over with empty data?' });
  await expect(question).toContainText('kept under another name');
  await question.getByRole('button', { name: 'Start over' }).click();
  await expect(question).toBeHidden();
}

test('tokens of a sign-in by form lie in the real keyring and nowhere else', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12 });
  const fleetdesk = await signedIn(demo);
  await expect(fleetdesk.page.getByRole('region', { name: 'Vehicle list' })).toBeVisible();
  await expect.poll(tokenEntries).toHaveLength(1);
  const [entry] = await tokenEntries();
  const { token, refreshToken, publicKey } = JSON.parse(entry?.password ?? '{}') as Record<
    string,
    string
  >;
  // A JSON Web Token and an opaque one, as the service made them.
  expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(refreshToken?.length).toBeGreaterThan(20);
  expect(publicKey).toBe(demo.publicKey);
  expect(entry?.password).not.toContain(demo.password);
  await expect(fleetdesk.page.getByRole('option')).toHaveCount(12);
  const rows = await fleetdesk.page.getByRole('option').allInnerTexts();
  const plates = rows.flatMap((row) => row.match(/[A-Z]{3}\d[A-Z\d]\d{2}/) ?? []);
  expect(plates).toHaveLength(12);
  await fleetdesk.quit();
  const secrets = [demo.password, demo.publicKey, token ?? '', refreshToken ?? ''];
  expect(await findOnDisk(fleetdesk.userData, [...secrets, ...plates])).toEqual([]);
  // The search itself works: the user name is no secret and is kept for the form.
  expect(await findOnDisk(fleetdesk.userData, [demo.username])).not.toEqual([]);
});

test('signing in and out: what goes with the form, and with the session', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12 });
  const { app, page } = await signedIn(demo);

  await test.step('the document with the form is gone once somebody is in', async () => {
    expect(page.url()).toMatch(/^fleetdesk:\/\/app\/index\.html/);
    const canGoBack = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.canGoBack(),
    );
    expect(canGoBack).toBe(false);
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await expect.poll(tokenEntries).toHaveLength(1);
  });

  await test.step('signing out empties the keyring and brings the form back', async () => {
    await signOut(page);
    await expect.poll(tokenEntries).toEqual([]);
    // What the form keeps: who signed in last, and where; no secret.
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(demo.username);
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  });

  await test.step('the application menu signs out as well, after the same question', async () => {
    await signInByForm(page, demo);
    await page.waitForURL(/index\.html/);
    await expect.poll(tokenEntries).toHaveLength(1);
    await app.evaluate(({ Menu }) => {
      const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(
        ({ submenu }) => submenu?.items ?? [],
      );
      items.find(({ label }) => label === 'Sign out…')?.click();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in\.html/);
    await expect.poll(tokenEntries).toEqual([]);
  });
});

test('a restart restores the session without a form, after a kill and after a quit', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 12 });
  const first = await signedIn(demo);
  await expect.poll(tokenEntries).toHaveLength(1);
  // The tokens of the form have only just been written.
  await first.kill();
  const { userData } = first;
  const second = await launch({ userData });
  await second.page.waitForURL(/index\.html/);
  await expect(second.page.getByRole('region', { name: 'Vehicle list' })).toBeVisible();
  await expect(second.page.getByRole('option')).toHaveCount(12);
  // The demo service's town is drawn again, too, though the service runs outside the app.
  expect(await townOf(second.page)).not.toBeNull();
  await second.quit();
  const { page } = await launch({ userData });
  await page.waitForURL(/index\.html/);
  await expect(page.getByRole('option')).toHaveCount(12);
});

test('what was read opens again after the next sign-in; who comes next sees none of it', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12 });
  const first = await signedIn(demo);
  await expect(first.page.getByRole('option')).toHaveCount(12);
  await expect.poll(storeKeys).toHaveLength(1);
  const [key] = await storeKeys();
  await signOut(first.page);
  expect(await storeKeys()).toEqual([key]);
  await first.quit();

  const other = await serve({ vehicles: 3 });
  const second = await signedIn(other, { userData: first.userData, perMinute: unhurried });
  await expect(second.page.getByRole('option')).toHaveCount(3);
  await expect.poll(storeKeys).toHaveLength(2);
});

test('a forgotten passphrase costs nothing for good: a new store begins, the old one waits', async ({
  serve,
  launch,
}) => {
  const demo = await serve({ vehicles: 3 });
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const first = await launch({ env });
  await signInUnder(first.page, demo, 'the first passphrase');
  await expect(first.page.getByRole('option')).toHaveCount(3);
  const isTaken = await first.page.evaluate(async () => {
    const { outbox, records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    await outbox.pause(true);
    return (await records.create({ collection: 'vehicles', fields: { plate: 'QZX1A23' } })).ok;
  });
  expect(isTaken).toBe(true);
  await first.quit();

  const { page } = await launch({ env, userData: first.userData });
  await page.getByRole('button', { name: 'Sign in with the password instead' }).click();
  await signInUnder(page, demo, 'quite another one');
  await startOver(page);
  await expect(page.getByText('Unsent changes in it can’t be read for now')).toBeVisible();

  // It comes to mind after all.
  await signOut(page);
  await signInUnder(page, demo, 'the first passphrase');
  await startOver(page);
  await expect(page.getByText('1 unsent change was recovered')).toBeVisible();
});

test('data that nobody can open are really erased, with what was set aside of them', async ({
  serve,
  launch,
}) => {
  const demo = await serve({ vehicles: 3 });
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const { page, userData } = await launch({ env });
  const kept = async () =>
    (await readdir(userData, { recursive: true })).filter((name) => /\.(db|store)\b/.test(name));
  await signInUnder(page, demo, 'the first passphrase');
  await expect(page.getByRole('option')).toHaveCount(3);
  await signOut(page);
  await signInUnder(page, demo, 'quite another one');
  await startOver(page);
  await expect(page.getByText('You started over')).toBeVisible();
  await signOut(page);
  await signInUnder(page, demo, 'a third one');
  await expect(page.getByText('Your data is protected by another passphrase')).toBeVisible();
  const before = await kept();
  expect(before.filter((name) => name.includes('.db.aside-')).length).toBeGreaterThan(0);
  expect(before.filter((name) => name.endsWith('.db'))).toHaveLength(1);
  expect(before.filter((name) => name.includes('.store'))).toHaveLength(2);

  const question = await askToSignOut(page);
  await expect(question).toContainText('It may contain changes that weren’t sent yet');
  await question.getByRole('checkbox', { name: 'Erase cached data' }).check();
  await question.getByRole('button', { name: 'Erase and sign out' }).click();
  await page.waitForURL(/sign-in\.html/);
  await expect.poll(kept).toEqual([]);
  const notes = join(userData, 'store-keys.json');
  await expect.poll(() => readFile(notes, 'utf8')).toContain('"identities":{}');
});
