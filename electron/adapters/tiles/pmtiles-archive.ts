import { Compression, PMTiles, SharedPromiseCache, TileType, type Header } from 'pmtiles';
import { z } from 'zod';
import type { MapContent, MapDescription, TilePlace } from '@contract/map-sources';
import type { TileArchive } from '@core/ports/tile-archives';
import { describe, vectorContent } from './described';
import type { RangeFile } from './range-file';
import { asTileFault, tileFault } from './tile-faults';
import { unpack, type Packing } from './unpack';

/** What an archive tells of itself may have so many bytes, statistics of all its fields included. */
const largestMetadata = 4 * 1024 * 1024;

/** Bytes of the header of version 3. */
const headerLength = 127;

/** Directories kept; each has some thousand entries. */
const keptDirectories = 64;

const packings: Partial<Record<Compression, Packing>> = {
  [Compression.None]: 'none',
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
};

const metadataSchema = z.object({
  name: z.unknown().optional(),
  attribution: z.unknown().optional(),
  vector_layers: z.unknown().optional(),
});

/**
 * A PMTiles archive of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md),
 * read by ranges.
 */
export class PmtilesArchive implements TileArchive {
  readonly description: MapDescription;
  readonly #file: RangeFile;
  readonly #archive: PMTiles;

  private constructor(file: RangeFile, archive: PMTiles, description: MapDescription) {
    this.#file = file;
    this.#archive = archive;
    this.description = description;
  }

  /** Takes over the file, also where it throws. @throws FleetdeskError with a reason */
  static async open(file: RangeFile, path: string): Promise<PmtilesArchive> {
    try {
      const start = await file.getBytes(0, headerLength);
      if (start.data.byteLength < headerLength) throw tileFault('map-cut-off', 'No whole header.');
      const cache = new SharedPromiseCache(keptDirectories, true, decompress);
      const archive = new PMTiles(file, cache, decompress);
      const header = await headerOf(archive);
      const metadata = await metadataOf(file, header);
      const description = describe({
        kind: 'pmtiles',
        file: path,
        name: metadata.name,
        attribution: metadata.attribution,
        bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
        minZoom: header.minZoom,
        maxZoom: header.maxZoom,
        content: contentOf(header, metadata.vector_layers),
      });
      return new PmtilesArchive(file, archive, description);
    } catch (fault) {
      await file.close();
      throw asTileFault(fault);
    }
  }

  async tile({ z, x, y }: TilePlace): Promise<Uint8Array | null> {
    try {
      const found = await this.#archive.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    } catch (fault) {
      throw asTileFault(fault);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function headerOf(archive: PMTiles): Promise<Header> {
  try {
    return await archive.getHeader();
  } catch (fault) {
    // The root directory is a part of what is read first: one that is cut off is broken data there.
    const known = asTileFault(fault);
    throw known.error.reason === 'map-damaged'
      ? tileFault('map-cut-off', known.error.message, fault)
      : known;
  }
}

async function metadataOf(
  file: RangeFile,
  header: Header,
): Promise<z.infer<typeof metadataSchema>> {
  if (header.jsonMetadataLength === 0) return metadataSchema.parse({});
  const { data } = await file.getBytes(header.jsonMetadataOffset, header.jsonMetadataLength);
  const packing = packingOf(header.internalCompression);
  const text = new TextDecoder().decode(unpack(new Uint8Array(data), packing, largestMetadata));
  const read = metadataSchema.safeParse(JSON.parse(text));
  return read.success ? read.data : metadataSchema.parse({});
}

function contentOf(header: Header, layers: unknown): MapContent {
  packingOf(header.tileCompression);
  switch (header.tileType) {
    case TileType.Mvt:
      return vectorContent(layers);
    case TileType.Png:
    case TileType.Jpeg:
    case TileType.Webp:
      return { form: 'raster' };
    default:
      throw tileFault('map-tile-form', `Tiles of type ${header.tileType}.`);
  }
}

function packingOf(compression: Compression): Packing {
  const packing = packings[compression];
  if (packing) return packing;
  throw tileFault('map-compression', `Compression ${compression}.`);
}

function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  return Promise.resolve().then(() => {
    return unpack(new Uint8Array(data), packingOf(compression)).buffer;
  });
}
