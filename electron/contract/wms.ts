import { z } from 'zod';
import { longestAttribution } from './rules/attribution';

/** Names that servers have for Web Mercator, the projection of Fleetdesk's map; the usual one first. */
export const mercatorNames = [
  ...(['EPSG:3857', 'EPSG:900913', 'EPSG:102100', 'EPSG:102113', 'EPSG:3785'] as const),
] as const;

/** One name of Web Mercator. */
export type MercatorName = (typeof mercatorNames)[number];

/** Versions of WMS that differ in how a picture is asked for. */
export const wmsVersions = ['1.3.0', '1.1.1'] as const;

/** A kind of picture that Fleetdesk draws, with what some servers add to it. */
const formatSchema = z.string().regex(/^image\/(?:png8?|webp|jpe?g)(?: ?;[\w =.;-]{1,60})?$/i);

/** How a WMS is asked for its pictures, as a person chose of what it offers. */
export const wmsRequestSchema = z.object({
  version: z.enum(wmsVersions),
  format: formatSchema,
  crs: z.enum(mercatorNames),
});

/** How a WMS is asked for its pictures. */
export type WmsRequest = z.infer<typeof wmsRequestSchema>;

/** Whether pictures of a format have no transparent parts: they cover the map below them. */
export function isOpaqueFormat(format: string): boolean {
  return /^image(?:\/|%2f)jpe?g/i.test(format);
}

/** A layer that a WMS offers by its name. */
export const wmsLayerSchema = z.object({
  /** What the server calls it; without a comma, which separates names. */
  name: z.string().min(1).max(200),
  /** What people call it. */
  title: z.string().max(200),
  /** Titles of the layers that it is in, the outermost first; empty where it is in none. */
  group: z.string().max(400),
  /** Names of Web Mercator that the server knows for it; none: Fleetdesk can't draw it. */
  crs: z.array(z.enum(mercatorNames)),
  /** Whose data it is, as `rules/attribution` reads it; empty where the server says nothing. */
  attribution: z.string().max(longestAttribution),
});

/** A layer that a WMS offers by its name. */
export type WmsLayer = z.infer<typeof wmsLayerSchema>;

/** What a WMS offers, of that what Fleetdesk can use: at least one format, and one layer with a projection. */
export const wmsServerSchema = z.object({
  title: z.string().max(200),
  version: z.enum(wmsVersions),
  /** Kinds of pictures; those with transparent parts first. */
  formats: z.array(formatSchema).min(1),
  layers: z.array(wmsLayerSchema).min(1),
});

/** What a WMS offers. */
export type WmsServer = z.infer<typeof wmsServerSchema>;
