import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { AppUpdater, CancellationToken, UpdateInfo } from 'electron-updater';
import type { UpdateChannel } from '@contract/updates';
import type { TileNetwork } from '@core/ports/tile-network';
import { UpdateFailure, type FoundVersion, type Updater } from '@core/ports/updater';
import { isSigned } from './feed-signature';
import { readFeed, type UpdateFeed } from './read-feed';
import { updateFailureOf } from './update-faults';

/** A feed holds the notes of a release too, bytes. */
const MOST_FEED = 256 * 1024;
const MOST_SIGNATURE = 1024;
/** So long, ms, an answer may take to come, and a download may stand still. */
const PATIENCE = 30_000;
const STANDSTILL = 120_000;
/** So long, ms, an installer may take to end the app once it was told to. */
const LONGEST_INSTALL = 300_000;

/** The part of electron-updater's updater that is used. */
export type LibraryUpdater = Pick<
  AppUpdater,
  'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall' | 'on' | 'once' | 'currentVersion'
>;

/** What updates need. */
export interface ElectronUpdatesOptions {
  /** Gets the feed and its signature. */
  network: Pick<TileNetwork, 'get'>;
  /** Where the feed and the files of releases are; ends with a slash. */
  base: string;
  /** The key that feeds are checked with: 32 bytes in base64url. */
  publicKey: string;
  feedName(channel: UpdateChannel): string;
  userAgent: string;
  /** Resolves once downloads go the way that the settings say. */
  ready(): Promise<void>;
  /** Before the app is replaced by a file. @throws where that would leave no app */
  prepare?(file: string): Promise<void>;
  /** Makes electron-updater's updater, which takes the version to install from `checked`. */
  make(checked: () => UpdateInfo): Promise<LibraryUpdater>;
}

/** A file that was downloaded and checked. */
interface Downloaded {
  file: string;
  sha512: string;
}

/**
 * Updates by electron-updater, from feeds that are signed. A feed is fetched once and its signature
 * checked over the bytes that came; only then they are read, and what they say is all that the
 * library knows of the release. The library checks each file against the checksum in the feed.
 */
export class ElectronUpdates implements Updater {
  readonly #options: ElectronUpdatesOptions;
  #library: Promise<LibraryUpdater> | null = null;
  #feed: UpdateFeed | null = null;
  /** How many looks were begun: only the last one counts. */
  #looks = 0;
  #downloaded: Downloaded | null = null;
  #onProgress: (share: number) => void = () => undefined;
  #giveUp: () => void = () => undefined;

  constructor(options: ElectronUpdatesOptions) {
    this.#options = options;
  }

  async look(channel: UpdateChannel): Promise<FoundVersion> {
    this.#giveUp();
    this.#looks += 1;
    const look = this.#looks;
    const name = this.#options.feedName(channel);
    try {
      const bytes = await this.#get(name, MOST_FEED, 'server');
      const signature = await this.#get(`${name}.sig`, MOST_SIGNATURE, 'unsigned');
      if (!isSigned(name, bytes, signature, this.#options.publicKey)) {
        throw new UpdateFailure('unsigned', 'The signature of the feed is wrong.');
      }
      const feed = await readFeed(bytes);
      const order = orderOf(feed.version, await this.#load());
      // A slow answer of another channel must not replace what was shown since.
      if (look === this.#looks) this.#feed = feed;
      const { version, releaseNotes, releaseDate, stagingPercentage } = feed;
      return {
        ...{ version, order },
        notes: releaseNotes?.trim() || null,
        releasedAt: releaseDate === undefined ? null : Date.parse(releaseDate),
        share: stagingPercentage ?? 100,
      };
    } catch (fault) {
      throw updateFailureOf(fault);
    }
  }

  async download(onProgress: (share: number) => void): Promise<void> {
    this.#onProgress = onProgress;
    this.#downloaded = null;
    try {
      const library = await this.#load();
      await this.#options.ready();
      const result = await library.checkForUpdates();
      if (result?.isUpdateAvailable !== true) {
        throw new UpdateFailure('unreadable', 'The updater does not take the version.');
      }
      const [file = ''] = await this.#fetchFile(library, result.cancellationToken);
      const name = path.basename(file);
      const signed = this.#feed?.files.find(({ url }) => url === name);
      if (signed === undefined) throw new UpdateFailure('tampered', `${name} is not in the feed.`);
      this.#downloaded = { file, sha512: signed.sha512 };
    } catch (fault) {
      throw updateFailureOf(fault);
    } finally {
      this.#onProgress = () => undefined;
    }
  }

  async install(): Promise<void> {
    const library = await this.#load();
    if (this.#downloaded === null) throw new UpdateFailure('not-installed', 'Nothing is there.');
    const { file, sha512 } = this.#downloaded;
    try {
      // Once more, as it has lain where other programs of this person can write.
      if ((await checksumOf(file)) !== sha512) {
        throw new UpdateFailure('changed', 'The file was changed after the download.');
      }
      await this.#options.prepare?.(file);
    } catch (fault) {
      throw updateFailureOf(fault);
    }
    let patience: NodeJS.Timeout | undefined;
    try {
      await new Promise<never>((_resolve, reject) => {
        library.once('error', reject);
        library.quitAndInstall(true, true);
        // Not before: most installers hold this thread up until they have ended.
        patience = setTimeout(() => {
          reject(new Error('The installer did not end the app.'));
        }, LONGEST_INSTALL);
      });
    } catch (fault) {
      const words = fault instanceof Error ? fault.message : String(fault);
      throw new UpdateFailure('not-installed', words);
    } finally {
      clearTimeout(patience);
    }
  }

  /** Downloads the file, unless it stands still for too long or another version is looked for. */
  async #fetchFile(library: LibraryUpdater, token?: CancellationToken): Promise<string[]> {
    let timer: NodeJS.Timeout | undefined;
    let isStill = false;
    const wind = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isStill = true;
        token?.cancel();
      }, STANDSTILL);
    };
    const told = this.#onProgress;
    this.#onProgress = (share) => {
      wind();
      told(share);
    };
    this.#giveUp = () => {
      token?.cancel();
    };
    wind();
    try {
      return await library.downloadUpdate(token);
    } catch (fault) {
      if (isStill) throw new UpdateFailure('offline', 'The download stood still.');
      throw fault;
    } finally {
      clearTimeout(timer);
      this.#giveUp = () => undefined;
    }
  }

  async #get(name: string, maxBytes: number, absent: 'server' | 'unsigned'): Promise<Uint8Array> {
    const { network, base, userAgent } = this.#options;
    const { status, body } = await network.get({
      url: `${base}${name}`,
      headers: { 'user-agent': userAgent, 'cache-control': 'no-cache' },
      ...{ timeout: PATIENCE, maxBytes },
    });
    if (status === 200) return body;
    const fault = status === 404 ? absent : 'server';
    throw new UpdateFailure(fault, `The server answered ${status} for ${name}.`);
  }

  #load(): Promise<LibraryUpdater> {
    this.#library ??= this.#options
      .make(() => this.#checked())
      .then((library) => {
        library.on('download-progress', ({ percent }) => {
          this.#onProgress(percent / 100);
        });
        return library;
      })
      .catch((fault: unknown) => {
        this.#library = null;
        throw fault;
      });
    return this.#library;
  }

  /** The feed in the library's form. */
  #checked(): UpdateInfo {
    if (this.#feed === null) throw new UpdateFailure('unreadable', 'No version was found.');
    const { version, files, releaseDate } = this.#feed;
    const [{ url, sha512 } = { url: '', sha512: '' }] = files;
    return {
      ...{ version, path: url, sha512, releaseDate: releaseDate ?? '' },
      files: files.map(({ size, blockMapSize, ...file }) => ({
        ...file,
        ...(size === undefined ? {} : { size }),
        ...(blockMapSize === undefined ? {} : { blockMapSize }),
      })),
    };
  }
}

/** How a version compares to the one in use. */
function orderOf(version: string, library: LibraryUpdater): FoundVersion['order'] {
  // The library's types for it come from a package that is not there.
  const current = library.currentVersion as { compare(other: string): number };
  const order = current.compare(version);
  if (order === 0) return 'same';
  return order < 0 ? 'newer' : 'older';
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}
