import { FleetdeskError, type AppError } from '@contract/errors';
import type {
  FileMap,
  MapSource,
  MapSourcesState,
  MapSourceState,
  OnlineMap,
  TilePlace,
} from '@contract/map-sources';
import { megabyte, type MapCache, type NewOnlineMap } from '@contract/online-maps';
import type { WmsServer } from '@contract/wms';
import { reportFault } from '../faults';
import { Feed } from '../feed';
import type { Random } from '../ports/random';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { Keychain } from '../ports/keychain';
import type { TileArchives } from '../ports/tile-archives';
import type { TileCache } from '../ports/tile-cache';
import type { TileNetwork } from '../ports/tile-network';
import type { WorkOffline } from '../service/work-offline';
import { AddressKeys } from './address-keys';
import { readSources, writtenSources, type CacheLimit, type KeptSources } from './kept-sources';
import { readEdit, wholeAddress } from './edit-online-map';
import { describeOnline, probe } from './new-online-map';
import { OnlineSource, type OnlineOptions } from './online-source';
import { openInTime, OpenSource } from './open-source';
import { setAsideDamaged } from '../set-aside';
import { askWms } from './wms/ask-wms';

const fileName = 'map-sources.json';

/** So many sources are kept; a map file costs an open file. */
const mostSources = 40;

/** What the sources of maps need. */
export interface MapSourcesOptions {
  files: Files;
  archives: TileArchives;
  clock: Clock;
  random: Pick<Random, 'id'>;
  keychain: Keychain;
  tileNetwork: TileNetwork;
  tileCache: TileCache;
  /** Names this app to map servers. */
  userAgent: string;
  workOffline: Pick<WorkOffline, 'isOn' | 'subscribe'>;
}

/**
 * The map sources that a person opened or chose, kept by reference in a file of this machine. A source that
 * can't be read stays in the list with the reason, and is tried again.
 */
export class MapSources {
  /** New name of a list that could not be read; null where all was well. */
  readonly setAside: string | null;
  readonly #options: MapSourcesOptions;
  readonly #feed = new Feed<MapSourcesState>('the map sources');
  readonly #open = new Map<number, OpenSource | OnlineSource>();
  readonly #keys: AddressKeys;
  readonly #online: OnlineOptions;
  readonly #unsubscribe: () => void;
  #kept: KeptSources;
  #lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(options: MapSourcesOptions, kept: KeptSources, setAside: string | null) {
    this.#options = options;
    this.#kept = kept;
    this.setAside = setAside;
    this.#keys = new AddressKeys(options.keychain);
    const { clock, userAgent, tileCache: cache, tileNetwork: network, workOffline } = options;
    const addressOf = (source: OnlineMap) => this.#keys.addressOf(source.online);
    const cacheLimit = () => this.#kept.cacheLimit * megabyte;
    this.#online = { clock, userAgent, cache, cacheLimit, network, addressOf, workOffline };
    this.#unsubscribe = workOffline.subscribe(this.#onChange);
    for (const source of kept.sources) this.#watch(source);
  }

  /** Reads the list. What can't be read of it is left out, and the file as it was is set aside. */
  static async open(options: MapSourcesOptions): Promise<MapSources> {
    const text = await options.files.read(fileName);
    const { kept, isWhole } = readSources(text);
    if (isWhole) return new MapSources(options, kept, null);
    const write = () => options.files.write(fileName, writtenSources(kept));
    const aside = await setAsideDamaged(options.files, fileName, write);
    return new MapSources(options, kept, aside);
  }

  /** All sources, in the order they were added. */
  state(): MapSourcesState {
    const sources = this.#kept.sources.map((source) => ({
      ...source,
      ...(this.#open.get(source.id)?.condition() ?? { readable: true, fault: null }),
    }));
    return { sources };
  }

  /** All sources after each change; the answer ends it. */
  subscribe(listener: (state: MapSourcesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /**
   * Opens a file and keeps it as a source that is shown. A file that is there already is read again
   * and shown. @throws FleetdeskError `file-unreadable` with a reason, `map-file-gone` where it does
   * not answer; nothing is kept then
   */
  async add(file: string): Promise<MapSourceState> {
    const archive = await openInTime(file, this.#options);
    const known = this.#kept.sources.find((source) => 'file' in source && source.file === file);
    const { description } = archive;
    try {
      const source: FileMap = { ...description, id: this.#idFor(known), file, shown: true };
      await this.#keepSource(source);
      this.#forget(source.id);
      this.#watchFile(source).take(archive);
      this.#publish();
      return { ...source, readable: true, fault: null };
    } catch (fault) {
      await archive.close();
      throw fault;
    }
  }

  /**
   * Keeps an online map as a source that is shown, once one of its tiles was asked for. Where the
   * server can't be reached just now it is kept all the same, and the state says so.
   * @throws FleetdeskError with a reason where the address can't be right; nothing is kept then
   */
  async addOnline(map: NewOnlineMap): Promise<MapSourceState> {
    await probe(map, this.#online);
    const { description, secret } = describeOnline(map, this.#options.random);
    if (secret) await this.#keys.keep(secret.keyName, secret.address);
    try {
      // The id is taken only now: another map may have been added while the keychain answered.
      const source: OnlineMap = { ...description, id: this.#idFor(undefined), shown: true };
      await this.#keepSource(source);
      this.#watch(source);
      this.#publish();
      return { ...source, readable: true, fault: null };
    } catch (fault) {
      if (secret) await this.#keys.forget(secret.keyName);
      throw fault;
    }
  }

  /**
   * Changes an online map. Its tiles in the cache stay where its address does; where it is asked in
   * another way, one of its tiles is asked for first.
   * @throws FleetdeskError `not-found`; with a reason where the address can't be right, or its key
   * can't be kept: then the map stays as it was
   */
  async editOnline(id: number, entered: NewOnlineMap): Promise<MapSourceState> {
    const before = this.#onlineOf(id);
    const edit = await readEdit(before, entered, this.#keys);
    if (edit.isAskedOtherwise) await probe(edit.map, this.#online);
    const { description, secret } = describeOnline(edit.map, this.#options.random);
    const newKey = edit.keepsKey ? null : secret;
    if (newKey) await this.#keys.keep(newKey.keyName, newKey.address);
    const online = edit.keepsKey
      ? { ...description.online, address: before.online.address, keyName: before.online.keyName }
      : description.online;
    const oldKey = before.online.keyName;
    try {
      // It may have been hidden or removed while the server and the keychain answered.
      const { shown } = this.#onlineOf(id);
      const source: OnlineMap = { ...description, online, id, shown };
      await this.#keepSource(source);
      this.#forget(id);
      if (edit.hasOtherTiles) await this.#forgetTiles(id);
      this.#watch(source);
      this.#publish();
      if (oldKey !== null && !edit.keepsKey) await this.#keys.forget(oldKey);
      return { ...source, readable: true, fault: null };
    } catch (fault) {
      if (newKey) await this.#keys.forget(newKey.keyName);
      throw fault;
    }
  }

  /**
   * What the WMS at an address offers. @param question its `source` is the map that is being changed,
   * whose key is used where the address still has the dots for it
   * @throws FleetdeskError with a reason that begins with `wms-` or `map-`
   */
  async readWms(
    question: Pick<NewOnlineMap, 'address' | 'isPrivate'> & { source: number | null },
    signal?: AbortSignal,
  ): Promise<WmsServer> {
    const { source, isPrivate } = question;
    const address =
      source === null
        ? question.address
        : await wholeAddress(this.#onlineOf(source), question.address, this.#keys);
    return askWms({ address, isPrivate }, this.#online, signal);
  }

  /** Shows a source on the map or hides it. @throws FleetdeskError `not-found` */
  async show(id: number, shown: boolean): Promise<void> {
    this.#sourceOf(id);
    await this.#keep({
      ...this.#kept,
      sources: this.#kept.sources.map((each) => (each.id === id ? { ...each, shown } : each)),
    });
    if (!shown) this.#open.get(id)?.rest();
    this.#publish();
  }

  /** Takes a source out of the list; its file stays as it is. @throws FleetdeskError `not-found` */
  async remove(id: number): Promise<void> {
    const source = this.#sourceOf(id);
    const sources = this.#kept.sources.filter((each) => each.id !== id);
    await this.#keep({ ...this.#kept, sources });
    this.#forget(id);
    this.#publish();
    if (!('online' in source)) return;
    if (source.online.keyName !== null) await this.#keys.forget(source.online.keyName);
    await this.#forgetTiles(id);
  }

  /** What online maps have on the disk. Never rejects. */
  async cache(): Promise<MapCache> {
    const limit = this.#kept.cacheLimit * megabyte;
    try {
      return { ...(await this.#options.tileCache.use()), limit, fault: null };
    } catch (caught) {
      const message = caught instanceof Error ? caught.message : String(caught);
      const fault: AppError = { code: 'file-unreadable', reason: 'map-cache', message };
      return { bytes: 0, tiles: 0, oldest: null, limit, fault };
    }
  }

  /** Megabytes that online maps may take on the disk; what is too much goes at once. */
  async limitCache(cacheLimit: CacheLimit): Promise<MapCache> {
    await this.#keep({ ...this.#kept, cacheLimit });
    await this.#options.tileCache.shrink(cacheLimit * megabyte);
    return this.cache();
  }

  /** Deletes what online maps have on the disk. */
  async clearCache(): Promise<MapCache> {
    await this.#options.tileCache.forget(null).catch((fault: unknown) => {
      reportFault('the tiles of online maps could not be deleted', fault);
    });
    return this.cache();
  }

  /**
   * One tile of a source, decompressed; null where it has none there.
   * @throws FleetdeskError `not-found` for a source that is not in the list; `file-unreadable` with
   * a reason, which the state then shows too
   */
  async tile(id: number, place: TilePlace): Promise<Uint8Array | null> {
    const source = this.#sourceOf(id);
    if (!source.shown || place.z < source.minZoom || place.z > source.maxZoom) return null;
    const open = this.#open.get(id);
    return open ? open.tile(place) : null;
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.#unsubscribe();
    for (const id of [...this.#open.keys()]) this.#forget(id);
    await this.#lastWrite.catch(() => undefined);
    await this.#options.tileCache.close();
  }

  #watch(source: MapSource): void {
    if ('file' in source) this.#watchFile(source);
    else this.#open.set(source.id, new OnlineSource(source, this.#online, this.#onChange));
  }

  #watchFile(source: FileMap): OpenSource {
    const open = new OpenSource(source.file, this.#options, this.#onChange);
    this.#open.set(source.id, open);
    return open;
  }

  readonly #onChange = (): void => {
    this.#publish();
  };

  /** @throws FleetdeskError where there are too many already */
  #idFor(known: MapSource | undefined): number {
    const { sources, nextId } = this.#kept;
    if (known || sources.length < mostSources) return known?.id ?? nextId;
    const message = `${mostSources} map sources are kept already.`;
    throw new FleetdeskError({ code: 'invalid-request', message });
  }

  /** In the place of the one with its id, or as the last one. */
  #keepSource(source: MapSource): Promise<void> {
    const { sources, nextId } = this.#kept;
    const isKnown = sources.some(({ id }) => id === source.id);
    return this.#keep({
      ...this.#kept,
      nextId: Math.max(nextId, source.id + 1),
      sources: isKnown
        ? sources.map((each) => (each.id === source.id ? source : each))
        : [...sources, source],
    });
  }

  async #forgetTiles(id: number): Promise<void> {
    await this.#options.tileCache.forget(id).catch((fault: unknown) => {
      reportFault('the tiles of a map that was removed or changed are still on the disk', fault);
    });
  }

  #forget(id: number): void {
    this.#open.get(id)?.end();
    this.#open.delete(id);
  }

  #sourceOf(id: number): MapSource {
    const source = this.#kept.sources.find((each) => each.id === id);
    if (source) return source;
    const error: AppError = { code: 'not-found', message: `There is no map source ${id}.` };
    throw new FleetdeskError(error);
  }

  #onlineOf(id: number): OnlineMap {
    const source = this.#sourceOf(id);
    if ('online' in source) return source;
    const error: AppError = { code: 'not-found', message: `Map source ${id} is a file.` };
    throw new FleetdeskError(error);
  }

  /** Nothing changes before it is on the disk; writes follow one another. */
  #keep(kept: KeptSources): Promise<void> {
    const before = this.#kept;
    this.#kept = kept;
    const write = () => this.#options.files.write(fileName, writtenSources(kept));
    const written = this.#lastWrite.then(write, write).catch((fault: unknown) => {
      if (this.#kept === kept) this.#kept = before;
      throw fault;
    });
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  #publish(): void {
    this.#feed.publish(this.state());
  }
}
