import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import { isLoopbackHost } from '@contract/rules/map-address';
import type { Clock } from '../ports/clock';
import { HttpFailure } from '../ports/http-transport';
import type { TileAnswer, TileNetwork } from '../ports/tile-network';
import { readRetryAfter } from '../service/retry-after';
import { isDrawable, pictureOf } from './picture';
import { isPublicAddress } from './private-addresses';

/** A tile may have so many bytes. */
const largestTile = 2 * 1024 * 1024;

/** A server that does not answer for so many ms counts as silent. */
const longestAnswer = 10_000;

/** So often a tile may be redirected. */
const mostRedirects = 4;

/** What a map server said about a tile. */
export type FetchedTile =
  | { readonly kind: 'tile' | 'none'; readonly answer: TileAnswer }
  | { readonly kind: 'same'; readonly answer: TileAnswer };

/** What a tile is fetched with. */
export interface FetchOptions {
  readonly network: TileNetwork;
  readonly clock: Clock;
  /** Names this app to the server. */
  readonly userAgent: string;
}

/**
 * Fetches one tile. Each address on the way is checked first: HTTPS, or HTTP to this computer, and
 * none of a private network unless `isPrivate` says that a person allowed it.
 * @throws FleetdeskError with a reason that begins with `map-`; its words hold no address
 */
export async function fetchTile(
  target: { url: string; isPrivate: boolean; headers: Readonly<Record<string, string>> },
  { network, clock, userAgent }: FetchOptions,
): Promise<FetchedTile> {
  let { url } = target;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    await requireAllowed(url, target.isPrivate, network);
    const answer = await ask(network, {
      url,
      headers: { accept: 'image/*', 'user-agent': userAgent, ...target.headers },
    });
    const next = answer.headers['location'];
    const isRedirect = answer.status > 300 && answer.status < 400 && answer.status !== 304;
    if (!isRedirect) return read(answer, clock);
    if (next === undefined || !URL.canParse(next, url)) break;
    url = new URL(next, url).href;
  }
  throw mapError('bad-response', 'map-redirect', 'The server redirects without an end.');
}

/** The error of an online map. */
export function mapError(
  code: AppError['code'],
  reason: ErrorReason,
  message: string,
  more: Partial<AppError> = {},
): FleetdeskError {
  return new FleetdeskError({ code, reason, message, ...more });
}

async function requireAllowed(
  address: string,
  isPrivate: boolean,
  network: TileNetwork,
): Promise<void> {
  const { protocol, hostname } = new URL(address);
  const isLocal = isLoopbackHost(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw mapError('invalid-request', 'map-plain-http', `The address is of ${protocol}`);
  }
  if (isPrivate) return;
  const addresses = isLocal ? ['127.0.0.1'] : await network.addressesOf(address).catch(unreached);
  const inside = addresses.find((each) => !isPublicAddress(each));
  if (inside === undefined) return;
  throw mapError('invalid-request', 'map-private-address', 'The host is in a private network.');
}

function ask(
  network: TileNetwork,
  request: { url: string; headers: Readonly<Record<string, string>> },
): Promise<TileAnswer> {
  const limits = { timeout: longestAnswer, maxBytes: largestTile };
  return network.get({ ...request, ...limits }).catch(unreached);
}

function unreached(fault: unknown): never {
  if (!(fault instanceof HttpFailure)) throw fault;
  const { kind, message } = fault;
  if (kind === 'timeout') throw mapError('timeout', 'map-timeout', message);
  if (kind === 'too-large') throw mapError('bad-response', 'map-tile-too-large', message);
  // The certificate, the proxy: these have sentences of their own.
  if (kind === 'certificate' || kind === 'proxy-sign-in' || kind === 'secure-connection') {
    throw new FleetdeskError({ code: 'offline', reason: kind, message });
  }
  throw mapError('offline', 'map-offline', message);
}

function read(answer: TileAnswer, clock: Clock): FetchedTile {
  const { status, headers, body } = answer;
  if (status === 304) return { kind: 'same', answer };
  if (status === 204 || status === 404 || status === 410) return { kind: 'none', answer };
  if (status === 200 || status === 203) return readPicture(answer, body);
  if (status === 401 || status === 403) {
    throw mapError('forbidden', 'map-refused', 'The server refuses.', { status });
  }
  const wait = readRetryAfter(headers, clock.now());
  if (status === 429 || (status === 503 && wait !== null)) {
    const until = wait === null ? {} : { retryAt: clock.now() + wait };
    throw mapError('rate-limited', 'map-busy', 'The server asks to wait.', { status, ...until });
  }
  throw mapError('service-error', 'map-server', 'The server has a fault.', { status });
}

function readPicture(answer: TileAnswer, body: Uint8Array): FetchedTile {
  const { status } = answer;
  if (body.length === 0) return { kind: 'none', answer };
  const picture = pictureOf(body);
  if (picture === null) {
    const type = answer.headers['content-type'] ?? 'no type';
    throw mapError('bad-response', 'map-not-image', type.slice(0, 80), { status });
  }
  const { width, height } = picture;
  if (!isDrawable(picture) || width !== height || width < 128) {
    throw mapError('bad-response', 'map-tile-size', `${width} × ${height} pixels`, { status });
  }
  return { kind: 'tile', answer };
}
