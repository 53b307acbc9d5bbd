import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionFile, expect, requestLog, signInByForm, test, unhurried } from './demo-service';
import { makeUserData } from './fleetdesk';

/** A minute of the service and of the app takes 15 seconds. */
test.use({ pace: 4 });

/** The most requests that any 60 seconds hold. */
function busiestMinute(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  sorted.forEach((time, index) => {
    while (time - (sorted[first] ?? time) >= 60_000) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

test('no minute at the service ever sees more than 50 requests: start, sign-in, map, restart', async ({
  serve,
  signedIn,
  launch,
}) => {
  test.setTimeout(300_000);
  // The service's own limit, exactly; one request too many would be answered with 429.
  const demo = await serve({ vehicles: 120, ratePerMinute: 50, testControl: true });
  const first = await signedIn(demo);
  const sent = async () => (await requestLog(demo)).length;
  await expect.poll(sent, { timeout: 90_000 }).toBeGreaterThanOrEqual(40);
  await first.quit();
  const before = await sent();
  const { page } = await launch({ userData: first.userData });
  await page.waitForURL(/index\.html/);
  await page.getByRole('option').first().click();
  // Well into the second minute, and over the restart.
  await expect.poll(sent, { timeout: 150_000 }).toBeGreaterThanOrEqual(before + 45);
  // The limit is used, not merely kept: soon, as far as this machine keeps up with it.
  const busiest = async () => busiestMinute((await requestLog(demo)).map(({ at }) => at));
  await expect.poll(busiest, { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
  expect(await busiest()).toBeLessThanOrEqual(50);
  expect((await requestLog(demo)).filter(({ status }) => status === 429)).toEqual([]);
});

test('two copies with data folders of their own stay within one budget together', async ({
  serve,
  signedIn,
  launch,
}) => {
  test.setTimeout(300_000);
  // Fewer than usual, so that one copy alone soon uses them all. The service itself sets no limit.
  const allowed = 12;
  const perMinute = allowed + 2;
  const demo = await serve({ vehicles: 60, testControl: true });
  const configuration = await makeUserData();
  const first = await signedIn(demo, { perMinute, configuration });
  let vehicle = 0;
  const openNext = async () => {
    await first.page.getByRole('option').nth(vehicle).click();
    vehicle += 1;
    return (await requestLog(demo)).length;
  };
  await expect.poll(openNext, { timeout: 90_000 }).toBeGreaterThanOrEqual(allowed);

  const file = join(configuration, 'second.json');
  await writeFile(file, connectionFile(demo, perMinute));
  const second = await launch({ args: [`--connection=${file}`], configuration });
  await signInByForm(second.page, demo);
  // It waits until the first copy's minute has room.
  await second.page.waitForURL(/index\.html/, { timeout: 120_000 });
  const log = await requestLog(demo);
  expect(log.filter(({ path }) => path.endsWith('/auth/login'))).toHaveLength(2);
  expect(busiestMinute(log.map(({ at }) => at))).toBeLessThanOrEqual(allowed);
  await expect(second.page.getByText(`/${allowed} requests a minute`)).toBeVisible();
});

test('a configuration folder that can not be written: the status bar says what is not counted', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 5, testControl: true });
  const configuration = join(await makeUserData(), 'no-folder');
  await writeFile(configuration, 'a file, not a folder');
  const { page } = await signedIn(demo, { perMinute: unhurried, configuration });
  await expect(
    page.getByRole('button', { name: /doesn’t count the requests of other copies/ }),
  ).toBeVisible();
  expect((await requestLog(demo)).length).toBeGreaterThan(0);
});
