import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import { isLoopbackHost } from '@contract/rules/map-address';
import type { Clock } from '../ports/clock';
import { HttpFailure } from '../ports/http-transport';
import type { TileAnswer, TileNetwork } from '../ports/tile-network';
import { readRetryAfter } from '../service/retry-after';
import { workOfflineError, type WorkOffline } from '../service/work-offline';
import { isPublicAddress } from './private-addresses';

/** So often a request may be redirected. */
const mostRedirects = 4;

/** What map servers are asked with. */
export interface FetchOptions {
  readonly network: TileNetwork;
  readonly clock: Clock;
  /** Names this app to the server. */
  readonly userAgent: string;
  /** A person may have chosen to ask nothing of anybody. */
  readonly workOffline: Pick<WorkOffline, 'isOn'>;
}

/** One question to a map server. */
export interface MapQuestion {
  readonly url: string;
  /** A person allowed addresses of a private network. */
  readonly isPrivate: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until it is given up. */
  readonly timeout: number;
  /** Bytes above which the answer is refused. */
  readonly maxBytes: number;
}

/**
 * Asks a map server. Each address on the way is checked first: HTTPS, or HTTP to this computer, and
 * none of a private network unless `isPrivate` says that a person allowed it.
 * @returns an answer of any status but a redirect
 * @throws FleetdeskError with a reason that begins with `map-`, or `work-offline`; its words hold no
 * address
 */
export async function askMapServer(
  { isPrivate, ...question }: MapQuestion,
  { network, userAgent, workOffline }: FetchOptions,
): Promise<TileAnswer> {
  let { url } = question;
  const headers = { 'user-agent': userAgent, ...question.headers };
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (workOffline.isOn) throw new FleetdeskError(workOfflineError);
    await requireAllowed(url, isPrivate, network);
    const answer = await network.get({ ...question, url, headers }).catch(unreached);
    const next = answer.headers['location'];
    const isRedirect = answer.status > 300 && answer.status < 400 && answer.status !== 304;
    if (!isRedirect) return answer;
    if (next === undefined || !URL.canParse(next, url)) break;
    url = new URL(next, url).href;
  }
  throw mapError('bad-response', 'map-redirect', 'The server redirects without an end.');
}

/** The error of an online map, or of another server that is asked like one. */
export function mapError(
  code: AppError['code'],
  reason: ErrorReason,
  message: string,
  more: Partial<AppError> = {},
): FleetdeskError {
  return new FleetdeskError({ code, reason, message, ...more });
}

/** What an answer says that brings no data: refused, asked to wait, or a fault of the server. */
export function refusalOf({ status, headers }: TileAnswer, clock: Clock): FleetdeskError {
  if (status === 401 || status === 403) {
    return mapError('forbidden', 'map-refused', 'The server refuses.', { status });
  }
  const wait = readRetryAfter(headers, clock.now());
  if (status === 429 || (status === 503 && wait !== null)) {
    const until = wait === null ? {} : { retryAt: clock.now() + wait };
    return mapError('rate-limited', 'map-busy', 'The server asks to wait.', { status, ...until });
  }
  return mapError('service-error', 'map-server', 'The server has a fault.', { status });
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

/** Failures that have sentences of their own. */
const ownReasons = ['certificate', 'proxy-sign-in', 'proxy-script', 'secure-connection'] as const;

function unreached(fault: unknown): never {
  if (!(fault instanceof HttpFailure)) throw fault;
  const { kind, message } = fault;
  if (kind === 'timeout') throw mapError('timeout', 'map-timeout', message);
  if (kind === 'too-large') throw mapError('bad-response', 'map-tile-too-large', message);
  const own = ownReasons.find((reason) => reason === kind);
  if (own !== undefined) throw new FleetdeskError({ code: 'offline', reason: own, message });
  throw mapError('offline', 'map-offline', message);
}
