import type { MapSourceState, TilePlace } from '@contract/map-sources';
import { tilesToRead, type WantedTile } from '@contract/rules/tile-choice';
import type { TileShapes } from './decode-tile';
import type { TileStore } from './tile-store';

/** A decoded tile and where it came from. */
export type FoundTile = WantedTile & { shapes: TileShapes };

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

  /** Pictures lie above shapes, which fill their ground. */
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
          return shapes ? [{ ...wanted, shapes }] : [];
        }),
      )
      .filter((group) => group.length > 0);
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

/** The four tiles below a picture, where there are any: a picture has 256 pixels for our 512. */
function sharper(wanted: WantedTile, place: TilePlace): WantedTile[] {
  const { source } = wanted;
  if (place.z >= source.maxZoom) return [wanted];
  const { x, y } = place;
  return [0, 1].flatMap((dy) =>
    [0, 1].map((dx) => ({ source, place: { z: place.z + 1, x: 2 * x + dx, y: 2 * y + dy } })),
  );
}
