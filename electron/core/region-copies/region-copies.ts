import { FleetdeskError, type AppError } from '@contract/errors';
import type {
  ArchiveAddress,
  ArchiveInfo,
  NewCopy,
  RegionCopiesState,
  RegionCopy,
  RegionPlan,
  RegionWish,
} from '@contract/region-copies';
import { maskedAddress } from '@contract/rules/map-address';
import { faultOfArchiveAddress } from '@contract/rules/archive-address';
import { reportFault } from '../faults';
import { Feed } from '../feed';
import { AddressKeys } from '../map-sources/address-keys';
import { mapError } from '../map-sources/ask-map-server';
import { Turns } from '../map-sources/turns';
import type { ArchiveFormat } from '../ports/archive-format';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { Keychain } from '../ports/keychain';
import type { Random } from '../ports/random';
import type { RegionFiles } from '../ports/region-files';
import type { TileNetwork } from '../ports/tile-network';
import { setAsideDamaged } from '../set-aside';
import { abortable } from '../service/signals';
import { workOfflineError, type WorkOffline } from '../service/work-offline';
import { CopyJob } from './copy-job';
import { readCopies, writtenCopies, type KeptCopies, type KeptCopy } from './kept-copies';
import { contentsOf, planOf } from './plan-region';
import { RemoteArchive, type RemotePlace } from './remote-archive';

const fileName = 'region-copies.json';

/** So many copies may be incomplete at once. */
const mostCopies = 8;

/** Requests of all copies at once. */
const mostRequests = 2;

/** An archive that was looked at is not asked again for so many ms. */
const keptFor = 10 * 60_000;

/** A file takes so much more than its contents: places, indexes, half-filled pages. */
const overhead = 1.2;
const leastFree = 50_000_000;

/** What copies of regions need. */
export interface RegionCopiesOptions {
  files: Files;
  regionFiles: RegionFiles;
  archiveFormat: ArchiveFormat;
  tileNetwork: TileNetwork;
  keychain: Keychain;
  random: Pick<Random, 'id'>;
  clock: Clock;
  userAgent: string;
  workOffline: Pick<WorkOffline, 'isOn' | 'subscribe'>;
  /** Opens a complete file as a map source. */
  addMap(file: string): Promise<unknown>;
}

/** Regions that are copied from PMTiles archives to this computer; each becomes a map source. */
export class RegionCopies {
  /** New name of a list that could not be read; null where all was well. */
  readonly setAside: string | null;
  readonly #options: RegionCopiesOptions;
  readonly #feed = new Feed<RegionCopiesState>('the copies of regions');
  readonly #jobs = new Map<number, CopyJob>();
  /** Files of copies that are about to be kept in the list. */
  readonly #starting = new Set<string>();
  readonly #keys: AddressKeys;
  readonly #turns = new Turns(mostRequests);
  readonly #forget: () => void;
  #kept: KeptCopies;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #lastDrop: Promise<void> = Promise.resolve();
  /** The archive that was looked at last. */
  #looked: { key: string; at: number; archive: Promise<RemoteArchive> } | null = null;

  private constructor(options: RegionCopiesOptions, kept: KeptCopies, setAside: string | null) {
    this.#options = options;
    this.#kept = kept;
    this.setAside = setAside;
    this.#keys = new AddressKeys(options.keychain);
    for (const copy of kept.copies) this.#add(copy);
    this.#forget = options.workOffline.subscribe((isOn) => {
      if (!isOn) this.#startAll();
    });
    this.#startAll();
  }

  /** Reads the list, and goes on with what was not complete when the app ended. */
  static async open(options: RegionCopiesOptions): Promise<RegionCopies> {
    const { kept, isWhole } = readCopies(await options.files.read(fileName));
    if (isWhole) return new RegionCopies(options, kept, null);
    const write = () => options.files.write(fileName, writtenCopies(kept));
    const aside = await setAsideDamaged(options.files, fileName, write);
    return new RegionCopies(options, kept, aside);
  }

  state(): RegionCopiesState {
    return { copies: [...this.#jobs.values()].map((job) => job.state()) };
  }

  /** All copies after each change; the answer ends it. */
  subscribe(listener: (state: RegionCopiesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** What the archive at an address says of itself. @throws FleetdeskError with a reason */
  async inspect(address: ArchiveAddress, signal?: AbortSignal): Promise<ArchiveInfo> {
    return (await this.#look(address, signal)).info;
  }

  /** What copying a region takes. @throws FleetdeskError with a reason */
  async plan(wish: RegionWish, signal?: AbortSignal): Promise<RegionPlan> {
    const archive = await this.#look(wish, signal);
    const contents = await contentsOf(archive, wish, signal);
    return planOf(archive, contents, this.#options.clock, signal);
  }

  /**
   * Starts to copy a region.
   * @param file what the map will be; a file of that name is replaced once the copy is complete
   * @throws FleetdeskError with a reason, `map-disk-full` where there is no room; nothing is kept then
   */
  async start(wish: NewCopy, file: string): Promise<RegionCopy> {
    const archive = await this.#look(wish);
    const contents = await contentsOf(archive, wish);
    const free = await this.#options.regionFiles.freeBytes(file);
    const needed = contents.bytes * overhead + leastFree;
    if (free !== null && free < needed) {
      throw mapError('file-unreadable', 'map-disk-full', `${free} bytes of ${needed} are free.`);
    }
    if (this.#jobs.size + this.#starting.size >= mostCopies || this.#isBusy(file)) {
      const message = 'Too many copies, or one into the same file.';
      throw new FleetdeskError({ code: 'invalid-request', reason: 'map-copies', message });
    }
    this.#starting.add(file);
    const kept = await this.#keepNew(wish, file, archive.info.maxZoom).finally(() => {
      this.#starting.delete(file);
    });
    const job = this.#add(kept);
    job.start();
    this.#publish();
    return job.state();
  }

  /** @throws FleetdeskError `not-found` */
  async pause(id: number): Promise<void> {
    await this.#jobOf(id).pause();
  }

  /** @throws FleetdeskError `not-found` */
  async resume(id: number): Promise<void> {
    await this.#jobOf(id).resume();
  }

  /** Gives a copy up and deletes what was copied. @throws FleetdeskError `not-found` */
  async cancel(id: number): Promise<void> {
    const job = this.#jobOf(id);
    await job.end();
    // In this order a crash in between leaves a copy that can be cancelled again, and no file.
    await this.#options.regionFiles.discard(job.kept.file);
    await this.#drop(job);
    this.#takeOut(job);
  }

  /** Ends all work; what is on the disk stays there. */
  async close(): Promise<void> {
    this.#forget();
    await Promise.allSettled([...this.#jobs.values()].map((job) => job.end()));
    await this.#lastDrop;
    await this.#lastWrite.catch(() => undefined);
  }

  #add(kept: KeptCopy): CopyJob {
    const { clock, regionFiles: files, workOffline, addMap } = this.#options;
    const job: CopyJob = new CopyJob(kept, {
      ...{ clock, files, addMap, turns: this.#turns },
      open: (copy, signal) => this.#openFor(copy, signal),
      keep: (copy) => this.#replace(copy),
      restraint: () => (workOffline.isOn ? workOfflineError : null),
      onChange: () => {
        this.#publish();
      },
      onDone: () => {
        this.#takeOut(job);
        this.#lastDrop = this.#drop(job).catch((fault: unknown) => {
          reportFault('a copy that is complete is still in the list', fault);
        });
      },
    });
    this.#jobs.set(kept.id, job);
    return job;
  }

  #startAll(): void {
    for (const job of this.#jobs.values()) {
      const { phase, fault } = job.state();
      if (phase === 'planning' || fault?.reason === 'work-offline') job.start();
    }
  }

  async #keepNew(wish: NewCopy, file: string, deepest: number): Promise<KeptCopy> {
    const { name, isPrivate, bounds, maxZoom } = wish;
    const address = maskedAddress(wish.address);
    const keyName = address === wish.address ? null : this.#options.random.id();
    if (keyName !== null) await this.#keys.keep(keyName, wish.address);
    const copy: KeptCopy = {
      ...{ id: this.#kept.nextId, name, file, address, keyName, isPrivate, bounds },
      maxZoom: Math.min(maxZoom, deepest),
      ...{
        version: null,
        bytes: 0,
        doneBytes: 0,
        isPaused: false,
        startedOver: false,
        isFinishing: false,
      },
    };
    try {
      await this.#write({ nextId: copy.id + 1, copies: [...this.#kept.copies, copy] });
      return copy;
    } catch (fault) {
      // The next change must not write it after all.
      const copies = this.#kept.copies.filter(({ id }) => id !== copy.id);
      this.#kept = { ...this.#kept, copies };
      if (keyName !== null) await this.#keys.forget(keyName);
      throw fault;
    }
  }

  #replace(copy: KeptCopy): Promise<void> {
    const copies = this.#kept.copies.map((each) => (each.id === copy.id ? copy : each));
    return this.#write({ ...this.#kept, copies });
  }

  /** It is shown no longer. */
  #takeOut(job: CopyJob): void {
    this.#jobs.delete(job.kept.id);
    this.#publish();
  }

  async #drop(job: CopyJob): Promise<void> {
    const { id, keyName } = job.kept;
    await this.#write({
      ...this.#kept,
      copies: this.#kept.copies.filter((each) => each.id !== id),
    });
    if (keyName !== null) await this.#keys.forget(keyName);
  }

  /** Writes follow one another. */
  #write(kept: KeptCopies): Promise<void> {
    this.#kept = kept;
    const write = () => this.#options.files.write(fileName, writtenCopies(kept));
    const written = this.#lastWrite.then(write, write);
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  #isBusy(file: string): boolean {
    return (
      this.#starting.has(file) || [...this.#jobs.values()].some(({ kept }) => kept.file === file)
    );
  }

  #look({ address, isPrivate }: ArchiveAddress, signal?: AbortSignal): Promise<RemoteArchive> {
    const wrong = faultOfArchiveAddress(address);
    if (wrong === 'plain-http') throw mapError('invalid-request', 'map-plain-http', wrong);
    if (wrong !== null) throw mapError('not-found', 'map-archive-gone', wrong);
    if (this.#options.workOffline.isOn) throw new FleetdeskError(workOfflineError);
    const key = `${String(isPrivate)} ${address}`;
    const now = this.#options.clock.monotonic();
    const known = this.#looked;
    const isKnown = known?.key === key && now - known.at < keptFor;
    // Who no longer wants it leaves, and ends nothing for the others who wait for it.
    const archive = isKnown ? known.archive : this.#open({ url: address, isPrivate });
    if (!isKnown) {
      const looked = (this.#looked = { key, at: now, archive });
      archive.catch(() => {
        if (this.#looked === looked) this.#looked = null;
      });
    }
    return signal ? abortable(archive, signal) : archive;
  }

  async #openFor(copy: KeptCopy, signal: AbortSignal): Promise<RemoteArchive> {
    const url = await this.#keys.addressOf(copy);
    if (url !== null) return this.#open({ url, isPrivate: copy.isPrivate }, signal);
    throw mapError('keychain-unavailable', 'map-key', 'The key of the address is not there.');
  }

  #open(place: RemotePlace, signal?: AbortSignal): Promise<RemoteArchive> {
    const { tileNetwork: network, archiveFormat: format, ...options } = this.#options;
    return RemoteArchive.open(place, { ...options, network, format }, signal);
  }

  #jobOf(id: number): CopyJob {
    const job = this.#jobs.get(id);
    if (job) return job;
    const error: AppError = { code: 'not-found', message: `There is no copy ${id}.` };
    throw new FleetdeskError(error);
  }

  #publish(): void {
    this.#feed.publish(this.state());
  }
}
