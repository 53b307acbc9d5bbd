import path from 'node:path';
import { z } from 'zod';
import {
  deepestTile,
  mapBoundsSchema,
  type MapBounds,
  type MapContent,
  type MapDescription,
} from '@contract/map-sources';
import { schemaOfLayers } from '@contract/tile-schemas/names';
import { tileFault } from './tile-faults';

/** What a file tells of itself, before it is believed. */
export type Told = {
  kind: MapDescription['kind'];
  file: string;
  name: unknown;
  attribution: unknown;
  bounds: readonly number[];
  minZoom: number;
  maxZoom: number;
  content: MapContent;
};

/** The whole world as web maps show it. */
const wholeWorld: MapBounds = [-180, -85.0511, 180, 85.0511];

/** What a source says of itself, cut and cleaned to what screens can show. */
export function describe(told: Told): MapDescription {
  const bounds = mapBoundsSchema.safeParse(told.bounds);
  const hasArea =
    bounds.success && bounds.data[0] < bounds.data[2] && bounds.data[1] < bounds.data[3];
  const minZoom = zoomOf(told.minZoom, 0);
  return {
    kind: told.kind,
    name: plainText(told.name, 120) || path.basename(told.file).slice(0, 120),
    attribution: plainText(told.attribution, 400),
    // Files without bounds say 0,0,0,0 or nothing; what they hold then shows tile by tile.
    bounds: hasArea ? bounds.data : wholeWorld,
    minZoom,
    maxZoom: Math.max(minZoom, zoomOf(told.maxZoom, deepestTile)),
    content: told.content,
  };
}

const layersSchema = z.array(z.object({ id: z.string() })).min(1);

/**
 * The content of vector tiles by the list of their layers. @throws FleetdeskError `map-schema` where
 * there is no list, or it is of no schema that Fleetdesk knows
 */
export function vectorContent(layers: unknown): MapContent {
  const read = layersSchema.safeParse(layers);
  const names = read.success ? read.data.map(({ id }) => id) : [];
  const schema = schemaOfLayers(names);
  if (schema) return { form: 'vector', schema };
  const list = names.slice(0, 20).join(', ').slice(0, 400);
  throw tileFault('map-schema', names.length === 0 ? 'No list of layers.' : `Layers: ${list}`);
}

/** Text without markup, as attributions have it, on one line. */
function plainText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, 4000)
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

function zoomOf(value: number, otherwise: number): number {
  if (!Number.isFinite(value)) return otherwise;
  return Math.min(deepestTile, Math.max(0, Math.floor(value)));
}
