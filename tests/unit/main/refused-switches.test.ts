import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '@contract/settings';
import { findRefusedSwitch, isInAppImage, type StartPlace } from '@main/refused-switches';
import { ownSwitches, readSwitches, testSwitches, withoutTestSwitches } from '@main/switches';
import { wordsIn } from '@main/words';

const release: StartPlace = {
  kind: 'release',
  platform: 'linux',
  isRoot: false,
  isAppImage: false,
};
const testPackage: StartPlace = { ...release, kind: 'test' };

describe('the switches that a release refuses', () => {
  it.each([
    ...['--remote-debugging-port=9222', '--remote-debugging-port', '--remote-debugging-pipe'],
    ...['--remote-debugging-address=0.0.0.0', '--remote-allow-origins=*'],
    ...['--inspect', '--inspect=0.0.0.0:9229', '--inspect-brk', '--inspect-port=1'],
    ...['--js-flags=--expose-gc', '--require=/tmp/x.js', '-r', '--load-extension=/tmp/x'],
    ...['--renderer-cmd-prefix=sh', '--gpu-launcher=sh', '--utility-cmd-prefix=sh'],
    ...['--ignore-certificate-errors', '--ignore-certificate-errors-spki-list=x'],
    ...['--allow-insecure-localhost', '--proxy-server=127.0.0.1:1', '--proxy-pac-url=http://x'],
    ...['--proxy-bypass-list=*', '--no-proxy-server', '--host-rules=x', '--host-resolver-rules=x'],
    ...['--ssl-key-log-file=/tmp/keys', '--ssl-version-min=tls1', '--log-net-log=/tmp/net.json'],
    ...['--auth-server-allowlist=*', '--user-agent=x', '--disable-web-security', '--no-zygote'],
    ...['--disable-site-isolation-trials', '--disable-features=x', '--enable-features=x'],
    ...['--enable-blink-features=x', '--unsafely-treat-insecure-origin-as-secure=http://x'],
    ...['--no-sandbox', '--disable-gpu-sandbox', '--single-process', '--in-process-gpu'],
    ...['--enable-logging', '--vmodule=*=3', '--disk-cache-dir=/tmp/x', '--password-store=basic'],
    ...['--enable-automation', '--headless', '--app=http://x', '--a-switch-of-next-year'],
  ])('%s', (argument) => {
    const name = argument.replace(/=.*/, '');
    expect(findRefusedSwitch([argument], release)).toBe(name);
    // Wherever it is written, behind other arguments too.
    expect(findRefusedSwitch(['--demo', 'office.json', argument], release)).toBe(name);
  });

  it('are those of tests and pictures, too', () => {
    for (const name of testSwitches) {
      expect(findRefusedSwitch([`--${name}=1`], release)).toBe(`--${name}`);
    }
  });

  it('are recognised with one dash, and on Windows with a slash and in capitals', () => {
    expect(findRefusedSwitch(['-remote-debugging-port=1'], release)).toBe('-remote-debugging-port');
    const windows: StartPlace = { ...release, platform: 'win32' };
    expect(findRefusedSwitch(['/Remote-Debugging-Port=1'], windows)).toBe('/Remote-Debugging-Port');
    expect(findRefusedSwitch(['--LANG=es', '/demo'], windows)).toBeNull();
    expect(findRefusedSwitch(['/home/ana/office.json'], release)).toBeNull();
  });

  it.each([' ', '\t', '\n', '\r\n', '\u00a0', '\u0085'])(
    'are recognised behind white space (%j), which Chromium takes off',
    (space) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        const found = findRefusedSwitch([`${space}--inspect=1${space}`], { ...release, platform });
        expect(found).toBe('--inspect');
      }
      expect(findRefusedSwitch([`${space}--lang=es${space}`], release)).toBeNull();
    },
  );

  it('are recognised behind the sign after which others read no switches', () => {
    expect(findRefusedSwitch(['--', '--inspect'], release)).toBe('--inspect');
    expect(findRefusedSwitch([' -- ', ' --inspect'], release)).toBe('--inspect');
  });

  it('are named without their value, and without what a terminal would obey', () => {
    const argument = '--proxy-server\u001b[2J=http://ana:secret@proxy';
    expect(findRefusedSwitch([argument], release)).toBe('--proxy-server2J');
  });
});

describe('the switches that a release takes', () => {
  it('are its own, those for drawing, links and files', () => {
    const own = ownSwitches.map((name) => `--${name}=1`);
    const others = ['--disable-gpu', '--force-device-scale-factor=2', '--ozone-platform=x11'];
    const rest = ['fleetdesk://vehicle/7', 'office.json', '-', '--'];
    expect(findRefusedSwitch([...own, ...others, ...rest], release)).toBeNull();
  });

  it('are all that the command line is read for', () => {
    const names = [...ownSwitches, ...testSwitches];
    const values: Record<string, string> = { lang: 'es', window: 'map' };
    const given = readSwitches(
      names.map((name) => `--${name}=${values[name] ?? '5'}`),
      '/',
    );
    // A link is no switch.
    const read = Object.entries(given).filter(([name]) => name !== 'link');
    expect(read).toHaveLength(names.length);
    for (const [name, value] of read) expect(value, name).toBeTruthy();
    expect(withoutTestSwitches(given).demo).toEqual({ vehicles: 5 });
  });

  it('are read with white space around them', () => {
    expect(readSwitches([' --lang=es\n', '\t--hidden'], '/')).toMatchObject({
      ...{ lang: 'es', hidden: true },
    });
  });

  it('turn the sandbox off for root alone, who can have none', () => {
    expect(findRefusedSwitch(['--no-sandbox'], { ...release, isRoot: true })).toBeNull();
    expect(
      findRefusedSwitch(['--no-sandbox'], { ...release, isRoot: true, platform: 'darwin' }),
    ).toBe('--no-sandbox');
  });

  it('turn it off in an AppImage, whose launcher does so where it can’t work', () => {
    const inImage = { ...release, isAppImage: true };
    expect(findRefusedSwitch(['--no-sandbox'], inImage)).toBeNull();
    expect(findRefusedSwitch(['--disable-gpu-sandbox'], inImage)).not.toBeNull();
    expect(findRefusedSwitch(['--no-sandbox'], { ...inImage, platform: 'win32' })).not.toBeNull();
    const folder = path.dirname(process.execPath);
    const named = { APPIMAGE: '/home/ana/Fleetdesk.AppImage', APPDIR: folder };
    expect(isInAppImage(named, process.execPath)).toBe(true);
    expect(isInAppImage({ ...named, APPIMAGE: undefined }, process.execPath)).toBe(false);
    expect(isInAppImage({ ...named, APPDIR: '/tmp' }, process.execPath)).toBe(false);
    expect(isInAppImage({ ...named, APPDIR: '/nowhere' }, process.execPath)).toBe(false);
  });

  it('are added to by the system', () => {
    const mac: StartPlace = { ...release, platform: 'darwin' };
    expect(findRefusedSwitch(['-psn_0_98341'], mac)).toBeNull();
    expect(findRefusedSwitch(['-psn_0_98341'], release)).toBe('-psn_0_98341');
    const windows: StartPlace = { ...release, platform: 'win32' };
    expect(findRefusedSwitch(['-Embedding', '--updated'], windows)).toBeNull();
  });
});

describe('the package for tests', () => {
  it('takes a debugging port and the switches of tests, and no other', () => {
    const taken = ['--remote-debugging-port=0', ...testSwitches.map((name) => `--${name}`)];
    expect(findRefusedSwitch(taken, testPackage)).toBeNull();
    expect(findRefusedSwitch(['--remote-debugging-pipe'], testPackage)).not.toBeNull();
    expect(findRefusedSwitch(['--proxy-server=x'], testPackage)).not.toBeNull();
  });
});

it('a build from a clone takes every switch', () => {
  expect(findRefusedSwitch(['--inspect', '--x'], { ...release, kind: 'source' })).toBeNull();
});

it.each(locales)('one sentence in %s names the switch and says what to do', (locale) => {
  const sentence = wordsIn(locale)('start.refusedSwitch', { name: '--inspect' });
  expect(sentence).toContain('--inspect');
  expect(sentence.match(/\./g)).toHaveLength(1);
});
