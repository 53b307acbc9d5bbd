import { borderOf } from './borders';
import { landOf } from './land-words';
import { drawnAs, namesOf, numberOf, road, textOf, type Meaning, type ReadShape } from './meaning';
import type { LineClass, ShapeFields } from './meaning';
import { nameOfPlace } from './place-words';
import { lineOfRoad } from './road-words';

/** Reads shapes of the OpenMapTiles schema. */
export const readOpenMapTiles: ReadShape = (layer, form, fields) => {
  const word = textOf(fields['class']);
  switch (layer) {
    case 'water':
      return form === 'area' ? { area: 'water' } : null;
    case 'waterway':
      return form === 'line' ? { line: 'waterway' } : null;
    case 'water_name':
      return form === 'point' ? namesOf('water', fields, 10) : null;
    case 'landuse':
    case 'landcover':
      return form === 'area' ? landOf(word) : null;
    case 'park':
      return form === 'area' ? { area: 'park' } : null;
    case 'building':
      return form === 'area' ? { area: 'building' } : null;
    case 'boundary':
      return borderOf(fields, numberOf(fields['admin_level'], 99));
    case 'transportation': {
      const line = form === 'line' ? lineOf(word) : null;
      return line && { line: drawnAs(line, fields) };
    }
    case 'transportation_name':
      return form === 'line' ? named(word, fields) : null;
    case 'place': {
      const of = nameOfPlace(word);
      return of && namesOf(of, fields, numberOf(fields['rank'], 12));
    }
    default:
      return null;
  }
};

const words: Readonly<Record<string, LineClass>> = { minor: 'street', transit: 'rail' };

function lineOf(word: string): LineClass | null {
  return Object.hasOwn(words, word) ? (words[word] ?? null) : lineOfRoad(word);
}

function named(word: string, fields: ShapeFields): Meaning | null {
  const line = lineOf(word);
  const name = line && road(line, fields).name;
  return name ? { name } : null;
}
