import type { TilePlace } from '../map-sources';
import type { OnlineMapKind } from '../online-maps';
import { isOpaqueFormat, mercatorNames, wmsVersions, type WmsRequest } from '../wms';

/** What is wrong with the address of an online map. */
export type MapAddressFault =
  /** No address that begins with `https://`, or with `http://` on this computer. */
  | 'not-address'
  /** Plain `http` to another computer. */
  | 'plain-http'
  /** A name or password is before the host. */
  | 'credentials'
  /** `{z}`, `{x}` or `{y}` is missing. */
  | 'no-places'
  /** Dots stand for a key that is not known here. */
  | 'masked'
  /** Something in braces that Fleetdesk does not fill in. */
  | 'unknown-part'
  /** WMS: no layers are named. */
  | 'no-layers';

/** What makes the address of a tile. */
export type MapAddress = {
  readonly kind: OnlineMapKind;
  readonly address: string;
  /** Letters or words that `{s}` stands for, in turn. */
  readonly subdomains: readonly string[];
  /** Layers of a WMS, separated by commas; those of the address where it is empty. */
  readonly layers: string;
  /** How a WMS is asked, as chosen of what it offers; where it is left out, the address may say it. */
  readonly wms?: WmsRequest | undefined;
};

/** Half the width of the world in the metres of EPSG:3857. */
const halfWorld = 20_037_508.342789244;

/** Edge in pixels of the pictures that a WMS is asked for. */
export const wmsPixels = 512;

const parts = /\{([^{}]*)\}/g;
const knownParts: ReadonlySet<string> = new Set(['z', 'x', 'y', '-y', 's', 'r']);

/** Hosts that mean this computer, as a person writes them. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * What is wrong with an address; null where tiles can be asked for.
 * @param isKeyKept its key may be masked, since it is in the keychain
 */
export function faultOfMapAddress(
  map: Omit<MapAddress, 'subdomains'>,
  isKeyKept = false,
): MapAddressFault | null {
  if (!isKeyKept && hasMask(map.address)) return 'masked';
  const found = [...map.address.matchAll(parts)].map(([, part = '']) => part);
  if (found.some((part) => !knownParts.has(part))) return 'unknown-part';
  const filled = tileAddress({ ...map, subdomains: ['s'] }, { z: 0, x: 0, y: 0 });
  if (!URL.canParse(filled) || /[\s{}#]/.test(filled)) return 'not-address';
  const { protocol, username, password, hostname } = new URL(filled);
  if (username !== '' || password !== '') return 'credentials';
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return 'plain-http';
  if (protocol !== 'https:' && protocol !== 'http:') return 'not-address';
  if (map.kind === 'wms') return layersOf(map) === '' ? 'no-layers' : null;
  const has = (part: string) => found.includes(part);
  return has('z') && has('x') && (has('y') || has('-y')) ? null : 'no-places';
}

/** The address of one tile. */
export function tileAddress(map: MapAddress, place: TilePlace): string {
  return map.kind === 'wms' ? wmsAddress(map, place) : xyzAddress(map, place);
}

function xyzAddress({ address, subdomains }: MapAddress, { z, x, y }: TilePlace): string {
  const values: Record<string, string> = {
    z: String(z),
    x: String(x),
    y: String(y),
    // Counted from the south, as TMS does.
    '-y': String(2 ** z - 1 - y),
    // The same place always has the same address.
    s: subdomains[(x + y) % Math.max(1, subdomains.length)] ?? '',
    r: '@2x',
  };
  return address.replace(parts, (whole, part: string) => values[part] ?? whole);
}

/** The address at which a WMS says what it offers. */
export function capabilitiesAddress(address: string): string {
  const { base, own, version } = wmsPartsOf(address);
  const asked = ['SERVICE=WMS', `VERSION=${version}`, 'REQUEST=GetCapabilities'];
  return `${base}?${[...own, ...asked].join('&')}`;
}

/** The kind of picture that the address of a WMS itself asks for; null where it says none. */
export function formatOfAddress(address: string): string | null {
  const format = wmsPartsOf(address).given.get('format');
  if (!format) return null;
  try {
    return decodeURIComponent(format);
  } catch {
    return null;
  }
}

/** The parts of a WMS's address: what is its own, and what it says of how it is asked. */
function wmsPartsOf(address: string) {
  const [base = '', query = ''] = address.split('?');
  const own = query.split('&').filter((pair) => pair !== '' && !wmsNames.has(nameOf(pair)));
  const given = new Map(query.split('&').map((pair) => [nameOf(pair), valueOf(pair)]));
  const version = wmsVersions.find((each) => each === given.get('version')) ?? wmsVersions[0];
  return { base, own, given, version };
}

function wmsAddress(map: MapAddress, { z, x, y }: TilePlace): string {
  const { base, own, given, version: givenVersion } = wmsPartsOf(map.address);
  const { version = givenVersion, crs = mercatorNames[0] } = map.wms ?? {};
  const format = map.wms ? encodeURIComponent(map.wms.format) : given.get('format');
  const edge = (2 * halfWorld) / 2 ** z;
  const west = x * edge - halfWorld;
  const north = halfWorld - y * edge;
  const asked = {
    SERVICE: 'WMS',
    VERSION: version,
    REQUEST: 'GetMap',
    LAYERS: layersOf(map),
    STYLES: given.get('styles') ?? '',
    FORMAT: format ?? 'image%2Fpng',
    TRANSPARENT: isOpaqueFormat(format ?? '') ? 'FALSE' : 'TRUE',
    [version === '1.1.1' ? 'SRS' : 'CRS']: crs,
    BBOX: [west, north - edge, west + edge, north].join(','),
    WIDTH: String(wmsPixels),
    HEIGHT: String(wmsPixels),
  };
  const pairs = Object.entries(asked).map(([name, value]) => `${name}=${value}`);
  return `${base}?${[...own, ...pairs].join('&')}`;
}

function layersOf({ address, layers }: Pick<MapAddress, 'address' | 'layers'>): string {
  const typed = layers
    .split(',')
    .map((layer) => encodeURIComponent(layer.trim()))
    .filter((layer) => layer !== '');
  if (typed.length > 0) return typed.join(',');
  const [, query = ''] = address.split('?');
  const pair = query.split('&').find((each) => nameOf(each) === 'layers');
  return pair === undefined ? '' : valueOf(pair);
}

/** What a WMS is asked for; of the values that an address has for these, some are kept. */
const wmsNames: ReadonlySet<string> = new Set([
  ...['service', 'version', 'request', 'layers', 'styles', 'format', 'transparent'],
  ...['srs', 'crs', 'bbox', 'width', 'height'],
]);

/** Values of these names are no secrets. */
const plainNames: ReadonlySet<string> = new Set([...wmsNames, 'map']);

/** Takes the place of the key in an address. */
const mask = '•••';

/** Whether an address is not whole: a key of it is masked. */
export function hasMask(address: string): boolean {
  return address.includes(mask);
}

/**
 * An address as screens, files and logs may hold it: values of its query and parts of its path that
 * look like a key are masked. An address that comes back unchanged holds no secret.
 */
export function maskedAddress(address: string): string {
  const [base = '', ...queries] = address.split('?');
  const path = base
    .split('/')
    .map((part, index) => (index > 2 && looksLikeKey(part) ? mask : part))
    .join('/');
  if (queries.length === 0) return path;
  const pairs = queries.join('?').split('&').map(maskedPair);
  return `${path}?${pairs.join('&')}`;
}

function maskedPair(pair: string): string {
  const [name = '', ...values] = pair.split('=');
  const value = values.join('=');
  if (value === '' || plainNames.has(name.toLowerCase())) return looksLikeKey(pair) ? mask : pair;
  return value.replace(parts, '') === '' ? pair : `${name}=${mask}`;
}

/** Long, of letters and digits: no word that a person reads. */
function looksLikeKey(part: string): boolean {
  return part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part) && !/[{}=]/.test(part);
}

function nameOf(pair: string): string {
  return (pair.split('=')[0] ?? '').toLowerCase();
}

function valueOf(pair: string): string {
  return pair.split('=').slice(1).join('=');
}
