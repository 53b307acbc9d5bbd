import { describe, expect, it } from 'vitest';
import {
  isDebianLike,
  missingFrom,
  packagesFor,
} from '../../../electron/runtime/system-packages.mjs';

describe('system packages', () => {
  it('asks for what the task at hand needs, and no more', () => {
    const desktop = packagesFor({ window: true, display: false, keyring: false });
    expect(desktop).toContain('libgtk-3-0');
    expect(desktop).not.toContain('xvfb');
    expect(desktop).not.toContain('gnome-keyring');
    expect(packagesFor({ window: true, display: true, keyring: true })).toEqual([
      ...desktop,
      'xvfb',
      'xauth',
      'dbus',
      'gnome-keyring',
    ]);
  });

  it.each([
    ['ID=debian\nVERSION_ID="12"', true],
    ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian', true],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"', true],
    ['ID=fedora', false],
    ['ID="arch"\nHOME_URL="https://debian.example"', false],
    ['', false],
  ])('tells Debian and its relatives from %j', (release, expected) => {
    expect(isDebianLike(release)).toBe(expected);
  });

  it('takes a package as missing when dpkg does not list it as installed', () => {
    const listing = 'xvfb installed\nxauth config-files\n';
    expect(missingFrom(['xvfb', 'xauth', 'unzip'], listing)).toEqual(['xauth', 'unzip']);
  });

  it('knows the names that libraries have on newer systems', () => {
    const listing = 'libgtk-3-0t64 installed\nlibasound2t64 installed\nlibnss3 installed\n';
    expect(missingFrom(['libgtk-3-0', 'libasound2', 'libnss3'], listing)).toEqual([]);
  });
});
