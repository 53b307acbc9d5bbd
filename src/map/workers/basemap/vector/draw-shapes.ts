import type { TilePlace } from '@contract/map-sources';
import { areaClasses, type AreaClass, type LineClass } from '@contract/tile-schemas/meaning';
import { worldX, worldY } from '../../../core/projection';
import { tileReach, tileSize, type BasemapColors } from '../messages';
import { tileExtent, type TileLine } from '../sliced-geometry';
import { roadOrder, roadStyles, widthAt, type RoadClass } from '../street-style';
import type { FoundTile, FoundTiles } from './shapes-at';

type Context = OffscreenCanvasRenderingContext2D;

/** Buildings and railways are drawn from these zoom levels on. */
const buildingsFrom = 14.5;
const railFrom = 11;

/** So far a square reaches over its neighbors, CSS pixels. */
const over = tileReach - tileSize;

/** Where a tile is in the square that is drawn, CSS pixels. */
type Fit = { scale: number; x: number; y: number };

/** Draws the tiles of map sources into the square of a place, the coarsest first. */
export function drawShapes(
  context: Context,
  place: TilePlace,
  found: FoundTiles,
  colors: BasemapColors,
): void {
  for (const group of found) {
    context.save();
    clipTo(context, place, group);
    const drawn = group.map((tile) => ({ ...tile, fit: fitOf(tile.place, place) }));
    if (group.some(({ source }) => source.content.form === 'raster')) {
      drawPictures(context, place, drawn);
      context.restore();
      continue;
    }
    drawGround(context, group, colors);
    for (const area of areaClasses) drawAreas(context, place, drawn, area, colors);
    drawLines(context, place, drawn, colors);
    context.restore();
  }
}

/** A source draws no farther than it reaches: beyond is the map below it. */
function clipTo(context: Context, { z, x, y }: TilePlace, group: readonly FoundTile[]): void {
  const across = 2 ** z * tileSize;
  context.beginPath();
  for (const { bounds } of group.map(({ source }) => source)) {
    const [west, south, east, north] = bounds;
    const left = clamp(worldX(west) * across - x * tileSize);
    const right = clamp(worldX(east) * across - x * tileSize);
    const top = clamp(worldY(north) * across - y * tileSize);
    const bottom = clamp(worldY(south) * across - y * tileSize);
    context.rect(left, top, right - left, bottom - top);
  }
  context.clip();
}

/** A little over the square, so that no edge shows; large numbers would lose their fractions. */
function clamp(pixels: number): number {
  return Math.min(tileReach + 1, Math.max(-1, pixels));
}

/** A picture may be read and given up again meanwhile: it then has no size, and is left out. */
function drawPictures(context: Context, place: TilePlace, tiles: readonly Drawn[]): void {
  for (const { shapes, fit, only } of tiles) {
    const { picture } = shapes;
    if (!picture || picture.width === 0) continue;
    const edge = fit.scale * tileExtent;
    context.save();
    if (only) clipToTile(context, fitOf(only, place));
    context.drawImage(picture, fit.x, fit.y, edge, edge);
    context.restore();
    // A square reaches over its neighbors: without this, what is below would show as a seam.
    if (![fit.x, fit.y].some((start) => Math.abs(start + edge - tileSize) < 0.5)) continue;
    context.save();
    context.beginPath();
    context.rect(tileSize, 0, over, tileReach);
    context.rect(0, tileSize, tileSize, over);
    context.clip();
    context.drawImage(picture, fit.x + over, fit.y + over, edge, edge);
    context.restore();
  }
}

function clipToTile(context: Context, { scale, x, y }: Fit): void {
  const edge = scale * tileExtent;
  const reach = (start: number) => edge + (start + edge < tileSize ? 0 : over);
  context.beginPath();
  context.rect(x, y, reach(x), reach(y));
  context.clip();
}

/** Land, unless the tiles hold the land themselves and water is what is left. */
function drawGround(context: Context, group: readonly FoundTile[], colors: BasemapColors): void {
  const holdsLand = group.some(
    ({ source }) => source.content.form === 'vector' && source.content.schema === 'protomaps',
  );
  context.fillStyle = holdsLand ? colors.water : colors.land;
  context.fillRect(0, 0, tileReach, tileReach);
}

type Drawn = FoundTile & { fit: Fit };

type Stroke = (line: LineClass, color: string, width: number, dash?: number[]) => void;

function fitOf(tile: TilePlace, place: TilePlace): Fit {
  const times = 2 ** (place.z - tile.z);
  return {
    scale: (times * tileSize) / tileExtent,
    x: (tile.x * times - place.x) * tileSize,
    y: (tile.y * times - place.y) * tileSize,
  };
}

function drawAreas(
  context: Context,
  { z }: TilePlace,
  tiles: readonly Drawn[],
  area: AreaClass,
  colors: BasemapColors,
): void {
  const zoom = z + 1;
  if (area === 'building' && zoom < buildingsFrom) return;
  if (!trace(context, tiles, (tile) => tile.shapes.areas.get(area), true)) return;
  context.fillStyle = colors[area];
  context.fill();
  // Areas are cut at the edges of tiles; a line around them would draw these edges.
}

function drawLines(
  context: Context,
  { z }: TilePlace,
  tiles: readonly Drawn[],
  colors: BasemapColors,
): void {
  const zoom = z + 1;
  const linesOf = (line: LineClass) => (tile: Drawn) => tile.shapes.lines.get(line);
  const stroke: Stroke = (line, color, width, dash = []) => {
    if (!trace(context, tiles, linesOf(line), false)) return;
    context.setLineDash(dash);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
    context.setLineDash([]);
  };
  stroke('waterway', colors.water, Math.min(4, Math.max(0.6, (zoom - 8) * 0.35)));
  stroke('regionBorder', colors.border, 0.7, [4, 3]);
  stroke('border', colors.border, zoom < 6 ? 0.7 : 1.2);
  drawTunnels(stroke, zoom, colors);
  const shown = roadOrder.filter((name) => zoom >= roadStyles[name].from);
  for (const name of shown) {
    const style = roadStyles[name];
    if (name === 'track' || zoom < style.casedFrom) continue;
    stroke(name, colors[`${name}Casing`], widthAt(style.widths, zoom) + 2 * style.casing);
  }
  for (const name of shown) strokeRoad(stroke, name, zoom, colors);
  if (zoom < railFrom) return;
  stroke('rail', colors.rail, zoom < 14 ? 0.8 : 1.4);
}

/** Dashed and below all that runs above the ground. */
function drawTunnels(stroke: Stroke, zoom: number, colors: BasemapColors): void {
  // Far out tiles hold the tunnels of large roads alone, which must not end at one.
  const width = zoom < 14 ? 1.2 : Math.min(5, zoom - 12);
  stroke('roadTunnel', colors.roadFar, width, zoom < railFrom ? [] : [6, 4]);
  if (zoom >= railFrom) stroke('railTunnel', colors.rail, zoom < 14 ? 0.6 : 1, [3, 4]);
}

function strokeRoad(stroke: Stroke, name: RoadClass, zoom: number, colors: BasemapColors): void {
  const style = roadStyles[name];
  const width = widthAt(style.widths, zoom);
  if (name === 'track') stroke(name, colors.track, width, [width * 4, width * 3]);
  else stroke(name, zoom >= style.casedFrom ? colors[name] : colors.roadFar, width);
}

/** Makes the lines of tiles the current path; answers whether there are any. */
function trace(
  context: Context,
  tiles: readonly Drawn[],
  linesOf: (tile: Drawn) => readonly TileLine[] | undefined,
  closes: boolean,
): boolean {
  let any = false;
  context.beginPath();
  for (const tile of tiles) {
    for (const line of linesOf(tile) ?? []) {
      any = true;
      traceLine(context, line, tile.fit);
      if (closes) context.closePath();
    }
  }
  return any;
}

function traceLine(context: Context, line: TileLine, { scale, x, y }: Fit): void {
  context.moveTo((line[0] ?? 0) * scale + x, (line[1] ?? 0) * scale + y);
  for (let i = 2; i + 1 < line.length; i += 2) {
    context.lineTo((line[i] ?? 0) * scale + x, (line[i + 1] ?? 0) * scale + y);
  }
}
