import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { nodeNetwork } from '@adapters/http/node-network';
import type { HttpRequest } from '@core/ports/http-transport';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base: string;
let handle: Handler;
let seen: { request: IncomingMessage; body: string }[];

const transport = new AxiosTransport(nodeNetwork);

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push({ request, body });
      handle(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function request(change: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    base,
    path: '/v2/vehicles',
    headers: { accept: 'application/json' },
    body: null,
    timeout: 5_000,
    maxBytes: 1_000_000,
    maxRefusalBytes: 1_000_000,
    ...change,
  };
}

describe('an answer', () => {
  it('of any status comes as text, with its headers in lower case', async () => {
    handle = (_request, response) => {
      response.writeHead(429, { 'Retry-After': '7', 'Content-Type': 'application/json' });
      response.end('{"não":1}');
    };
    const answer = await transport.send(request());
    expect(answer).toMatchObject({ status: 429, body: '{"não":1}' });
    expect(answer.headers['retry-after']).toBe('7');
  });

  it('has the limit of its own request, however many go at once', async () => {
    const body = 'x'.repeat(500);
    handle = (_request, response) => {
      response.end(body);
    };
    const sent = Array.from({ length: 6 }, (_, index) =>
      transport.send(request({ maxBytes: index % 2 === 0 ? 1_000 : 100 })).then(
        (answer) => answer.body,
        (fault: { kind?: string }) => fault.kind,
      ),
    );
    const each = [body, 'too-large'];
    expect(await Promise.all(sent)).toEqual([...each, ...each, ...each]);
  });

  it('is not parsed, whatever it looks like', async () => {
    handle = (_request, response) => response.end('[1, 2');
    expect((await transport.send(request())).body).toBe('[1, 2');
  });

  it('keeps no cookie', async () => {
    handle = (_request, response) => {
      response.setHeader('set-cookie', 'session=1');
      response.end('{}');
    };
    await transport.send(request());
    await transport.send(request());
    expect(seen[1]?.request.headers.cookie).toBeUndefined();
  });
});

describe('a request', () => {
  it.each(['POST', 'PATCH', 'DELETE', 'PUT'] as const)('%s carries its body', async (method) => {
    handle = (_request, response) => response.end('{}');
    const body = '{"data":[{"type":"vehicles","id":"ação"}]}';
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    await transport.send(request({ method, body, headers }));
    expect(seen[0]).toMatchObject({ body });
    expect(seen[0]?.request.method).toBe(method);
    expect(seen[0]?.request.headers).toMatchObject(headers);
  });

  it('says who asks, and nothing more', async () => {
    handle = (_request, response) => response.end('{}');
    await transport.send(request());
    expect(seen[0]?.request.headers).toMatchObject({
      'user-agent': 'Fleetdesk',
      accept: 'application/json',
    });
    expect(seen[0]?.request.headers).not.toHaveProperty('referer');
  });

  it('keeps path and query as they were written', async () => {
    handle = (_request, response) => response.end('{}');
    const path = '/v2/vehicles/a/trajectories/?filters%5Bacc%5D%5Beq%5D=1&q=a%2Fb%20c';
    await transport.send(request({ path, base: `${base}/api` }));
    expect(seen[0]?.request.url).toBe(`/api${path}`);
  });

  it.each([
    '//evil.example/v2',
    '/v2/../admin',
    '/v2/%2e%2e/admin',
    '/v2/a\\b',
    '@evil.example/v2',
    '.evil.example/v2',
    ':1@evil.example/v2',
  ])('never leaves its connection by the path %s', async (path) => {
    handle = (_request, response) => response.end('{}');
    await expect(transport.send(request({ path }))).rejects.toThrow();
    expect(seen).toHaveLength(0);
  });
});

describe('no answer', () => {
  it('because nobody listens: certainly not sent', async () => {
    const gone = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    await expect(transport.send(request({ base: gone }))).rejects.toMatchObject({
      kind: 'refused',
      sent: 'no',
    });
    server.listen(0, '127.0.0.1');
  });

  it('because there is no such host', async () => {
    const away = request({ base: 'http://fleetdesk-test.invalid' });
    const failure = transport.send(away);
    await expect(failure).rejects.toMatchObject({ sent: 'no' });
    await expect(failure).rejects.toHaveProperty('kind', expect.stringMatching(/host|offline/));
  });

  it('because the connection was cut: it may have been sent', async () => {
    handle = (incoming) => incoming.socket.destroy();
    await expect(transport.send(request())).rejects.toMatchObject({ kind: 'reset', sent: 'maybe' });
  });

  it('tells its reason without anything of the request', async () => {
    handle = (incoming) => incoming.socket.destroy();
    const headers = { authorization: 'Bearer secret-token' };
    const body = '{"password":"secret-password"}';
    const failure = await transport
      .send(request({ method: 'POST', headers, body }))
      .catch((fault: unknown) => fault);
    expect(inspect(failure, { depth: Infinity, showHidden: true })).not.toContain('secret');
  });

  it('within the time', async () => {
    handle = () => undefined;
    await expect(transport.send(request({ timeout: 50 }))).rejects.toMatchObject({
      kind: 'timeout',
      sent: 'maybe',
    });
  });

  it('to its end within the time', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[');
    };
    await expect(transport.send(request({ timeout: 100 }))).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('that anybody wants any more', async () => {
    const controller = new AbortController();
    handle = () => {
      controller.abort();
    };
    await expect(transport.send(request(), controller.signal)).rejects.toMatchObject({
      kind: 'cancelled',
    });
    await expect(transport.send(request(), AbortSignal.abort())).rejects.toMatchObject({
      kind: 'cancelled',
      sent: 'no',
    });
  });
});

describe('an answer that is not read', () => {
  it('is a redirect, whose target is found on demand and not visited', async () => {
    handle = (incoming, response) => {
      if (incoming.url === '/elsewhere') return response.end('visited');
      response.writeHead(302, { location: '/elsewhere' });
      return response.end();
    };
    await expect(transport.send(request())).rejects.toMatchObject({ kind: 'redirect' });
    expect(await transport.findRedirect(request())).toBe(`${base}/elsewhere`);
    expect(seen.map(({ request: { url } }) => url)).toEqual(['/v2/vehicles', '/v2/vehicles']);
    handle = (_request, response) => response.end('{}');
    expect(await transport.findRedirect(request())).toBeNull();
  });

  it.each([
    ['declared', true, false],
    ['not declared', false, false],
    ['packed', false, true],
  ])('is too large, its size %s', async (_name, isDeclared, isPacked) => {
    const large = Buffer.alloc(3_000_000, 'x');
    handle = (_request, response) => {
      const body = isPacked ? gzipSync(large) : large;
      response.writeHead(200, {
        ...(isDeclared && { 'content-length': body.length }),
        ...(isPacked && { 'content-encoding': 'gzip' }),
      });
      response.end(body);
    };
    await expect(transport.send(request())).rejects.toMatchObject({ kind: 'too-large' });
  });

  it.each([
    [200, true],
    [422, false],
    [503, false],
  ])('of status %d is read to its own limit: %s', async (status, isRead) => {
    handle = (_request, response) => {
      response.writeHead(status);
      response.end('x'.repeat(2_000));
    };
    const sent = transport.send(request({ maxBytes: 5_000, maxRefusalBytes: 1_000 }));
    if (isRead) expect((await sent).body).toHaveLength(2_000);
    else await expect(sent).rejects.toMatchObject({ kind: 'too-large', sent: 'maybe' });
  });

  it.each([
    ['no HTTP at all', '{"data":[]}'],
    ['HTTP of no known version', 'HTTP/9.9 200 OK\r\n\r\n{}'],
    ['of a status that there is not', 'HTTP/1.1 99 What\r\ncontent-length: 0\r\n\r\n'],
    ['of another status that there is not', 'HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'],
    ['of a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{"a":1}'],
    ['of endless length', `HTTP/1.1 200 OK\r\ncontent-length: ${'9'.repeat(40)}\r\n\r\n{}`],
    ['of two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 7\r\n\r\n{"a":1}'],
    ['in parts that are none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}'],
    ['with endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(400_000)}\r\n\r\n{}`],
  ])('is %s', async (_name, bytes) => {
    handle = (incoming) => incoming.socket.end(bytes);
    await expect(transport.send(request())).rejects.toMatchObject({
      kind: 'cut-short',
      sent: 'maybe',
    });
  });

  it('goes on for ever, drop by drop, before its head is there', async () => {
    let timer: NodeJS.Timeout | undefined;
    handle = ({ socket }) => {
      socket.on('error', () => undefined);
      timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'), 20);
    };
    const send = transport.send(request({ timeout: 300 }));
    await expect(send).rejects.toMatchObject({ kind: 'timeout' });
    clearInterval(timer);
  });

  it('is packed by no packer, which the network stack waits out for ever', async () => {
    handle = (incoming) => {
      incoming.socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nhello');
    };
    const send = transport.send(request({ timeout: 300 }));
    await expect(send).rejects.toMatchObject({ kind: 'timeout', sent: 'maybe' });
  });

  it('ends early', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('{"data":[', () => response.destroy());
    };
    await expect(transport.send(request())).rejects.toMatchObject({ kind: 'cut-short' });
  });
});
