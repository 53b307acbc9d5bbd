import { borderOf } from './borders';
import { landOf } from './land-words';
import { namesOf, isSet, numberOf, road, textOf, type Meaning, type ReadShape } from './meaning';
import type { LineClass, ShapeFields } from './meaning';
import { nameOfPlace } from './place-words';
import { lineOfRoad } from './road-words';

/** Reads shapes of Mapbox Streets, versions 7 and 8. */
export const readMapboxStreets: ReadShape = (layer, form, fields) => {
  const word = textOf(fields['class']);
  switch (layer) {
    case 'water':
      return form === 'area' ? { area: 'water' } : null;
    case 'waterway':
      return form === 'line' ? { line: 'waterway' } : null;
    case 'landuse':
    case 'landuse_overlay':
      return form === 'area' ? landOf(word) : null;
    case 'building':
      return form === 'area' && !isSet(fields['underground']) ? { area: 'building' } : null;
    case 'admin':
      return borderOf(fields, levelOf(fields));
    case 'road': {
      const line = form === 'line' ? lineOf(word, fields) : null;
      return line && road(line, fields);
    }
    case 'road_label': {
      const line = form === 'line' ? lineOf(word, fields) : null;
      const name = line && road(line, fields).name;
      return name ? { name } : null;
    }
    case 'water_label':
    case 'marine_label':
      return form === 'point' ? namesOf('water', fields, 10) : null;
    case 'natural_label':
      return form === 'point' && isWater(word) ? namesOf('water', fields, 10) : null;
    case 'country_label':
      return namesOf('country', fields, numberOf(fields['scalerank'], 1));
    case 'state_label':
      return namesOf('region', fields, 4);
    case 'place_label':
      return placeOf(word, fields);
    default:
      return null;
  }
};

const words: Readonly<Record<string, LineClass>> = {
  // Version 7 has one word for all roads between a motorway and a street.
  main: 'avenue',
  street: 'street',
  street_limited: 'street',
  link: 'avenue',
  driveway: 'street',
  major_rail: 'rail',
  minor_rail: 'rail',
};

function lineOf(word: string, fields: ShapeFields): LineClass | null {
  // A road under construction leads nowhere yet.
  if (textOf(fields['structure']) === 'construction' || word === 'construction') return null;
  return Object.hasOwn(words, word) ? (words[word] ?? null) : lineOfRoad(word);
}

/** Version 8 counts from 0 and names the country; version 7 has OpenStreetMap's 2, 4, 6. */
function levelOf(fields: ShapeFields): number {
  const level = numberOf(fields['admin_level'], 99);
  return 'iso_3166_1' in fields ? 2 * level + 2 : level;
}

function placeOf(word: string, fields: ShapeFields): Meaning | null {
  const type = textOf(fields['type']);
  const of = nameOfPlace(word) ?? nameOfPlace(type);
  const rank = numberOf(fields['symbolrank'] ?? fields['localrank'] ?? fields['scalerank'], 12);
  return of && namesOf(of, fields, rank);
}

function isWater(word: string): boolean {
  return ['ocean', 'sea', 'bay', 'water', 'lake', 'reservoir', 'river'].includes(word);
}
