import { mkdtemp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { Compression, TileType } from 'pmtiles';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wholeWorld } from '@contract/map-sources';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { errorOf } from '../../core/error-of';
import { pmtilesBytes, writeMbtiles, writePmtiles } from '../../../map-files/write-archives';

const layers = ['water', 'transportation', 'place'];
const data = Buffer.from('\u001a what is a tile here');
const place = { z: 10, x: 379, y: 581 };
const tiles = [
  { ...place, data: gzipSync(data) },
  { z: 9, x: 189, y: 290, data: gzipSync(Buffer.from('above')) },
];
const words = {
  name: 'São Paulo',
  attribution: '<a href="https://example.org">&copy; OpenStreetMap</a> contributors',
  bounds: [-47, -24, -46, -23],
  layers,
} as const;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-tiles-'));
  file = join(folder, 'a map %41 #1.tiles');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => inlineArchives.open(file);
const reasonOf = async (work: Promise<unknown>) => (await errorOf(work)).reason;

/** Opens the file, reads one tile and closes it again. */
async function tileOf(at = place): Promise<Uint8Array | null> {
  const archive = await open();
  try {
    return await archive.tile(at);
  } finally {
    await archive.close();
  }
}

describe.each([
  ['PMTiles', writePmtiles, 'pmtiles'],
  ['MBTiles', writeMbtiles, 'mbtiles'],
] as const)('a map in an %s file', (_name, write, kind) => {
  it('says what it holds, its attribution with its link and no other markup', async () => {
    await write(file, tiles, words);
    const archive = await open();
    expect(archive.description).toEqual({
      kind,
      name: 'São Paulo',
      attribution: '<a href="https://example.org/">© OpenStreetMap</a> contributors',
      bounds: [-47, -24, -46, -23],
      minZoom: 9,
      maxZoom: 10,
      content: { form: 'vector', schema: 'openmaptiles' },
    });
    await archive.close();
  });

  it('gives its tiles unpacked, and null where it has none', async () => {
    await write(file, tiles, words);
    const archive = await open();
    expect(Buffer.from((await archive.tile(place)) ?? [])).toEqual(data);
    expect(Buffer.from((await archive.tile({ z: 9, x: 189, y: 290 })) ?? [])).toHaveLength(5);
    expect(await archive.tile({ ...place, y: 580 })).toBeNull();
    expect(await archive.tile({ z: 4, x: 5, y: 9 })).toBeNull();
    await archive.close();
  });

  it('without name and area is called by its file, and covers the world', async () => {
    await write(file, tiles, { layers });
    const archive = await open();
    expect(archive.description).toMatchObject({
      name: 'a map %41 #1.tiles',
      attribution: '',
      bounds: wholeWorld,
    });
    await archive.close();
  });

  it.each([
    ['a west that is east of its east', [176, -20, -176, -12]],
    ...(kind === 'mbtiles' ? [['an east beyond 180', [176, -20, 184, -12]] as const] : []),
  ] as const)('over the date line says %s', async (_said, bounds) => {
    await write(file, tiles, { ...words, bounds: [...bounds] });
    const archive = await open();
    expect(archive.description.bounds).toEqual([176, -20, 184, -12]);
    await archive.close();
  });

  it('is read without a byte written to it or beside it', async () => {
    await write(file, tiles, words);
    const before = await readFile(file);
    await tileOf();
    expect(await readFile(file)).toEqual(before);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('with layers of another schema is refused, and the layers are named', async () => {
    await write(file, tiles, { ...words, layers: ['contours', 'slopes'] });
    expect(await errorOf(open())).toMatchObject({
      code: 'file-unreadable',
      reason: 'map-schema',
      message: 'Layers: contours, slopes',
    });
  });

  it('that is cut off is told as incomplete', async () => {
    await write(file, [...tiles, { z: 10, x: 1, y: 1, data: Buffer.alloc(60_000, 7) }], words);
    const whole = (await readFile(file)).length;
    await truncate(file, whole - 59_500);
    expect(await reasonOf(tileOf({ z: 10, x: 1, y: 1 }))).toBe('map-cut-off');
  });

  it('with a tile that unpacks beyond 2 MB refuses that tile alone', async () => {
    const bomb = { z: 10, x: 5, y: 5, data: gzipSync(Buffer.alloc(3 * 1024 * 1024)) };
    await write(file, [...tiles, bomb], words);
    const archive = await open();
    expect(await reasonOf(archive.tile(bomb))).toBe('map-tile-too-large');
    expect(await archive.tile(place)).not.toBeNull();
    await archive.close();
  });

  it('with a tile that unpacks to more than a hundred times its size refuses it', async () => {
    const bomb = { z: 10, x: 5, y: 5, data: gzipSync(Buffer.alloc(1024 * 1024)) };
    expect(bomb.data.length * 100).toBeLessThan(1024 * 1024);
    await write(file, [bomb], words);
    expect(await reasonOf(tileOf(bomb))).toBe('map-tile-too-large');
  });

  it('with a tile that is larger than 2 MB in the file refuses it', async () => {
    const large = { z: 10, x: 5, y: 5, data: Buffer.alloc(2 * 1024 * 1024 + 1, 0x1a) };
    await write(file, [large], { ...words, ...(kind === 'pmtiles' && { compression: 1 }) });
    expect(await reasonOf(tileOf(large))).toBe('map-tile-too-large');
  });

  it('with a broken tile tells the damage', async () => {
    const broken = { ...place, data: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7]) };
    await write(file, [broken], words);
    expect(await reasonOf(tileOf())).toBe('map-damaged');
  });
});

describe('a PMTiles archive', () => {
  it('compressed with Brotli or not at all is read', async () => {
    await writePmtiles(file, [{ ...place, data: brotliCompressSync(data) }], {
      ...words,
      compression: Compression.Brotli,
    });
    expect(Buffer.from((await tileOf()) ?? [])).toEqual(data);
    await writePmtiles(file, [{ ...place, data }], { ...words, compression: Compression.None });
    expect(Buffer.from((await tileOf()) ?? [])).toEqual(data);
  });

  it.each([
    ['Zstandard', Compression.Zstd],
    ['something unknown', 77],
  ])('compressed with %s is refused', async (_name, compression) => {
    await writePmtiles(file, tiles, { ...words, compression });
    expect(await reasonOf(open())).toBe('map-compression');
  });

  it.each([
    ['pictures', TileType.Png, undefined],
    ['AVIF', TileType.Avif, 'map-tile-form'],
    ['MapLibre tiles', TileType.Mlt, 'map-tile-form'],
  ])('with %s is told by its header', async (_name, tileType, reason) => {
    await writePmtiles(file, tiles, { ...words, tileType });
    if (reason) expect(await reasonOf(open())).toBe(reason);
    else {
      const archive = await open();
      expect(archive.description.content).toEqual({ form: 'raster' });
      await archive.close();
    }
  });

  it.each([8, 100, 130])('that ends after %i bytes is told as incomplete', async (length) => {
    await writeFile(file, pmtilesBytes(tiles, words).subarray(0, length));
    expect(await reasonOf(open())).toBe('map-cut-off');
  });

  it('that ends within its tiles is told as incomplete before any of them is drawn', async () => {
    const bytes = pmtilesBytes(tiles, words);
    await writeFile(file, bytes.subarray(0, bytes.length - 1));
    expect(await reasonOf(open())).toBe('map-cut-off');
  });

  it('whose directory claims a tile of gigabytes reads none of it', async () => {
    const bytes = pmtilesBytes(tiles, words);
    // Metadata of 8 GB.
    bytes.writeBigUInt64LE(8n * 1024n ** 3n, 32);
    await writeFile(file, bytes);
    expect(await reasonOf(open())).toBe('map-damaged');
  });

  it.each([
    ['no JSON', 'map-damaged'],
    [null, 'map-schema'],
    [{ vector_layers: 'roads' }, 'map-schema'],
  ])('whose metadata is %j is refused', async (metadata, reason) => {
    const bytes =
      metadata === 'no JSON'
        ? breakMetadata(pmtilesBytes(tiles, words))
        : pmtilesBytes(tiles, { ...words, metadata: metadata ?? [] });
    await writeFile(file, bytes);
    expect(await reasonOf(open())).toBe(reason);
  });
});

function breakMetadata(bytes: Buffer): Buffer {
  const at = Number(bytes.readBigUInt64LE(24));
  bytes.fill(0x55, at + 10, at + 20);
  return bytes;
}

describe('an MBTiles database', () => {
  it('with tiles packed by zlib, or not packed, is read', async () => {
    const plain = { z: 9, x: 1, y: 1, data };
    await writeMbtiles(file, [{ ...place, data: deflateSync(data) }, plain], words);
    expect(Buffer.from((await tileOf()) ?? [])).toEqual(data);
    expect(Buffer.from((await tileOf(plain)) ?? [])).toEqual(data);
  });

  it('whose tiles are a view, as many writers make it, is read', async () => {
    await writeMbtiles(file, tiles, words);
    const database = new Libsql(file);
    database.exec('ALTER TABLE tiles RENAME TO images; CREATE VIEW tiles AS SELECT * FROM images');
    database.close();
    expect(Buffer.from((await tileOf()) ?? [])).toEqual(data);
  });

  it('whose tiles are a view of a map and its images, joined by a number, is read', async () => {
    await writeMbtiles(file, tiles, words);
    const database = new Libsql(file);
    database.exec(`
      CREATE TABLE images AS SELECT rowid AS tile_id, tile_data FROM tiles;
      CREATE TABLE map AS SELECT zoom_level, tile_column, tile_row, rowid AS tile_id FROM tiles;
      DROP TABLE tiles;
      CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id;
    `);
    database.close();
    expect(Buffer.from((await tileOf()) ?? [])).toEqual(data);
  });

  it.each([
    [
      'tiles that are all rows of a table for each of another',
      `ALTER TABLE tiles RENAME TO images;
       CREATE VIEW tiles AS
         SELECT one.zoom_level + other.zoom_level AS zoom_level, one.tile_column, other.tile_row,
           one.tile_data
         FROM images AS one, images AS other, images AS third`,
    ],
    [
      'tiles that read a table for each row of another',
      `ALTER TABLE tiles RENAME TO images;
       CREATE VIEW tiles AS
         SELECT (SELECT max(other.tile_row + one.tile_row) FROM images AS other) AS zoom_level,
           one.tile_column, one.tile_row, one.tile_data
         FROM images AS one`,
    ],
    [
      'tiles that count up without an end',
      `ALTER TABLE tiles RENAME TO images;
       CREATE VIEW tiles AS
         WITH RECURSIVE count (n) AS (SELECT 30 UNION ALL SELECT n + 1 FROM count)
         SELECT n AS zoom_level, n AS tile_column, n AS tile_row, x'00' AS tile_data FROM count`,
    ],
    [
      'metadata that count up without an end',
      `ALTER TABLE metadata RENAME TO words;
       CREATE VIEW metadata AS
         WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count)
         SELECT 'other ' || n AS name, '' AS value FROM count`,
    ],
  ])('with %s is refused, and holds up no thread', async (_name, views) => {
    await writeMbtiles(file, tiles, words);
    const database = new Libsql(file);
    database.exec(views);
    database.close();
    expect(await reasonOf(open())).toBe('map-unknown-file');
  });

  it('with texts that are no UTF-8 does not end the process', async () => {
    await writeMbtiles(file, tiles, words);
    const database = new Libsql(file);
    database.exec(`
      INSERT INTO metadata VALUES (CAST(x'ff00fe' AS TEXT), 'a name');
      UPDATE metadata SET value = CAST(x'ff00fe' AS TEXT) WHERE name = 'attribution';
      UPDATE tiles SET tile_data = CAST(x'ff00fe' AS TEXT) WHERE zoom_level = 9;
    `);
    database.close();
    expect(await tileOf({ z: 9, x: 189, y: 290 })).toHaveLength(3);
  });

  it('with much metadata that is not used reads the rest of it', async () => {
    await writeMbtiles(file, tiles, words);
    const database = new Libsql(file);
    database.exec(`
      CREATE TABLE others AS SELECT * FROM metadata;
      DELETE FROM metadata;
      WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 300)
        INSERT INTO metadata SELECT 'other ' || n, 'a text' FROM count;
      INSERT INTO metadata SELECT * FROM others;
    `);
    database.close();
    const archive = await open();
    expect(archive.description).toMatchObject({ name: 'São Paulo', maxZoom: 10 });
    await archive.close();
  });

  it.each(['png', 'jpg', 'webp', ''])('of the format "%s" holds pictures', async (format) => {
    await writeMbtiles(file, tiles, { format });
    const archive = await open();
    expect(archive.description.content).toEqual({ form: 'raster' });
    await archive.close();
  });

  it('of a format that is not drawn is refused', async () => {
    await writeMbtiles(file, tiles, { ...words, format: 'avif' });
    expect(await reasonOf(open())).toBe('map-tile-form');
  });

  it('without the tables of MBTiles is another file', async () => {
    const database = new Libsql(file);
    database.exec('CREATE TABLE contacts (name TEXT)');
    database.close();
    expect(await reasonOf(open())).toBe('map-unknown-file');
  });
});

describe('a file that is no map', () => {
  it.each([
    ['HTML', '<!doctype html><title>Not found</title>'],
    ['empty', ''],
    ['a very short text', 'PM'],
    ['PMTiles of version 2', 'PMTiles\u0002'.padEnd(600, '\0')],
  ])('is refused: %s', async (_name, text) => {
    await writeFile(file, text);
    expect(await reasonOf(open())).toBe('map-unknown-file');
  });

  it('is refused where it is a folder', async () => {
    await mkdir(file);
    expect(await reasonOf(open())).toBe('map-unknown-file');
  });

  it('is told as gone where there is none, and none is made', async () => {
    expect(await reasonOf(open())).toBe('map-file-gone');
    expect(await readdir(folder)).toEqual([]);
  });
});
