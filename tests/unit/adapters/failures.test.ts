import { describe, expect, it } from 'vitest';
import { failureOf } from '@adapters/http/failures';

/** As Node's fetch reports it: the cause carries the code. */
function nodeFault(code: string, message = code): Error {
  const cause = Object.assign(new Error(message), { code });
  return new TypeError('fetch failed', { cause });
}

describe('what a failed fetch means', () => {
  it.each([
    ['net::ERR_CONNECTION_REFUSED', 'refused', 'no'],
    ['net::ERR_UNSAFE_PORT', 'refused', 'no'],
    ['net::ERR_NAME_NOT_RESOLVED', 'host-unknown', 'no'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate', 'no'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate', 'no'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate', 'no'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'certificate', 'no'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline', 'no'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'offline', 'no'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'offline', 'no'],
    ['net::ERR_NETWORK_CHANGED', 'offline', 'maybe'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timeout', 'no'],
    ['net::ERR_TIMED_OUT', 'timeout', 'maybe'],
    ['net::ERR_CONNECTION_RESET', 'reset', 'maybe'],
    ['net::ERR_EMPTY_RESPONSE', 'reset', 'maybe'],
    ["Attempted to redirect, but redirect policy was 'error'", 'redirect', 'maybe'],
    ['something nobody has seen', 'reset', 'maybe'],
  ] as const)('Chromium: %s', (message, kind, sent) => {
    expect(failureOf(new Error(message), false)).toMatchObject({ kind, sent });
  });

  it.each([
    ['ECONNREFUSED', 'refused', 'no'],
    ['ENOTFOUND', 'host-unknown', 'no'],
    ['EAI_AGAIN', 'offline', 'no'],
    ['ENETUNREACH', 'offline', 'no'],
    ['EHOSTUNREACH', 'offline', 'no'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'no'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate', 'no'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', 'no'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'no'],
    ['CERT_HAS_EXPIRED', 'certificate', 'no'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'no'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'maybe'],
    ['ECONNRESET', 'reset', 'maybe'],
    ['UND_ERR_SOCKET', 'reset', 'maybe'],
  ] as const)('Node: %s', (code, kind, sent) => {
    expect(failureOf(nodeFault(code), false)).toMatchObject({ kind, sent });
  });

  it('reads every address that was tried', () => {
    const tried = ['::1', '127.0.0.1'].map((host) =>
      Object.assign(new Error(`connect ECONNREFUSED ${host}:1`), { code: 'ECONNREFUSED' }),
    );
    const fault = new TypeError('fetch failed', { cause: new AggregateError(tried) });
    expect(failureOf(fault, false)).toMatchObject({ kind: 'refused', sent: 'no' });
  });

  it('tells an answer that ended early from one that never began', () => {
    expect(failureOf(nodeFault('ECONNRESET'), true)).toMatchObject({ kind: 'cut-short' });
    expect(failureOf(nodeFault('ECONNRESET'), false)).toMatchObject({ kind: 'reset' });
  });
});
