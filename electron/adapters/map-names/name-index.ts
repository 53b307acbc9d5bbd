import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FleetdeskError } from '@contract/errors';
import { wordsOf } from '@contract/folding';
import type { MapNamesProgress } from '@contract/map-names';
import type { PlaceQuery } from '@contract/place-search';
import type { Place } from '@contract/rules/longitudes';
import { EARTH_RADIUS } from '@contract/rules/sphere';
import { latitudeAt, longitudeAt, worldX, worldY } from '@contract/rules/web-mercator';
import { Ground } from '@core/places/ground';
import { locate, TOWN_REACH } from '@core/places/locate';
import { tilesOfUnit, unitCount, unitsAround, type Unit } from '@core/place-search/map-units';
import { matcherOf } from '@core/place-search/named-places';
import type { MapName, MapNameIndex, NamedMap, NamesProgress } from '@core/ports/map-name-indexes';
import type { TileArchive, TileArchives } from '@core/ports/tile-archives';
import { inMemory, NamesDatabase, type KeptName } from './names-database';
import { NamesOfUnit } from './names-of-unit';

/** Bytes that the names of all maps may take. */
const largestFolder = 512 * 1024 * 1024;

/** What the index of a map needs. */
export interface NameIndexOptions {
  readonly map: NamedMap;
  /** Path of its database. */
  readonly file: string;
  readonly archives: TileArchives;
  /** Share of the time that reading takes of a processor, 0 to 1. */
  readonly effort: number;
  onProgress(progress: NamesProgress): void;
}

/** The names of one map file: reads them square by square, and finds them, in this very thread. */
export class NameIndex implements MapNameIndex {
  readonly #options: NameIndexOptions;
  #open: { identity: string; database: NamesDatabase } | null = null;
  #plan: Unit[] = [];
  #planned = 0;
  #around: readonly Place[] = [];
  #running: Promise<void> | null = null;
  /** The file went away before all was read. */
  #isCutOff = false;
  #isClosed = false;

  constructor(options: NameIndexOptions) {
    this.#options = options;
  }

  async find({ words, near }: PlaceQuery, limit: number): Promise<readonly MapName[]> {
    const sought = wordsOf(words);
    const database = sought.length === 0 ? null : await this.#database();
    if (database === null) return [];
    const { bounds } = this.#options.map;
    const from = near ?? {
      latitude: (bounds[1] + bounds[3]) / 2,
      longitude: (bounds[0] + bounds[2]) / 2,
    };
    const here = { x: worldX(from.longitude), y: worldY(from.latitude) };
    const match = matcherOf(sought);
    const found = new Map<string, { name: KeptName; match: number }>();
    for (const name of database.find(sought, here, 2 * limit)) {
      const key = `${name.kind} ${name.text} ${name.x} ${name.y}`;
      const well = match(` ${name.folded} `) ?? 3;
      if (well < (found.get(key)?.match ?? Infinity)) found.set(key, { name, match: well });
    }
    return [...found.values()]
      .sort((a, b) => a.match - b.match)
      .slice(0, limit)
      .map(({ name, match: well }) => this.#describe(database, name, well));
  }

  read(around: readonly Place[]): void {
    this.#around = around;
    this.#plan = unitsAround(this.#options.map, around);
    this.#planned = this.#plan.length;
    this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#plan = [];
    await this.#running;
    this.#open?.database.close();
    this.#open = null;
  }

  /** The database of the file as it is now; null where the file is not there. */
  async #database(): Promise<NamesDatabase | null> {
    const { map, file } = this.#options;
    const found = await stat(map.file).catch(() => null);
    if (found === null || this.#isClosed) return null;
    const { size, mtimeMs } = found;
    const identity = JSON.stringify([map.file, size, mtimeMs, map.bounds, map.content]);
    if (this.#isCutOff) {
      this.#isCutOff = false;
      this.read(this.#around);
    }
    if (this.#open?.identity === identity) return this.#open.database;
    const isOther = this.#open !== null;
    this.#open?.database.close();
    this.#open = null;
    this.#open = { identity, database: new NamesDatabase(file, identity) };
    // Another file was put in its place while the app ran. That is told before anything is found.
    if (isOther) {
      this.read(this.#around);
      this.#tell(this.#open.database, null);
    }
    return this.#open.database;
  }

  #start(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // More was asked for while the last file was being closed.
      if (this.#plan.length > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    let archive: TileArchive | null = null;
    let fault: MapNamesProgress['fault'] = null;
    try {
      while (fault === null && !this.#isClosed) {
        const database = await this.#database();
        if (database === null) fault = 'unreadable';
        const unit = this.#plan[0];
        if (database === null || unit === undefined) break;
        if (!database.hasUnit(unit)) {
          this.#tell(database, null);
          if (database.isFull() || (await sizeOfFolder(this.#options.file)) > largestFolder) {
            fault = 'full';
            break;
          }
          archive ??= await this.#options.archives.open(this.#options.map.file);
          if (!(await this.#readUnit(unit, archive))) {
            await archive.close();
            archive = null;
            continue;
          }
        }
        if (this.#plan[0] === unit) this.#plan.shift();
      }
    } catch (caught) {
      fault = caught instanceof FleetdeskError ? 'unreadable' : 'not-written';
    }
    if (fault !== null) this.#plan = [];
    await archive?.close();
    this.#isCutOff = fault === 'unreadable';
    if (!this.#isClosed) this.#tell(this.#open?.database ?? null, fault, this.#plan.length === 0);
  }

  /** False: the file was replaced meanwhile, or the index is closed; nothing was kept. */
  async #readUnit(unit: Unit, archive: TileArchive): Promise<boolean> {
    const { map, effort } = this.#options;
    const identity = this.#open?.identity;
    const names = new NamesOfUnit(unit, map.content.schema);
    for (const tile of tilesOfUnit(unit, map)) {
      if (this.#isClosed) return false;
      const { z, x, y } = tile;
      const began = performance.now();
      // One tile that is broken names nothing; where the file is gone the next stat says so.
      const bytes = await archive.tile({ z, x, y }).catch(() => null);
      if (bytes !== null) names.add(bytes, tile);
      const took = performance.now() - began;
      // The map is drawn by the same processors.
      if (effort < 1 && bytes !== null) await sleep((took * (1 - effort)) / effort);
    }
    const database = await this.#database();
    if (database === null || this.#open?.identity !== identity) return false;
    database.addUnit(unit, names.all());
    return true;
  }

  #tell(database: NamesDatabase | null, fault: MapNamesProgress['fault'], isOver = false): void {
    const done = this.#planned - this.#plan.length;
    this.#options.onProgress({
      names: database?.nameCount() ?? 0,
      reading: isOver || this.#planned === 0 ? null : done / this.#planned,
      isWhole: database !== null && database.unitCount() >= unitCount(this.#options.map),
      fault,
    });
  }

  #describe(database: NamesDatabase, { kind, text, x, y, size }: KeptName, match: number): MapName {
    const place = { latitude: latitudeAt(y), longitude: longitudeAt(x) };
    const meters = 2 * Math.PI * EARTH_RADIUS * Math.cos((place.latitude * Math.PI) / 180);
    const reach = TOWN_REACH / Math.max(meters, 1);
    const around = database.placesIn(x - reach, y - reach, x + reach, y + reach);
    const points = around.map((each) => ({
      of:
        each.kind === 'town'
          ? each.size >= 100
            ? ('city' as const)
            : ('town' as const)
          : kindOf(each),
      ...{ text: each.text, languages: {}, x: each.x, y: each.y },
    }));
    const { district, town } = locate(place, [new Ground({ roads: [], points, areas: [] })], '');
    const inside = [
      kind === 'street' || kind === 'village' ? district : null,
      town?.isIn ? town.name : null,
    ];
    const parts = inside.filter((part) => part !== null && part !== text);
    return { kind, name: text, match, size, area: [...new Set(parts)].join(', '), ...place };
  }
}

function kindOf({ kind }: KeptName): 'village' | 'district' {
  return kind === 'village' ? 'village' : 'district';
}

async function sizeOfFolder(file: string): Promise<number> {
  if (file === inMemory) return 0;
  const folder = dirname(file);
  const names = await readdir(folder);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
