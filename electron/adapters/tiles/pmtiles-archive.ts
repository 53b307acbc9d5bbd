import { PMTiles, SharedPromiseCache, type Header } from 'pmtiles';
import type { MapDescription, TilePlace } from '@contract/map-sources';
import type { TileArchive } from '@core/ports/tile-archives';
import { decompress, describeHeader, headerLength, readMetadata } from './pmtiles-header';
import type { RangeFile } from './range-file';
import { asTileFault, tileFault } from './tile-faults';

/** Directories kept; each has some thousand entries. */
const keptDirectories = 64;

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
      const { jsonMetadataOffset: at, jsonMetadataLength: length } = header;
      const end = header.tileDataOffset + (header.tileDataLength ?? 0);
      // As after a broken download: what it does show would look like a whole map.
      if (end > file.size) {
        throw tileFault('map-cut-off', `It has ${file.size} of ${end} bytes.`);
      }
      const packed = length === 0 ? new ArrayBuffer(0) : (await file.getBytes(at, length)).data;
      const metadata = readMetadata(header, new Uint8Array(packed));
      const description = describeHeader(header, metadata, path);
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
