import type { Page } from '@playwright/test';
import { expect, signInByForm, test } from '../e2e/demo-service';
import { playDesktop } from '../e2e/desktop-services';
import { drawnVehicles, playerState } from '../e2e/hooks';
import { endIn, runningIn } from '../e2e/running-in';
import { attach, endAll, packages, quit, startPacked } from './packed-app';
import { Screen } from './screen';

const driven = ['--remote-debugging-port=0', '--test-hooks', '--lang=en'];
const isLinux = process.platform === 'linux';

test.afterEach(endAll);

/** The vehicles that are drawn, once there are any. */
async function drawn(page: Page): Promise<string> {
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(0);
  return (await drawnVehicles(page))[0]?.id ?? '';
}

test('the packed app has its icon in the tray, and a second start hands it a link to a replay', async ({
  serve,
}) => {
  const desktop = isLinux ? await playDesktop() : null;
  const demo = await serve({ vehicles: 12 });
  const app = await startPacked(packages.test, { args: driven });
  const page = await attach(app, 'sign-in');
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  const vehicle = await drawn(page);
  if (desktop) {
    await expect.poll(() => desktop.icons.length, { message: 'icons in the tray' }).toBe(1);
  }

  // The day before that of the demo service, which is whole.
  const link = `fleetdesk://replay/${vehicle}/2026-03-09?t=14:00`;
  const second = await startPacked(packages.test, { args: [link], userData: app.userData });
  expect(await second.ended()).toBe(0);
  expect(second.stderr()).toContain('Fleetdesk is already running.');
  await expect(page).toHaveURL(new RegExp(`#/replay\\?.*vehicle=${vehicle}`));
  await expect.poll(async () => (await playerState(page))?.position ?? null).not.toBeNull();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await playerState(page))?.playing).toBe(true);
  await quit(app);
  desktop?.close();
});

test('a start that comes as the packed app begins to quit opens a window', async ({ serve }) => {
  test.skip(!isLinux, 'Elsewhere nothing names the process of a folder.');
  const demo = await serve({ vehicles: 12 });
  const app = await startPacked(packages.test, { args: driven });
  const { userData } = app;
  const page = await attach(app, 'sign-in');
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  await drawn(page);
  app.child.kill('SIGTERM');
  const second = await startPacked(packages.test, { args: ['--lang=en'], userData });
  try {
    expect(await app.ended()).toBe(0);
    // It goes on itself, or the first one has started again in its place.
    await expect.poll(() => runningIn(userData)).not.toBeNull();
    expect(await new Screen().findWindow('Fleetdesk')).not.toBe('');
    if (!second.isRunning()) expect(await second.ended()).toBe(0);
  } finally {
    endIn(userData, 'SIGTERM');
  }
  await expect.poll(() => runningIn(userData)).toBeNull();
});
