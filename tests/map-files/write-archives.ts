import { rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import type { TilePlace } from '@contract/map-sources';

/** A tile to be put into a file, as it is: compressed or not. */
export type TileToWrite = TilePlace & { data: Uint8Array };

/** What a file says of itself. */
export type ArchiveWords = {
  name?: string;
  attribution?: string;
  bounds?: readonly [number, number, number, number];
  minZoom?: number;
  maxZoom?: number;
  layers?: readonly string[];
};

const layerList = (layers: readonly string[]) => layers.map((id) => ({ id, fields: {} }));

/**
 * A PMTiles archive of version 3: all its entries in the root directory, or so many in each of the
 * directories below.
 */
export function pmtilesBytes(
  tiles: readonly TileToWrite[],
  words: ArchiveWords & {
    tileType?: TileType;
    compression?: number;
    metadata?: unknown;
    leafEntries?: number;
    /** Bytes between two contents, so that they can't be read at once. */
    gap?: number;
  } = {},
): Buffer {
  const { gap = 0 } = words;
  const sorted = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.id - b.id);
  let offset = 0;
  const entries = sorted.map(({ id, data }) => {
    const entry = { id, offset, length: data.length };
    offset += data.length + gap;
    return entry;
  });
  const { root, leaves } = directoriesOf(entries, words.leafEntries ?? null);
  const directory = gzipSync(root);
  const metadata = gzipSync(
    JSON.stringify(
      words.metadata ?? {
        name: words.name,
        attribution: words.attribution,
        vector_layers: layerList(words.layers ?? []),
      },
    ),
  );
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const long = (value: number, at: number) => header.writeBigUInt64LE(BigInt(value), at);
  const leavesAt = 127 + directory.length + metadata.length;
  const dataAt = leavesAt + leaves.length;
  long(127, 8);
  long(directory.length, 16);
  long(127 + directory.length, 24);
  long(metadata.length, 32);
  long(leavesAt, 40);
  long(leaves.length, 48);
  long(dataAt, 56);
  long(offset, 64);
  for (const at of [72, 80, 88]) long(entries.length, at);
  header[96] = 1;
  header[97] = Compression.Gzip;
  header[98] = words.compression ?? Compression.Gzip;
  header[99] = words.tileType ?? TileType.Mvt;
  header[100] = words.minZoom ?? Math.min(...tiles.map(({ z }) => z));
  header[101] = words.maxZoom ?? Math.max(...tiles.map(({ z }) => z));
  (words.bounds ?? [0, 0, 0, 0]).forEach((degrees, index) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  });
  return Buffer.concat([
    header,
    directory,
    metadata,
    leaves,
    ...sorted.flatMap(({ data }) => [data, Buffer.alloc(gap)]),
  ]);
}

type Entry = { id: number; offset: number; length: number; run?: number };

function directoriesOf(entries: readonly Entry[], perLeaf: number | null) {
  if (perLeaf === null) return { root: directoryBytes(entries), leaves: Buffer.alloc(0) };
  const above: Entry[] = [];
  const leaves: Buffer[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += perLeaf) {
    const leaf = gzipSync(directoryBytes(entries.slice(at, at + perLeaf)));
    above.push({ id: entries[at]?.id ?? 0, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directoryBytes(above), leaves: Buffer.concat(leaves) };
}

function directoryBytes(entries: readonly Entry[]) {
  const bytes: number[] = [];
  const varint = (value: number) => {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  varint(entries.length);
  entries.forEach(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0)));
  entries.forEach(({ run = 1 }) => varint(run));
  entries.forEach(({ length }) => varint(length));
  entries.forEach(({ offset }) => varint(offset + 1));
  return Buffer.from(bytes);
}

/** Writes a PMTiles archive. */
export async function writePmtiles(
  file: string,
  ...content: Parameters<typeof pmtilesBytes>
): Promise<void> {
  await writeFile(file, pmtilesBytes(...content));
}

/** Writes an MBTiles database. */
export async function writeMbtiles(
  file: string,
  tiles: readonly TileToWrite[],
  words: ArchiveWords & { format?: string } = {},
): Promise<void> {
  await rm(file, { force: true });
  const database = new Libsql(file);
  database.exec(`
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
  `);
  const metadata: Record<string, string | undefined> = {
    name: words.name,
    attribution: words.attribution,
    format: words.format ?? 'pbf',
    bounds: words.bounds?.join(','),
    minzoom: words.minZoom?.toString(),
    maxzoom: words.maxZoom?.toString(),
    json: words.layers && JSON.stringify({ vector_layers: layerList(words.layers) }),
  };
  const say = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  for (const [name, value] of Object.entries(metadata)) {
    if (value !== undefined) say.run([name, value]);
  }
  const put = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  for (const { z, x, y, data } of tiles) put.run([z, x, 2 ** z - 1 - y, Buffer.from(data)]);
  database.close();
}
