import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import type { MapContent, MapDescription, TilePlace } from '@contract/map-sources';
import type { TileArchive } from '@core/ports/tile-archives';
import { describe, vectorContent } from './described';
import { asTileFault, tileFault } from './tile-faults';
import { largestTile, unpack } from './unpack';

/** The metadata that is used; a file may hold any other. */
const usedNames = [
  'name',
  'attribution',
  'bounds',
  'minzoom',
  'maxzoom',
  'format',
  'json',
] as const;

/** Bytes of metadata under one name: lists of fields can be long. */
const largestValue = 4 * 1024 * 1024;

/** Texts come as bytes: the library ends the whole process on a text that is not UTF-8. */
const readMetadata = `
  SELECT CAST(value AS BLOB) FROM metadata
  WHERE CAST(name AS TEXT) = ? AND length(CAST(value AS BLOB)) <= ${largestValue} LIMIT 1`;

const readTile = `
  SELECT length(CAST(tile_data AS BLOB)),
    iif(length(CAST(tile_data AS BLOB)) <= ${largestTile}, CAST(tile_data AS BLOB), NULL)
  FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1`;

/** Two queries in one, so that the index answers each without being read whole. */
const readZooms = 'SELECT (SELECT min(zoom_level) FROM tiles), (SELECT max(zoom_level) FROM tiles)';

type Reader = {
  get(values: readonly (number | string)[]): unknown[] | undefined;
  all(values: readonly (number | string)[]): unknown[];
};

/**
 * An MBTiles database (https://github.com/mapbox/mbtiles-spec), opened so that nothing is written to
 * it or beside it. Reading blocks the thread that it runs in.
 */
export class MbtilesArchive implements TileArchive {
  readonly description: MapDescription;
  readonly #database: Libsql.Database;
  readonly #tile: Reader;

  private constructor(database: Libsql.Database, tile: Reader, description: MapDescription) {
    this.#database = database;
    this.#tile = tile;
    this.description = description;
  }

  /** @param path of a file that is there. @throws FleetdeskError with a reason */
  static open(path: string): MbtilesArchive {
    let database: Libsql.Database | null = null;
    try {
      // Immutable: without locks and journals, which a read-only drive could not hold.
      database = new Libsql(`${pathToFileURL(path).href}?mode=ro&immutable=1`);
      database.exec(
        'PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON',
      );
      refuseOther(database);
      for (const query of [readMetadata, readTile, readZooms]) refuseEndless(database, query);
      const metadata = metadataOf(database);
      const zooms = zoomsOf(database, metadata);
      const description = describe({
        kind: 'mbtiles',
        file: path,
        name: metadata.get('name'),
        attribution: metadata.get('attribution'),
        bounds: (metadata.get('bounds') ?? '').split(',').map(Number),
        minZoom: zooms[0],
        maxZoom: zooms[1],
        content: contentOf(metadata),
      });
      return new MbtilesArchive(database, reader(database, readTile), description);
    } catch (fault) {
      database?.close();
      throw databaseFault(fault);
    }
  }

  tile({ z, x, y }: TilePlace): Promise<Uint8Array | null> {
    return Promise.resolve().then(() => {
      try {
        // MBTiles counts rows from the south.
        const [length, data] = this.#tile.get([z, x, 2 ** z - 1 - y]) ?? [];
        if (length === undefined || length === null) return null;
        if (!(data instanceof Uint8Array)) {
          throw tileFault('map-tile-too-large', `A tile of ${String(length)} bytes.`);
        }
        return data.length === 0 ? null : unpack(data, 'auto');
      } catch (fault) {
        throw databaseFault(fault);
      }
    });
  }

  close(): Promise<void> {
    return Promise.resolve().then(() => {
      this.#database.close();
    });
  }
}

function reader(database: Libsql.Database, sql: string): Reader {
  return database.prepare(sql).raw() as unknown as Reader;
}

/** An SQLite file may hold anything; only one with the tables of MBTiles is a map. */
function refuseOther(database: Libsql.Database): void {
  const [found] =
    reader(
      database,
      "SELECT count(*) FROM sqlite_schema WHERE lower(name) IN ('tiles', 'metadata')",
    ).get([]) ?? [];
  if (found !== 2) throw tileFault('map-unknown-file', 'A database without tiles and metadata.');
}

/**
 * The tables may be views, and one that counts up without an end, or reads all of a table for each
 * row of another, would hold its thread until the app quits: a read can't be interrupted. No writer
 * of maps makes such views: they join by an index.
 */
function refuseEndless(database: Libsql.Database, query: string): void {
  const plan = reader(database, `EXPLAIN QUERY PLAN ${query}`).all([]) as PlanStep[];
  const parents = new Map(plan.map(([id, parent]) => [id, parent]));
  const details = new Map(plan.map(([id, , , detail]) => [id, detail]));
  const loops = new Map<number, number>();
  for (const [id, parent, , detail] of plan) {
    if (/^RECURSIVE STEP|VIRTUAL TABLE/.test(detail)) refuseView(detail);
    if (!/^(SCAN|SEARCH) (?!CONSTANT)/.test(detail)) continue;
    // Steps beside each other are loops within loops; a map and its images are two.
    const beside = (loops.get(parent) ?? 0) + 1;
    loops.set(parent, beside);
    if (beside > LOOPS_AT_MOST) refuseView(detail);
    // A search names in brackets what it compares; else it reads all.
    if (detail.includes('(')) continue;
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
      if (details.get(at)?.startsWith('CORRELATED') === true) refuseView(detail);
    }
  }
}

/** Tables that a view may join. */
const LOOPS_AT_MOST = 2;

/** A step of a query's plan: its number, that of the step it is part of, and what it does. */
type PlanStep = [id: number, parent: number, unused: number, detail: string];

function refuseView(detail: string): never {
  throw tileFault('map-unknown-file', `A view with ${detail}.`);
}

function metadataOf(database: Libsql.Database): Map<string, string> {
  const metadata = new Map<string, string>();
  const values = reader(database, readMetadata);
  for (const name of usedNames) {
    const [value] = values.get([name]) ?? [];
    if (value instanceof Uint8Array) metadata.set(name, new TextDecoder().decode(value));
  }
  return metadata;
}

/** As the file says, or else as its tiles are. */
function zoomsOf(database: Libsql.Database, metadata: Map<string, string>): [number, number] {
  const told = [metadata.get('minzoom'), metadata.get('maxzoom')].map((value) =>
    value === undefined || value.trim() === '' ? Number.NaN : Number(value),
  );
  if (told.every(Number.isFinite)) return [told[0] ?? 0, told[1] ?? 0];
  const [least, most] = reader(database, readZooms).get([]) ?? [];
  return [Number(least ?? 0), Number(most ?? 0)];
}

function contentOf(metadata: Map<string, string>): MapContent {
  const format = (metadata.get('format') ?? '').toLowerCase();
  switch (format) {
    case 'pbf':
    case 'mvt':
    case 'application/x-protobuf':
    case 'application/vnd.mapbox-vector-tile':
      return vectorContent(layersOf(metadata.get('json') ?? ''));
    // The first version of the format had no field for it: its tiles are pictures.
    case '':
    case 'png':
    case 'jpg':
    case 'jpeg':
    case 'webp':
      return { form: 'raster' };
    default:
      throw tileFault('map-tile-form', `Tiles of the format ${format.slice(0, 40)}.`);
  }
}

function layersOf(json: string): unknown {
  try {
    return (JSON.parse(json) as { vector_layers?: unknown } | null)?.vector_layers;
  } catch {
    return undefined;
  }
}

/** What SQLite says of a file that is shorter than its header claims, or broken inside. */
function databaseFault(fault: unknown) {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code.startsWith('SQLITE_CORRUPT')) return tileFault('map-cut-off', String(fault), fault);
  if (code.startsWith('SQLITE_NOTADB')) return tileFault('map-unknown-file', String(fault), fault);
  return asTileFault(fault);
}
