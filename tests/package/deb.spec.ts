import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { endAll, packages, startPacked, type PackedStart } from './packed-app';
import { Screen } from './screen';

const { deb } = packages;
test.skip(deb === null, 'Debs are made on Linux alone.');
test.afterEach(endAll);

const field = (name: string) =>
  execFileSync('dpkg-deb', ['--field', deb ?? '', name], { encoding: 'utf8' }).trim();

test('the deb says what it is and what it needs', () => {
  expect(field('Package')).toBe('fleetdesk');
  expect(field('Version')).toMatch(/^\d+\.\d+\.\d+/);
  expect(field('Maintainer')).toContain('Fleetdesk');
  for (const name of ['libgtk-3-0', 'libnss3', 'libsecret-1-0', 'libasound2']) {
    expect(field('Depends')).toContain(name);
  }
});

/** An ordinary user of this system, who owns nothing; null where there is none. */
function nobody(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/** A start as that user, with Chromium's sandbox; as root without it where there is no such user. */
function asOrdinaryUser(folder: string): { start: PackedStart; told: string } {
  const user = process.getuid?.() === 0 ? nobody() : null;
  if (user === null) return { start: { userData: folder }, told: 'as the user of the tests' };
  const keys = process.env['XAUTHORITY'];
  const ownKeys = join(folder, 'display-keys');
  if (keys !== undefined) execFileSync('cp', [keys, ownKeys]);
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return {
    start: {
      userData: join(folder, 'data'),
      through: ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'],
      env: {
        XAUTHORITY: ownKeys,
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'configuration'),
        XDG_CACHE_HOME: join(folder, 'cache'),
        TMPDIR: folder,
        // The bus of the tests belongs to root.
        DBUS_SESSION_BUS_ADDRESS: undefined,
      },
    },
    told: 'as the user "nobody", with the sandbox',
  };
}

/** Whether a person of this computer uses a Fleetdesk that was installed before. */
function isInstalled(): boolean {
  const asked = ['-W', '-f', '${db:Status-Status}', 'fleetdesk'];
  return spawnSync('dpkg-query', asked, { encoding: 'utf8' }).stdout.trim() === 'installed';
}

test('the deb is installed, started as an ordinary user, and removed', async () => {
  const info = test.info();
  test.skip(process.getuid?.() !== 0, 'Only root installs packages.');
  test.skip(isInstalled(), 'Fleetdesk is installed here, and the test would remove it.');
  const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-deb-'));
  chmodSync(folder, 0o755);
  execFileSync('dpkg', ['--install', deb ?? '']);
  try {
    const entry = readFileSync('/usr/share/applications/fleetdesk.desktop', 'utf8');
    expect(entry).toMatch(/^Exec=fleetdesk %U$/m);
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/fleetdesk;$/m);
    expect(entry).toMatch(/^Icon=fleetdesk$/m);
    expect(entry).toMatch(/^Actions=map;replay;alerts;$/m);
    expect(entry).toMatch(/^\[Desktop Action alerts\]\nName=Alerts\nName\[es\]=Alertas$/m);
    expect(entry).toMatch(/^Exec=fleetdesk --window=alerts$/m);
    expect(entry).not.toContain('&#');
    const resources = '/usr/lib/fleetdesk/resources';
    expect(readFileSync(join(resources, 'package-type'), 'utf8')).toBe('deb');
    expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toMatch(/^provider: generic$/m);
    expect(existsSync('/usr/lib/fleetdesk/LICENSES.third-party.txt')).toBe(true);
    expect(existsSync('/usr/lib/fleetdesk/sbom.cdx.json')).toBe(true);
    // The helper of Chromium's sandbox, for systems without user namespaces.
    const helper = statSync('/usr/lib/fleetdesk/chrome-sandbox');
    expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755]);

    const { start, told } = asOrdinaryUser(folder);
    info.annotations.push({ type: 'noted', description: `the installed deb was started ${told}` });
    const app = await startPacked('/usr/bin/fleetdesk', { ...start, args: ['--demo=12'] });
    const screen = new Screen();
    const window = await screen.findWindow('Fleetdesk');
    await expect.poll(() => screen.colors(window), { timeout: 90_000 }).toBeGreaterThan(2_000);
    screen.savePicture(info.outputPath('installed.png'));
    screen.press(window, 'ctrl+q');
    expect(await app.ended()).toBe(0);
  } finally {
    execFileSync('dpkg', ['--purge', 'fleetdesk']);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  expect(existsSync('/usr/lib/fleetdesk')).toBe(false);
});
