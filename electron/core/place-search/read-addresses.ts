import { z } from 'zod';
import type { GeocoderKind } from '@contract/geocoder';
import { foundPlaceSchema, longestArea, type FoundPlace } from '@contract/place-search';
import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import type { Where } from '@contract/where';
import { STREET_REACH, TOWN_REACH } from '../places/locate';

const text = z.string().catch('');

const photonSchema = z.object({ features: z.array(z.unknown()) });

const photonFeature = z.object({
  // A position may have a height.
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) }),
  properties: z.object({
    name: text,
    street: text,
    housenumber: text,
    district: text,
    city: text,
    state: text,
    countrycode: text,
    osm_key: text,
  }),
});

/** Nominatim writes numbers as texts; nothing else is a number. */
const degrees = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .transform((value) => Number(value));

const nominatimResult = z.object({
  lat: degrees,
  lon: degrees,
  name: text,
  display_name: z.string().min(1),
});

const nominatimPlace = z.object({
  lat: degrees,
  lon: degrees,
  address: z.record(z.string(), z.unknown()),
});

/** What Nominatim calls streets, districts and towns, the best first. */
const roadNames = ['road', 'pedestrian', 'footway', 'path', 'cycleway', 'square'];
const districtNames = ['suburb', 'neighbourhood', 'quarter', 'city_district', 'borough'];
const townNames = ['city', 'town', 'village', 'municipality', 'hamlet'];

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

/**
 * What a server says of a place: street, district and town; null where it knows nothing there.
 * @returns undefined where the answer is none of its kind
 */
export function readPlaceNames(
  kind: GeocoderKind,
  body: string,
  point: Place,
): Where | null | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  return kind === 'photon' ? photonNames(parsed, point) : nominatimNames(parsed, point);
}

function photonNames(parsed: unknown, point: Place): Where | null | undefined {
  const features = photonSchema.safeParse(parsed).data?.features;
  if (features === undefined) return undefined;
  if (features.length === 0) return null;
  const { data } = photonFeature.safeParse(features[0]);
  if (data === undefined) return undefined;
  const { name, street, district, city, osm_key: key } = data.properties;
  const [longitude, latitude] = data.geometry.coordinates;
  // A street itself comes with its name alone.
  const road = street || (key === 'highway' ? name : '');
  return namesAt({ road, district, town: city }, { latitude, longitude }, point);
}

function nominatimNames(parsed: unknown, point: Place): Where | null | undefined {
  const { data } = nominatimPlace.safeParse(parsed);
  // `{"error":"Unable to geocode"}`: at sea, for one.
  if (data === undefined) return hasError(parsed) ? null : undefined;
  const first = (names: readonly string[]): string =>
    names.map((name) => data.address[name]).find((value) => typeof value === 'string') ?? '';
  const names = { road: first(roadNames), district: first(districtNames), town: first(townNames) };
  return namesAt(names, { latitude: data.lat, longitude: data.lon }, point);
}

function hasError(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'error' in parsed;
}

function namesAt(
  { road, district, town }: { road: string; district: string; town: string },
  found: Place,
  point: Place,
): Where | null | undefined {
  const isPlace = Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180;
  if (!isPlace) return undefined;
  const away = Math.round(metersBetween(found, point));
  // The nearest thing it knows may be far away: it says nothing of this place then.
  if (away > TOWN_REACH) return null;
  const street = road !== '' && away <= STREET_REACH ? { name: road.slice(0, 200), away } : null;
  if (street === null && town === '') return null;
  return {
    street,
    district: district === '' ? null : district.slice(0, 200),
    town: town === '' ? null : { name: town.slice(0, 200), away: 0, bearing: 0, isIn: true },
    source: 'geocoder',
  };
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
    area: area.slice(0, longestArea),
  };
}
