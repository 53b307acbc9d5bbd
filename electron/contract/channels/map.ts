import { z } from 'zod';
import { mapFileSchema, mapSourceIdSchema, mapSourceStateSchema } from '../map-sources';
import { cacheLimits, mapCacheSchema, newOnlineMapSchema } from '../online-maps';
import { foundAddressesSchema, keptAnswersSchema } from '../geocoder';
import { foundPlaceSchema, mostSoughtLetters, placeQuerySchema } from '../place-search';
import {
  archiveAddressSchema,
  archiveInfoSchema,
  copyIdSchema,
  newCopySchema,
  regionCopySchema,
  regionPlanSchema,
  regionWishSchema,
} from '../region-copies';
import { streetsSchema } from '../streets';
import { pointSchema, whereAnswerSchema, whereQuestionSchema, whereSchema } from '../where';
import { wmsServerSchema } from '../wms';

const nothing = z.undefined();

/** Calls around the map: places and their names, the map's sources, and copies of their regions. */
export const mapChannels = {
  /** Places and streets by their names, the best first, at once and without a network. */
  'search.places': { input: placeQuerySchema, output: z.array(foundPlaceSchema) },
  /**
   * Where points are, in parts to be put into words, by what this computer knows: no network is
   * asked.
   */
  'places.where': { input: whereQuestionSchema, output: whereAnswerSchema },
  /** Addresses of the server that the settings name; one request a second at most. */
  'search.address': {
    input: z.string().trim().min(1).max(mostSoughtLetters),
    output: foundAddressesSchema,
  },
  /**
   * The street at a place that a person looks at, by the server that the settings name, where they
   * allow it; null where that is not known.
   */
  'search.where': { input: pointSchema, output: whereSchema.nullable() },
  /** What is kept of the server's answers. */
  'search.kept': { input: nothing, output: keptAnswersSchema },
  /** Deletes what is kept of the server's answers. */
  'search.forget': { input: nothing, output: keptAnswersSchema },
  /** Streets of the demo fleet's area; null on any other connection. */
  'basemap.streets': { input: nothing, output: streetsSchema.nullable() },
  /**
   * Asks a person for a map file and keeps it as a source of the map; null where they chose none.
   * The page never names a file.
   */
  'mapSources.add': { input: nothing, output: mapSourceStateSchema.nullable() },
  /** Opens a map file that a person dropped onto the app; for main it is the path of the file. */
  'mapSources.addDropped': { input: mapFileSchema, output: mapSourceStateSchema },
  /** Keeps an online map as a source; one of its tiles is asked for first. */
  'mapSources.addOnline': { input: newOnlineMapSchema, output: mapSourceStateSchema },
  /**
   * Changes an online map. An address that is as the list has it, with dots for its key, keeps the
   * key; tiles on the disk stay where the address does.
   */
  'mapSources.editOnline': {
    input: z.object({ id: mapSourceIdSchema, map: newOnlineMapSchema }),
    output: mapSourceStateSchema,
  },
  /**
   * What the WMS at an address offers. An address that is as the list has it, with dots for its key,
   * is asked with the key of that source.
   */
  'mapSources.readWms': {
    input: newOnlineMapSchema
      .pick({ address: true, isPrivate: true })
      .extend({ source: mapSourceIdSchema.nullable() }),
    output: wmsServerSchema,
  },
  /** Shows a source on the map or hides it. */
  'mapSources.show': {
    input: z.object({ id: mapSourceIdSchema, shown: z.boolean() }),
    output: nothing,
  },
  /** Takes a source out of the list; its file stays as it is. */
  'mapSources.remove': { input: mapSourceIdSchema, output: nothing },
  /** What online maps have on the disk. */
  'mapSources.cache': { input: nothing, output: mapCacheSchema },
  /** Megabytes that online maps may take on the disk; what is too much goes at once. */
  'mapSources.limitCache': { input: z.literal(cacheLimits), output: mapCacheSchema },
  /** Deletes what online maps have on the disk. */
  'mapSources.clearCache': { input: nothing, output: mapCacheSchema },
  /** What a PMTiles archive at an address says of itself. */
  'regions.inspect': { input: archiveAddressSchema, output: archiveInfoSchema },
  /** What copying a region of it takes, from the archive's directories. */
  'regions.plan': { input: regionWishSchema, output: regionPlanSchema },
  /** Asks for a file and starts to copy a region into it; null where no file was chosen. */
  'regions.start': { input: newCopySchema, output: regionCopySchema.nullable() },
  'regions.pause': { input: copyIdSchema, output: nothing },
  /** Goes on with a copy that was paused or stopped. */
  'regions.resume': { input: copyIdSchema, output: nothing },
  /** Gives a copy up and deletes what was copied. */
  'regions.cancel': { input: copyIdSchema, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
