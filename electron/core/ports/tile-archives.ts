import type { MapDescription, TilePlace } from '@contract/map-sources';

/** An open file of map tiles. */
export interface TileArchive {
  readonly description: MapDescription;
  /**
   * One tile, decompressed; null where the file holds none for this place.
   * @throws FleetdeskError `file-unreadable` with a reason
   */
  tile(place: TilePlace): Promise<Uint8Array | null>;
  /** Lets go of the file, also while a tile of it is being read. Never rejects. */
  close(): Promise<void>;
}

/** Files of map tiles on this computer. They are read in parts, never whole, and never written. */
export interface TileArchives {
  /**
   * Opens a file and reads what it says of itself.
   * @param signal gives the attempt up, which then rejects
   * @throws FleetdeskError `file-unreadable` with a reason
   */
  open(file: string, signal?: AbortSignal): Promise<TileArchive>;
}
