import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  connectionFile,
  expect,
  requestLog,
  signInByForm,
  test,
  unhurried,
} from '../e2e/demo-service';
import { makeUserData } from '../e2e/fleetdesk';
import { drawnVehicles } from '../e2e/hooks';
import { attach, endAll, packages, quit, startPacked } from './packed-app';

const driven = ['--remote-debugging-port=0', '--test-hooks', '--lang=en'];

interface Bridge {
  records: { update(change: object): Promise<{ ok: boolean }> };
}

test.afterEach(endAll);

/** Changes the description of a vehicle, as its form does; answers whether the app took it. */
function describe(page: Page, vehicle: string, description: string): Promise<boolean> {
  return page.evaluate(
    async ([key, text]) => {
      const { records } = (window as unknown as { fleetdesk: Bridge }).fleetdesk;
      const change = { collection: 'vehicles', key, fields: { description: text } };
      return (await records.update(change)).ok;
    },
    [vehicle, description],
  );
}

test('the packed app quits amid a write: the service gets it once, and the next start says so', async ({
  serve,
}) => {
  const demo = await serve({ vehicles: 8, testControl: true });
  const updates = async () =>
    (await requestLog(demo)).filter(({ operation }) => operation === 'vehicles.update');
  const userData = await makeUserData();
  const connection = join(userData, 'connection.json');
  await writeFile(connection, connectionFile(demo, unhurried));
  const app = await startPacked(packages.test, {
    args: [...driven, `--connection=${connection}`],
    userData,
  });
  const page = await attach(app, 'sign-in');
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  const vehicles = () => drawnVehicles(page);
  await expect.poll(async () => (await vehicles()).length).toBeGreaterThan(0);
  const [vehicle] = await vehicles();
  // The service applies it and never answers: it is on its way when the app quits.
  const ordered = await fetch(new URL('/control/faults', demo.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'vehicles.update', fault: 'timeoutAfter', times: 50 }),
  });
  expect(ordered.ok).toBe(true);
  expect(await describe(page, vehicle?.id ?? '', 'Doca 7')).toBe(true);
  await expect.poll(updates).toHaveLength(1);
  await quit(app);
  expect(await updates()).toHaveLength(1);

  // The next start looks whether the service has it, and finds it.
  const again = await startPacked(packages.test, { args: driven, userData });
  const second = await attach(again);
  await second
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Outbox/ })
    .click();
  await expect(second.getByText('Sent since Fleetdesk started')).toBeVisible();
  await expect(second.getByRole('main')).toContainText(/Change vehicle .+: description/);
  expect(await updates()).toHaveLength(1);
  await quit(again);
});
