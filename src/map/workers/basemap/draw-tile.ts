import { longitudeAt, latitudeAt } from '../../core/projection';
import { tileReach, tileSize, type BasemapColors, type TileRequest } from './messages';
import { graticuleLines } from './graticule';
import { tileExtent, type SlicedGeometry } from './sliced-geometry';
import { areaOrder, type StreetGeometry } from './street-geometry';
import { roadOrder, roadStyles, widthAt } from './street-style';
import { drawShapes } from './vector/draw-shapes';
import type { FoundTiles } from './vector/shapes-at';
import type { WorldGeometry } from './world-geometry';

/** Further out coasts and borders tell where one is. */
const graticuleFrom = 6;

type Context = OffscreenCanvasRenderingContext2D;

/** What a tile is drawn from. */
export type TileSource = {
  world: WorldGeometry;
  streets: StreetGeometry | null;
  /** Tiles of the map sources for this square. */
  found: FoundTiles;
  colors: BasemapColors;
};

/** Draws what a picture shows of one square of the map, which is {@link tileReach} CSS pixels wide. */
export function drawTile(context: Context, tile: TileRequest, source: TileSource): void {
  const { world, streets, found, colors } = source;
  // A tile of 512 pixels is one level above Leaflet's zoom, which counts tiles of 256.
  const zoom = tile.z + 1;
  context.setTransform(tile.ratio, 0, 0, tile.ratio, tile.picture.left, tile.picture.top);
  context.fillStyle = colors.water;
  context.fillRect(0, 0, tileReach, tileReach);
  context.lineJoin = 'round';
  context.lineCap = 'round';

  trace(context, world.land, tile, true);
  context.fillStyle = colors.land;
  context.fill();

  const hasStreets = streets !== null && touches(streets.bbox, tile);
  if (hasStreets) drawAreas(context, tile, streets, colors);
  // Around streets a grid would end at the edges of their tiles.
  else if (streets === null && found.length === 0 && zoom >= graticuleFrom)
    drawGraticule(context, tile, colors);

  trace(context, world.coasts, tile);
  stroke(context, colors.coast, 0.8);
  // Over a borrowed continent an invented town would be cut by borders known to a kilometre only.
  if (!(hasStreets && zoom > 11)) {
    trace(context, world.borders, tile);
    stroke(context, colors.border, zoom < 6 ? 0.7 : 1);
  }
  drawShapes(context, tile, found, colors);
  if (hasStreets) drawRoads(context, tile, zoom, streets, colors);
}

function drawGraticule(context: Context, tile: TileRequest, colors: BasemapColors) {
  const { xs, ys } = graticuleLines(tile);
  context.beginPath();
  for (const x of xs) {
    context.moveTo(x, 0);
    context.lineTo(x, tileReach);
  }
  for (const y of ys) {
    context.moveTo(0, y);
    context.lineTo(tileReach, y);
  }
  stroke(context, colors.grid, 1);
}

function drawAreas(
  context: Context,
  tile: TileRequest,
  streets: StreetGeometry,
  colors: BasemapColors,
) {
  for (const kind of areaOrder) {
    const geometry = streets.areas.get(kind);
    if (!geometry || !trace(context, geometry, tile, true)) continue;
    context.fillStyle = colors[kind];
    context.fill();
    if (kind === 'water') stroke(context, colors.coast, 0.6);
  }
}

function drawRoads(
  context: Context,
  tile: TileRequest,
  zoom: number,
  streets: StreetGeometry,
  colors: BasemapColors,
) {
  const shown = roadOrder.filter((name) => zoom >= roadStyles[name].from);
  for (const name of shown) {
    const geometry = streets.roads.get(name);
    const style = roadStyles[name];
    if (!geometry || name === 'track' || zoom < style.casedFrom) continue;
    if (!trace(context, geometry, tile)) continue;
    stroke(context, colors[`${name}Casing`], widthAt(style.widths, zoom) + 2 * style.casing);
  }
  for (const name of shown) {
    const geometry = streets.roads.get(name);
    if (!geometry || !trace(context, geometry, tile)) continue;
    const width = widthAt(roadStyles[name].widths, zoom);
    if (name === 'track') {
      context.setLineDash([width * 4, width * 3]);
      stroke(context, colors.track, width);
      context.setLineDash([]);
    } else {
      // Far out a road is a thin line without an edge, in a colour of its own.
      const cased = zoom >= roadStyles[name].casedFrom;
      stroke(context, cased ? colors[name] : colors.roadFar, width);
    }
  }
}

/** Makes the geometry of a tile the current path; answers whether there is any. */
function trace(
  context: Context,
  geometry: SlicedGeometry,
  tile: TileRequest,
  closes = false,
): boolean {
  const lines = geometry.linesOf(tile.z, tile.x, tile.y);
  const unit = tileSize / tileExtent;
  context.beginPath();
  for (const line of lines) {
    context.moveTo((line[0] ?? 0) * unit, (line[1] ?? 0) * unit);
    for (let i = 2; i + 1 < line.length; i += 2) {
      context.lineTo((line[i] ?? 0) * unit, (line[i + 1] ?? 0) * unit);
    }
    if (closes) context.closePath();
  }
  return lines.length > 0;
}

function stroke(context: Context, color: string, width: number) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

function touches(bbox: readonly [number, number, number, number], tile: TileRequest): boolean {
  const tiles = 2 ** tile.z;
  const [west, south, east, north] = bbox;
  return (
    longitudeAt(tile.x / tiles) <= east &&
    longitudeAt((tile.x + 1) / tiles) >= west &&
    latitudeAt(tile.y / tiles) >= south &&
    latitudeAt((tile.y + 1) / tiles) <= north
  );
}
