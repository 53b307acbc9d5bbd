import { cleanName } from '@contract/given-names';
import type { Place } from '@contract/rules/longitudes';
import { wrapLongitude } from '@contract/rules/longitudes';
import { distinct, shapeFault } from '@contract/rules/zone-shapes';
import {
  CORNERS_AT_MOST,
  RADIUS,
  WIDTH,
  ZONE_GROUP_AT_MOST,
  ZONE_NAME_AT_MOST,
  type Zone,
  type ZoneFileContent,
  type ZoneShape,
} from '@contract/zones';

/** One thing of a file, whatever its format. */
export interface Feature {
  readonly name: string;
  readonly color: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Its parts; several become a zone each. */
  readonly geometries: readonly Geometry[];
}

/** Longitude first, as GeoJSON and KML have it. */
export type Position = readonly [longitude: number, latitude: number];

/** A part of a feature. */
export type Geometry =
  | { readonly kind: 'point'; readonly position: Position }
  | { readonly kind: 'line'; readonly positions: readonly Position[] }
  /** The outer ring; holes are left out. */
  | { readonly kind: 'ring'; readonly positions: readonly Position[]; readonly hasHoles: boolean };

type Skipped = ZoneFileContent['skipped'][number];

/** Of a line whose width the file does not tell, meters. */
export const USUAL_WIDTH = 100;
const USUAL_COLOR = '#2F5BD0';

/**
 * The zones that features are: an area is a polygon, a line a corridor, a point with a radius a
 * circle. What Fleetdesk wrote itself comes back as it was.
 * @param newId names each zone
 * @param kept zones that are there already: what has the name and form of one is left out
 */
export function zonesOfFeatures(
  features: readonly Feature[],
  newId: () => string,
  kept: readonly Zone[],
): ZoneFileContent {
  const zones: Zone[] = [];
  const skipped: Skipped[] = [];
  const known = new Set(kept.map(likenessOf));
  let filled = 0;
  for (const { name, color, properties, geometries } of features) {
    const parts = circleOf(properties) ?? geometries.map((part) => shapeOf(part, properties));
    if (parts.length === 0) skipped.push({ name, reason: 'no-shape' });
    parts.forEach((part, index) => {
      if (typeof part === 'string') {
        skipped.push({ name, reason: part });
        return;
      }
      const full = parts.length > 1 ? `${name.slice(0, 74)} ${String(index + 1)}` : name;
      const own = cleanName(full.slice(0, ZONE_NAME_AT_MOST)) || '–';
      const likeness = likenessOf({ name: own, shape: part });
      if (known.has(likeness)) {
        skipped.push({ name: own, reason: 'already-there' });
        return;
      }
      known.add(likeness);
      const from = geometries[index];
      if (part.kind === 'polygon' && from?.kind === 'ring' && from.hasHoles) filled += 1;
      zones.push({
        id: newId(),
        name: own,
        color: /^#[0-9a-f]{6}$/i.test(color ?? '') ? String(color).toUpperCase() : USUAL_COLOR,
        group: groupOf(properties['group']),
        isShown: true,
        shape: part,
      });
    });
  }
  return { zones, skipped, filled };
}

/** The same for zones that a person would take for one. */
function likenessOf({ name, shape }: Pick<Zone, 'name' | 'shape'>): string {
  const flat = (places: readonly Place[]): number[] =>
    places.flatMap(({ latitude, longitude }) => [latitude, longitude]);
  switch (shape.kind) {
    case 'circle':
      return JSON.stringify([name, 'circle', flat([shape.center]), shape.radius]);
    case 'polygon':
      return JSON.stringify([name, 'polygon', flat(shape.corners)]);
    case 'corridor':
      return JSON.stringify([name, 'corridor', flat(shape.path), shape.width]);
  }
}

function groupOf(value: unknown): string | null {
  const group = typeof value === 'string' ? cleanName(value.slice(0, ZONE_GROUP_AT_MOST)) : '';
  return group === '' ? null : group;
}

/** A circle that another format had to write as an area. */
function circleOf(properties: Feature['properties']): [ZoneShape | Skipped['reason']] | null {
  if (properties['shape'] !== 'circle') return null;
  const position = [Number(properties['longitude']), Number(properties['latitude'])] as const;
  return Number.isFinite(position[0]) && Number.isFinite(position[1])
    ? [shapeOf({ kind: 'point', position }, properties)]
    : null;
}

function shapeOf(
  geometry: Geometry,
  properties: Feature['properties'],
): ZoneShape | Skipped['reason'] {
  const shape = rawShape(geometry, properties);
  if (typeof shape === 'string') return shape;
  return shapeFault(shape) ?? shape;
}

function rawShape(
  geometry: Geometry,
  properties: Feature['properties'],
): ZoneShape | Skipped['reason'] {
  const positions = geometry.kind === 'point' ? [geometry.position] : geometry.positions;
  if (positions.length > CORNERS_AT_MOST + 1) return 'too-many-corners';
  const places = positions.map(placeOf);
  if (places.includes(null)) return 'out-of-range';
  const known = places.filter((place) => place !== null);
  switch (geometry.kind) {
    case 'point': {
      const radius = Number(properties['radius'] ?? NaN);
      const [center] = known;
      if (center === undefined || !(radius > 0)) return 'no-shape';
      return { kind: 'circle', center, radius: within(radius, RADIUS) };
    }
    case 'line': {
      const width = Number(properties['width'] ?? USUAL_WIDTH);
      const meters = width > 0 ? width : USUAL_WIDTH;
      if (known.length > CORNERS_AT_MOST) return 'too-many-corners';
      return { kind: 'corridor', path: known, width: within(meters, WIDTH) };
    }
    case 'ring': {
      const corners = distinct(known);
      return corners.length > CORNERS_AT_MOST ? 'too-many-corners' : { kind: 'polygon', corners };
    }
  }
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value));
}

/** Longitudes beyond ±180, as a file may write them across the date line, are brought back. */
function placeOf([longitude, latitude]: Position): Place | null {
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540;
  return isPlace ? { latitude, longitude: wrapLongitude(longitude) } : null;
}
