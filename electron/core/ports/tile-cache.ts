import type { TilePlace } from '@contract/map-sources';

/** A tile as it was kept. */
export interface CachedTile {
  /** What decides how long it may be used, as core wrote it. */
  readonly policy: string;
  /** Empty where the server has no tile there. */
  readonly body: Uint8Array;
}

/** How much is kept. */
export interface CacheUse {
  readonly bytes: number;
  readonly tiles: number;
  /** When the oldest tile came, epoch milliseconds; null where there are none. */
  readonly oldest: number | null;
}

/**
 * Tiles of online maps on the disk, called by the number of their source and their place: no address
 * is in it. What was not used for long goes first. Losing all of it costs nothing but a download.
 */
export interface TileCache {
  /** Null where it is not there, or can't be read. Never rejects. */
  read(source: number, place: TilePlace): Promise<CachedTile | null>;
  /** @param limit bytes that all tiles may take. Never rejects. */
  write(source: number, place: TilePlace, tile: CachedTile, limit: number): Promise<void>;
  /** Deletes tiles until all others take no more than so many bytes. Never rejects. */
  shrink(limit: number): Promise<void>;
  /** Deletes the tiles of a source, or of all. @throws Error where that fails */
  forget(source: number | null): Promise<void>;
  /** @throws Error where nothing can be kept */
  use(): Promise<CacheUse>;
  /** Ends. Never rejects. */
  close(): Promise<void>;
}
