import type { MapDescription, TilePlace } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import { EARTH_RADIUS } from '@contract/rules/sphere';
import { worldX, worldY } from '@contract/rules/web-mercator';
import { DISTRICT_REACH, STREET_REACH, TOWN_REACH } from './locate';

/** Tiles of a lower level draw streets too roughly to tell one from the next. */
const STREETS_FROM = 13;

/** Deeper tiles hold no more names, and there are many more of them. */
const STREETS_TO = 15;

/** Levels on which maps have the names of districts, and those of towns. */
const DISTRICTS_AT = 12;
const TOWNS_AT = 9;

/** The levels of a map whose tiles name streets, districts and towns, as far as it has them. */
export function levelsOf({ minZoom, maxZoom }: Pick<MapDescription, 'minZoom' | 'maxZoom'>) {
  const level = (wanted: number): number => Math.min(maxZoom, Math.max(minZoom, wanted));
  const streets = level(STREETS_TO);
  return {
    streets,
    /** False: its finest tiles draw streets too roughly to tell one from the next. */
    hasStreets: streets >= STREETS_FROM,
    districts: level(DISTRICTS_AT),
    towns: level(TOWNS_AT),
  };
}

/** A tile that may name what is near a point. */
export type NamingTile = TilePlace & { readonly hasStreets: boolean };

/**
 * The tiles of a map that may name what is near a point: those of the street, the neighbors too where
 * it is near the edge, and those above them for districts and towns.
 */
export function tilesAround(
  point: Place,
  zooms: Pick<MapDescription, 'minZoom' | 'maxZoom'>,
): NamingTile[] {
  const { streets, hasStreets, districts, towns } = levelsOf(zooms);
  const wanted = [
    ...(hasStreets ? [[streets, STREET_REACH] as const] : []),
    [districts, DISTRICT_REACH] as const,
    [towns, TOWN_REACH] as const,
  ];
  const found = new Map<string, NamingTile>();
  for (const [z, meters] of wanted) {
    for (const tile of tilesWithin(point, z, meters)) {
      const key = `${z}/${tile.x}/${tile.y}`;
      if (!found.has(key)) found.set(key, { ...tile, hasStreets: z >= STREETS_FROM });
    }
  }
  return [...found.values()];
}

function tilesWithin({ latitude, longitude }: Place, z: number, meters: number): TilePlace[] {
  const across = 2 ** z;
  const narrow = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  // Never farther than the next tile: a map may have its deep levels alone, and then small tiles.
  const reach = Math.min(0.99 / across, meters / (2 * Math.PI * EARTH_RADIUS * narrow));
  const [x, y] = [worldX(longitude), worldY(latitude)];
  const row = (at: number): number => Math.min(across - 1, Math.max(0, Math.floor(at * across)));
  const column = (at: number): number => ((Math.floor(at * across) % across) + across) % across;
  const columns = new Set([column(x), column(x - reach), column(x + reach)]);
  const rows = new Set([row(y), row(y - reach), row(y + reach)]);
  return [...columns].flatMap((tileX) => [...rows].map((tileY) => ({ z, x: tileX, y: tileY })));
}
