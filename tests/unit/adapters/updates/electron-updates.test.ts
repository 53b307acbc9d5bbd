import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ElectronUpdates, type LibraryUpdater } from '@adapters/updates/electron-updates';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer } from '@core/ports/tile-network';
import { UpdateFailure } from '@core/ports/updater';
import { makeKey, readKey, signFeed } from '../../../../electron/runtime/packaging/feed-keys.mjs';

const base = 'https://updates.example/fleetdesk/';
const own = makeKey();
const content = 'the newer version';
const sha512 = createHash('sha512').update(content).digest('base64');

let folder: string;
let answers: Map<string, TileAnswer | Error>;
let asked: string[];
let library: FakeLibrary;
/** The server answers nothing before this. */
let held: Promise<void> | null;
/** What is tried before an installation. */
let prepare: (file: string) => Promise<void>;

/** electron-updater as far as it is used: it "downloads" a file that the test wrote. */
class FakeLibrary extends EventEmitter {
  readonly currentVersion = {
    compare: (other: string) => {
      if (!/^\d+\.\d+\.\d+/.test(other)) throw new TypeError('Invalid Version');
      return Math.sign('1.0.0'.localeCompare(other));
    },
  };
  /** What it was given to install. */
  checked: () => unknown = () => null;
  given: unknown = null;
  fault: Error | null = null;
  file = '';
  quits = 0;

  checkForUpdates() {
    this.given = this.checked();
    return Promise.resolve({ isUpdateAvailable: true });
  }

  downloadUpdate() {
    if (this.fault !== null) return Promise.reject(this.fault);
    this.emit('download-progress', { percent: 40 });
    return Promise.resolve([this.file]);
  }

  quitAndInstall() {
    this.quits += 1;
  }
}

const ok = (body: string | Uint8Array): TileAnswer => ({
  ...{ status: 200, headers: {} },
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
});
const status = (code: number): TileAnswer => ({
  ...{ status: code, headers: {}, body: new Uint8Array() },
});

function feedOf(version: string, change: object = {}): string {
  const files = [{ url: 'fleetdesk_1.1.0_amd64.deb', sha512, size: content.length }];
  return JSON.stringify({ version, files, releaseDate: '2026-11-29T12:00:00.000Z', ...change });
}

interface ServedAs {
  name?: string;
  key?: typeof own;
  signedAs?: string;
}

/** Puts a feed on the server, signed with a key under a name. */
function serve(
  feed: string,
  { name = 'latest-linux.yml', key = own, signedAs }: ServedAs = {},
): void {
  const signature = signFeed(
    signedAs ?? name,
    Buffer.from(feed),
    readKey(key.privateKey, undefined),
  );
  answers.set(name, ok(feed));
  answers.set(`${name}.sig`, ok(`${signature}\n`));
}

function open(): ElectronUpdates {
  return new ElectronUpdates({
    ...{ base, publicKey: own.publicKey, userAgent: 'Fleetdesk/1.0.0' },
    network: {
      get: ({ url, headers }) => {
        expect(headers['user-agent']).toBe('Fleetdesk/1.0.0');
        const name = url.slice(base.length);
        asked.push(name);
        const answer = answers.get(name) ?? status(404);
        const answered = held ?? Promise.resolve();
        return answered.then(() => {
          if (answer instanceof Error) throw answer;
          return answer;
        });
      },
    },
    feedName: (channel) => (channel === 'stable' ? 'latest-linux.yml' : 'beta-linux.yml'),
    ready: () => Promise.resolve(),
    prepare: (file) => prepare(file),
    make: (checked) => {
      library.checked = checked;
      return Promise.resolve(library as unknown as LibraryUpdater);
    },
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetdesk-updates-'));
  answers = new Map();
  asked = [];
  held = null;
  prepare = () => Promise.resolve();
  library = new FakeLibrary();
  library.file = join(folder, 'fleetdesk_1.1.0_amd64.deb');
  writeFileSync(library.file, content);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a look at the feed', () => {
  it('tells a newer, the same and an older version apart', async () => {
    for (const [version, order] of [
      ['1.1.0', 'newer'],
      ['1.0.0', 'same'],
      ['0.9.9', 'older'],
    ] as const) {
      serve(feedOf(version, { releaseNotes: ' <b>Faster</b>\n', stagingPercentage: 20 }));
      expect(await open().look('stable')).toEqual({
        ...{ version, order, notes: '<b>Faster</b>', share: 20 },
        releasedAt: Date.UTC(2026, 10, 29, 12),
      });
    }
    // Nothing but feed and signature is asked for.
    expect(new Set(asked)).toEqual(new Set(['latest-linux.yml', 'latest-linux.yml.sig']));
  });

  it('reads the form that electron-builder writes', async () => {
    serve(
      [
        'version: 1.2.0-beta.1',
        'files:',
        '  - url: Fleetdesk-1.2.0-beta.1-x64.AppImage',
        `    sha512: ${sha512}`,
        '    size: 120000000',
        '    blockMapSize: 120000',
        'path: Fleetdesk-1.2.0-beta.1-x64.AppImage',
        `sha512: ${sha512}`,
        'releaseNotes: |',
        '  One thing.',
        '  Another.',
        "releaseDate: '2026-11-29T12:00:00.000Z'",
      ].join('\n'),
      { name: 'beta-linux.yml' },
    );
    expect(await open().look('beta')).toMatchObject({
      ...{ version: '1.2.0-beta.1', notes: 'One thing.\nAnother.', share: 100 },
    });
  });

  it('refuses a feed that was changed after it was signed, whatever its checksums', async () => {
    serve(feedOf('1.1.0'));
    const forged = createHash('sha512').update('something else').digest('base64');
    answers.set('latest-linux.yml', ok(feedOf('1.1.0').replace(sha512, forged)));
    await expect(open().look('stable')).rejects.toMatchObject({ fault: 'unsigned' });
  });

  it.each<[what: string, prepare: () => void]>([
    ['without a signature', () => answers.delete('latest-linux.yml.sig')],
    ['with an empty signature', () => answers.set('latest-linux.yml.sig', ok(''))],
    ['with words for a signature', () => answers.set('latest-linux.yml.sig', ok('x'.repeat(88)))],
    ['signed by somebody else', () => serve(feedOf('1.1.0'), { key: makeKey() })],
    ['of another channel', () => serve(feedOf('1.1.0'), { signedAs: 'beta-linux.yml' })],
    ['of another system', () => serve(feedOf('1.1.0'), { signedAs: 'latest.yml' })],
  ])('refuses a feed %s', async (_what, prepare) => {
    serve(feedOf('1.1.0'));
    prepare();
    const updates = open();
    await expect(updates.look('stable')).rejects.toMatchObject({ fault: 'unsigned' });
    // It is as if nothing was found.
    await expect(updates.download(() => undefined)).rejects.toMatchObject({ fault: 'unreadable' });
    expect(library.given).toBeNull();
  });

  it.each<[what: string, feed: string]>([
    ['that is no YAML', 'version: [1.1.0'],
    ['that is no feed', '[]'],
    ['with a version of another form', feedOf('newest')],
    ['without files', feedOf('1.1.0', { files: [] })],
    ['whose file has no checksum', feedOf('1.1.0', { files: [{ url: 'a.deb' }] })],
    [
      'whose file lies elsewhere',
      feedOf('1.1.0', { files: [{ url: 'https://x.example/a', sha512 }] }),
    ],
    [
      'whose file leads out of its folder',
      feedOf('1.1.0', { files: [{ url: '../a.deb', sha512 }] }),
    ],
    ['with a share that there is not', feedOf('1.1.0', { stagingPercentage: 101 })],
  ])('does not use a signed feed %s', async (_what, feed) => {
    serve(feed);
    await expect(open().look('stable')).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it.each<[answer: TileAnswer | Error, fault: string]>([
    [status(404), 'server'],
    [status(500), 'server'],
    [status(302), 'server'],
    [new HttpFailure('too-large', 'words', { sent: 'maybe' }), 'server'],
    [new HttpFailure('host-unknown', 'words', { sent: 'no' }), 'offline'],
    [new HttpFailure('certificate', 'words', { sent: 'no' }), 'certificate'],
    [new HttpFailure('secure-connection', 'words', { sent: 'maybe' }), 'certificate'],
    [new HttpFailure('proxy-script', 'words', { sent: 'no' }), 'proxy-script'],
    [new HttpFailure('timeout', 'words', { sent: 'maybe' }), 'offline'],
    [new HttpFailure('proxy-sign-in', 'words', { sent: 'no' }), 'proxy'],
  ])('says what is wrong with the server: %s', async (answer, fault) => {
    answers.set('latest-linux.yml', answer);
    await expect(open().look('stable')).rejects.toMatchObject({ fault });
  });

  it('that is slow does not take the place of a later one', async () => {
    serve(feedOf('1.1.0'));
    serve(feedOf('1.2.0'), { name: 'beta-linux.yml' });
    const updates = open();
    let answer = (): void => undefined;
    held = new Promise((resolve) => {
      answer = resolve;
    });
    const slow = updates.look('stable');
    held = null;
    await updates.look('beta');
    answer();
    expect(await slow).toMatchObject({ version: '1.1.0' });
    await updates.download(() => undefined);
    expect(library.given).toMatchObject({ version: '1.2.0' });
  });
});

describe('a download', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });

  it('is that of the feed that was checked, and tells how far it is', async () => {
    serve(feedOf('1.1.0', { packages: { x64: { path: 'other.7z' } }, minimumSystemVersion: '9' }));
    const updates = open();
    await updates.look('stable');
    // What the server says from now on is not asked.
    answers.clear();
    const told: number[] = [];
    await updates.download((share) => told.push(share));
    expect(told).toEqual([0.4]);
    const name = 'fleetdesk_1.1.0_amd64.deb';
    expect(library.given).toEqual({
      ...{ version: '1.1.0', path: name, sha512, releaseDate: '2026-11-29T12:00:00.000Z' },
      files: [{ url: name, sha512, size: content.length }],
    });
  });

  it.each<[fault: Error, told: string]>([
    [coded('ERR_CHECKSUM_MISMATCH'), 'tampered'],
    [coded('ERR_UPDATER_INVALID_SIGNATURE'), 'tampered'],
    [coded('ENOSPC'), 'disk-full'],
    [coded('EROFS'), 'read-only'],
    [new Error('net::ERR_INTERNET_DISCONNECTED'), 'offline'],
    [new Error('net::ERR_CONNECTION_RESET'), 'offline'],
    [new Error('net::ERR_BLOCKED_BY_CLIENT'), 'server'],
    [new Error('Cannot download "https://x/y", status 404: Not Found'), 'server'],
  ])('that fails with %s is told as %s', async (fault, told) => {
    serve(feedOf('1.1.0'));
    const updates = open();
    await updates.look('stable');
    library.fault = fault;
    await expect(updates.download(() => undefined)).rejects.toMatchObject({ fault: told });
  });

  it('brings no file that the feed does not name', async () => {
    serve(feedOf('1.1.0'));
    const updates = open();
    await updates.look('stable');
    library.file = join(folder, 'other.deb');
    await expect(updates.download(() => undefined)).rejects.toMatchObject({ fault: 'tampered' });
  });
});

describe('an installation', () => {
  async function ready(): Promise<ElectronUpdates> {
    serve(feedOf('1.1.0'));
    const updates = open();
    await updates.look('stable');
    await updates.download(() => undefined);
    return updates;
  }

  it('is left to electron-updater, whose failure is told', async () => {
    const updates = await ready();
    const installed = updates.install();
    await expect.poll(() => library.quits).toBe(1);
    library.emit('error', new Error('Command pkexec exited with code 126'));
    await expect(installed).rejects.toMatchObject({
      ...{ fault: 'not-installed', message: expect.stringContaining('pkexec') as string },
    });
  });

  it('does not begin where the app could not be replaced', async () => {
    const updates = await ready();
    const tried: string[] = [];
    prepare = (file) => {
      tried.push(file);
      return Promise.reject(new UpdateFailure('app-folder', 'words'));
    };
    await expect(updates.install()).rejects.toMatchObject({ fault: 'app-folder' });
    expect([tried, library.quits]).toEqual([[library.file], 0]);
  });

  it('that never ends the app is given up', async () => {
    const updates = await ready();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const installed = updates.install();
      const refused = expect(installed).rejects.toMatchObject({ fault: 'not-installed' });
      await vi.waitUntil(() => library.quits === 1);
      await vi.advanceTimersByTimeAsync(300_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not begin with a file that was changed since the download', async () => {
    const updates = await ready();
    writeFileSync(library.file, `${readFileSync(library.file, 'utf8')} and more`);
    await expect(updates.install()).rejects.toMatchObject({ fault: 'changed' });
    expect(library.quits).toBe(0);
  });

  it('does not begin before a download', async () => {
    await expect(open().install()).rejects.toMatchObject({ fault: 'not-installed' });
  });
});
