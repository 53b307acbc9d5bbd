import names from '@resources/basemap/places.json';
import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';

/** Beyond this a place says nothing of where a vehicle is, meters. */
const FARTHEST = 100_000;

/** Names are sought in fields of a degree by a degree. */
const { name, latitude, longitude } = names.places;

let fields: Map<string, number[]> | null = null;

/**
 * The name of the place of the embedded basemap that is nearest to a position in degrees; null
 * where none is within 100 km. GeoNames knows larger places alone.
 */
export function nearestPlaceName(to: Place): string | null {
  fields ??= inFields();
  // A degree of longitude is narrower away from the equator: as many more are looked into.
  const reach = Math.min(180, Math.ceil(1 / Math.max(0.006, cosine(to.latitude))));
  let nearest: string | null = null;
  let least = FARTHEST;
  for (let south = -1; south <= 1; south += 1) {
    for (let west = -reach; west <= reach; west += 1) {
      for (const index of fields.get(fieldOf(to.latitude + south, to.longitude + west)) ?? []) {
        const away = metersBetween(to, placeOf(index));
        if (away >= least) continue;
        least = away;
        nearest = name[index] ?? null;
      }
    }
  }
  return nearest;
}

function inFields(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const index of name.keys()) {
    const place = placeOf(index);
    const field = fieldOf(place.latitude, place.longitude);
    const known = found.get(field);
    if (known === undefined) found.set(field, [index]);
    else known.push(index);
  }
  return found;
}

function placeOf(index: number): Place {
  return { latitude: latitude[index] ?? 0, longitude: longitude[index] ?? 0 };
}

/** The field around a position; across the date line it is the same one. */
function fieldOf(north: number, east: number): string {
  const turned = ((((east + 180) % 360) + 360) % 360) - 180;
  return `${Math.floor(north)} ${Math.floor(turned)}`;
}

function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
