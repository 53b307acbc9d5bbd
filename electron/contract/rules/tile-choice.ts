import { exists, type MapBounds, type MapSourceState, type TilePlace } from '../map-sources';
import { latitudeAt } from './web-mercator';

/** One tile to be read for a place on the map. */
export type WantedTile = {
  readonly source: MapSourceState;
  /** The tile itself, or the one above it where the source ends. */
  readonly place: TilePlace;
};

/** Degrees of longitude and latitude that a tile covers, as west, south, east, north. */
export function boundsOfTile({ z, x, y }: TilePlace): MapBounds {
  const across = 2 ** z;
  return [
    (x / across) * 360 - 180,
    latitudeAt((y + 1) / across),
    ((x + 1) / across) * 360 - 180,
    latitudeAt(y / across),
  ];
}

/**
 * The tiles that a place on the map is drawn from: groups of equally fine sources, the coarsest
 * first. Where a finer source covers the whole tile, coarser ones are left out; where it covers a
 * part, they are drawn below it. Pictures are drawn apart from shapes: the choice is among one form.
 */
export function tilesToRead(sources: readonly MapSourceState[], place: TilePlace): WantedTile[][] {
  if (!exists(place)) return [];
  const bounds = boundsOfTile(place);
  const wanted = sources
    .filter(({ shown, readable, minZoom }) => shown && readable && minZoom <= place.z)
    .filter((source) => touch(source.bounds, bounds))
    .map((source) => ({ source, place: tileAbove(place, source.maxZoom) }))
    .sort((a, b) => b.place.z - a.place.z || a.source.id - b.source.id);
  const groups: WantedTile[][] = [];
  for (const tile of wanted) {
    const finer = groups[0];
    if (finer && finer[0]?.place.z === tile.place.z) finer.push(tile);
    else if (finer?.some(({ source }) => covers(source.bounds, bounds))) break;
    else groups.unshift([tile]);
  }
  return groups;
}

/** The tile itself, or the one at `deepest` that holds it. */
export function tileAbove(place: TilePlace, deepest: number): TilePlace {
  if (place.z <= deepest) return place;
  const scale = 2 ** (place.z - deepest);
  return { z: deepest, x: Math.floor(place.x / scale), y: Math.floor(place.y / scale) };
}

/** Whether one of two tiles holds the other. */
export function overlap(one: TilePlace, other: TilePlace): boolean {
  const z = Math.min(one.z, other.z);
  const [a, b] = [tileAbove(one, z), tileAbove(other, z)];
  return a.x === b.x && a.y === b.y;
}

/** Edges alone do not count: the tile beside a source holds nothing of it. */
function touch(area: MapBounds, tile: MapBounds): boolean {
  const [west, south, east, north] = area;
  return copiesOf(tile).some(([w, s, e, n]) => west < e && w < east && south < n && s < north);
}

function covers(area: MapBounds, tile: MapBounds): boolean {
  // Files round: one of the whole world may say 85.0511 degrees.
  const slack = 1e-3;
  const [west, south, east, north] = area;
  return copiesOf(tile).some(([w, s, e, n]) => {
    const [isInWide, isInHigh] = [
      west <= w + slack && east >= e - slack,
      south <= s + slack && north >= n - slack,
    ];
    return isInWide && isInHigh;
  });
}

/** A tile, and the same one as areas over the date line have it. */
function copiesOf([west, south, east, north]: MapBounds): MapBounds[] {
  return [
    [west, south, east, north],
    [west + 360, south, east + 360, north],
  ];
}
