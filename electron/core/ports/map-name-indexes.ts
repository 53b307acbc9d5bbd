import type { FileMap } from '@contract/map-sources';
import type { MapNamesProgress } from '@contract/map-names';
import type { FoundPlace, PlaceQuery } from '@contract/place-search';
import type { Place } from '@contract/rules/longitudes';

/** A map file with names. */
export type NamedMap = FileMap & { readonly content: { readonly form: 'vector' } };

/** A name of a map that fits what is searched for. */
export interface MapName extends Place {
  readonly kind: Exclude<FoundPlace['kind'], 'address'>;
  readonly name: string;
  /** 0 for the whole name, 1 for its beginning, 2 for whole words, 3 for beginnings of words. */
  readonly match: number;
  /** A guess at the inhabitants in thousands, by what the map calls the place. */
  readonly size: number;
  /** The district and the town that the map names around it; empty where it names none. */
  readonly area: string;
}

/** How far the names of one map have been read. */
export type NamesProgress = Omit<MapNamesProgress, 'id'>;

/** The names of one map file, kept on the disk. */
export interface MapNameIndex {
  /** The best matches; none while the file is not there. @throws where the index can't be read */
  find(query: PlaceQuery, limit: number): Promise<readonly MapName[]>;
  /**
   * Reads the names around these places, the nearest first, in place of what was to be read before;
   * without places those of a small map. Areas that were read are not read again.
   */
  read(around: readonly Place[]): void;
  /** Ends all reading; what was read stays on the disk. Never rejects. */
  close(): Promise<void>;
}

/** The names of map files. An index belongs to a file as it was when it was read. */
export interface MapNameIndexes {
  open(map: NamedMap, onProgress: (progress: NamesProgress) => void): MapNameIndex;
  /** Deletes the indexes of all other maps. Never rejects. */
  keepOnly(ids: readonly number[]): Promise<void>;
}
