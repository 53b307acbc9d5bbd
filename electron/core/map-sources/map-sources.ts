import { FleetdeskError, type AppError } from '@contract/errors';
import type { MapSource, MapSourcesState, MapSourceState, TilePlace } from '@contract/map-sources';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { TileArchives } from '../ports/tile-archives';
import { OpenSource } from './open-source';
import { readSources, writtenSources, type KeptSources } from './kept-sources';
import { setAsideDamaged } from '../set-aside';

const fileName = 'map-sources.json';

/** So many sources are kept; each costs an open file. */
const mostSources = 40;

/** What the sources of maps stand on. */
export interface MapSourcesOptions {
  files: Files;
  archives: TileArchives;
  clock: Clock;
}

/**
 * The map sources that a person opened, kept by reference in a file of this machine. A source that
 * can't be read stays in the list with the reason, and is tried again.
 */
export class MapSources {
  /** New name of a list that could not be read; null where all was well. */
  readonly setAside: string | null;
  readonly #options: MapSourcesOptions;
  readonly #feed = new Feed<MapSourcesState>('the map sources');
  readonly #open = new Map<number, OpenSource>();
  #kept: KeptSources;
  #lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(options: MapSourcesOptions, kept: KeptSources, setAside: string | null) {
    this.#options = options;
    this.#kept = kept;
    this.setAside = setAside;
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
   * and shown. @throws FleetdeskError `file-unreadable` with a reason; nothing is kept then
   */
  async add(file: string): Promise<MapSourceState> {
    const archive = await this.#options.archives.open(file);
    const { sources, nextId } = this.#kept;
    const known = sources.find((source) => source.file === file);
    if (!known && sources.length >= mostSources) {
      await archive.close();
      const message = `${mostSources} map sources are kept already.`;
      throw new FleetdeskError({ code: 'invalid-request', message });
    }
    const source = { ...archive.description, id: known?.id ?? nextId, file, shown: true };
    await this.#keep({
      nextId: known ? nextId : nextId + 1,
      sources: known
        ? sources.map((each) => (each === known ? source : each))
        : [...sources, source],
    }).catch(async (fault: unknown) => {
      await archive.close();
      throw fault;
    });
    this.#forget(source.id);
    this.#watch(source).take(archive);
    this.#publish();
    return { ...source, readable: true, fault: null };
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
    this.#sourceOf(id);
    const sources = this.#kept.sources.filter((each) => each.id !== id);
    await this.#keep({ ...this.#kept, sources });
    this.#forget(id);
    this.#publish();
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
    for (const id of [...this.#open.keys()]) this.#forget(id);
    await this.#lastWrite.catch(() => undefined);
  }

  #watch(source: MapSource): OpenSource {
    const open = new OpenSource(source.file, this.#options, () => {
      this.#publish();
    });
    this.#open.set(source.id, open);
    return open;
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
