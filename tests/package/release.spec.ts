import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeUserData } from '../e2e/fleetdesk';
import { closedAddress } from '../e2e/web-server';
import { endAll, packages, startPacked } from './packed-app';
import { Screen } from './screen';

test.afterEach(endAll);

/** Whether anything listens at a port of this machine. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

test('a release does not start with a debugging port: one sentence, no window, no port', async () => {
  const port = Number(new URL(await closedAddress()).port);
  const app = await startPacked(packages.release, {
    args: [`--remote-debugging-port=${port}`, '--lang=en'],
  });
  let wasOpen = false;
  while (app.isRunning()) if (await listens(port)) wasOpen = true;
  expect(await app.ended()).toBe(2);
  expect(wasOpen).toBe(false);
  expect(app.stderr().match(/^Fleetdesk did not start.*$/gm)).toEqual([
    'Fleetdesk did not start, because the option --remote-debugging-port is not allowed; ' +
      'remove it and start Fleetdesk again.',
  ]);
  // Nothing of an app was begun.
  expect(readdirSync(app.userData).filter((name) => /stores|settings/.test(name))).toEqual([]);
});

for (const argument of [
  ...['--remote-debugging-pipe', '--inspect=0', '--js-flags=--expose-gc'],
  ...['--ignore-certificate-errors', '--host-resolver-rules=MAP * 127.0.0.1'],
  ...['--disable-web-security', '--test-hooks', '--shots=/tmp/shots'],
  // Chromium takes white space off before it looks for a switch.
  ...[' --remote-debugging-port=0', '\t--ignore-certificate-errors'],
]) {
  test(`a release does not start with ${JSON.stringify(argument)}`, async () => {
    const app = await startPacked(packages.release, { args: ['--lang=pt-BR', argument] });
    expect(await app.ended()).toBe(2);
    expect(app.stderr()).toContain('O Fleetdesk não foi iniciado');
    expect(app.stderr()).toContain(argument.trim().split('=')[0]);
  });
}

test('a release opens its window on the demo fleet, obeys keys, and quits by one', async () => {
  const info = test.info();
  test.skip(process.platform !== 'linux', 'The screen is one of X11.');
  const userData = await makeUserData();
  const keys = join(userData, 'tls-keys');
  const app = await startPacked(packages.release, {
    args: ['--demo=12', '--lang=en'],
    userData,
    env: { SSLKEYLOGFILE: keys },
  });
  const screen = new Screen();
  const window = await screen.findWindow('Fleetdesk');
  await expect.poll(() => screen.colors(window), { timeout: 90_000 }).toBeGreaterThan(2_000);
  screen.savePicture(info.outputPath('demo.png'));
  // The fleet moves on its own, but only the palette dims the window.
  const before = screen.brightness(window);
  screen.press(window, 'ctrl+k');
  await expect.poll(() => screen.brightness(window)).toBeLessThan(before * 0.85);
  screen.savePicture(info.outputPath('palette.png'));
  expect(existsSync(keys)).toBe(false);
  screen.press(window, 'Escape');
  await expect.poll(() => screen.brightness(window)).toBeGreaterThan(before * 0.95);
  screen.press(window, 'ctrl+q');
  expect(await app.ended()).toBe(0);
});
