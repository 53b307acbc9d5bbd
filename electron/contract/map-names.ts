import { z } from 'zod';
import { mapSourceIdSchema } from './map-sources';

/** Why the names of a map are not all in the search. */
export const mapNamesFaults = [
  /** The file can’t be read just now. */
  'unreadable',
  /** The names can’t be written to this computer’s disk. */
  'not-written',
  /** They take all the room that they are given. */
  'full',
] as const;

/** How far the names of a map file have been read for the search. */
export const mapNamesSchema = z.object({
  /** The map source that they are of. */
  id: mapSourceIdSchema,
  /** Names that can be found. */
  names: z.number().int().nonnegative(),
  /** Share of the area that is being read, 0 to 1; null while nothing is read. */
  reading: z.number().min(0).max(1).nullable(),
  /** Whether the whole area of the map was read; of a large one it is the area in use alone. */
  isWhole: z.boolean(),
  fault: z.enum(mapNamesFaults).nullable(),
});

/** How far the names of a map file have been read for the search. */
export type MapNamesProgress = z.infer<typeof mapNamesSchema>;

/** The map files whose names can be found: those that are shown and can be read. */
export const mapNamesStateSchema = z.object({ maps: z.array(mapNamesSchema) });

/** The map files whose names can be found. */
export type MapNamesState = z.infer<typeof mapNamesStateSchema>;
