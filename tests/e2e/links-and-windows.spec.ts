import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, expect, test } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';

/** Electron's types do not name it. */
interface Told {
  getLastWebPreferences(): Record<string, unknown> | null;
}

/** Starts Fleetdesk a second time, as the system does with a link that a person clicked. */
async function clickLink(userData: string, link: string): Promise<void> {
  const second = spawn(electronExecutable(), commandLine(userData, [link]), {
    env: environment(),
    stdio: 'ignore',
  });
  await new Promise((resolve) => second.once('exit', resolve));
}

test('a link opens in the running app, waits for a sign-in, and is refused with a sentence', async ({
  launch,
}) => {
  const { app, page, userData } = await launch({ args: ['fleetdesk://vehicle/vvvvvvvvvvvvvvv'] });
  await app.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      said.push(message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  // Nobody is signed in yet: the link of the start waits.
  await page.getByRole('button', { name: 'Try the demo fleet' }).click();
  await expect(page.getByText('No such vehicle')).toBeVisible();

  await clickLink(userData, 'fleetdesk://user/uuuuuuuuuuuuuuu');
  await expect(page).toHaveURL(/#\/users\?record=u{15}/);

  await clickLink(userData, 'fleetdesk://vehicle/<img src=x>');
  const said = () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await expect.poll(said).toEqual(['This link can’t be opened']);
  await expect(page).toHaveURL(/#\/users\?record=u{15}/);
});

test('the map in a window of its own: same rights, there again after a start, gone after signing out', async ({
  launch,
}) => {
  const { app, page, userData, quit } = await launch({ args: ['--demo=5'] });
  await page.waitForURL(/index\.html/);
  const [own] = await Promise.all([
    app.waitForEvent('window'),
    page.getByRole('button', { name: 'Open in its own window' }).click(),
  ]);
  await expect(own.getByRole('option')).toHaveCount(5);
  await expect(own).toHaveTitle('Map · Fleetdesk');
  await expect(own.getByRole('navigation')).toHaveCount(0);
  // A second wish brings the same window to the front.
  await page.getByRole('button', { name: 'Open in its own window' }).click();
  expect(app.windows()).toHaveLength(2);
  const rights = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const { sandbox, contextIsolation, nodeIntegration } =
        (webContents as unknown as Told).getLastWebPreferences() ?? {};
      return { sandbox, contextIsolation, nodeIntegration };
    }),
  );
  expect(rights[0]).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(rights[1]).toEqual(rights[0]);

  await own.getByRole('option').first().click();
  await own.getByRole('button', { name: 'Open vehicle' }).click();
  await expect(page).toHaveURL(/#\/vehicles\?record=/);
  await expect(own).toHaveURL(/#\/map/);

  // What is chosen in one window reaches the other.
  await page.evaluate(() =>
    (
      window as unknown as { fleetdesk: { settings: { update(patch: object): Promise<unknown> } } }
    ).fleetdesk.settings.update({ theme: 'dark', locale: 'pt-BR' }),
  );
  await expect(own.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark');

  const stood = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows().filter((each) =>
      each.webContents.getURL().endsWith('#/map'),
    );
    window?.setBounds({ x: 30, y: 20, width: 950, height: 640 });
    return window?.getBounds();
  });

  // It opens again with the app, where it stood.
  await quit();
  const next = await launch({ userData, args: ['--demo=5'] });
  await expect.poll(() => next.app.windows().length).toBe(2);
  const again = next.app.windows().find((each) => each !== next.page);
  if (again === undefined) throw new Error('The window did not open again.');
  await expect(again).toHaveTitle('Mapa · Fleetdesk');
  await expect(again.getByRole('navigation')).toHaveCount(0);
  const places = await next.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getBounds()),
  );
  expect(places).toContainEqual(stood);
  const gone = again.waitForEvent('close');
  // The page goes to the sign-in before it hears that it is signed out.
  await next.page.evaluate(() => {
    void (
      window as unknown as { fleetdesk: { session: { signOut(wish: object): Promise<unknown> } } }
    ).fleetdesk.session.signOut({ unsent: 'keep', erase: false });
  });
  await gone;
  await expect(next.page).toHaveURL(/sign-in\.html/);
  await next.quit();
  const kept = JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8')) as object;
  expect(kept).toMatchObject({ ownWindows: { map: stood }, openWindows: [] });
});
