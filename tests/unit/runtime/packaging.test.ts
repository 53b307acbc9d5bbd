import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSigned } from '@adapters/updates/feed-signature';
import {
  parsePackageArguments,
  targetsOf,
} from '../../../electron/runtime/packaging/arguments.mjs';
import { completeConfig } from '../../../electron/runtime/packaging/builder.mjs';
import { checkConfig, readConfig } from '../../../electron/runtime/packaging/config.mjs';
import { debianArch } from '../../../electron/runtime/packaging/deb.mjs';
import { makeKey, readUpdateOrigin } from '../../../electron/runtime/packaging/feed-keys.mjs';
import { configuredFuses, wrongFuses } from '../../../electron/runtime/packaging/fuses.mjs';
import { billOf, noticesAsText } from '../../../electron/runtime/packaging/notices.mjs';
import { loadedPlaces, placeOfSource } from '../../../electron/runtime/packaging/shipped.mjs';
import { main as signFeeds } from '../../../electron/runtime/tasks/sign-feed.mjs';
import { freshFolder } from './folder';
import { planTargets, toolsFor } from '../../../electron/runtime/tasks/package.mjs';

const order = {
  kind: 'release' as const,
  electron: {
    ...{ version: '45.5.0', executable: '/electron', folder: undefined },
    ...{ isCopy: false, hasTools: true },
  },
  targets: ['dir'],
  output: '/out',
};

describe('the configuration of packages', () => {
  it("obeys electron-builder's own schema, as it is written and as it is completed", async () => {
    const config = await readConfig();
    await expect(checkConfig(config)).resolves.toBeUndefined();
    const whole = completeConfig(config, order, ['node_modules/zod'], '/notices');
    await expect(checkConfig(whole)).resolves.toBeUndefined();
    await expect(checkConfig({ ...config, hardenedRuntime: true })).rejects.toThrow(
      'hardenedRuntime',
    );
  });

  it('has every target of every system', async () => {
    const config = await readConfig();
    expect(config.linux?.target).toEqual(['AppImage', 'deb', 'rpm']);
    // By default the entry of an AppImage in the menu turns the sandbox off.
    expect(config.appImage?.executableArgs).toEqual([]);
    expect(config.win?.target).toBe('nsis');
    // For one user or for all: the person who installs it chooses.
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true });
    expect(config.mac).toMatchObject({
      target: ['dmg', 'zip'],
      hardenedRuntime: true,
      notarize: true,
    });
    expect(config.protocols).toEqual([{ name: 'Fleetdesk link', schemes: ['fleetdesk'] }]);
    expect(config.publish).toMatchObject({ provider: 'generic' });
  });

  it('takes packages one by one, and the rules against their sources after them', async () => {
    const config = await readConfig();
    const places = ['node_modules/zod', 'node_modules/fastify/node_modules/zod'];
    const { files } = completeConfig(config, order, places, '/notices');
    const [{ filter }] = files as unknown as [{ filter: string[] }];
    const none = filter.indexOf('!**/node_modules/**');
    const zod = filter.indexOf('node_modules/{,**/node_modules/}zod/**');
    expect(filter.lastIndexOf('node_modules/{,**/node_modules/}zod/**')).toBe(zod);
    const sources = filter.findIndex((pattern) => pattern.includes('markdown'));
    expect([none >= 0, zod > none, sources > zod]).toEqual([true, true, true]);
  });
});

it('a package holds main as it was compiled, without what compiled it', async () => {
  const { files } = completeConfig(await readConfig(), order, [], '/notices');
  const main = [files].flat().find((each) => Object(each).to === 'out/main');
  expect(main).toMatchObject({ filter: ['**/*', '!**/*.map', '!compile.cjs'] });
});

describe('the origin of updates', () => {
  const { publicKey, privateKey } = makeKey();
  const address = 'https://updates.example.com/fleetdesk';
  const env = { FLEETDESK_UPDATE_URL: address, FLEETDESK_UPDATE_KEY: publicKey };

  it('comes from the environment of a build, both halves or none', async () => {
    expect(readUpdateOrigin({})).toBeNull();
    expect(readUpdateOrigin({ FLEETDESK_UPDATE_URL: '', FLEETDESK_UPDATE_KEY: '' })).toBeNull();
    expect(readUpdateOrigin(env)).toEqual({ address, publicKey });
    const config = await readConfig();
    const whole = completeConfig(config, { ...order, updates: { address, publicKey } }, [], '/n');
    await expect(checkConfig(whole)).resolves.toBeUndefined();
    expect(whole.publish).toEqual({ provider: 'generic', url: address });
    // A stable version is offered to those who follow beta versions, too.
    expect(whole.generateUpdatesFilesForAllChannels).toBe(true);
  });

  it.each([
    [{ FLEETDESK_UPDATE_KEY: '' }, 'only one is set'],
    [{ FLEETDESK_UPDATE_URL: '' }, 'only one is set'],
    [{ FLEETDESK_UPDATE_URL: 'http://updates.example.com' }, 'no encrypted address'],
    [{ FLEETDESK_UPDATE_KEY: privateKey }, 'no public key'],
  ])('stops the build where it is half or wrong: %j', (change, words) => {
    expect(() => readUpdateOrigin({ ...env, ...change })).toThrow(words);
  });
});

describe('npm run sign-feed', () => {
  const lines: string[] = [];
  const sign = (args: string[], env: NodeJS.ProcessEnv) =>
    signFeeds(args, env, (line: string) => lines.push(line));

  it('makes a key once, and signs feeds with it', async () => {
    const folder = freshFolder();
    const env: NodeJS.ProcessEnv = { INIT_CWD: folder };
    expect(await sign(['--new-key', 'key.pem'], env)).toBe(0);
    await expect(sign(['--new-key', 'key.pem'], env)).rejects.toThrow('EEXIST');
    const publicKey = lines.join('\n').match(/The public key: ([\w-]{43})/)?.[1] ?? '';
    const file = path.join(folder, 'key.pem');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const feed = path.join(folder, 'latest-linux.yml');
    writeFileSync(feed, 'version: 1.1.0\n');
    const secret = { ...env, FLEETDESK_UPDATE_PRIVATE_KEY: readFileSync(file, 'utf8') };
    await sign([feed], { ...secret, FLEETDESK_UPDATE_KEY: publicKey });
    const [bytes, signature] = [readFileSync(feed), readFileSync(`${feed}.sig`)];
    expect(isSigned('latest-linux.yml', bytes, signature, publicKey)).toBe(true);
    expect(isSigned('beta-linux.yml', bytes, signature, publicKey)).toBe(false);
    expect(
      isSigned('latest-linux.yml', Buffer.from('version: 2.0.0\n'), signature, publicKey),
    ).toBe(false);
    // Of another key nobody who has the packages would believe a word.
    const other = { ...secret, FLEETDESK_UPDATE_KEY: makeKey().publicKey };
    await expect(sign([feed], other)).rejects.toThrow('not the public half');
  });

  it('says what it needs', async () => {
    await expect(sign([], {})).rejects.toThrow('Name the feeds');
    await expect(sign(['a.yml'], {})).rejects.toThrow('no key to sign with');
    const env = { FLEETDESK_UPDATE_PRIVATE_KEY: 'secret' };
    await expect(sign(['a.yml'], env)).rejects.toThrow('holds no private key');
  });
});

describe('what ships', () => {
  const locked = {
    '': {
      dependencies: { libsql: '1', fastify: '1', maker: '1' },
      optionalDependencies: { maker: '1' },
    },
    'node_modules/libsql': { optionalDependencies: { 'l-gnu': '1', 'l-musl': '1', 'l-win': '1' } },
    'node_modules/l-gnu': {},
    'node_modules/l-musl': {},
    'node_modules/l-win': {},
    'node_modules/fastify': { dependencies: { ajv: '6', pino: '1' } },
    'node_modules/fastify/node_modules/ajv': { dependencies: { uri: '1' } },
    'node_modules/fastify/node_modules/uri': {},
    'node_modules/uri': {},
    'node_modules/ajv': {},
    'node_modules/pino': {
      peerDependencies: { needed: '1', wished: '1' },
      peerDependenciesMeta: { wished: { optional: true } },
    },
    'node_modules/needed': {},
    'node_modules/wished': {},
    'node_modules/maker': { dependencies: { lodash: '1' } },
    'node_modules/lodash': {},
    'node_modules/vitest': {},
  };

  it('is what main loads, found as Node finds it', () => {
    expect(loadedPlaces(locked, (place) => place !== 'node_modules/l-win')).toEqual([
      'node_modules/fastify',
      'node_modules/fastify/node_modules/ajv',
      'node_modules/fastify/node_modules/uri',
      'node_modules/l-gnu',
      'node_modules/libsql',
      'node_modules/needed',
      'node_modules/pino',
    ]);
  });

  it.each([
    ['../../node_modules/vue/dist/vue.js', 'node_modules/vue'],
    ['../../../node_modules/@vue/shared/x.js', 'node_modules/@vue/shared'],
    ['../node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
    ['../../src/main.ts', undefined],
  ])('the source %s lies in %s', (source, place) => {
    expect(placeOfSource(source)).toBe(place);
  });

  it('is told with licenses', () => {
    const text = noticesAsText([
      { name: 'a', version: '1.0.0', license: 'MIT', text: 'Permission is granted' },
      { name: 'b', version: '2.0.0', license: 'ISC', text: '' },
    ]);
    expect(text).toContain('a 1.0.0 (MIT)\n\nPermission is granted');
    expect(text).toContain('b 2.0.0 (ISC)\n\nThe package brings no text of its license (ISC).');
  });

  it('is told as a bill of materials without what only serves the build', () => {
    const bill = billOf(
      {
        metadata: { component: { name: 'folder', type: 'library' } },
        components: [
          {
            ...{ 'bom-ref': 'vue@3.0.0', name: 'vue', version: '3.0.0' },
            properties: [{ name: 'cdx:npm:package:development' }],
          },
          { 'bom-ref': 'vite@8.0.0', name: 'vite', version: '8.0.0' },
        ],
        dependencies: [
          { ref: 'fleetdesk@1.0.0', dependsOn: ['vue@3.0.0', 'vite@8.0.0'] },
          { ref: 'vue@3.0.0' },
          { ref: 'vite@8.0.0' },
        ],
      },
      [{ name: 'vue', version: '3.0.0' }],
      '45.5.0',
    );
    expect(bill.metadata.component).toEqual({ name: 'fleetdesk', type: 'application' });
    expect(bill.components).toMatchObject([
      { name: 'electron', version: '45.5.0' },
      { name: 'vue', properties: [] },
    ]);
    expect(bill.dependencies).toEqual([
      { ref: 'fleetdesk@1.0.0', dependsOn: ['electron@45.5.0', 'vue@3.0.0'] },
      { ref: 'vue@3.0.0', dependsOn: [] },
    ]);
  });
});

describe('the command line of npm run package', () => {
  const parse = (...args: string[]) => parsePackageArguments(args, '/home/ana', 'linux');

  it('may say nothing', () => {
    expect(parse()).toEqual({ targets: undefined, electronDist: undefined });
  });

  it('names targets and an Electron', () => {
    expect(parse('--targets', 'DIR,appimage', '--electron-dist=e')).toEqual({
      targets: ['dir', 'AppImage'],
      electronDist: '/home/ana/e',
    });
  });

  it.each([
    ['--targets=nsis'],
    ['--targets'],
    ['--update-url=https://u.example/'],
    ['--sign'],
    ['deb'],
  ])('%s is refused', (argument) => {
    expect(() => parse(argument)).toThrow();
  });
});

describe('the targets', () => {
  it("are electron-builder's where its tools can be fetched", () => {
    expect(planTargets(undefined, true, 'linux')).toEqual({
      ...{ targets: ['AppImage', 'deb', 'rpm'], ownDeb: false, left: [] },
    });
    expect(planTargets(undefined, true, 'darwin').targets).toEqual(['dmg', 'zip']);
    expect(planTargets(['dir'], true, 'win32').targets).toEqual(['dir']);
    expect(targetsOf('win32')).toContain('nsis');
  });

  it('need rpmbuild for an rpm, and fakeroot and dpkg for a deb of ours', () => {
    expect(toolsFor(['AppImage', 'deb', 'rpm'], false)).toEqual(['rpm']);
    expect(toolsFor(['dir'], true)).toEqual(['fakeroot', 'dpkg']);
    expect(toolsFor(['dmg', 'zip'], false)).toEqual([]);
  });

  it('are a folder and a deb without a network, and the others are named', () => {
    expect(planTargets(undefined, false, 'linux')).toEqual({
      ...{ targets: ['dir'], ownDeb: true, left: [] },
    });
    expect(planTargets(['rpm', 'dir'], false, 'linux')).toEqual({
      ...{ targets: ['dir'], ownDeb: false, left: ['rpm'] },
    });
  });
});

it('a fuse that is wrong or missing in the binary is found', () => {
  expect(wrongFuses({ a: true, b: false, c: true }, { a: true, b: true })).toEqual(['b', 'c']);
});

it('Debian has its own names for processors', () => {
  expect(['x64', 'arm64'].map(debianArch)).toEqual(['amd64', 'arm64']);
});

it('the fuses of the configuration are those of a release, without the switch for signing', async () => {
  expect(configuredFuses(await readConfig())).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});
