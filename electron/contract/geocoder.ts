import { z } from 'zod';
import { foundPlaceSchema } from './place-search';
import type { Place } from './rules/longitudes';
import { isLoopbackHost, maskedAddress } from './rules/map-address';

/** How a server is asked for addresses, and how it answers. */
export const geocoderKinds = ['photon', 'nominatim'] as const;

/** One kind of server that finds addresses. */
export type GeocoderKind = (typeof geocoderKinds)[number];

/** The public server of each kind. Nothing is asked of it before a person chose it. */
export const publicGeocoders: Readonly<Record<GeocoderKind, string>> = {
  photon: 'https://photon.komoot.io',
  nominatim: 'https://nominatim.openstreetmap.org',
};

/** Whose data both kinds of servers have. */
export const geocoderAttribution = '© OpenStreetMap contributors';

/** What is wrong with the address of a server. */
export type GeocoderFault =
  /** No address that begins with `https://`, or with `http://` on this computer. */
  | 'not-address'
  /** Plain `http` to another computer. */
  | 'plain-http'
  /** It holds a name, a password or a key, which would be kept unencrypted. */
  | 'secret';

/** What a query may say beside the words: how the answer is to be written. */
const plainPair = /^(q=q|format=[a-z0-9]+|limit=\d+|lang=[a-zA-Z-]+|countrycodes=[a-z,]+)$/;

/** What is wrong with an address; null where it can be asked. */
export function faultOfGeocoder(address: string): GeocoderFault | null {
  const filled = address.replaceAll('{q}', 'q');
  if (!URL.canParse(filled) || /[\s{}#]/.test(filled)) return 'not-address';
  const { protocol, hostname, username, password } = new URL(filled);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return 'plain-http';
  if (protocol !== 'https:' && protocol !== 'http:') return 'not-address';
  const [base = '', query = ''] = filled.split('?');
  const pairs = query.split('&').filter((pair) => !plainPair.test(pair));
  const isSecret = username !== '' || password !== '' || maskedAddress(base) !== base;
  return isSecret || pairs.some((pair) => pair !== '') ? 'secret' : null;
}

/** A server that finds addresses, as a person chose it. */
export const geocoderSchema = z.object({
  kind: z.enum(geocoderKinds),
  /** Base address, or one with `{q}` for the words. */
  address: z
    .string()
    .max(500)
    .refine((address) => faultOfGeocoder(address) === null),
  /** A person said that the server may be in a private network or on this computer. */
  isPrivate: z.boolean(),
  /**
   * It may also be asked where a vehicle is that a person looks at, in a place without a street map
   * on this computer. Off where it is absent: positions of vehicles go to the server then.
   */
  namesPositions: z.boolean().optional(),
});

/** A server that finds addresses, as a person chose it. */
export type GeocoderSetting = z.infer<typeof geocoderSchema>;

/** The address that asks for some words. */
export function geocoderAddress({ kind, address }: GeocoderSetting, words: string): string {
  const sought = encodeURIComponent(words);
  if (address.includes('{q}')) return address.replaceAll('{q}', sought);
  const base = address.replace(/\/+$/, '');
  if (kind === 'photon') return `${base.replace(/\/api$/, '')}/api?q=${sought}&limit=8`;
  return `${base.replace(/\/search$/, '')}/search?q=${sought}&format=jsonv2&limit=8`;
}

/**
 * The address that asks what is at a place; null where the address of the settings has a form from
 * which it can't be told.
 */
export function reverseGeocoderAddress(
  { kind, address }: GeocoderSetting,
  { latitude, longitude }: Place,
): string | null {
  const search = kind === 'photon' ? /\/api$/ : /\/search(\.php)?$/;
  const [path = ''] = address.split('?');
  if (address.includes('{q}') && !search.test(path)) return null;
  const base = path.replace(/\/+$/, '').replace(search, '');
  const at = `lat=${latitude.toFixed(5)}&lon=${longitude.toFixed(5)}`;
  return kind === 'photon'
    ? `${base}/reverse?${at}&limit=1`
    : `${base}/reverse?${at}&format=jsonv2&zoom=18`;
}

/** What was found on a server and is kept, so that it is not asked again. */
export const keptAnswersSchema = z.object({
  answers: z.number().int().nonnegative(),
  /** Bytes, about. */
  bytes: z.number().int().nonnegative(),
  /** When the oldest of them came, epoch milliseconds; null where there are none. */
  oldest: z.number().nullable(),
});

/** What was found on a server and is kept. */
export type KeptAnswersUse = z.infer<typeof keptAnswersSchema>;

/** What a server found. */
export const foundAddressesSchema = z.object({
  places: z.array(foundPlaceSchema),
  /** Name of the server. */
  host: z.string(),
});

/** What a server found. */
export type FoundAddresses = z.infer<typeof foundAddressesSchema>;
