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
    ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'secure-connection', 'no'],
    // These come in a handshake, and when a record is spoiled after the request was read.
    ['net::ERR_SSL_PROTOCOL_ERROR', 'secure-connection', 'maybe'],
    ['net::ERR_SSL_BAD_RECORD_MAC_ALERT', 'secure-connection', 'maybe'],
    ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', 'secure-connection', 'maybe'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline', 'maybe'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'offline', 'maybe'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'offline', 'no'],
    ['net::ERR_SOCKS_CONNECTION_FAILED', 'offline', 'no'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'offline', 'no'],
    ['net::ERR_PROXY_AUTH_REQUESTED', 'proxy-sign-in', 'no'],
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-sign-in', 'no'],
    ['net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy-script', 'no'],
    ['net::ERR_PAC_SCRIPT_FAILED', 'proxy-script', 'no'],
    ['net::ERR_NETWORK_CHANGED', 'offline', 'maybe'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timeout', 'no'],
    ['net::ERR_TIMED_OUT', 'timeout', 'maybe'],
    ['net::ERR_CONNECTION_RESET', 'reset', 'maybe'],
    ['net::ERR_EMPTY_RESPONSE', 'reset', 'maybe'],
    ["Attempted to redirect, but redirect policy was 'error'", 'redirect', 'maybe'],
    ['something nobody has seen', 'reset', 'maybe'],
  ] as const)('Chromium: %s', (message, kind, sent) => {
    expect(failureOf(new Error(message), { hasBegun: false })).toMatchObject({ kind, sent });
  });

  it.each([
    ['ECONNREFUSED', 'refused', 'no'],
    ['ENOTFOUND', 'host-unknown', 'no'],
    ['EAI_AGAIN', 'offline', 'no'],
    ['connect ENETUNREACH 192.0.2.1:443', 'offline', 'no'],
    ['connect EHOSTUNREACH 192.0.2.1:443', 'offline', 'no'],
    ['read EHOSTUNREACH', 'offline', 'maybe'],
    ['EPROTO', 'secure-connection', 'maybe'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'secure-connection', 'maybe'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'secure-connection', 'maybe'],
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
    expect(failureOf(nodeFault(code), { hasBegun: false })).toMatchObject({ kind, sent });
  });

  it('without any network, nothing was sent', () => {
    const fault = new Error('net::ERR_INTERNET_DISCONNECTED');
    const failure = failureOf(fault, { hasBegun: false, wasOffline: true });
    expect(failure).toMatchObject({ kind: 'offline', sent: 'no' });
    const reset = new Error('net::ERR_CONNECTION_RESET');
    expect(failureOf(reset, { hasBegun: false, wasOffline: true }).sent).toBe('maybe');
  });

  it('reads every address that was tried', () => {
    const tried = ['::1', '127.0.0.1'].map((host) =>
      Object.assign(new Error(`connect ECONNREFUSED ${host}:1`), { code: 'ECONNREFUSED' }),
    );
    const fault = new TypeError('fetch failed', { cause: new AggregateError(tried) });
    expect(failureOf(fault, { hasBegun: false })).toMatchObject({ kind: 'refused', sent: 'no' });
  });

  it('tells an answer that ended early from one that never began', () => {
    expect(failureOf(nodeFault('ECONNRESET'), { hasBegun: true })).toMatchObject({
      kind: 'cut-short',
    });
    expect(failureOf(nodeFault('ECONNRESET'), { hasBegun: false })).toMatchObject({
      kind: 'reset',
    });
  });
});
