import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fleetdesk';

/** Where the window of the app stands. */
function bounds(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
}

/** Lets message boxes be answered by their first button; answers the messages so far. */
async function answerDialogs(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      said.push(message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  return () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

test('the window remembers place and size, the app its language and look', async ({ launch }) => {
  const first = await launch();
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 1000, height: 700 });
  });
  // Each language is a file of the build, of which the page loads what it speaks.
  const language = first.page.getByRole('combobox', { name: /Language|Idioma/ });
  for (const [name, signIn] of [
    [/Español/, 'Iniciar sesión'],
    [/English/, 'Sign in'],
    [/Português/, 'Entrar'],
  ] as const) {
    await language.click();
    await first.page.getByRole('option', { name }).click();
    await expect(first.page.getByRole('button', { name: signIn, exact: true })).toBeVisible();
  }
  const stood = await bounds(first.app);
  await first.quit();

  const second = await launch({ userData: first.userData });
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  expect(await bounds(second.app)).toEqual(stood);
  const menu = await second.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map(({ label }) => label),
  );
  expect(menu).toEqual(['Arquivo', 'Editar', 'Exibir', 'Ir', 'Janela', 'Ajuda']);
});

test('quitting ends the app even where it outlives its windows, as on macOS', async ({
  launch,
}) => {
  const { app } = await launch();
  const ended = app.waitForEvent('close');
  await app.evaluate(({ app: self }) => {
    self.removeAllListeners('window-all-closed');
    self.on('window-all-closed', () => undefined);
    setImmediate(() => {
      self.quit();
    });
  });
  await ended;
});

test('a signal to end, as at the end of a person’s session, ends the app in order', async ({
  launch,
}) => {
  test.skip(process.platform === 'win32', 'There are no signals on Windows.');
  const { app, page } = await launch();
  await page.getByRole('textbox', { name: 'Username' }).waitFor();
  const child = app.process();
  const ended = app.waitForEvent('close');
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(0);
});

test('one window: its least size, its memory, and what follows a crash', async ({ launch }) => {
  const { app } = await launch();

  await test.step('the window is never smaller than its screens need', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setSize(300, 200);
    });
    expect(await bounds(app)).toMatchObject({ width: 900, height: 600 });
  });

  await test.step('nothing of pages and answers reaches the disk', async () => {
    const sessions = await app.evaluate(({ BrowserWindow, session }) => {
      const window = BrowserWindow.getAllWindows()[0]?.webContents.session;
      const ours = ['service-writes', 'service-reads-1'].map((name) => session.fromPartition(name));
      return [window, ...ours].map((each) => ({
        storage: each?.storagePath ?? null,
        isPersistent: each?.isPersistent(),
      }));
    });
    const inMemory = { storage: null, isPersistent: false };
    expect(sessions).toEqual([inMemory, inMemory, inMemory]);
  });

  await test.step('a crashed page is opened again, with a message; a second crash asks', async () => {
    const said = await answerDialogs(app);
    const crash = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        const back = new Promise<void>((resolve) => {
          contents?.once('did-finish-load', () => {
            resolve();
          });
        });
        contents?.forcefullyCrashRenderer();
        await back;
        return contents?.getURL();
      });
    expect(await crash()).toMatch(/^fleetdesk:\/\/app\/sign-in\.html/);
    expect(await said()).toEqual(['The window stopped working and was reopened.']);
    expect(await crash()).toMatch(/^fleetdesk:\/\/app\/sign-in\.html/);
    expect((await said()).at(-1)).toBe('The window stopped working again.');
  });
});

test('main runs what was compiled when it was built: this Electron refuses none of it', async ({
  launch,
}) => {
  const { app, page } = await launch();
  // All of it answers a page that is filled.
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  const code = await app.evaluate(() =>
    (
      globalThis as unknown as { __fleetdeskCode(): { name: string; isRefused?: boolean }[] }
    ).__fleetdeskCode(),
  );
  const main = code.filter(({ name }) => /^(fleetdesk|chunks\/app-.*)\.cjs$/.test(name));
  expect(main.map(({ isRefused }) => isRefused)).toEqual([false, false]);
  expect(code.filter(({ isRefused }) => isRefused)).toEqual([]);
});
