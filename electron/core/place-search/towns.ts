import type { NamedPlaces } from './named-places';

/** The file of towns, in columns; the largest first. */
export interface TownsFile {
  readonly name: readonly string[];
  readonly longitude: readonly number[];
  readonly latitude: readonly number[];
  readonly thousands: readonly number[];
  /** Two letters a town. */
  readonly countries: string;
}

/** Towns of 5,000 and more inhabitants, from GeoNames, that Fleetdesk brings along. */
export async function builtInTowns(): Promise<NamedPlaces> {
  // Read when somebody searches: it would slow every start.
  const { default: file } = await import('@resources/basemap/towns.json');
  return townsOf(file);
}

/** Towns as they are searched. */
export function townsOf({
  name,
  longitude,
  latitude,
  thousands,
  countries,
}: TownsFile): NamedPlaces {
  const nameAt = (index: number): string => name[index] ?? '';
  const placeAt = (index: number) => ({
    latitude: latitude[index] ?? 0,
    longitude: longitude[index] ?? 0,
  });
  return {
    count: name.length,
    nameAt,
    placeAt,
    sizeAt: (index) => thousands[index] ?? 0,
    foundAt: (index) => ({
      ...{ kind: 'town', name: nameAt(index), area: '', source: 'builtIn' },
      ...placeAt(index),
      country: countries.slice(2 * index, 2 * index + 2) || null,
    }),
  };
}
