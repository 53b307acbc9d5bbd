import type { MapSourceState, TilePlace } from '@contract/map-sources';
import { tileAbove, tilesToRead, type WantedTile } from '@contract/rules/tile-choice';
import type { TileShapes } from './decode-tile';
import type { TileStore } from './tile-store';

/** A decoded tile and where it came from. */
export type FoundTile = WantedTile & {
  shapes: TileShapes;
  /** A picture that stands in for this tile until that is there: it is drawn no farther. */
  only?: TilePlace;
};

/** A picture that is not there yet is looked for so many levels above. */
const levelsAbove = 5;

/** What a place is drawn from: groups of equally fine tiles, the coarsest first. */
export type FoundTiles = readonly (readonly FoundTile[])[];

/** Finds the decoded tiles of places on the map. */
export type ShapesAt = {
  setSources(sources: readonly MapSourceState[]): void;
  /** What is there already. */
  peek(place: TilePlace): FoundTiles;
  /** Everything there is, once it is read; at once where it is there. Never rejects. */
  read(place: TilePlace): Promise<FoundTiles> | FoundTiles;
};

export function createShapesAt(store: TileStore): ShapesAt {
  let ofShapes: readonly MapSourceState[] = [];
  let ofPictures: readonly MapSourceState[] = [];

  /** Pictures are above shapes, which fill their ground. */
  function wantedAt(place: TilePlace): WantedTile[][] {
    return [
      ...tilesToRead(ofShapes, place),
      ...tilesToRead(ofPictures, place).map((group) =>
        group.flatMap((wanted) => sharper(wanted, place)),
      ),
    ];
  }

  function peek(place: TilePlace): FoundTiles {
    return wantedAt(place)
      .map((group) =>
        group.flatMap((wanted) => {
          const shapes = store.peek(wanted.source, wanted.place);
          if (shapes === undefined && isPicture(wanted)) return standIns(wanted);
          return shapes ? [{ ...wanted, shapes }] : [];
        }),
      )
      .filter((group) => group.length > 0);
  }

  /** What was on the map before, scaled: the picture above, or those of the level below. */
  function standIns({ source, place }: WantedTile): FoundTile[] {
    const found = (at: TilePlace): FoundTile[] => {
      const shapes = store.peek(source, at);
      return shapes ? [{ source, place: at, shapes, only: place }] : [];
    };
    for (let up = 1; up <= Math.min(levelsAbove, place.z - source.minZoom); up += 1) {
      const above = found(tileAbove(place, place.z - up));
      if (above.length > 0) return above;
    }
    return quarters(place).flatMap(found);
  }

  return {
    setSources(given) {
      ofShapes = given.filter(({ content }) => content.form === 'vector');
      ofPictures = given.filter(({ content }) => content.form === 'raster');
      store.clear();
    },
    peek,
    read(place) {
      const missing = wantedAt(place)
        .flat()
        .filter((wanted) => store.peek(wanted.source, wanted.place) === undefined);
      if (missing.length === 0) return peek(place);
      const read = missing.map((wanted) => store.read(wanted.source, wanted.place));
      return Promise.all(read).then(() => peek(place));
    },
  };
}

function isPicture({ source }: WantedTile): boolean {
  return source.content.form === 'raster';
}

/**
 * The four tiles below a picture, where there are any: a picture has 256 pixels for our 512. A WMS
 * draws as many as it is asked for.
 */
function sharper(wanted: WantedTile, place: TilePlace): WantedTile[] {
  const { source } = wanted;
  if (source.kind === 'wms' || place.z >= source.maxZoom) return [wanted];
  return quarters(place).map((quarter) => ({ source, place: quarter }));
}

function quarters({ z, x, y }: TilePlace): TilePlace[] {
  return [0, 1].flatMap((dy) => [0, 1].map((dx) => ({ z: z + 1, x: 2 * x + dx, y: 2 * y + dy })));
}
