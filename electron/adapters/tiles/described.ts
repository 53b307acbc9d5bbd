import path from 'node:path';
import { z } from 'zod';
import {
  deepestTile,
  mapBoundsSchema,
  wholeWorld,
  type MapContent,
  type MapDescription,
} from '@contract/map-sources';
import { attributionText, cleanAttribution } from '@contract/rules/attribution';
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

/** What a source says of itself, cut and cleaned to what screens can show. */
export function describe(told: Told): MapDescription {
  const [west = 0, south, east = 0, north] = told.bounds;
  // Over the date line files say a west that is east of their east, or an east beyond 180.
  const eastward = west > east ? east + 360 : east;
  const bounds = mapBoundsSchema.safeParse([west, south, eastward, north]);
  const hasArea =
    bounds.success && bounds.data[0] < bounds.data[2] && bounds.data[1] < bounds.data[3];
  const minZoom = zoomOf(told.minZoom, 0);
  return {
    kind: told.kind,
    name: plainText(told.name, 120) || path.basename(told.file).slice(0, 120),
    attribution: typeof told.attribution === 'string' ? cleanAttribution(told.attribution) : '',
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

function plainText(value: unknown, longest: number): string {
  return typeof value === 'string' ? attributionText(value).slice(0, longest).trim() : '';
}

function zoomOf(value: number, otherwise: number): number {
  if (!Number.isFinite(value)) return otherwise;
  return Math.min(deepestTile, Math.max(0, Math.floor(value)));
}
