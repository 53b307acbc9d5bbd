import { z } from 'zod';
import { isLonger } from './rules/text-length';

/** Where *Open in browser map* and shared positions lead unless a person chose another map. */
export const defaultBrowserMap =
  'https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map=17/{lat}/{lon}';

/** Longest address of a browser map, characters. */
export const BROWSER_MAP_AT_MOST = 500;

/** What is wrong with the address of a browser map. */
export type BrowserMapFault =
  /** No address that begins with `https://`, or one whose host would vary with the position. */
  | 'not-address'
  /** Another scheme than `https`. */
  | 'not-https'
  /** There is a name or password before the host. */
  | 'credentials'
  /** `{lat}` or `{lon}` is missing. */
  | 'no-position'
  /** Something in braces that Fleetdesk does not fill in. */
  | 'unknown-part'
  | 'too-long';

const parts = /\{([^{}]*)\}/g;
const knownParts: ReadonlySet<string> = new Set(['lat', 'lon']);

/** What is wrong with an address; null where positions can be shown with it. */
export function faultOfBrowserMap(template: string): BrowserMapFault | null {
  if (isLonger(template, BROWSER_MAP_AT_MOST)) return 'too-long';
  if (!/^https:\/\//i.test(template)) {
    return /^[a-z][a-z0-9+.-]*:/i.test(template) ? 'not-https' : 'not-address';
  }
  const found = [...template.matchAll(parts)].map(([, part = '']) => part);
  if (found.some((part) => !knownParts.has(part))) return 'unknown-part';
  const here = filled(template, { latitude: 1, longitude: 2 });
  const there = filled(template, { latitude: -3, longitude: -4 });
  if (!URL.canParse(here) || !URL.canParse(there) || /[\s{}\p{Cc}]/u.test(here)) {
    return 'not-address';
  }
  const { origin, username, password } = new URL(here);
  if (username !== '' || password !== '') return 'credentials';
  // A name server would learn a position that is in the host's name.
  if (origin !== new URL(there).origin) return 'not-address';
  return found.includes('lat') && found.includes('lon') ? null : 'no-position';
}

/** The address of a browser map that a person chose; null is the usual one. */
export const browserMapSchema = z
  .string()
  .refine((template) => faultOfBrowserMap(template) === null)
  .nullable();

/**
 * The address that shows a position in the browser map, degrees. Only the two numbers vary, so no
 * text of the service can become part of it.
 */
export function browserMapAddress(
  place: { latitude: number; longitude: number },
  template: string | null = null,
): string {
  return filled(template ?? defaultBrowserMap, place);
}

function filled(
  template: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): string {
  const values: Record<string, string> = { lat: latitude.toFixed(6), lon: longitude.toFixed(6) };
  return template.replace(parts, (whole, part: string) => values[part] ?? whole);
}
