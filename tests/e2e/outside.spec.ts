import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, unhurried } from './demo-service';
import { startHttpProxy } from './slow-network';
import { startWatchman } from './watchman';

test('nobody but the service is contacted, not by Chromium either', async ({ serve, signedIn }) => {
  const demo = await serve({ vehicles: 5 });
  // In front of everything, this machine included.
  const proxy = await startHttpProxy();
  const { app, page, userData } = await signedIn(demo, { perMinute: unhurried, args: proxy.args });
  await expect(page.getByRole('option')).toHaveCount(5);
  // A spelling dictionary is asked for as a session is made, and when somebody types.
  await app.evaluate(({ session }) => session.fromPartition('a later one').getUserAgent());
  await page.keyboard.press('Control+k');
  await page.keyboard.type('misspeled wrods');
  await page.keyboard.press('Escape');
  expect([...proxy.hosts]).toEqual([new URL(demo.url).host]);
  // Chromium may make the folder; no dictionary comes into it.
  const dictionaries = join(userData, 'Dictionaries');
  expect(existsSync(dictionaries) ? readdirSync(dictionaries) : []).toEqual([]);
  proxy.close();
});

test('contact with a host that nobody chose is seen, on this machine and beyond', async ({
  office,
  watchman,
}) => {
  const { app, demo } = await office(5);
  const stranger = await startWatchman();
  const [port] = stranger.args.map((each) => each.split(':').at(-1) ?? '');
  await app.evaluate(
    async ({ net }, addresses) => {
      for (const address of addresses) await net.fetch(address).catch(() => null);
    },
    [`http://127.0.0.1:${port ?? ''}/`, 'http://tiles.example.com/1/2/3.png'],
  );
  stranger.close();
  expect(watchman.hosts).toContain(new URL(demo.url).host);
  expect(watchman.strays()).toEqual([
    ...['GET http://tiles.example.com/1/2/3.png', `127.0.0.1:${port ?? ''}`],
  ]);
  watchman.forget();
});

test('memory does not reach the disk when a process of the app dies', async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'no other system writes it without being asked');
  const { app } = await launch();
  const ids = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ pid }) => pid),
  );
  // A process may have ended since the app named it: it has no filter, or an empty one.
  const filters = ids
    .map((id) => `/proc/${id}/coredump_filter`)
    .map((file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : ''))
    .filter((filter) => filter !== '');
  expect(filters.length).toBeGreaterThan(2);
  expect([...new Set(filters)]).toEqual(['00000000']);
});
