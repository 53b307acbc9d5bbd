import { z } from 'zod';

const line = z.custom<Float64Array>((value) => ArrayBuffer.isView(value));

/** Street map of the demo fleet's invented metropolitan area, drawn as a base layer of its own. */
export const streetsSchema = z.object({
  name: z.string(),
  /** Longitude, latitude. */
  centre: z.tuple([z.number(), z.number()]),
  /** West, south, east, north. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  roads: z.array(
    z.object({
      class: z.enum(['motorway', 'avenue', 'street', 'track']),
      name: z.string().optional(),
      /** Pairs of longitude and latitude. */
      line,
    }),
  ),
  areas: z.array(
    z.object({
      kind: z.enum(['park', 'water', 'industrial', 'urban']),
      name: z.string().optional(),
      /** Pairs of longitude and latitude. */
      ring: line,
    }),
  ),
  places: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['city', 'district', 'village']),
      lng: z.number(),
      lat: z.number(),
    }),
  ),
});

/** Street map of the demo fleet's invented metropolitan area. */
export type Streets = z.infer<typeof streetsSchema>;
