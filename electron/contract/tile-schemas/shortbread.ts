import { borderOf } from './borders';
import { landOf } from './land-words';
import { drawnAs, namesOf, numberOf, road, textOf, type ReadShape } from './meaning';
import { nameOfPlace } from './place-words';
import { lineOfRoad } from './road-words';

/** Reads shapes of the Shortbread schema. */
export const readShortbread: ReadShape = (layer, form, fields) => {
  const kind = textOf(fields['kind']);
  switch (layer) {
    case 'ocean':
      return form === 'area' ? { area: 'water' } : null;
    case 'water_polygons':
      return form === 'area' && kind !== 'glacier' ? { area: 'water' } : null;
    case 'water_polygons_labels':
      return form === 'point' ? namesOf('water', fields, 10) : null;
    case 'water_lines':
      return form === 'line' ? { line: 'waterway' } : null;
    case 'land':
    case 'sites':
      return form === 'area' ? landOf(kind) : null;
    case 'buildings':
      return form === 'area' ? { area: 'building' } : null;
    case 'boundaries':
      return borderOf(fields, numberOf(fields['admin_level'], 99));
    case 'boundary_labels': {
      const of = numberOf(fields['admin_level'], 99) <= 2 ? 'country' : 'region';
      return namesOf(of, fields, of === 'country' ? 1 : 4);
    }
    case 'streets': {
      const line = form === 'line' ? lineOfRoad(kind) : null;
      return line && { line: drawnAs(line, fields) };
    }
    case 'street_labels': {
      const line = form === 'line' ? lineOfRoad(kind) : null;
      const name = line && road(line, fields).name;
      return name ? { name } : null;
    }
    case 'place_labels': {
      const of = nameOfPlace(kind);
      return of && namesOf(of, fields, rankOf(numberOf(fields['population'], 0)));
    }
    default:
      return null;
  }
};

/** Ten million people: 0; a thousand: 12. */
function rankOf(population: number): number {
  return 21 - 3 * Math.log10(Math.max(1, population));
}
