import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreloadApi } from '../../electron/contract/bridge';
import { expect, requestLog, signInByForm, test } from './demo-service';
import { tokenEntries } from './keyring';
import { startWebServer } from './web-server';

/** So slow that nothing is answered while a test goes on. */
const slow = { vehicles: 3, latencyMs: 60_000, testControl: true };

test('a sign-in and a test of the connection can be given up', async ({ serve, launch }) => {
  const demo = await serve(slow);
  const { page } = await launch();
  const seen = async () => (await requestLog(demo)).map(({ operation }) => operation);
  await signInByForm(page, demo);
  await expect.poll(seen).toEqual(['authentication.logIn']);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(demo.password);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Contacting the service…')).toBeVisible();
  await expect.poll(seen).toEqual(['authentication.logIn', 'roles.list']);
  await page.getByRole('button', { name: 'Cancel the test' }).click();
  await expect(page.getByText('Contacting the service…')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await seen()).toEqual(['authentication.logIn', 'roles.list']);
  expect(await tokenEntries()).toEqual([]);
});

test('a call ends at its number, and with its page', async ({ launch }) => {
  let [asked, leftBy] = [0, 0];
  const server = await startWebServer((_request, response) => {
    asked += 1;
    // Never answered: it closes because the app lets go.
    response.on('close', () => (leftBy += 1));
  });
  const { page } = await launch();
  /** Begins a call of that number, and says when it is over. */
  const begin = (callId: number) =>
    page.evaluate(
      ([baseUrl, id]) => {
        const bridge = (window as unknown as { fleetdesk: PreloadApi }).fleetdesk;
        const probe = { baseUrl, publicKey: '', allowPlainHttp: false };
        Object.assign(window, { answer: bridge.connections.test(probe, id) });
      },
      [server.url, callId] as const,
    );
  await begin(7);
  await expect.poll(() => asked).toBe(1);
  const answer = await page.evaluate(() => {
    (window as unknown as { fleetdesk: PreloadApi }).fleetdesk.cancel(7);
    return (window as unknown as { answer: unknown }).answer;
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await expect.poll(() => leftBy).toBe(1);

  await begin(8);
  await expect.poll(() => asked).toBe(2);
  await page.reload();
  await expect.poll(() => leftBy).toBe(2);
  await server.close();
});

test('a session whose connections are damaged is said to be kept, and goes on', async ({
  serve,
  signedIn,
  launch,
}) => {
  const demo = await serve({ vehicles: 3 });
  const first = await signedIn(demo);
  await expect.poll(tokenEntries).toHaveLength(1);
  const [before] = await tokenEntries();
  await first.quit();
  await writeFile(join(first.userData, 'connections.json'), '{ "version": 1, "connections": [');
  const { page } = await launch({ userData: first.userData });
  await expect(
    page.getByText('Your session is still here, but its connection is lost'),
  ).toBeVisible();
  expect(await tokenEntries()).toEqual([before]);
  await signInByForm(page, demo);
  await page.waitForURL(/index\.html/);
  await expect(page.getByRole('option')).toHaveCount(3);
  const after = await tokenEntries();
  expect(after.map(({ account }) => account)).toEqual([before?.account]);
});
