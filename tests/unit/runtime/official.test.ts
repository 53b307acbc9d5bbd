import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  executableName,
  fetchOfficial,
  findInstalled,
  findNamed,
  releasesUrl,
} from '../../../electron/runtime/binary/official.mjs';
import { freshFolder } from './folder';

/** A folder like that of the electron package, in which a release has been unpacked. */
function packageFolder({ dist = '45.5.0', finished = true } = {}) {
  const version = '45.5.0';
  const folder = freshFolder();
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }));
  writeFileSync(path.join(folder, 'dist', 'version'), `v${dist}`);
  writeFileSync(path.join(folder, 'dist', 'electron'), '', { mode: 0o755 });
  if (finished) writeFileSync(path.join(folder, 'path.txt'), 'electron');
  return folder;
}

describe('the Electron inside its npm package', () => {
  it('is found when it is there in full', () => {
    const folder = packageFolder();
    expect(findInstalled(folder)).toBe(path.join(folder, 'dist', 'electron'));
  });

  it('is not used when its unpacking was interrupted, or its version is another', () => {
    expect(findInstalled(packageFolder({ finished: false }))).toBeUndefined();
    expect(findInstalled(packageFolder({ dist: '44.0.0' }))).toBeUndefined();
    expect(findInstalled(freshFolder())).toBeUndefined();
  });
});

describe('the Electron that a person names', () => {
  it('is found in the folder', () => {
    const folder = path.join(packageFolder(), 'dist');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
    expect(findNamed(env, 'linux')).toBe(path.join(folder, 'electron'));
    expect(findNamed({}, 'linux')).toBeUndefined();
  });

  it('must be there: no other takes its place', () => {
    const env = { ELECTRON_OVERRIDE_DIST_PATH: freshFolder() };
    expect(() => findNamed(env, 'linux')).toThrow(/names a folder without Electron/);
  });

  it('has the name of its platform', () => {
    expect(executableName('win32')).toBe('electron.exe');
    expect(executableName('darwin')).toMatch(/^Electron\.app/);
  });
});

describe('the official release', () => {
  it('is looked for at a mirror, where one is set up', () => {
    expect(releasesUrl({ ELECTRON_MIRROR: 'https://mirror.example/' })).toBe(
      'https://mirror.example/',
    );
    expect(releasesUrl({})).toMatch(/^https:\/\/github\.com\/electron\//);
  });

  it('is given up with the reason, when its host does not answer or a person forbids it', async () => {
    expect(await fetchOfficial({ ELECTRON_MIRROR: 'http://127.0.0.1:1/' })).toEqual({
      reason: '127.0.0.1:1 could not be reached',
    });
    expect(await fetchOfficial({ ELECTRON_SKIP_BINARY_DOWNLOAD: '1' })).toMatchObject({
      reason: expect.stringContaining('ELECTRON_SKIP_BINARY_DOWNLOAD'),
    });
  });
});
