import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signInByForm, test } from './demo-service';
import { commandLine, makeUserData } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';
import { keyringEntries } from './keyring';
import { closedAddress, startWebServer } from './web-server';

interface Bridge {
  settings: { update(patch: object): Promise<unknown> };
  records: { create(input: object): Promise<{ ok: boolean }> };
}

const somebody = { publicKey: 'key', username: 'ana.souza', password: 'a password' };

/** Tries to sign in at an address; answers the message that the form shows. */
async function messageAt(page: Page, url: string): Promise<string> {
  await signInByForm(page, { ...somebody, url });
  const alert = page.getByRole('alert').first();
  await expect(alert).toBeVisible();
  return alert.innerText();
}

test('wrong addresses and log-ins are told, and a right one is taken', async ({
  launch,
  serve,
}) => {
  const demo = await serve({ vehicles: 3 });
  const { page } = await launch();

  await test.step('a wrong address is told while one types', async () => {
    const field = page.getByRole('textbox', { name: 'Base URL' });
    for (const [typed, sentence] of [
      ['fleet', /not a complete address/],
      ['ftp://fleet.example', /begin with https/],
      ['http://fleet.example', /unencrypted/],
      ['https://ana:secret@fleet.example', /Leave the username and password out/],
      ['https://fleet.example/?token=1', /from \? or # on/],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(sentence)).toBeVisible();
    }
  });

  await test.step('a web page instead of the service', async () => {
    const web = await startWebServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><script>document.title = "planted"</script><h1>Router</h1>');
    });
    const message = await messageAt(page, web.url);
    expect(message).toMatch(/web page/i);
    expect(message).not.toContain('<h1>');
    expect(await page.title()).not.toBe('planted');
    await web.close();
  });

  await test.step('an address where nothing listens, and a way on', async () => {
    expect(await messageAt(page, await closedAddress())).toContain('refused the connection');
  });

  await test.step('refused credentials, which this service answers with 500', async () => {
    const message = await messageAt(page, demo.url);
    // The service says the same for its own faults, so both are said.
    expect(message).toMatch(/user ?name|password/i);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    expect(await keyringEntries()).toEqual([]);
    await signInByForm(page, demo);
    await page.waitForURL(/index\.html/);
  });
});

test('a broken connection file: the app goes on and says what is wrong', async ({ launch }) => {
  const userData = await makeUserData();
  const file = join(userData, 'office.json');
  await writeFile(
    file,
    '{"name": "Depot", "baseUrl": "https://fleet.example", "units": "furlong"}',
  );
  const { page } = await launch({ userData, args: [`--connection=${file}`] });
  const notice = page.getByRole('status').filter({ hasText: 'connection file' });
  await expect(notice).toContainText('office.json');
  await expect(notice).toContainText('units');
  await expect(page.getByRole('button', { name: 'Try the demo fleet' })).toBeEnabled();
});

test('a good connection file is preselected', async ({ launch }) => {
  const userData = await makeUserData();
  const file = join(userData, 'office.json');
  await writeFile(file, '{"name": "Depot South", "baseUrl": "https://fleet.example/v2"}');
  const { page } = await launch({ userData, args: [`--connection=${file}`] });
  await expect(page.getByText('Depot South').first()).toBeVisible();
  await expect(page.getByText('fleet.example').first()).toBeVisible();
});

test('broken settings and connections are set aside, not deleted', async ({ launch }) => {
  const userData = await makeUserData();
  await writeFile(join(userData, 'settings.json'), '{"version": 1, "settings": {"theme": "pink"');
  await writeFile(join(userData, 'connections.json'), 'not JSON');
  const { page } = await launch({ userData });
  await expect(page.getByRole('status').filter({ hasText: 'was damaged' })).toBeVisible();
  const files = await readdir(userData);
  expect(files.filter((name) => name.startsWith('settings.json.broken'))).toHaveLength(1);
  expect(files.filter((name) => name.startsWith('connections.json.broken'))).toHaveLength(1);
});

test('a second start says so and hands its switches over', async ({ launch }) => {
  const first = await launch();
  await expect(first.page.getByRole('button', { name: 'Try the demo fleet' })).toBeVisible();
  const second = spawn(electronExecutable(), commandLine(first.userData, ['--demo=5']), {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  // Not `exit`: only now has all been read that it said.
  const code = await new Promise((resolve) => second.on('close', resolve));
  expect(code).toBe(0);
  expect(said).toContain('Fleetdesk is already running.');
  await first.page.waitForURL(/index\.html/);
  await expect(first.page.getByRole('option')).toHaveCount(5);
});

test('without a keychain a person chooses, and is warned on quitting', async ({
  launch,
  serve,
}) => {
  const demo = await serve({ vehicles: 3 });
  const { app, page, quit, isRunning } = await launch({
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  await signInByForm(page, demo);
  await expect(page.getByText('no keychain Fleetdesk can use')).toBeVisible();
  await page.getByRole('radio', { name: /In memory only/ }).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/index\.html/);
  await expect(page.getByText('Everything is kept in memory only.')).toBeVisible();

  // What waits when it ends is lost, so the question names it.
  const isTaken = await page.evaluate(async () => {
    const { settings, records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
    await settings.update({ workOffline: true });
    return (await records.create({ collection: 'vehicles', fields: { plate: 'QZX1A23' } })).ok;
  });
  expect(isTaken).toBe(true);

  // A person who stays, then one who leaves.
  await app.evaluate(({ app: electron, dialog }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    interface Question {
      message: string;
      detail: string;
    }
    dialog.showMessageBox = ((_window: unknown, { message, detail }: Question) => {
      asked.push(`${message} ${detail}`);
      return Promise.resolve({ response: asked.length - 1, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
    setImmediate(() => {
      electron.quit();
    });
  });
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
    .toEqual([expect.stringMatching(/^This session is kept in memory only.*not sent yet: 1\./)]);
  expect(isRunning()).toBe(true);
  await quit();
  expect(isRunning()).toBe(false);
});
