import { describe, expect, it } from 'vitest';
import { holdToServer } from '@adapters/updates/hold-to-server';
import { feedName, installerOf, type InstallPlace } from '@adapters/updates/installer-kind';

const linux: InstallPlace = {
  ...{ platform: 'linux', isPackaged: true, isAppImage: false, packageType: null },
};

describe('what can replace this copy of the app', () => {
  it.each<[change: Partial<InstallPlace>, kind: string | null]>([
    [{ packageType: 'deb\n' }, 'deb'],
    [{ packageType: 'rpm' }, 'rpm'],
    [{ isAppImage: true }, 'appImage'],
    // Started out of an AppImage, say a terminal's.
    [{ isAppImage: true, packageType: 'deb' }, 'deb'],
    [{}, null],
    [{ packageType: 'snap' }, null],
    [{ platform: 'win32' }, 'nsis'],
    [{ platform: 'darwin' }, 'mac'],
    [{ platform: 'win32', isPackaged: false }, null],
    [{ packageType: 'deb', isPackaged: false }, null],
  ])('%j is %s', (change, kind) => {
    expect(installerOf({ ...linux, ...change })).toBe(kind);
  });
});

describe('the name of a feed', () => {
  it.each([
    ['stable', 'linux', 'x64', 'latest-linux.yml'],
    ['beta', 'linux', 'x64', 'beta-linux.yml'],
    ['stable', 'linux', 'arm64', 'latest-linux-arm64.yml'],
    ['stable', 'win32', 'x64', 'latest.yml'],
    ['beta', 'win32', 'arm64', 'beta.yml'],
    ['stable', 'darwin', 'arm64', 'latest-mac.yml'],
    ['stable', 'darwin', 'x64', 'latest-mac-x64.yml'],
  ] as const)('%s for %s on %s is %s', (channel, platform, arch, name) => {
    expect(feedName(channel, { platform, arch })).toBe(name);
  });
});

it('downloads reach the server of updates alone', () => {
  type Decide = (answer: { cancel: boolean }) => void;
  let listener: ((request: { url: string }, decide: Decide) => void) | null = null;
  holdToServer(
    { webRequest: { onBeforeRequest: (each: typeof listener) => (listener = each) } } as never,
    'https://updates.example/fleetdesk/',
  );
  const isStopped = (url: string) => {
    let stopped: boolean | null = null;
    listener?.({ url }, ({ cancel }) => (stopped = cancel));
    return stopped;
  };
  expect(isStopped('https://updates.example/fleetdesk/latest.yml')).toBe(false);
  for (const url of [
    'https://updates.example/other/latest.yml',
    'https://updates.example.evil.example/fleetdesk/a.deb',
    'http://updates.example/fleetdesk/a.deb',
    'https://10.0.0.1/a.deb',
  ]) {
    expect(isStopped(url), url).toBe(true);
  }
});
