import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { channelNames } from '../../electron/contract/channel-names';
import { expect, test } from './fleetdesk';

/** Runs a script of an intruder in the page: whatever it throws is its result. */
function attempt(page: Page, script: string): Promise<string> {
  return page.evaluate(async (code) => {
    try {
      const made: unknown = new Function(`return (async () => { ${code} })()`)();
      return String(await made);
    } catch (error) {
      return `refused: ${String(error)}`;
    }
  }, script);
}

test('the guards of a window', async ({ launch }) => {
  const { app, page } = await launch();

  await test.step('the page sees the bridge and nothing of Node', async () => {
    const seen = await page.evaluate(() => {
      const bridge = (window as unknown as { fleetdesk: Record<string, object> }).fleetdesk;
      return {
        bridge: Object.fromEntries(
          Object.entries(bridge).map(([name, calls]) => [name, Object.keys(calls).sort()]),
        ),
        node: ['require', 'process', 'Buffer', 'module', '__dirname', 'global', 'electron'].filter(
          (name) => name in window,
        ),
        frozen: Object.getOwnPropertyDescriptor(window, 'fleetdesk')?.writable,
      };
    });
    const expected = Object.fromEntries(
      Object.entries(channelNames).map(([name, verbs]) => [name, [...verbs].sort()]),
    );
    expect(seen.bridge).toEqual({ ...expected, cancel: [], onEvent: [] });
    expect(seen.node).toEqual([]);
    expect(seen.frozen).toBe(false);
  });

  await test.step('the window is sandboxed and isolated, without developer tools', async () => {
    const settings = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      // Public in all but the type: Electron documents it for exactly this question.
      const contents = window?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
        openDevTools(): void;
        isDevToolsOpened(): boolean;
      };
      contents.openDevTools();
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
        contents.getLastWebPreferences();
      return {
        ...{ sandbox, contextIsolation, nodeIntegration, webSecurity },
        webviewTag: webviewTag ?? false,
        developerTools: contents.isDevToolsOpened(),
      };
    });
    expect(settings).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      developerTools: false,
    });
    expect(page.url()).toMatch(/^fleetdesk:\/\/app\/sign-in\.html/);
  });

  await test.step('every permission is refused', async () => {
    const answers = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];
      const states = await Promise.all(
        names.map(async (name) => {
          const { state } = await navigator.permissions.query({ name: name as PermissionName });
          return state;
        }),
      );
      const refused = (work: Promise<unknown>) =>
        work.then(
          () => 'granted',
          () => 'refused',
        );
      return {
        states: [...new Set(states)],
        media: await refused(navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
        screen: await refused(navigator.mediaDevices.getDisplayMedia({ video: true })),
        clipboard: await refused(navigator.clipboard.readText()),
        place: await refused(
          new Promise((resolve, reject) => {
            navigator.geolocation.getCurrentPosition(resolve, reject);
          }),
        ),
        notification: await Notification.requestPermission(),
      };
    });
    expect(answers).toEqual({
      states: ['denied'],
      media: 'refused',
      screen: 'refused',
      clipboard: 'refused',
      place: 'refused',
      notification: 'denied',
    });
  });

  await test.step('a network request that slips past the policy is still cancelled', async () => {
    const answer = await app.evaluate(async ({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session;
      return session?.fetch('http://127.0.0.1:9/').then(String, String);
    });
    expect(answer).toContain('ERR_BLOCKED_BY_CLIENT');
  });

  await test.step('a call from a foreign page gets no answer', async () => {
    // The worst case: a page that is not ours and yet got the bridge.
    const answer: unknown = await app.evaluate(
      async ({ BrowserWindow }, preload) => {
        const foreign = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true },
        });
        await foreign.loadURL('data:text/html,<p>foreign</p>');
        return foreign.webContents.executeJavaScript('window.fleetdesk.app.info()');
      },
      resolve(import.meta.dirname, '../../out/preload/index.cjs'),
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });
});

test('the policy stops code from text, foreign fetches and embedded pages', async ({
  launch,
  expectComplaint,
}) => {
  expectComplaint(/Content Security Policy|Failed to (load|fetch)|net::ERR_|requires 'Trusted/);
  const { page } = await launch();
  // The page's own policies are made before it shows anything.
  await expect(page.getByRole('heading').first()).toBeVisible();
  const { violations, refused } = await page.evaluate(async () => {
    const seen = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.add(`${effectiveDirective} ${blockedURI.replace(/\/$/, '')}`),
    );
    const thrown: string[] = [];
    const trial = (name: string, deed: () => void) => {
      try {
        deed();
      } catch {
        thrown.push(name);
      }
    };
    const add = (tag: string, set: Record<string, string>, text = '') => {
      const element = document.createElement(tag);
      document.body.append(element);
      trial(`${tag} ${Object.keys(set).join() || 'text'}`, () => {
        Object.entries(set).forEach(([name, value]) => element.setAttribute(name, value));
        element.textContent = text;
      });
      return element;
    };
    await fetch('https://example.com/').catch(() => undefined);
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    add('img', { src: 'https://example.com/pixel.png' });
    add('iframe', { src: 'https://example.com/' });
    add('script', { src: 'https://example.com/code.js' });
    add('script', {}, 'window.planted = true');
    add('p', { onclick: 'window.planted = true' }).click();
    add('style', {}, 'body { display: none }');
    // Code as text, outside of this call: what a test evaluates is free of the policy.
    const late: (code: string) => unknown = setTimeout;
    trial('late code', () => late('window.planted = true'));
    trial('markup', () => (document.body.innerHTML = '<img src=x onerror="planted = true">'));
    trial('worker', () => new Worker('https://example.com/worker.js'));
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    trial('own policy', () => trustedTypes.createPolicy('own', {}));
    trial('another default policy', () => trustedTypes.createPolicy('default', {}));
    const form = add('form', { action: 'https://example.com/', method: 'post' });
    if (form instanceof HTMLFormElement) form.submit();
    await new Promise<void>((resolve) => {
      const look = () => {
        if (seen.size >= 8) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
    return { violations: [...seen].sort(), refused: thrown };
  });
  expect(violations).toEqual([
    'connect-src http://127.0.0.1:9',
    'connect-src https://example.com',
    'form-action https://example.com',
    'frame-src https://example.com',
    'img-src https://example.com/pixel.png',
    'require-trusted-types-for trusted-types-sink',
    'style-src-elem inline',
    'trusted-types trusted-types-policy',
  ]);
  expect(refused).toEqual([
    'script src',
    'script text',
    'p onclick',
    'late code',
    'markup',
    'worker',
    'own policy',
    'another default policy',
  ]);
  expect(await page.evaluate(() => 'planted' in window)).toBe(false);
});

test('neither page breaks the policy by itself, from its first line on', async ({ launch }) => {
  for (const [args, text] of [
    [[], 'Try the demo fleet'],
    [['--demo=3'], /requests a minute/],
  ] as const) {
    const { page, quit } = await launch({ args: [...args] });
    const isThere = () => expect(page.getByText(text).first()).toBeVisible();
    await isThere();
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective, blockedURI, sourceFile }) =>
          violations.push(`${effectiveDirective} ${blockedURI} in ${sourceFile}`),
      );
    });
    await page.reload();
    await isThere();
    expect(
      await page.evaluate(() => (window as unknown as { violations: string[] }).violations),
    ).toEqual([]);
    await quit();
  }
});

test('a page that leaves, or tries to', async ({ launch, expectComplaint }) => {
  expectComplaint(/Not allowed to (load local resource|navigate)|Content Security Policy/);
  const { app, page } = await launch();

  await test.step('the page can neither navigate nor open windows', async () => {
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = (address: string) => {
        opened.push(address);
        return Promise.resolve();
      };
    });
    const home = page.url();
    const heading = await page.getByRole('heading').first().boundingBox();
    if (heading === null) throw new Error('The page has no heading.');
    for (const address of [
      'https://example.com/',
      'file:///etc/passwd',
      'fleetdesk://app/index.html',
      'data:text/html,<p>planted',
      'javascript:document.title="planted"',
    ]) {
      await attempt(page, `location.href = ${JSON.stringify(address)}`);
      // One address for each click, and none without: the second of two is refused.
      await page.mouse.click(heading.x + 2, heading.y + 2);
      for (let again = 0; again < 2; again += 1) {
        const isRefused = await attempt(page, `return window.open('${address}') === null`);
        expect(isRefused, address).toBe('true');
      }
    }
    // The same for the call that shows a position in the browser's map.
    await page.mouse.click(heading.x + 2, heading.y + 2);
    const showOnMap = `return (
      await window.fleetdesk.app.openInBrowserMap({ latitude: 1, longitude: 2 })
    ).ok`;
    expect(await attempt(page, showOnMap)).toBe('true');
    expect(await attempt(page, showOnMap)).toBe('false');
    await attempt(page, `history.back(); history.forward()`);
    expect(page.url()).toBe(home);
    expect(await page.title()).not.toBe('planted');
    const state = await app.evaluate(({ BrowserWindow }) => ({
      windows: BrowserWindow.getAllWindows().length,
      opened: (globalThis as unknown as { opened: string[] }).opened,
    }));
    // Of all that was tried, an HTTPS link and one position went to the browser.
    const position = expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\//) as unknown;
    expect(state).toEqual({ windows: 1, opened: ['https://example.com/', position] });
  });

  await test.step('a page that blanks itself gets the app back', async () => {
    const home = page.url();
    // The one address that Chromium goes to without asking the shell.
    await page.evaluate(() => {
      Object.assign(window, { isOld: true });
      location.href = 'about:blank';
    });
    await expect(async () => {
      const now = await page.evaluate(() => ({ home: location.href, isOld: 'isOld' in window }));
      expect(now).toEqual({ home, isOld: false });
    }).toPass();
    await expect(page.getByRole('button', { name: 'Try the demo fleet' })).toBeVisible();
  });
});
