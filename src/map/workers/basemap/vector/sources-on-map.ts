import type { MapSourceState, TilePlace } from '@contract/map-sources';
import { overlap } from '@contract/rules/tile-choice';
import type { TileRequest } from '../messages';
import type { TileShapes } from './decode-tile';
import { createShapesAt, type FoundTiles } from './shapes-at';
import { createTileStore, type FetchTile } from './tile-store';
import { namesOf, type NamesOnMap } from './tile-names';
import { canWriteHere } from './writable-names';

/** A square waits so long, ms, for its sources before it is drawn without them. */
const longestWait = 1_500;

/** Names are collected so long, ms, after a tile has come: several come at once. */
const namesAfter = 40;

/** The sources of map tiles, for the squares that are on the map just now. */
export type SourcesOnMap = {
  setSources(sources: readonly MapSourceState[]): void;
  setLanguage(language: string): void;
  /** Has a square drawn once its sources are read, and again where that took long. */
  want(tile: TileRequest): void;
  drop(id: number): void;
  /** What a square is drawn from. */
  at(tile: TilePlace): FoundTiles;
};

export function createSourcesOnMap(options: {
  fetchTile: FetchTile;
  draw(tile: TileRequest): void;
  /** Other names are on the map now; null: none. */
  onNames(names: NamesOnMap | null): void;
  /** A source gave bytes that are no tile. */
  onBroken(source: number): void;
}): SourcesOnMap {
  const wanted = new Map<number, TileRequest>();
  const isWanted = (place: TilePlace) => [...wanted.values()].some((tile) => overlap(tile, place));
  const shapes = createShapesAt(createTileStore(options.fetchTile, isWanted, options.onBroken));
  let isAny = false;
  let signature = '';
  let language = 'en';
  let level = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  /** What the names that were told last came from. */
  let told: ReadonlySet<TileShapes> | null = null;

  function draw(tile: TileRequest): void {
    if (wanted.get(tile.id) !== tile) return;
    options.draw(tile);
    tellNamesSoon();
  }

  function tellNamesSoon(): void {
    if (!isAny) return;
    clearTimeout(soon);
    soon = setTimeout(tellNames, namesAfter);
  }

  function tellNames(): void {
    const places = [...wanted.values()]
      .filter(({ z }) => z === level)
      .map((tile) => shapes.peek(tile));
    const read = new Set(places.flat(2).map((found) => found.shapes));
    // The same ones have the same names: squares are drawn again for their size alone, or at a level
    // that its source has no tiles of.
    if (told?.size === read.size && [...read].every((each) => told?.has(each))) return;
    told = read;
    options.onNames(namesOf(places, language, canWriteHere));
  }

  return {
    setSources(sources) {
      // What is wrong with a source changes nothing of what it holds.
      const held = sources.map((source) => ({ ...source, fault: null, name: '', attribution: '' }));
      const given = JSON.stringify(held);
      if (given === signature) return;
      signature = given;
      isAny = sources.some(({ shown, readable }) => shown && readable);
      shapes.setSources(sources);
      if (isAny) return;
      clearTimeout(soon);
      told = null;
      options.onNames(null);
    },
    setLanguage(given) {
      language = given;
      told = null;
      tellNamesSoon();
    },
    want(tile) {
      wanted.set(tile.id, tile);
      level = tile.z;
      const read = shapes.read(tile);
      if (!(read instanceof Promise)) {
        draw(tile);
        return;
      }
      const timer = setTimeout(() => {
        draw(tile);
      }, longestWait);
      void read.then(() => {
        clearTimeout(timer);
        draw(tile);
      });
    },
    drop(id) {
      wanted.delete(id);
      tellNamesSoon();
    },
    at: (tile) => shapes.peek(tile),
  };
}
