import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readConfig } from '../../electron/runtime/packaging/config.mjs';
import { configuredFuses, readFuses } from '../../electron/runtime/packaging/fuses.mjs';
import { packages } from './packed-app';

interface Asar {
  listPackage(archive: string, options: object): string[];
  extractFile(archive: string, file: string): Buffer;
}

const require = createRequire(import.meta.url);
const asar = require('@electron/asar') as Asar;

const resourcesOf = (executable: string) =>
  process.platform === 'darwin'
    ? join(dirname(executable), '..', 'Resources')
    : join(dirname(executable), 'resources');
const archiveOf = (executable: string) => join(resourcesOf(executable), 'app.asar');
const filesIn = (executable: string) =>
  asar
    .listPackage(archiveOf(executable), { isPack: false })
    .map((file) => file.replaceAll('\\', '/').slice(1));

test('both packages have every fuse as it was configured, read back from the binary', async () => {
  const wanted = configuredFuses(await readConfig());
  expect(wanted).toMatchObject({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
  for (const executable of [packages.release, packages.test]) {
    expect(await readFuses(executable, Object.keys(wanted))).toEqual(wanted);
  }
});

test('the executable does not turn into plain Node', () => {
  const { status, stdout } = spawnSync(packages.release, ['-p', '6 * 7', '--no-sandbox'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stdout).not.toContain('42');
  expect(status).toBe(2);
});

test('a package holds what runs and nothing else', () => {
  const files = filesIn(packages.release);
  expect(files).toContain('out/main/index.cjs');
  expect(files).toContain('out/main/compiled.bin');
  expect(files).toContain('out/renderer/index.html');
  expect(files.some((file) => file.startsWith('node_modules/libsql/'))).toBe(true);
  const top = new Set(files.map((file) => file.split('/')[0]));
  expect([...top].sort()).toEqual(['LICENSE', 'node_modules', 'out', 'package.json']);
  const parts = new Set(files.filter((file) => /^out\/[^/]+$/.test(file)));
  expect([...parts].sort()).toEqual(['out/main', 'out/preload', 'out/renderer']);
  const unwanted = files.filter(
    (file) =>
      /\.(?:ts|map|md|vue|spec\.js|test\.js)$/.test(file) ||
      /\/(?:tests?|__tests__|benchmarks?|fixtures|docs|examples?)\//.test(file) ||
      /^node_modules\/(?:electron|vite|vitest|typescript|lodash|vue|leaflet)\//.test(file),
  );
  expect(unwanted).toEqual([]);
});

test('native modules lie beside the archive, for this system alone', () => {
  const native = filesIn(packages.release).filter((file) => file.endsWith('.node'));
  expect(native).toHaveLength(2);
  for (const file of native) {
    expect(file).toMatch(new RegExp(`(?:linux|darwin|win32)-${process.arch}`));
    expect(file).toContain(process.platform);
    expect(existsSync(join(`${archiveOf(packages.release)}.unpacked`, file))).toBe(true);
  }
});

test('the package for tests differs from the release in one constant', () => {
  const files = filesIn(packages.release);
  expect(filesIn(packages.test)).toEqual(files);
  const differing = files.filter((file) => {
    if (!/\.[a-z]+$/.test(file) || file.endsWith('.node')) return false;
    const [one, other] = [packages.release, packages.test].map((executable) => {
      try {
        return asar.extractFile(archiveOf(executable), file);
      } catch {
        // A folder.
        return Buffer.alloc(0);
      }
    });
    return one === undefined || other === undefined || !one.equals(other);
  });
  // What V8 made of the code differs with it.
  expect(differing).toEqual(['out/main/compiled.bin', 'out/main/fleetdesk.cjs']);
  const [release = '', driven = ''] = [packages.release, packages.test].map((executable) =>
    asar.extractFile(archiveOf(executable), 'out/main/fleetdesk.cjs').toString(),
  );
  // A build has no lines; these end a statement or a block.
  const parts = (text: string) => text.split(/[;{}]/);
  const own = (text: string, other: string) => {
    const known = new Set(parts(other));
    return parts(text).filter((part) => !known.has(part));
  };
  // Beside the constant itself, only what it switches on and off.
  expect(own(release, driven).length).toBeLessThan(10);
  expect(own(driven, release).length).toBeLessThan(10);
  expect(own(driven, release).join('\n')).toMatch(/["'`]test["'`]/);
});

test('licenses and a bill of materials name what ships', () => {
  const base =
    process.platform === 'darwin'
      ? join(dirname(packages.release), '..')
      : dirname(packages.release);
  const text = readFileSync(join(base, 'LICENSES.third-party.txt'), 'utf8');
  const bill = JSON.parse(readFileSync(join(base, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { name: string; licenses?: { license?: { id?: string }; expression?: string }[] }[];
  };
  const page = JSON.parse(
    asar.extractFile(archiveOf(packages.release), 'out/renderer/licenses.json').toString(),
  ) as { name: string; license: string }[];
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = new Set(bill.components.map(({ name }) => name));
  // Loaded by main, taken into the page by the build, data, and Electron.
  for (const name of [
    'libsql',
    'fastify',
    'electron-updater',
    'vue',
    'leaflet',
    'world-atlas',
    '@github/keytar',
  ]) {
    expect(names, name).toContain(name);
    expect(text).toContain(`${name} `);
    expect(page.map((each) => each.name)).toContain(name);
  }
  expect(names).toContain('electron');
  for (const name of ['vitest', 'electron-builder', 'lodash', 'typescript']) {
    expect(names).not.toContain(name);
  }
  const licenses = new Set(page.map(({ license }) => license));
  for (const license of licenses) {
    expect(license).toMatch(
      /^\(?(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|OFL-1\.1|Unlicense|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0| OR | AND )+\)?$/,
    );
  }
});
