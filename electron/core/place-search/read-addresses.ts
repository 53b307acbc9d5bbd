import { z } from 'zod';
import type { GeocoderKind } from '@contract/geocoder';
import { foundPlaceSchema, type FoundPlace } from '@contract/place-search';

const text = z.string().catch('');

const photonSchema = z.object({ features: z.array(z.unknown()) });

const photonFeature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    name: text,
    street: text,
    housenumber: text,
    district: text,
    city: text,
    state: text,
    countrycode: text,
  }),
});

const nominatimResult = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  name: text,
  display_name: z.string().min(1),
});

/** So many results are read. */
const readAtMost = 8;

/**
 * What the answer of a server holds; null where it is none of its kind: a web page, other JSON. A
 * result without a name or with a position that can't be is left out.
 */
export function readAddresses(kind: GeocoderKind, body: string): FoundPlace[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const results = kind === 'photon' ? photonSchema.safeParse(parsed).data?.features : parsed;
  if (!Array.isArray(results)) return null;
  const read = kind === 'photon' ? readPhoton : readNominatim;
  const places = results.map((result: unknown) => foundPlaceSchema.safeParse(read(result)).data);
  const good = places.filter((place) => place !== undefined);
  return good.length === 0 && results.length > 0 ? null : good.slice(0, readAtMost);
}

function readPhoton(result: unknown): unknown {
  const { data } = photonFeature.safeParse(result);
  if (data === undefined) return null;
  const { name, street, housenumber, district, city, state, countrycode } = data.properties;
  const [longitude, latitude] = data.geometry.coordinates;
  const way = [street, housenumber].filter(Boolean).join(' ');
  const title = name || way;
  const around = [way, district, city, state].filter((part) => part !== '' && part !== title);
  const country = /^[a-z]{2}$/i.test(countrycode) ? countrycode.toUpperCase() : null;
  return address({ name: title, area: around.join(', '), country, latitude, longitude });
}

function readNominatim(result: unknown): unknown {
  const { data } = nominatimResult.safeParse(result);
  if (data === undefined) return null;
  const { lat: latitude, lon: longitude, display_name: whole } = data;
  const parts = whole.split(', ');
  const name = data.name || (parts[0] ?? whole);
  const area = parts.filter((part) => part !== name).join(', ');
  return address({ name, area, country: null, latitude, longitude });
}

function address(found: Omit<FoundPlace, 'kind' | 'source'>): FoundPlace {
  const { name, area } = found;
  return {
    ...found,
    kind: 'address',
    source: 'geocoder',
    name: name.slice(0, 200),
    area: area.slice(0, 400),
  };
}
