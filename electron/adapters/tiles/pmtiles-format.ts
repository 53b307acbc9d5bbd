import { bytesToHeader, SharedPromiseCache, TileType, type Header } from 'pmtiles';
import type { ArchiveDescription, ArchiveFormat, ArchiveHead } from '@core/ports/archive-format';
import {
  decompress,
  describeHeader,
  headerLength,
  packingOf,
  readMetadata,
} from './pmtiles-header';
import { asTileFault, tileFault } from './tile-faults';

const mark = 'PMTiles\u0003';

/** The form of PMTiles archives of version 3, by the library `pmtiles`. */
export const pmtilesFormat: ArchiveFormat = {
  head(start) {
    const text = new TextDecoder('latin1').decode(start.subarray(0, mark.length));
    if (text !== mark || start.length < headerLength) {
      throw tileFault('map-unknown-file', 'No PMTiles archive of version 3.');
    }
    const header = bytesToHeader(new Uint8Array(start).buffer);
    return {
      root: { offset: header.rootDirectoryOffset, length: header.rootDirectoryLength },
      metadata: { offset: header.jsonMetadataOffset, length: header.jsonMetadataLength },
      leavesAt: header.leafDirectoryOffset,
      tilesAt: header.tileDataOffset,
      describe: (metadata) => faultsOf(() => describeRemote(header, metadata)),
      entries: (directory) => entriesOf(header, directory),
    };
  },
};

const formats: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'pbf',
  [TileType.Png]: 'png',
  [TileType.Jpeg]: 'jpg',
  [TileType.Webp]: 'webp',
};

function describeRemote(header: Header, packed: Uint8Array): ArchiveDescription {
  const metadata = readMetadata(header, packed);
  const { name, attribution, bounds, minZoom, maxZoom, content } = describeHeader(
    header,
    metadata,
    'PMTiles',
  );
  const map = { name, attribution, bounds, minZoom, maxZoom, content };
  return {
    map,
    packing: packingOf(header.tileCompression),
    metadata: {
      name: map.name,
      attribution: map.attribution,
      format: formats[header.tileType] ?? '',
      minzoom: String(map.minZoom),
      ...(map.content.form === 'vector' && {
        json: JSON.stringify({ vector_layers: metadata.vector_layers }),
      }),
    },
  };
}

/** The library reads a directory through its cache alone: one is made for each. */
async function entriesOf(
  header: Header,
  directory: Uint8Array,
): ReturnType<ArchiveHead['entries']> {
  const data = new Uint8Array(directory).buffer;
  const source = { getKey: () => '', getBytes: () => Promise.resolve({ data }) };
  const cache = new SharedPromiseCache(1, true, decompress);
  try {
    return await cache.getDirectory(source, 0, data.byteLength, header);
  } catch (fault) {
    throw asTileFault(fault);
  }
}

function faultsOf<T>(work: () => T): T {
  try {
    return work();
  } catch (fault) {
    throw asTileFault(fault);
  }
}
