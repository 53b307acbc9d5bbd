import { z } from 'zod';
import {
  ZONES_AT_MOST,
  zoneFileContentSchema,
  zoneFileSchema,
  zoneFormats,
  zoneIdSchema,
  zoneSchema,
} from '../zones';

const nothing = z.undefined();

/** Calls about zones. */
export const zoneChannels = {
  /** Keeps zones, new and changed ones: all or none of them. */
  'zones.save': { input: z.array(zoneSchema).min(1).max(ZONES_AT_MOST), output: nothing },
  /** Removes zones. */
  'zones.remove': { input: z.array(zoneIdSchema).min(1).max(ZONES_AT_MOST), output: nothing },
  /** The zones that a GeoJSON or KML file holds; nothing is kept before they are saved. */
  'zones.read': { input: zoneFileSchema, output: zoneFileContentSchema },
  /** Writes zones where a person chooses; the file's name, null where none was. */
  'zones.export': {
    input: z.object({
      /** Null for all. */
      ids: z.array(zoneIdSchema).max(ZONES_AT_MOST).nullable(),
      format: z.enum(zoneFormats),
    }),
    output: z.string().nullable(),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
