import type { MapBounds, TilePlace } from '@contract/map-sources';
import type { NameClass } from '@contract/tile-schemas/meaning';
import { latitudeAt, longitudeAt } from '../../../core/projection';
import type { Named } from '../label';
import { namedRoad, type NamedRoad } from '../road-labels';
import { tileExtent } from '../sliced-geometry';
import { roadOrder, type RoadClass } from '../street-style';
import type { TileName } from './decode-tile';
import { joinLines } from './join-lines';
import type { FoundTile, FoundTiles } from './shapes-at';
import { firstWritable, type CanWrite } from './writable-names';

/** A name at a point of the world. */
export type NamedPoint = Named & { of: NameClass; rank: number };

/** The names of the tiles that are on the map. */
export type NamesOnMap = {
  points: readonly NamedPoint[];
  roads: readonly NamedRoad[];
  /** Areas whose towns are named here, so that nothing else names them too. */
  named: readonly MapBounds[];
};

/** Names of towns are looked for among these. */
const towns = new Set<NameClass>(['city', 'town', 'village']);

/**
 * Collects the names of tiles, each tile once, in a language where they have it.
 * @param canWrite what it says no to is named in another language, or not at all
 */
export function namesOf(
  places: readonly FoundTiles[],
  language: string,
  canWrite: CanWrite = () => true,
): NamesOnMap {
  const points: NamedPoint[] = [];
  const roads: NamedRoad[] = [];
  const named = new Map<number, MapBounds>();
  const seen = new Set<string>();
  for (const found of places) {
    found.forEach((group, index) => {
      // Pictures are above the shapes, and the names above the pictures.
      const finer = found
        .slice(index + 1)
        .flat()
        .filter(({ source }) => source.content.form === 'vector');
      for (const tile of group) {
        const { z, x, y } = tile.place;
        const key = `${tile.source.id}/${z}/${x}/${y}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const ofTile = pointsOf(tile, language, canWrite).filter((point) => !isIn(finer, point));
        points.push(...ofTile);
        roads.push(...roadsOf(tile, language, canWrite));
        const namesTowns = ofTile.some(({ of }) => towns.has(of)) || isNamed(tile);
        if (namesTowns) named.set(tile.source.id, tile.source.bounds);
      }
    });
  }
  points.sort((a, b) => a.rank - b.rank);
  return { points, roads, named: [...named.values()] };
}

/** Pictures that name places. */
function isNamed({ source }: FoundTile): boolean {
  return 'online' in source && source.online.namesPlaces;
}

function pointsOf(
  { place, shapes }: FoundTile,
  language: string,
  canWrite: CanWrite,
): NamedPoint[] {
  return shapes.names.flatMap(({ of, text, languages, rank, along, line }) => {
    if (along !== null || of === 'road') return [];
    const [x = -1, y = -1] = line;
    // What is in the margin of a tile is in its neighbour too.
    if (x < 0 || y < 0 || x >= tileExtent || y >= tileExtent) return [];
    const name = firstWritable([languages[language], text, languages['en']], canWrite);
    return name === null ? [] : [{ of, rank, name, ...inWorld(place, x, y) }];
  });
}

/** Streets keep their local name: it is what their signs say. */
function roadsOf({ place, shapes }: FoundTile, language: string, canWrite: CanWrite): NamedRoad[] {
  const byName = new Map<string, { name: string; class: RoadClass; pieces: TileName[] }>();
  for (const piece of shapes.names) {
    const road = roadOrder.find((each) => each === piece.along);
    const { text, languages } = piece;
    const name = road && firstWritable([text, languages[language], languages['en']], canWrite);
    if (!road || name === null || name === undefined) continue;
    const key = `${road}|${name}`;
    const known = byName.get(key);
    if (known) known.pieces.push(piece);
    else byName.set(key, { name, class: road, pieces: [piece] });
  }
  return [...byName.values()].flatMap((road) =>
    joinLines(road.pieces.map(({ line }) => line)).map((line) => {
      const points = new Float64Array(line.length);
      for (let i = 0; i + 1 < line.length; i += 2) {
        const { x, y } = inWorld(place, line[i] ?? 0, line[i + 1] ?? 0);
        points[i] = x;
        points[i + 1] = y;
      }
      return namedRoad(road.name, road.class, points);
    }),
  );
}

function inWorld({ z, x, y }: TilePlace, dx: number, dy: number): { x: number; y: number } {
  const across = 2 ** z;
  return { x: (x + dx / tileExtent) / across, y: (y + dy / tileExtent) / across };
}

function isIn(tiles: readonly FoundTile[], { x, y }: { x: number; y: number }): boolean {
  const [longitude, latitude] = [longitudeAt(x), latitudeAt(y)];
  return tiles.some(({ source: { bounds } }) => {
    const [west, south, east, north] = bounds;
    return longitude > west && longitude < east && latitude > south && latitude < north;
  });
}
