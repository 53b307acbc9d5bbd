import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyLinked } from '../../electron/runtime/packaging/builder.mjs';
import { makeKey, readKey, signFeed } from '../../electron/runtime/packaging/feed-keys.mjs';
import { expect, test } from '../e2e/demo-service';
import { makeUserData } from '../e2e/fleetdesk';
import { patience } from '../e2e/launch-electron';
import { endIn, runningIn } from '../e2e/running-in';
import { startWebServer } from '../e2e/web-server';
import { attach, endAll, packages, portFile, quit, startPacked } from './packed-app';

const feedName = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
const deb = 'fleetdesk_9.9.9_amd64.deb';
/** A small package in place of the newer version, and what it brings. */
const trial = 'fleetdesk-update-trial';
const brought = `/usr/share/${trial}/brought`;
const canInstall = process.getuid?.() === 0;
const canPack = spawnSync('dpkg-deb', ['--version']).status === 0;
const hashOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** The package for tests as it lies where a deb has put it. */
const installed = `${dirname(packages.test)}-deb`;

/** Packs the small package. */
function packTrial(folder: string): Buffer {
  const [control, data] = [join(folder, 'DEBIAN'), join(folder, dirname(brought))];
  for (const each of [control, data]) mkdirSync(each, { recursive: true });
  writeFileSync(join(folder, brought), randomBytes(300_000));
  const about = {
    ...{ Package: trial, Version: '9.9.9', Architecture: 'all', Maintainer: 'a test' },
    Description: 'stands for a newer Fleetdesk in a test',
  };
  const lines = Object.entries(about).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(control, 'control'), lines.join(''));
  const file = `${folder}.deb`;
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', folder, file], { stdio: 'ignore' });
  return readFileSync(file);
}

/** A server of updates whose files a test sets, and what was asked of it. */
async function serveUpdates(content: Buffer) {
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

let userData = '';
let closeServer = (): Promise<void> => Promise.resolve();

test.afterEach(async () => {
  endAll();
  if (userData !== '') endIn(userData, 'SIGKILL');
  await closeServer();
  if (disk !== null) execFileSync('umount', ['--lazy', disk]);
  disk = null;
  await rm(installed, { recursive: true, force: true });
  if (existsSync(brought)) execFileSync('dpkg', ['--purge', trial], { stdio: 'ignore' });
});

test('a newer version is made ready; a forged feed, a downgrade and a changed file are refused', async () => {
  const info = test.info();
  test.skip(process.platform !== 'linux', 'Elsewhere an update is known by its publisher too.');
  test.skip(!canPack, 'No dpkg-deb is here, which packs the newer version of this test.');
  await copyLinked(dirname(packages.test), installed);
  writeFileSync(join(installed, 'resources', 'package-type'), 'deb');
  userData = await makeUserData();
  const content = packTrial(join(userData, trial));
  const server = await serveUpdates(content);
  closeServer = server.close;
  const origin = join(userData, 'update-source.json');
  const { url: address, publicKey } = server;
  writeFileSync(origin, JSON.stringify({ address, publicKey }));
  const cache = join(userData, 'cache');
  makeFullDisk(cache);
  const pending = join(cache, 'fleetdesk-updater', 'pending');
  const start = async () => {
    const app = await startPacked(join(installed, basename(packages.test)), {
      ...{ userData, env: { XDG_CACHE_HOME: cache } },
      args: ['--remote-debugging-port=0', '--lang=en', '--demo=5', `--update-source=${origin}`],
    });
    const page = await attach(app);
    await page.evaluate(() => {
      window.location.hash = '/settings/updates';
    });
    const section = page.getByRole('region', { name: 'Updates' });
    const button = (name: string) => section.getByRole('button', { name });
    return {
      ...{ app, page, section, check: button('Check now') },
      ...{ download: button('Download'), restart: button('Restart to update') },
    };
  };
  const { app, page, section, check, download, restart } = await start();
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
  await expect(restart).toBeEnabled();
  await page.screenshot({ path: info.outputPath('ready.png') });

  // Another program changes the file: no installer sees it, and the next start knows why.
  writeFileSync(join(pending, deb), Buffer.concat([content.subarray(1), Buffer.from('y')]));
  await restart.click();
  expect(await app.ended()).toBe(0);
  const logged = () => readFileSync(join(userData, 'logs', 'fleetdesk.log'), 'utf8');
  await expect
    .poll(logged, { timeout: patience, message: 'the log of the next start' })
    .toContain('update.not-installed fault=changed');
  expect(logged()).toContain('fault: a newer version could not be installed');
  expect(existsSync(brought)).toBe(false);
  // It started again by itself, without the debugging port.
  await expect.poll(() => runningIn(userData)).not.toBeNull();
  endIn(userData, 'SIGTERM');
  await expect.poll(() => runningIn(userData)).toBeNull();

  const next = await start();
  await next.check.click();
  await next.download.click();
  await expect(next.section).toContainText('Version 9.9.9 is ready.');
  expect(readFileSync(join(pending, deb)).equals(content)).toBe(true);
  if (!canInstall) {
    info.annotations.push({ type: 'noted', description: 'only root installs packages' });
    // Whoever quits without asking for it has the version that they had.
    await quit(next.app);
    return;
  }

  const port = () => readFileSync(join(userData, portFile), 'utf8');
  const before = port();
  await next.restart.click();
  expect(await next.app.ended()).toBe(0);
  expect(existsSync(brought)).toBe(true);
  // It started again by itself: as the version that it was, since the package was another's.
  await expect.poll(port, { timeout: patience, message: 'another port' }).not.toBe(before);
  const again = await attach(app);
  await expect(again.getByText('The update was not installed.').first()).toBeVisible();
  await again.screenshot({ path: info.outputPath('restarted.png') });
  expect(runningIn(userData)).not.toBeNull();
  endIn(userData, 'SIGTERM');
  await expect.poll(() => again.context().browser()?.isConnected()).toBe(false);
  await expect.poll(() => runningIn(userData)).toBeNull();
});
