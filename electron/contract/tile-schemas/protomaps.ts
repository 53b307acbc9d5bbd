import { landOf } from './land-words';
import { isSet, namesOf, numberOf, road, textOf } from './meaning';
import type { Meaning, ReadShape, ShapeFields } from './meaning';
import { nameOfPlace } from './place-words';
import { lineOfRoad } from './road-words';

/** Reads shapes of Protomaps basemaps; version 3 writes `pmap:kind` where 4 writes `kind`. */
export const readProtomaps: ReadShape = (layer, form, fields) => {
  const kind = textOf(fields['kind']) || textOf(fields['pmap:kind']);
  switch (layer) {
    case 'earth':
      return form === 'area' ? { area: 'land' } : null;
    case 'water':
    case 'physical_line':
    case 'physical_point':
      return waterOf(form, fields);
    case 'landuse':
    case 'natural':
      return form === 'area' ? landOf(kind) : null;
    case 'landcover':
      return form === 'area' && kind === 'urban_area' ? { area: 'urban' } : null;
    case 'buildings':
      return form === 'area' ? { area: 'building' } : null;
    case 'boundaries':
      return boundaryOf(kind, fields);
    case 'roads':
    case 'transit':
      return roadOf(kind, fields);
    case 'places':
      return placeOf(kind, fields);
    default:
      return null;
  }
};

function waterOf(form: string, fields: ShapeFields): Meaning | null {
  if (form === 'area') return { area: 'water' };
  return form === 'line' ? { line: 'waterway' } : namesOf('water', fields, 10);
}

function boundaryOf(kind: string, fields: ShapeFields): Meaning | null {
  if (isSet(fields['disputed'])) return { line: 'regionBorder' };
  const level = numberOf(fields['pmap:min_admin_level'], 99);
  if (kind === 'country' || level <= 2) return { line: 'border' };
  return kind === 'region' || level <= 4 ? { line: 'regionBorder' } : null;
}

const kinds = {
  highway: 'motorway',
  major_road: 'avenue',
  medium_road: 'avenue',
  minor_road: 'street',
  path: 'track',
  rail: 'rail',
} as const;

function roadOf(kind: string, fields: ShapeFields): Meaning | null {
  const detail = textOf(fields['kind_detail']) || textOf(fields['pmap:kind_detail']);
  // What is told in detail goes first: a trunk road is a major road there and a motorway here.
  const line = lineOfRoad(detail || textOf(fields['highway']));
  const rough = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : null;
  const drawn = rough === 'rail' ? rough : (line ?? rough);
  return drawn && road(drawn, fields);
}

function placeOf(kind: string, fields: ShapeFields): Meaning | null {
  const detail = textOf(fields['kind_detail']) || textOf(fields['pmap:kind_detail']);
  const of = nameOfPlace(detail) ?? nameOfPlace(kind);
  // A place is as important as it is shown early.
  const rank = numberOf(fields['min_zoom'] ?? fields['pmap:min_zoom'], 12);
  return of && namesOf(of, fields, rank);
}
