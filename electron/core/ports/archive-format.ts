import type { MapDescription } from '@contract/map-sources';

/** Bytes of an archive. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** An entry of a directory: tiles of the same content, or a directory below. */
export interface ArchiveEntry extends Span {
  /** Number of its first tile, as PMTiles counts (`zxyToTileId`). */
  readonly tileId: number;
  /** So many tiles in a row share the content; 0 for a directory below. */
  readonly runLength: number;
}

/** How tiles are packed. */
export type TilePacking = 'none' | 'gzip' | 'brotli';

/** What an archive says of itself. */
export interface ArchiveDescription {
  readonly map: Omit<MapDescription, 'kind'>;
  /** The same as the metadata of an MBTiles file. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly packing: TilePacking;
}

/** The beginning of an archive, which says where all else is. */
export interface ArchiveHead {
  readonly root: Span;
  readonly metadata: Span;
  /** Directories below the root are counted from here. */
  readonly leavesAt: number;
  /** Contents of tiles are counted from here. */
  readonly tilesAt: number;
  /** @throws FleetdeskError with a reason where Fleetdesk can't draw what the archive holds */
  describe(metadata: Uint8Array): ArchiveDescription;
  /** Entries of a directory by tile. @throws FleetdeskError `map-damaged` */
  entries(directory: Uint8Array): Promise<readonly ArchiveEntry[]>;
}

/** Reads the form of PMTiles archives. */
export interface ArchiveFormat {
  /** @throws FleetdeskError `map-unknown-file` where it is no PMTiles archive of version 3 */
  head(start: Uint8Array): ArchiveHead;
}
