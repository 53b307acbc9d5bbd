import type { Page } from '@playwright/test';
import { expect, signInByForm, test } from './demo-service';
import {
  startCountingService,
  startHttpProxy,
  startSlowProxy,
  startSpoilingService,
} from './slow-network';

const logIn = 'POST /v2/auth/login';

function signIn(page: Page, { url }: { url: string }): Promise<void> {
  return signInByForm(page, { url, publicKey: 'key', username: 'ana', password: 'a password' });
}

/** The service has read the log-in and broken off; the app says so and has sent nothing more. */
async function expectBrokenOff(page: Page): Promise<void> {
  await expect(page.getByText('No connection to the service.')).toBeVisible();
}

test('a slow connection leaves a second one behind: the next write is still sent once', async ({
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'a full queue of connections differs elsewhere');
  const service = await startCountingService([401, 'reset']);
  const { page } = await launch();
  await service.stop();
  await signIn(page, service);
  // Chromium opens a second connection after a while; both come once the service accepts again.
  await expect.poll(() => service.connecting()).toBe(2);
  service.goOn();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => service.connections()).toBe(2);
  await signIn(page, service);
  await expectBrokenOff(page);
  expect(service.requests()).toEqual([logIn, logIn]);
  service.close();
});

test('a write given up while connecting leaves a connection: the next is sent once', async ({
  launch,
}) => {
  const service = await startCountingService(['reset']);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const proxy = await startSlowProxy(() => held);
  const { page } = await launch({ args: proxy.args });
  await signIn(page, service);
  await expect.poll(() => proxy.asked()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  release();
  await expect.poll(() => service.connections()).toBeGreaterThan(0);
  await signIn(page, service);
  await expectBrokenOff(page);
  expect(service.requests()).toEqual([logIn]);
  proxy.close();
  service.close();
});

test('a proxy keeps its connection open: the next write is still sent once', async ({ launch }) => {
  const service = await startCountingService([401, 'reset']);
  const proxy = await startHttpProxy();
  const { page } = await launch({ args: proxy.args });
  await signIn(page, service);
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, service);
  await expectBrokenOff(page);
  expect(service.requests()).toEqual([logIn, logIn]);
  proxy.close();
  service.close();
});

test('an answer spoiled on its way is not taken for a request that was never sent', async ({
  launch,
}) => {
  const service = await startSpoilingService();
  const { page } = await launch({ args: ['--ignore-certificate-errors'] });
  await signIn(page, service);
  await expect(page.getByText('The secure connection failed.')).toBeVisible();
  await expect(page.getByText('Nothing was sent')).toHaveCount(0);
  expect(service.requests).toEqual([logIn]);
  service.close();
});
