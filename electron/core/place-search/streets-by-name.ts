import type { FoundPlace } from '@contract/place-search';
import type { Streets } from '@contract/streets';
import type { NamedPlaces } from './named-places';

type Named = Omit<FoundPlace, 'country' | 'source'>;

/** The streets, districts and places of the demo fleet's area, one entry a name. */
export function streetsByName(streets: Streets): NamedPlaces {
  const found: Named[] = [
    ...streets.places.map(({ name, kind, lng, lat }) => ({
      ...{ kind: kind === 'city' ? ('town' as const) : kind, name, latitude: lat, longitude: lng },
      area: name === streets.name ? '' : streets.name,
    })),
    ...roadsByName(streets),
  ];
  const at = (index: number): Named => {
    const named = found[index];
    if (named === undefined) throw new RangeError(`There is no name ${index}.`);
    return named;
  };
  return {
    count: found.length,
    nameAt: (index) => at(index).name,
    sizeAt: () => 0,
    placeAt: at,
    foundAt: (index) => ({ ...at(index), country: null, source: 'demo' }),
  };
}

/** A street is of many pieces: it is found at the middle of the one that has most points. */
function roadsByName({ roads, places, name: town }: Streets): Named[] {
  const longest = new Map<string, Float64Array>();
  for (const { name, line } of roads) {
    if (name === undefined || name === '' || line.length < 2) continue;
    const known = longest.get(name);
    if (known === undefined || known.length < line.length) longest.set(name, line);
  }
  return [...longest].map(([name, line]) => {
    const middle = 2 * Math.floor(line.length / 4);
    const [longitude = 0, latitude = 0] = line.subarray(middle, middle + 2);
    const away = (place: { lng: number; lat: number }): number =>
      Math.hypot(place.lng - longitude, place.lat - latitude);
    const nearest = places
      .filter(({ kind }) => kind !== 'city')
      .reduce<Streets['places'][number] | null>(
        (best, each) => (best === null || away(each) < away(best) ? each : best),
        null,
      );
    const area = [nearest?.name, town].filter((part) => part !== undefined).join(', ');
    return { kind: 'street', name, area, latitude, longitude };
  });
}
