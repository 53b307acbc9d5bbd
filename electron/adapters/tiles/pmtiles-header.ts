import { Compression, TileType, type Header } from 'pmtiles';
import { z } from 'zod';
import type { MapContent, MapDescription } from '@contract/map-sources';
import type { TilePacking } from '@core/ports/archive-format';
import { describe, vectorContent } from './described';
import { tileFault } from './tile-faults';
import { unpack } from './unpack';

/** Bytes of the header of version 3. */
export const headerLength = 127;

/** What an archive tells of itself may have so many bytes, statistics of all its fields included. */
const largestMetadata = 4 * 1024 * 1024;

const packings: Partial<Record<Compression, TilePacking>> = {
  [Compression.None]: 'none',
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
};

const metadataSchema = z.object({
  name: z.unknown().optional(),
  attribution: z.unknown().optional(),
  vector_layers: z.unknown().optional(),
});

/** What the metadata of an archive hold, of what is used. */
export type Metadata = z.infer<typeof metadataSchema>;

/** Reads the metadata; what has another form is left out. @throws where they are no JSON */
export function readMetadata(header: Header, packed: Uint8Array): Metadata {
  if (packed.length === 0) return metadataSchema.parse({});
  const bytes = unpack(packed, packingOf(header.internalCompression), largestMetadata);
  const read = metadataSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return read.success ? read.data : metadataSchema.parse({});
}

/**
 * What an archive says of itself. @param file names it where it has no name of its own
 * @throws FleetdeskError with a reason where Fleetdesk can't draw what it holds
 */
export function describeHeader(header: Header, metadata: Metadata, file: string): MapDescription {
  return describe({
    kind: 'pmtiles',
    file,
    name: metadata.name,
    attribution: metadata.attribution,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    content: contentOf(header, metadata.vector_layers),
  });
}

/** How parts of an archive are packed. @throws FleetdeskError `map-compression` */
export function packingOf(compression: Compression): TilePacking {
  const packing = packings[compression];
  if (packing) return packing;
  throw tileFault('map-compression', `Compression ${compression}.`);
}

/** Unpacks a part, for the library. */
export function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  return Promise.resolve().then(() => {
    return unpack(new Uint8Array(data), packingOf(compression)).buffer;
  });
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
