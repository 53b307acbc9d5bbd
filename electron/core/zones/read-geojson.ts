import { isJsonObject } from '../service/json';
import type { Feature, Geometry, Position } from './features';

/** Geometries within geometries that are followed; a file of more is made to be a burden. */
const DEEPEST = 8;

/** The features of a GeoJSON text; null where it is none. */
export function readGeoJson(text: string): Feature[] | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(content)) return null;
  if (content['type'] === 'FeatureCollection') {
    return list(content['features']).flatMap((each) =>
      isJsonObject(each) ? [featureOf(each)] : [],
    );
  }
  if (content['type'] === 'Feature') return [featureOf(content)];
  const geometries = geometriesOf(content);
  return geometries.length === 0 ? null : [{ name: '', color: null, properties: {}, geometries }];
}

function featureOf(feature: Record<string, unknown>): Feature {
  const { properties, geometry } = feature;
  const told = isJsonObject(properties) ? properties : {};
  const name = [told['name'], told['title'], told['id'], feature['id']].find(
    (value) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number',
  );
  const color = [told['color'], told['fill'], told['stroke']].find(
    (value) => typeof value === 'string',
  );
  return {
    name: name === undefined ? '' : String(name).trim(),
    color: color ?? null,
    properties: told,
    geometries: geometriesOf(geometry),
  };
}

function geometriesOf(geometry: unknown, depth = 0): Geometry[] {
  if (!isJsonObject(geometry) || depth > DEEPEST) return [];
  const { type, coordinates } = geometry;
  switch (type) {
    case 'Point':
      return [{ kind: 'point', position: positionOf(coordinates) }];
    case 'MultiPoint':
      return list(coordinates).map((each) => ({ kind: 'point', position: positionOf(each) }));
    case 'LineString':
      return [{ kind: 'line', positions: list(coordinates).map(positionOf) }];
    case 'MultiLineString':
      return list(coordinates).map((line) => ({
        kind: 'line',
        positions: list(line).map(positionOf),
      }));
    case 'Polygon':
      return ringOf(coordinates);
    case 'MultiPolygon':
      return list(coordinates).flatMap(ringOf);
    case 'GeometryCollection':
      return list(geometry['geometries']).flatMap((each) => geometriesOf(each, depth + 1));
    default:
      return [];
  }
}

function ringOf(rings: unknown): Geometry[] {
  const [outer, ...holes] = list(rings);
  if (outer === undefined) return [];
  return [{ kind: 'ring', positions: list(outer).map(positionOf), hasHoles: holes.length > 0 }];
}

/** What is no position is one out of range, so that its zone is reported as such. */
function positionOf(value: unknown): Position {
  const [longitude, latitude] = list(value);
  return typeof longitude === 'number' && typeof latitude === 'number'
    ? [longitude, latitude]
    : [NaN, NaN];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
