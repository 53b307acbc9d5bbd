import { HttpFailure } from '@core/ports/http-transport';
import { TOO_LARGE } from './body-limit';
import { SCRIPT_FAILED } from './electron-request';

type Kind = HttpFailure['kind'];

/** What an error code of Chromium's or Node's network stack means. */
interface Meaning {
  kind: Kind;
  /** `no` only for what can't follow the moment at which a request is written to the network. */
  sent: 'no' | 'maybe';
}

const MEANINGS: readonly [pattern: RegExp, meaning: Meaning][] = [
  [/redirect/i, { kind: 'redirect', sent: 'maybe' }],
  // The proxy answered in place of the service, and passed nothing on.
  [/ERR_PROXY_AUTH_/, { kind: 'proxy-sign-in', sent: 'no' }],
  [SCRIPT_FAILED, { kind: 'proxy-script', sent: 'no' }],
  // Chromium never connects to some ports, those of mail for example.
  [/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|ECONNREFUSED/, { kind: 'refused', sent: 'no' }],
  [/ERR_NAME_NOT_RESOLVED|ENOTFOUND/, { kind: 'host-unknown', sent: 'no' }],
  [
    /ERR_CERT_|CERT_HAS_EXPIRED|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME_INVALID/,
    { kind: 'certificate', sent: 'no' },
  ],
  [/ERR_SSL_VERSION_OR_CIPHER_MISMATCH/, { kind: 'secure-connection', sent: 'no' }],
  // Plain HTTP behind an https address ends the handshake with these, a spoiled record long after
  // the request was read does too.
  [/ERR_SSL_|ERR_BAD_SSL_|EPROTO\b/, { kind: 'secure-connection', sent: 'maybe' }],
  [
    /ERR_(PROXY|SOCKS)_CONNECTION_|ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_CERTIFICATE_INVALID|ERR_NO_SUPPORTED_PROXIES|EAI_AGAIN|ERR_NAME_RESOLUTION_FAILED|connect E(NET|HOST)UNREACH/,
    { kind: 'offline', sent: 'no' },
  ],
  // Also an error of a connection that was made, when the network goes away under it.
  [
    /ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ENETUNREACH|EHOSTUNREACH/,
    { kind: 'offline', sent: 'maybe' },
  ],
  [/ERR_CONNECTION_TIMED_OUT|UND_ERR_CONNECT_TIMEOUT/, { kind: 'timeout', sent: 'no' }],
  [/ERR_TIMED_OUT|ETIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT/, { kind: 'timeout', sent: 'maybe' }],
  // Something answered, only not in HTTP as it should be.
  [
    /HPE_|UND_ERR_HEADERS_OVERFLOW|ERR_ASSERTION|bad (response|upgrade)|ERR_(INVALID_HTTP_RESPONSE|INVALID_CHUNKED_ENCODING|RESPONSE_HEADERS_|CONTENT_|INCOMPLETE_|HTTP2_PROTOCOL_ERROR)/,
    { kind: 'cut-short', sent: 'maybe' },
  ],
  [/ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED/, { kind: 'offline', sent: 'maybe' }],
];

/** Everything that an error and its causes say, codes included. */
function wordsOf(fault: unknown): string {
  const words: string[] = [];
  let cause = fault;
  for (let depth = 0; depth < 6 && cause instanceof Error; depth += 1) {
    words.push(cause.message);
    if ('code' in cause && typeof cause.code === 'string') words.push(cause.code);
    // Several addresses were tried: each failure counts.
    if (cause instanceof AggregateError) words.push(...cause.errors.map(wordsOf));
    cause = cause.cause;
  }
  return words.filter((word) => word !== '').join(' · ');
}

/** What is known of a request that failed. */
export interface Progress {
  /** The answer's head had come already. */
  hasBegun: boolean;
  /** This machine had no network at all when the request was made. */
  wasOffline?: boolean;
}

/**
 * What a failed fetch means. Only its words are kept: axios hangs the whole request on its errors,
 * with token and password, and what is not there can't get into a log.
 */
export function failureOf(fault: unknown, { hasBegun, wasOffline }: Progress): HttpFailure {
  const words = wordsOf(fault) || String(fault);
  if (words.includes(TOO_LARGE)) {
    return new HttpFailure('too-large', words, { sent: 'maybe' });
  }
  if (hasBegun) return new HttpFailure('cut-short', words, { sent: 'maybe' });
  const known = MEANINGS.find(([pattern]) => pattern.test(words));
  const { kind, sent }: Meaning = known?.[1] ?? { kind: 'reset', sent: 'maybe' };
  // Without a network there was no connection that could have gone away.
  if (kind === 'offline' && wasOffline === true)
    return new HttpFailure(kind, words, { sent: 'no' });
  return new HttpFailure(kind, words, { sent });
}
