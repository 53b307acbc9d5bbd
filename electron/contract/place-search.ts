import { z } from 'zod';

/** What a name that was found belongs to. */
export const foundPlaceKinds = ['town', 'district', 'village', 'street', 'address'] as const;

/** Longest words that are searched for. */
export const mostSoughtLetters = 100;

/** Letters of what says where a place is; names of maps can be of any length. */
export const longestArea = 400;

const positionParts = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
};

/** A place, street or address that a search found. */
export const foundPlaceSchema = z.object({
  kind: z.enum(foundPlaceKinds),
  name: z.string().min(1).max(200),
  /** Where that is: a district, a town, the rest of an address; empty where nothing is known. */
  area: z.string().max(longestArea),
  /** ISO 3166-1 code of two letters; null where it is not known. */
  country: z.string().length(2).nullable(),
  ...positionParts,
  /** Who knows it: Fleetdesk, the demo's streets, a map file, or the address search of the settings. */
  source: z.enum(['builtIn', 'demo', 'file', 'geocoder']),
});

/** A place, street or address that a search found. */
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

/** What is searched for, and what the map shows: of equal matches the nearer one comes first. */
export const placeQuerySchema = z.object({
  words: z.string().max(mostSoughtLetters),
  near: z.object(positionParts).nullable(),
});

/** What is searched for, and what the map shows. */
export type PlaceQuery = z.infer<typeof placeQuerySchema>;
