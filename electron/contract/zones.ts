import { z } from 'zod';
import { givenNameSchema } from './given-names';
import { momentSchema, recordIdSchema } from './records';

/** Most corners of a polygon, and most points of a corridor. */
export const CORNERS_AT_MOST = 10_000;
/** Most zones of one connection, and of one call or file: what is exported can be imported. */
export const ZONES_AT_MOST = 5_000;
/** Most characters of a file with zones. */
export const ZONE_FILE_AT_MOST = 20_000_000;
/** Least and most radius of a circle, meters. */
export const RADIUS = { least: 5, most: 100_000 } as const;
/** Least and most width of a corridor, meters. */
export const WIDTH = { least: 5, most: 20_000 } as const;

/** A place on earth, degrees. */
const placeSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** The form of a zone. Edges go the short way round, also across the date line. */
export const zoneShapeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('circle'),
    center: placeSchema,
    /** Meters. */
    radius: z.number().min(RADIUS.least).max(RADIUS.most),
  }),
  /** The last corner is joined to the first one. */
  z.object({ kind: z.literal('polygon'), corners: z.array(placeSchema).max(CORNERS_AT_MOST) }),
  /** All that is within half the width of a path. */
  z.object({
    kind: z.literal('corridor'),
    path: z.array(placeSchema).max(CORNERS_AT_MOST),
    /** Meters, from side to side. */
    width: z.number().min(WIDTH.least).max(WIDTH.most),
  }),
]);

/** The form of a zone. */
export type ZoneShape = z.infer<typeof zoneShapeSchema>;
/** What forms there are. */
export type ZoneKind = ZoneShape['kind'];

/** The name of a zone in calls; made on this computer. */
export const zoneIdSchema = z.string().min(1).max(64);

/** Longest name of a zone, characters. */
export const ZONE_NAME_AT_MOST = 80;

/** Longest name of a zone's group, characters. */
export const ZONE_GROUP_AT_MOST = 60;

/** A part of the map with a name, drawn by a person or read from a file. */
export const zoneSchema = z.object({
  id: zoneIdSchema,
  name: givenNameSchema(ZONE_NAME_AT_MOST),
  /** `#RRGGBB` */
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  /** The group that it is listed under; null for none. */
  group: givenNameSchema(ZONE_GROUP_AT_MOST).nullable(),
  /** Whether maps draw it. */
  isShown: z.boolean(),
  shape: zoneShapeSchema,
});

/** A part of the map with a name. */
export type Zone = z.infer<typeof zoneSchema>;

/** A vehicle in a zone. */
export const insideZoneSchema = z.object({
  zoneId: zoneIdSchema,
  vehicleId: recordIdSchema,
  /** When it came in, epoch milliseconds. */
  since: momentSchema,
  /** It was in already when it was first seen there. */
  isAtLeast: z.boolean(),
});

/** A vehicle in a zone. */
export type InsideZone = z.infer<typeof insideZoneSchema>;

/** The zones as they are when a window subscribes, and who is inside. */
export const zonesSnapshotSchema = z.object({
  zones: z.array(zoneSchema),
  inside: z.array(insideZoneSchema),
});

/** What changed since; `inside` is sent whole, and null where it is as before. */
export const zonesPatchSchema = z.object({
  changed: z.array(zoneSchema),
  removed: z.array(zoneIdSchema),
  inside: z.array(insideZoneSchema).nullable(),
});

/** The zones as they are when a window subscribes. */
export type ZonesSnapshot = z.infer<typeof zonesSnapshotSchema>;
/** What changed since. */
export type ZonesPatch = z.infer<typeof zonesPatchSchema>;

/** What can be wrong with a form. */
export const shapeFaults = [
  'too-few-corners',
  'too-few-points',
  'no-area',
  'self-crossing',
  'too-wide',
] as const;
/** What is wrong with a form. */
export type ShapeFault = (typeof shapeFaults)[number];

/** Files that zones are written to. */
export const zoneFormats = ['geojson', 'kml'] as const;
/** A kind of file for zones. */
export type ZoneFormat = (typeof zoneFormats)[number];

/** The content of a file with zones. */
export const zoneFileSchema = z.object({
  name: z.string().max(500),
  text: z.string().max(ZONE_FILE_AT_MOST),
});

/** What a file holds: zones that can be kept, and what can't be taken. */
export const zoneFileContentSchema = z.object({
  zones: z.array(zoneSchema),
  skipped: z.array(
    z.object({
      name: z.string(),
      reason: z.enum([
        ...shapeFaults,
        ...(['no-shape', 'out-of-range', 'too-many-corners', 'already-there'] as const),
      ]),
    }),
  ),
  /** So many of the zones had holes in the file, which a zone can't have. */
  filled: z.number().int().min(0),
});

/** What a file with zones holds. */
export type ZoneFileContent = z.infer<typeof zoneFileContentSchema>;
