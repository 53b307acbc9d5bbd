import { z } from 'zod';
import { appErrorSchema } from './errors';
import { mapBoundsSchema, mapDescriptionSchema, tileZoomSchema } from './map-sources';

/** So many tiles a copy may have: more would take days, and every server would mind. */
export const mostTilesOfCopy = 2_000_000;

/** From so many bytes on, a person is warned that a copy is large. */
export const largeCopy = 2_000_000_000;

/** Where a PMTiles archive is, as a person enters it. */
export const archiveAddressSchema = z.object({
  /** `https://…`, or `http://` on this computer where that is allowed. */
  address: z.string().trim().min(1).max(2000),
  /** A person said that the server may be in a private network or on this computer. */
  isPrivate: z.boolean(),
});

/** Where a PMTiles archive is, as a person enters it. */
export type ArchiveAddress = z.infer<typeof archiveAddressSchema>;

/** What an archive at an address says of itself. */
export const archiveInfoSchema = mapDescriptionSchema.omit({ kind: true }).extend({
  /** Bytes of the whole archive; null where the server does not say. */
  bytes: z.number().int().min(0).nullable(),
});

/** What an archive at an address says of itself. */
export type ArchiveInfo = z.infer<typeof archiveInfoSchema>;

/** A part of an archive: the tiles of an area, from the archive's first zoom level to `maxZoom`. */
export const regionWishSchema = archiveAddressSchema.extend({
  /** West, south, east, north in degrees; a box with an area. */
  bounds: mapBoundsSchema.refine(([west, south, east, north]) => west < east && south < north),
  maxZoom: tileZoomSchema,
});

/** A part of an archive. */
export type RegionWish = z.infer<typeof regionWishSchema>;

/** What copying a region takes. */
export const regionPlanSchema = z.object({
  /** Places on the map with a tile. */
  tiles: z.number().int().min(0),
  /** Bytes that are downloaded. */
  bytes: z.number().int().min(0),
  /** Seconds that it takes, judged by how fast the server answered just now. */
  seconds: z.number().min(0),
});

/** What copying a region takes. */
export type RegionPlan = z.infer<typeof regionPlanSchema>;

/** A region to be copied, with the name that the map will have. */
export const newCopySchema = regionWishSchema.extend({ name: z.string().trim().min(1).max(120) });

/** A region to be copied. */
export type NewCopy = z.infer<typeof newCopySchema>;

/** What a copy does just now. */
export const copyPhases = [
  /** It reads what the archive holds of the region. */
  'planning',
  'copying',
  /** A person paused it. */
  'paused',
  /** Something passing is wrong, such as no network; it goes on without a person. */
  'waiting',
  /** All tiles are there, and are read once more. */
  'checking',
  /** Something is wrong that needs a person, who can resume it. */
  'stopped',
] as const;

/** What a copy does just now. */
export type CopyPhase = (typeof copyPhases)[number];

/** The number that a copy is called by. */
export const copyIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A copy that is not complete yet. */
export const regionCopySchema = z.object({
  id: copyIdSchema,
  name: z.string(),
  /** Host of the archive. */
  host: z.string(),
  phase: z.enum(copyPhases),
  /** Bytes that are on the disk, of how many. */
  doneBytes: z.number().int().min(0),
  bytes: z.number().int().min(0),
  /** Seconds to go at the present speed; null while that is not known. */
  secondsLeft: z.number().min(0).nullable(),
  /** What is wrong: with `waiting` and `stopped`. */
  fault: appErrorSchema.nullable(),
  /** The archive changed on its server, so that the copy started over. */
  startedOver: z.boolean(),
});

/** A copy that is not complete yet. */
export type RegionCopy = z.infer<typeof regionCopySchema>;

/** All copies that are not complete yet, in the order they were started. */
export const regionCopiesStateSchema = z.object({ copies: z.array(regionCopySchema) });

/** All copies that are not complete yet. */
export type RegionCopiesState = z.infer<typeof regionCopiesStateSchema>;
