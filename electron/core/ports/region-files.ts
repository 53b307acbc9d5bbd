import type { Span, TilePacking } from './archive-format';

/** Tiles in a row with one content. */
export interface TileRun extends Span {
  /** Number of the first one, as PMTiles counts. */
  readonly first: number;
  readonly count: number;
}

/** A content as it came, called by its place in the archive. */
export interface Content {
  readonly offset: number;
  readonly data: Uint8Array;
}

/** What a file of a region is made for. */
export interface RegionContent {
  readonly runs: readonly TileRun[];
  readonly packing: TilePacking;
  /** Metadata of an MBTiles file. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * A file of a region that is not complete yet. What was written is there after a crash.
 * Everything throws FleetdeskError `file-unreadable`, with a reason.
 */
export interface RegionFile {
  /** Contents that are not there yet, by their place in the archive. */
  missing(): Promise<readonly Span[]>;
  /** Keeps contents. @throws FleetdeskError `map-damaged` for one that can't be unpacked */
  write(contents: readonly Content[]): Promise<void>;
  /** Reads everything once more, and deletes what can't be read. @returns how much that was */
  check(): Promise<number>;
  /** Makes it a map file of its final name. Nothing else may be asked after it. */
  finish(): Promise<void>;
  /** Lets go of the file. Never rejects. */
  close(): Promise<void>;
}

/** Files that regions are copied into: in parts, beside the final file. */
export interface RegionFiles {
  /** Starts a file, in the place of an incomplete one. */
  create(file: string, content: RegionContent): Promise<RegionFile>;
  /** The incomplete file; null where there is none, or it can't be read. */
  open(file: string): Promise<RegionFile | null>;
  /** Deletes an incomplete file. Never rejects. */
  discard(file: string): Promise<void>;
  /** Bytes that are free where the file will be; null where that is not known. */
  freeBytes(file: string): Promise<number | null>;
}
