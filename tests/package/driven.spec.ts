import { expect, signInByForm, test } from '../e2e/demo-service';
import { drawnVehicles } from '../e2e/hooks';
import { tokenEntries } from '../e2e/keyring';
import { attach, endAll, packages, quit, startPacked } from './packed-app';

test.afterEach(endAll);

const driven = ['--remote-debugging-port=0', '--test-hooks', '--lang=en'];

test('the packed app signs in, keeps the token in the keyring, draws the map and quits', async ({
  serve,
}, info) => {
  const demo = await serve({ vehicles: 12 });
  const app = await startPacked(packages.test, { args: driven });
  const page = await attach(app, 'sign-in');
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(0);
  expect(await tokenEntries()).toHaveLength(1);
  await page.evaluate(() => {
    window.location.hash = '/licenses';
  });
  await expect(page.getByRole('listitem').filter({ hasText: 'libsql' }).first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('licenses.png') });
  await page.evaluate(() => {
    window.location.hash = '/settings/updates';
  });
  await expect(page.getByRole('region', { name: 'Updates' })).toContainText(
    'This build has no update address',
  );
  await quit(app);

  // Signed in still, with what the encrypted store has kept.
  const again = await startPacked(packages.test, { args: driven, userData: app.userData });
  const second = await attach(again);
  await expect(second.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await expect.poll(async () => (await drawnVehicles(second)).length).toBeGreaterThan(0);
  await quit(again);
});

test('the packed app starts the demo fleet, and takes no other switch of Chromium', async () => {
  const app = await startPacked(packages.test, { args: [...driven, '--demo=12'] });
  const page = await attach(app);
  await expect.poll(async () => (await drawnVehicles(page)).length).toBeGreaterThan(0);
  const refused = await startPacked(packages.test, { args: ['--proxy-server=127.0.0.1:1'] });
  expect(await refused.ended()).toBe(2);
  expect(refused.stderr()).toContain('--proxy-server');
  await quit(app);
});
