import names from '@resources/basemap/places.json';
import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';

/** Beyond this a list names no place, meters. */
const FARTHEST = 300_000;

/** A place of the embedded basemap, and how many meters it is away. */
export type NamedPlace = Place & { name: string; away: number };

/** Names are sought in fields of a degree by a degree: so many on each side reach that far. */
const REACH = 3;

const { name, latitude, longitude } = names.places;

let fields: Map<string, number[]> | null = null;

/**
 * The place of the embedded basemap that is nearest to a position in degrees, and how many meters
 * it is away; null where none is within 300 km. The basemap names larger places alone.
 */
export function nearestNamed(to: Place): NamedPlace | null {
  fields ??= inFields();
  // A degree of longitude is narrower away from the equator: as many more are looked into.
  const reach = Math.min(180, Math.ceil(REACH / Math.max(0.02, cosine(to.latitude))));
  let nearest = -1;
  let least = FARTHEST;
  for (let south = -REACH; south <= REACH; south += 1) {
    for (let west = -reach; west <= reach; west += 1) {
      for (const index of fields.get(fieldOf(to.latitude + south, to.longitude + west)) ?? []) {
        const away = metersBetween(to, placeOf(index));
        if (away >= least) continue;
        least = away;
        nearest = index;
      }
    }
  }
  return namedAt(nearest, least);
}

/** The same without a limit: the nearest place of a ship in mid-ocean, too. */
export function nearestNamedAnywhere(to: Place): NamedPlace | null {
  const near = nearestNamed(to);
  if (near !== null) return near;
  let nearest = -1;
  let least = Infinity;
  for (const index of name.keys()) {
    const away = metersBetween(to, placeOf(index));
    if (away >= least) continue;
    least = away;
    nearest = index;
  }
  return namedAt(nearest, least);
}

function namedAt(index: number, away: number): NamedPlace | null {
  const named = name[index];
  if (named === undefined) return null;
  return { name: named, away: Math.round(away), ...placeOf(index) };
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
