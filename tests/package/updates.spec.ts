import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyLinked } from '../../electron/runtime/packaging/builder.mjs';
import { makeKey, readKey, signFeed } from '../../electron/runtime/packaging/feed-keys.mjs';
import { expect, test } from '../e2e/demo-service';
import { makeUserData } from '../e2e/fleetdesk';
import { startWebServer } from '../e2e/web-server';
import { attach, endAll, packages, quit, startPacked } from './packed-app';

const feedName = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
const deb = 'fleetdesk_9.9.9_amd64.deb';
const content = Buffer.alloc(300_000, 'the newer version ');
const hashOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** The package for tests as it lies where a deb has put it. */
const installed = `${dirname(packages.test)}-deb`;

/** A server of updates whose files a test sets, and what was asked of it. */
async function serveUpdates() {
  const key = makeKey();
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = await startWebServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    asked.push(name);
    const body = files.get(name);
    response.writeHead(body === undefined ? 404 : 200, { 'content-length': body?.length ?? 0 });
    response.end(body);
  });
  const feedOf = (version: string) =>
    [
      `version: ${version}`,
      'files:',
      `  - url: ${deb}`,
      `    sha512: ${hashOf(content)}`,
      `    size: ${content.length}`,
      'releaseNotes: |',
      '  <b>Faster</b> maps.',
      "releaseDate: '2026-11-29T12:00:00.000Z'",
      '',
    ].join('\n');
  return {
    ...server,
    ...{ files, asked, publicKey: key.publicKey },
    /** Offers a version with a signature that is right. */
    offer(version: string): string {
      const feed = feedOf(version);
      const signature = signFeed(feedName, Buffer.from(feed), readKey(key.privateKey, undefined));
      files.set(feedName, Buffer.from(feed));
      files.set(`${feedName}.sig`, Buffer.from(`${signature}\n`));
      files.set(deb, content);
      return feed;
    },
  };
}

/** The disk for downloads, with room for nothing; null where the system makes none. */
let disk: string | null = null;

function makeFullDisk(folder: string): void {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'fleetdesk-test', folder]);
    disk = folder;
  } catch {
    test.info().annotations.push({ type: 'noted', description: 'no disk could be made full' });
  }
}

test.afterEach(async () => {
  endAll();
  if (disk !== null) execFileSync('umount', ['--lazy', disk]);
  disk = null;
  await rm(installed, { recursive: true, force: true });
});

test('a newer version is made ready; a forged feed, a downgrade and a changed file are refused', async () => {
  const info = test.info();
  test.skip(process.platform !== 'linux', 'Elsewhere an update is known by its publisher too.');
  await copyLinked(dirname(packages.test), installed);
  writeFileSync(join(installed, 'resources', 'package-type'), 'deb');
  const server = await serveUpdates();
  const userData = await makeUserData();
  const origin = join(userData, 'update-source.json');
  const { url: address, publicKey } = server;
  writeFileSync(origin, JSON.stringify({ address, publicKey }));
  const cache = join(userData, 'cache');
  makeFullDisk(cache);
  const app = await startPacked(join(installed, basename(packages.test)), {
    ...{ userData, env: { XDG_CACHE_HOME: cache } },
    args: ['--remote-debugging-port=0', '--lang=en', '--demo=5', `--update-source=${origin}`],
  });
  const pending = join(cache, 'fleetdesk-updater', 'pending');
  const page = await attach(app);
  await page.waitForURL(/index\.html/);
  await page.evaluate(() => {
    window.location.hash = '/settings/updates';
  });
  const section = page.getByRole('region', { name: 'Updates' });
  const check = section.getByRole('button', { name: 'Check now' });
  // From here on the server is asked only when the test does.
  const automatic = section.getByRole('switch', { name: 'Check for updates automatically' });
  await automatic.click();
  await expect(automatic).toHaveAttribute('aria-checked', 'false');

  // The checksum in it fits the other file; the signature does not fit the feed.
  const other = Buffer.from('something else');
  const feed = server.offer('9.9.9');
  server.files.set(feedName, Buffer.from(feed.replace(hashOf(content), hashOf(other))));
  server.files.set(deb, other);
  await check.click();
  await expect(section).toContainText('The update is not signed by the makers of Fleetdesk.');
  await page.screenshot({ path: info.outputPath('forged-feed.png') });

  server.offer('0.0.1');
  await check.click();
  await expect(section).toContainText('offers version 0.0.1, which is older than this one');
  expect(new Set(server.asked)).toEqual(new Set([feedName, `${feedName}.sig`]));

  server.offer('9.9.9');
  await check.click();
  await expect(section).toContainText('Version 9.9.9 is available.');
  await expect(section).toContainText('<b>Faster</b> maps.');
  const download = section.getByRole('button', { name: 'Download' });
  if (disk !== null) {
    await download.click();
    await expect(section).toContainText('There is no room on the disk for the update.');
    execFileSync('mount', ['-o', 'remount,size=8m', disk]);
  }

  server.files.set(deb, Buffer.concat([content.subarray(1), Buffer.from('x')]));
  await download.click();
  await expect(section).toContainText('The downloaded file is not the one that was signed.');
  expect(existsSync(pending) ? readdirSync(pending) : []).toEqual([]);

  server.files.set(deb, content);
  await download.click();
  await expect(section).toContainText('Version 9.9.9 is ready.');
  expect(readFileSync(join(pending, deb)).equals(content)).toBe(true);
  await expect(section.getByRole('button', { name: 'Restart to update' })).toBeEnabled();
  await page.screenshot({ path: info.outputPath('ready.png') });
  // Whoever quits without asking for it has the version that they had.
  await quit(app);
  await server.close();
});
