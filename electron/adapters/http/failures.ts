import { HttpFailure } from '@core/ports/http-transport';

type Kind = HttpFailure['kind'];

/** What an error code of Chromium's or Node's network stack means. */
interface Meaning {
  kind: Kind;
  /** `no` only where the request certainly did not reach the service. */
  sent: 'no' | 'maybe';
}

const MEANINGS: readonly [pattern: RegExp, meaning: Meaning][] = [
  [/redirect/i, { kind: 'redirect', sent: 'maybe' }],
  // Chromium never connects to some ports, those of mail for example.
  [/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|ECONNREFUSED/, { kind: 'refused', sent: 'no' }],
  [/ERR_NAME_NOT_RESOLVED|ENOTFOUND/, { kind: 'host-unknown', sent: 'no' }],
  [
    /ERR_CERT_|CERT_HAS_EXPIRED|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME_INVALID/,
    { kind: 'certificate', sent: 'no' },
  ],
  // The handshake failed: plain HTTP behind an https address, or a protocol nobody shares.
  [/ERR_SSL_|EPROTO\b/, { kind: 'certificate', sent: 'no' }],
  [
    /ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_PROXY_CONNECTION_FAILED|ENETUNREACH|EHOSTUNREACH|EAI_AGAIN|ERR_NAME_RESOLUTION_FAILED/,
    { kind: 'offline', sent: 'no' },
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

/**
 * What a failed fetch means. Only its words are kept: axios hangs the whole request on its errors,
 * with token and password, and what is not there can't get into a log.
 *
 * @param hasBegun the answer's head had come already
 */
export function failureOf(fault: unknown, hasBegun: boolean): HttpFailure {
  const words = wordsOf(fault) || String(fault);
  if (/maxContentLength/.test(words)) {
    return new HttpFailure('too-large', words, { sent: 'maybe' });
  }
  if (hasBegun) return new HttpFailure('cut-short', words, { sent: 'maybe' });
  const known = MEANINGS.find(([pattern]) => pattern.test(words));
  const { kind, sent }: Meaning = known?.[1] ?? { kind: 'reset', sent: 'maybe' };
  return new HttpFailure(kind, words, { sent });
}
