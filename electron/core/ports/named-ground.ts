import type { TilePlace } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import type { Streets } from '@contract/streets';
import type { TileSchemaName } from '@contract/tile-schemas/names';

/** A piece of a map whose names can be looked for: one vector tile, or the demo's streets. */
export type GroundPiece =
  | {
      readonly form: 'tile';
      /** Decompressed. */
      readonly bytes: Uint8Array;
      readonly schema: TileSchemaName;
      readonly place: TilePlace;
      /** Whether its streets are exact enough to be told; else only its places are kept. */
      readonly hasStreets: boolean;
    }
  | { readonly form: 'streets'; readonly streets: Streets };

/** A point, and the pieces to look in: those of one map after another, the best map first. */
export type GroundQuestion = Place & { readonly maps: readonly (readonly string[])[] };

/** What the pieces say of a point; null where they say nothing. */
export type GroundAnswer = {
  readonly street: {
    readonly name: string;
    /** Meters. */
    readonly away: number;
    /** Whether no other street is nearly as near. */
    readonly isClear: boolean;
  } | null;
  readonly district: string | null;
  /** `isIn`: the point is within what a place of its size usually covers. */
  readonly town: (Place & { readonly name: string; readonly isIn: boolean }) | null;
};

/** Names of map pieces, looked up where they hold nothing else up. Pieces go by keys of the caller. */
export interface NamedGround {
  /**
   * Keeps a piece until it is dropped. Answers how much it holds: 1 and one more for each line of a
   * street. @throws where the thread that keeps the pieces has ended; all of them are gone then
   */
  hold(key: string, piece: GroundPiece): Promise<number>;
  drop(keys: readonly string[]): void;
  /**
   * One answer a question, in order; pieces that are not held are left out.
   * @param language two letters: districts and towns are named in it where the map does so
   * @throws where the thread that keeps the pieces has ended; all of them are gone then
   */
  locate(questions: readonly GroundQuestion[], language: string): Promise<GroundAnswer[]>;
  close(): Promise<void>;
}
