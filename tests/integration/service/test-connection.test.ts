import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { testConnection } from '@core/session/test-connection';
import { Office } from './office';

let office: Office;
let servers: Server[] = [];

beforeEach(async () => {
  office = await Office.open();
});

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
  await office.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function test(
  baseUrl: string,
  publicKey = office.service.publicKey,
): ReturnType<typeof testConnection> {
  return testConnection({ baseUrl, publicKey, allowPlainHttp: false }, office);
}

async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It succeeded.');
}

describe('Test connection', () => {
  it.each([['/v2'], ['/v2/'], ['']])('finds the service at its address with %j', async (suffix) => {
    const base = office.service.url.replace(/\/v2$/, suffix);
    const report = await test(base);
    expect(report).toMatchObject({ outcome: 'reachable', redirectTo: null });
    expect(report.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('sends one request, without credentials, that counts', async () => {
    await test(office.service.url);
    const { entries } = await office.control<{ entries: object[] }>('GET', 'log');
    expect(entries).toHaveLength(1);
    await office.signIn();
    expect(office.budget.state().used).toBe(2);
  });

  it('asks six times a minute at most, whatever the key, and leaves no ledger a key', async () => {
    const end = new AbortController();
    const tests = Promise.allSettled(
      Array.from({ length: 9 }, (_, number) => {
        const probe = { baseUrl: office.service.url, publicKey: `key-${number}` };
        return testConnection({ ...probe, allowPlainHttp: false }, office, end.signal);
      }),
    );
    const asked = async () =>
      (await office.control<{ entries: object[] }>('GET', 'log')).entries.length;
    await vi.waitFor(async () => expect(await asked()).toBeGreaterThanOrEqual(6));
    end.abort();
    expect(await tests).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({
        error: expect.objectContaining({ code: 'cancelled' }) as unknown,
      }) as unknown,
    });
    expect(await asked()).toBe(6);
    const ledgers = await readdir(join(office.folder, 'budget'));
    expect(ledgers.filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  it('asks in the form that the profile of a known connection gives', async () => {
    const { connection } = office.signInInput();
    const { id } = await office.connections.save(connection);
    const elsewhere = { operations: { 'roles.list': { path: '/v2/users' } } };
    await office.connections.importProfile(id, JSON.stringify(elsewhere));
    await office.connections.preselect(null);
    expect(await test(office.service.url)).toMatchObject({ outcome: 'reachable' });
    const { entries } = await office.control<{ entries: { path: string }[] }>('GET', 'log');
    expect(entries.map(({ path }) => path)).toEqual(['/v2/users']);
  });

  it('says that the service needs the public key, or does not take it', async () => {
    expect(await errorOf(test(office.service.url, ''))).toMatchObject({
      reason: 'public-key-needed',
    });
    expect(await errorOf(test(office.service.url, 'wrong'))).toMatchObject({
      reason: 'public-key-refused',
      serviceMessage: 'The public key is missing or wrong',
    });
  });

  it('finds out that the service takes the public key in the query', async () => {
    await office.close();
    office = await Office.open({ demo: { dialect: { publicKeyIn: 'query' } } });
    expect(await test(office.service.url)).toMatchObject({
      outcome: 'reachable',
      publicKeyPlace: 'query',
    });
    await office.signIn();
    expect(office.session.state().phase).toBe('signed-in');
  });

  it('finds where a redirect leads, and visits it not', async () => {
    let visits = 0;
    const there = await serve((_request, response) => {
      visits += 1;
      response.end();
    });
    const here = await serve((request, response) => {
      response.writeHead(301, { location: `${there}${request.url ?? ''}` });
      response.end();
    });
    expect(await test(`${here}/api`)).toMatchObject({
      outcome: 'redirect',
      redirectTo: `${there}/api/v2`,
    });
    expect(visits).toBe(0);
  });

  it('gives no public key to find it', async () => {
    const keys: unknown[] = [];
    const here = await serve((request, response) => {
      keys.push(request.headers['public-key']);
      response.writeHead(302, { location: 'https://elsewhere.example/login?next=1' });
      response.end();
    });
    expect(await test(here)).toMatchObject({ redirectTo: 'https://elsewhere.example/v2' });
    expect(keys).toEqual([office.service.publicKey, undefined]);
  });

  it.each<[name: string, listener: RequestListener, error: Partial<AppError>]>([
    [
      'a website',
      (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><h1>Welcome</h1>');
      },
      { code: 'bad-response', reason: 'html' },
    ],
    [
      'a website without this page',
      (_request, response) => {
        response.writeHead(404, { 'content-type': 'text/html' });
        response.end('<html>404</html>');
      },
      { code: 'bad-response', reason: 'html' },
    ],
    [
      'another service',
      (_request, response) => {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"message":"no such route"}');
      },
      { code: 'bad-response', reason: 'unexpected-shape' },
    ],
    [
      'something that is not JSON',
      (_request, response) => {
        response.end('SSH-2.0');
      },
      { code: 'bad-response', reason: 'not-json' },
    ],
    [
      'a gateway without its service',
      (_request, response) => {
        response.writeHead(502, { 'content-type': 'text/html' });
        response.end('<html>Bad gateway</html>');
      },
      { code: 'service-error', reason: 'html' },
    ],
    [
      'a service with a fault',
      (_request, response) => {
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"database"}}');
      },
      { code: 'service-error', serviceMessage: 'database' },
    ],
    [
      'a service that is asked too much',
      (_request, response) => {
        response.writeHead(429, { 'retry-after': '5' });
        response.end('{}');
      },
      { code: 'rate-limited' },
    ],
    [
      'a line that breaks',
      (request) => {
        request.socket.destroy();
      },
      { code: 'offline' },
    ],
    [
      'a redirect to nowhere',
      (_request, response) => {
        response.writeHead(302, { location: 'javascript:alert(1)' });
        response.end();
      },
      { code: 'bad-response', reason: 'redirect' },
    ],
  ])('tells %s from the service', async (_name, listener, error) => {
    expect(await errorOf(test(await serve(listener)))).toMatchObject(error);
  });

  it('says that nobody listens', async () => {
    const gone = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await errorOf(test(gone))).toMatchObject({
      code: 'offline',
      reason: 'connection-refused',
    });
  });

  it('says that plain HTTP is not confirmed, and sends nothing', async () => {
    expect(await errorOf(test('http://fleet.example'))).toMatchObject({
      code: 'invalid-request',
      reason: 'plain-http',
    });
  });

  it('leaves the share of the connection in use alone', async () => {
    const input = office.signInInput();
    await office.session.signIn({
      ...input,
      connection: { ...input.connection, budgetShare: 12 },
    });
    await test(office.service.url);
    expect(office.budget.state().limit).toBe(12);
  });
});
