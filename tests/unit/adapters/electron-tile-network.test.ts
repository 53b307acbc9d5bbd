import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { electronTileNetwork } from '@adapters/http/electron-tile-network';
import type { ElectronNet } from '@adapters/http/electron-request';

/** A request of Electron's that a test answers. */
class FakeRequest extends EventEmitter {
  readonly headers = new Map<string, string>();
  readonly abort = vi.fn();
  readonly end = vi.fn();

  setHeader(name: string, value: string): void {
    this.headers.set(name.toLowerCase(), value);
  }

  /** Answers with a head; the answer sends the body. */
  respond(statusCode: number, headers: Record<string, string | string[]> = {}): EventEmitter {
    const answer = Object.assign(new EventEmitter(), { statusCode, headers });
    this.emit('response', answer);
    return answer;
  }
}

const wanted = {
  url: 'https://tiles.example/1/0/0.png?key=s3cret',
  headers: { 'user-agent': 'Fleetdesk/0.1.0' },
  timeout: 10_000,
  maxBytes: 1_000,
};

let request: FakeRequest;
let made: unknown;
const session = {
  resolveHost: vi.fn<(host: string) => Promise<unknown>>(),
  resolveProxy: vi.fn<(url: string) => Promise<string>>(),
};
const net: ElectronNet = {
  request: (options) => {
    made = options;
    return request as unknown as ReturnType<ElectronNet['request']>;
  },
  isOnline: () => true,
};
const proxy = { credentialsFor: () => Promise.resolve(null) };
const network = electronTileNetwork({ net, proxy, session: session as unknown as Session });

beforeEach(() => {
  request = new FakeRequest();
  session.resolveHost.mockReset();
  session.resolveProxy.mockReset();
});

describe('a tile by Electron’s network', () => {
  it('is asked for without cookies, credentials and a cache, and no redirect is followed', async () => {
    const answered = network.get(wanted);
    expect(made).toMatchObject({
      credentials: 'omit',
      cache: 'no-store',
      useSessionCookies: false,
      redirect: 'manual',
    });
    expect(Object.fromEntries(request.headers)).toEqual({ 'user-agent': 'Fleetdesk/0.1.0' });
    const answer = request.respond(200, { ETag: '"a"', 'X-Two': ['1', '2'] });
    answer.emit('data', Buffer.from('ab'));
    answer.emit('data', Buffer.from('c'));
    answer.emit('end');
    expect(await answered).toEqual({
      status: 200,
      headers: { etag: '"a"', 'x-two': '1, 2' },
      body: new Uint8Array(Buffer.from('abc')),
    });
  });

  it('that is redirected says where to, and nothing goes there', async () => {
    const answered = network.get(wanted);
    request.emit('redirect', 302, 'GET', 'https://inside.example/', {});
    expect(await answered).toMatchObject({
      status: 302,
      headers: { location: 'https://inside.example/' },
    });
    expect(request.abort).toHaveBeenCalled();
  });

  it('that is too large is given up as soon as that shows', async () => {
    const answered = network.get(wanted);
    request.respond(200).emit('data', Buffer.alloc(1_001));
    await expect(answered).rejects.toMatchObject({ kind: 'too-large' });
    expect(request.abort).toHaveBeenCalled();
  });

  it('that was cut off is none', async () => {
    const answered = network.get(wanted);
    const answer = request.respond(200);
    answer.emit('data', Buffer.from('ab'));
    answer.emit('aborted');
    await expect(answered).rejects.toMatchObject({ kind: 'cut-short' });
  });

  it.each([
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
  ])('that fails with %s: %s', async (message, kind) => {
    const answered = network.get(wanted);
    request.emit('error', new Error(message));
    await expect(answered).rejects.toMatchObject({ kind });
  });

  it('that nobody sends is given up in time', async () => {
    vi.useFakeTimers();
    const failing = expect(network.get(wanted)).rejects.toMatchObject({ kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failing;
    expect(request.abort).toHaveBeenCalled();
    vi.useRealTimers();
  });
});

describe('the addresses of a map server', () => {
  it('are what this computer knows of its name', async () => {
    session.resolveHost.mockResolvedValue({ endpoints: [{ address: '10.0.0.1' }] });
    expect(await network.addressesOf('https://[::1]:8443/a')).toEqual(['10.0.0.1']);
    expect(session.resolveHost).toHaveBeenCalledWith('::1');
  });

  it('are not asked of this computer where a proxy finds them', async () => {
    session.resolveHost.mockRejectedValue(new Error('unknown'));
    session.resolveProxy.mockResolvedValue('PROXY proxy.office:8080');
    expect(await network.addressesOf('https://tiles.example/')).toEqual([]);
  });

  it('are missing where nobody knows the name', async () => {
    session.resolveHost.mockRejectedValue(new Error('unknown'));
    session.resolveProxy.mockResolvedValue('DIRECT');
    await expect(network.addressesOf('https://tiles.example/')).rejects.toMatchObject({
      kind: 'host-unknown',
    });
  });
});
