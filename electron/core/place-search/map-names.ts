import type { MapNamesState } from '@contract/map-names';
import type { MapSourcesState, MapSourceState } from '@contract/map-sources';
import { longestArea, type FoundPlace, type PlaceQuery } from '@contract/place-search';
import { boundsContain, type Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import { reportFault } from '../faults';
import { Feed } from '../feed';
import type { MapSources } from '../map-sources/map-sources';
import { nearestNamed } from '../places/nearest-place';
import type { Clock } from '../ports/clock';
import type {
  MapName,
  MapNameIndex,
  MapNameIndexes,
  NamedMap,
  NamesProgress,
} from '../ports/map-name-indexes';
import { unitAt, type Unit } from './map-units';
import type { Candidate } from './named-places';

/** A map on a drive that does not answer for so many ms is left out of a search. */
const longestSearch = 1_500;

/** A map with no level as deep as this names no place that is searched for. */
const shallowest = 8;

/** What the names of maps need. */
export interface MapNamesOptions {
  sources: Pick<MapSources, 'state' | 'subscribe'>;
  indexes: MapNameIndexes;
  clock: Clock;
  /** Where the fleet is, in a few places: there the names of a large map are read first. */
  fleet(): readonly Place[];
}

interface OpenMap {
  readonly signature: string;
  readonly map: NamedMap;
  readonly index: MapNameIndex;
  progress: NamesProgress;
  /** Where a search was last made, as far as the map has it. */
  near: Unit | null;
}

/**
 * Names of streets, districts and places in the map files that are shown and can be read. They are
 * read into an index on the disk, which goes away with its map.
 */
export class MapNames {
  readonly #options: MapNamesOptions;
  readonly #feed = new Feed<MapNamesState>('the names of maps');
  readonly #open = new Map<number, OpenMap>();
  readonly #release: () => void;
  #ids = '';
  #lastClose: Promise<unknown> = Promise.resolve();

  constructor(options: MapNamesOptions) {
    this.#options = options;
    this.#release = options.sources.subscribe((state) => {
      this.#follow(state);
    });
    this.#follow(options.sources.state());
  }

  /** How far the names of each map have been read. */
  state(): MapNamesState {
    return { maps: [...this.#open].map(([id, { progress }]) => ({ id, ...progress })) };
  }

  /** How far they have been read, after each change; the answer ends it. */
  subscribe(listener: (state: MapNamesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** What fits, of all maps, at most `limit` of each. Never rejects. */
  async find(query: PlaceQuery, limit: number): Promise<Candidate[]> {
    const { near } = query;
    const found = [...this.#open.values()].map(async (open) => {
      if (near !== null) this.#readAround(open, near);
      const names = await this.#inTime(this.#search(open, query, limit));
      return this.#isOpen(open) ? names : [];
    });
    return (await Promise.all(found)).flat().map((name) => candidateOf(name, near));
  }

  /** Lets go of all maps. */
  async close(): Promise<void> {
    this.#release();
    for (const id of [...this.#open.keys()]) this.#close(id);
    await this.#lastClose;
  }

  #follow({ sources }: MapSourcesState): void {
    const used = new Map(sources.filter(isNamed).map((map) => [map.id, map]));
    let isOther = false;
    for (const [id, { signature }] of this.#open) {
      const map = used.get(id);
      if (map !== undefined && signatureOf(map) === signature) continue;
      this.#close(id);
      isOther = true;
    }
    for (const [id, map] of used) {
      if (this.#open.has(id)) continue;
      this.#start(map);
      isOther = true;
    }
    this.#deleteOthers(sources.map(({ id }) => id));
    if (isOther) this.#publish();
  }

  #start(map: NamedMap): void {
    const index = this.#options.indexes.open(map, (progress) => {
      const open = this.#open.get(map.id);
      if (open?.index !== index) return;
      open.progress = progress;
      this.#publish();
    });
    this.#open.set(map.id, {
      ...{ map, index, signature: signatureOf(map), near: null },
      progress: { names: 0, reading: null, isWhole: false, fault: null },
    });
    index.read(this.#options.fleet());
  }

  #close(id: number): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open) this.#afterThat(() => open.index.close());
  }

  /** A map that was taken out of the list is not found any more, and takes no room. */
  #deleteOthers(ids: readonly number[]): void {
    const signature = ids.join(' ');
    if (signature === this.#ids) return;
    this.#ids = signature;
    this.#afterThat(() => this.#options.indexes.keepOnly(ids));
  }

  #afterThat(work: () => Promise<unknown>): void {
    this.#lastClose = this.#lastClose.then(work).catch((fault: unknown) => {
      reportFault('the names of a map could not be let go of', fault);
    });
  }

  /** Where the thread that has the index ended, or the index is damaged, it is opened again. */
  async #search(open: OpenMap, query: PlaceQuery, limit: number): Promise<readonly MapName[]> {
    try {
      return await open.index.find(query, limit);
    } catch (fault) {
      reportFault('the names of a map could not be searched', fault);
      if (this.#isOpen(open)) {
        this.#close(open.map.id);
        this.#start(open.map);
        this.#publish();
      }
      return [];
    }
  }

  /** A person looks there: what is around is read first. */
  #readAround(open: OpenMap, near: Place): void {
    const [west, south, east, north] = open.map.bounds;
    if (!boundsContain({ west, south, east, north }, near)) return;
    const unit = unitAt(near);
    if (unit === open.near) return;
    open.near = unit;
    open.index.read([near, ...this.#options.fleet()]);
  }

  #isOpen({ map, index }: OpenMap): boolean {
    return this.#open.get(map.id)?.index === index;
  }

  #inTime(search: Promise<readonly MapName[]>): Promise<readonly MapName[]> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(longestSearch, () => {
        resolve([]);
      });
      void search.then(resolve).finally(cancel);
    });
  }

  #publish(): void {
    this.#feed.publish(this.state());
  }
}

function isNamed(source: MapSourceState): source is MapSourceState & NamedMap {
  const isUsed = source.shown && source.readable;
  return (
    isUsed && 'file' in source && source.content.form === 'vector' && source.maxZoom >= shallowest
  );
}

function signatureOf({ file, bounds, minZoom, maxZoom, content }: NamedMap): string {
  return JSON.stringify([file, bounds, minZoom, maxZoom, content]);
}

function candidateOf(name: MapName, near: Place | null): Candidate {
  const { latitude, longitude, match, size } = name;
  const place = { latitude, longitude };
  return {
    ...{ match, size },
    away: near === null ? 0 : metersBetween(near, place),
    found: foundOf(name, name.area || (nearestNamed(place)?.name ?? '')),
  };
}

function foundOf({ kind, name, latitude, longitude }: MapName, area: string): FoundPlace {
  return {
    ...{ kind, name, latitude, longitude, country: null, source: 'file' },
    area: area === name ? '' : area.slice(0, longestArea),
  };
}
