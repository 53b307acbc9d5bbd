import { z } from 'zod';
import { appErrorSchema } from './errors';
import { onlineDetailsSchema, onlineMapKinds } from './online-maps';
import { longestAttribution } from './rules/attribution';
import { boundsContain, type Place } from './rules/longitudes';
import { maxLatitude } from './rules/web-mercator';
import { tileSchemaNames } from './tile-schemas/names';

/** Files of tiles on a disk: a PMTiles archive or an MBTiles database. */
export const mapFileKinds = ['pmtiles', 'mbtiles'] as const;

/** The deepest zoom level of a tile that Fleetdesk reads. */
export const deepestTile = 22;

/** Zoom level of tiles: 0 is the whole world in one tile. */
export const tileZoomSchema = z.number().int().min(0).max(deepestTile);

/**
 * West, south, east, north in degrees. West is −180 to 180; east is `west` or more, and more than 180
 * where the area crosses the date line.
 */
export const mapBoundsSchema = z
  .tuple([
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
    z.number().min(-180).max(540),
    z.number().min(-90).max(90),
  ])
  .refine(([west, south, east, north]) => {
    return west <= east && east <= west + 360 && south <= north;
  });

/** West, south, east, north in degrees; east is more than 180 beyond the date line. */
export type MapBounds = z.infer<typeof mapBoundsSchema>;

/** All that web maps show. */
export const wholeWorld: MapBounds = [-180, -maxLatitude, 180, maxLatitude];

/** Whether a place is in an area, its edges included. */
export function areaHolds([west, south, east, north]: MapBounds, place: Place): boolean {
  return boundsContain({ west, south, east, north }, place);
}

/** What the tiles of a source hold: shapes with a schema of layers, or pictures. */
export const mapContentSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('vector'), schema: z.enum(tileSchemaNames) }),
  z.object({ form: z.literal('raster') }),
]);

/** What the tiles of a source hold. */
export type MapContent = z.infer<typeof mapContentSchema>;

/** What a map file says of itself. Texts are plain, cut to a length that a screen can show. */
export const mapDescriptionSchema = z.object({
  kind: z.enum(mapFileKinds),
  name: z.string().min(1).max(120),
  /**
   * Whose data it is, with links in HTML as `rules/attribution` reads them; empty where the map says
   * nothing.
   */
  attribution: z.string().max(longestAttribution),
  bounds: mapBoundsSchema,
  minZoom: tileZoomSchema,
  maxZoom: tileZoomSchema,
  content: mapContentSchema,
});

/** What a map file says of itself. */
export type MapDescription = z.infer<typeof mapDescriptionSchema>;

/** The number a source is called by; it never comes again, not even after the source is removed. */
export const mapSourceIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Path of a map file on this computer. */
export const mapFileSchema = z.string().min(1).max(4096);

const sourceParts = {
  id: mapSourceIdSchema,
  /** Whether the map draws it. */
  shown: z.boolean(),
};

/** A map file that a person opened. It is kept by reference: the file stays where it is. */
export const fileMapSchema = mapDescriptionSchema.extend({
  ...sourceParts,
  file: mapFileSchema,
});

/** A map file that a person opened. */
export type FileMap = z.infer<typeof fileMapSchema>;

/** An online map that a person chose. */
export const onlineMapSchema = mapDescriptionSchema.extend({
  ...sourceParts,
  kind: z.enum(onlineMapKinds),
  online: onlineDetailsSchema,
});

/** An online map that a person chose. */
export type OnlineMap = z.infer<typeof onlineMapSchema>;

/** A source of map tiles that a person opened or chose. */
export const mapSourceSchema = z.discriminatedUnion('kind', [fileMapSchema, onlineMapSchema]);

/** A source of map tiles that a person opened or chose. */
export type MapSource = z.infer<typeof mapSourceSchema>;

const conditionParts = {
  /** Whether its tiles can be read just now, as far as is known. */
  readable: z.boolean(),
  /** Why it can't be read, or why one of its tiles could not be; null where all is well. */
  fault: appErrorSchema.nullable(),
};

/** A source as a screen sees it. */
export const mapSourceStateSchema = z.discriminatedUnion('kind', [
  fileMapSchema.extend(conditionParts),
  onlineMapSchema.extend(conditionParts),
]);

/** A source as a screen sees it. */
export type MapSourceState = z.infer<typeof mapSourceStateSchema>;

/** All sources, in the order they were added. */
export const mapSourcesStateSchema = z.object({ sources: z.array(mapSourceStateSchema) });

/** All sources, in the order they were added. */
export type MapSourcesState = z.infer<typeof mapSourcesStateSchema>;

/** One tile: level, column from the west, row from the north, all from 0. */
export type TilePlace = { readonly z: number; readonly x: number; readonly y: number };

/** Path of a tile below the origin of our pages: `/tiles/<source>/<z>/<x>/<y>`. */
export function tilePath(source: number, { z, x, y }: TilePlace): string {
  return `/tiles/${source}/${z}/${x}/${y}`;
}

/** Content type of a vector tile. */
export const vectorTileType = 'application/vnd.mapbox-vector-tile';

const pathForm = /^\/tiles\/([1-9]\d{0,15})\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})$/;

/** The tile that a path of {@link tilePath} names; null where it names none that can exist. */
export function readTilePath(path: string): { source: number; place: TilePlace } | null {
  const parts = pathForm.exec(path)?.slice(1).map(Number);
  if (!parts) return null;
  const [source = 0, z = 0, x = 0, y = 0] = parts;
  if (!mapSourceIdSchema.safeParse(source).success || !exists({ z, x, y })) return null;
  return { source, place: { z, x, y } };
}

/** Whether there is such a tile: whole numbers inside the pyramid of tiles. */
export function exists({ z, x, y }: TilePlace): boolean {
  if (!tileZoomSchema.safeParse(z).success) return false;
  const across = 2 ** z;
  return [x, y].every((place) => Number.isInteger(place) && place >= 0 && place < across);
}
