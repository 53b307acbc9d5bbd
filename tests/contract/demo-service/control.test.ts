import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '@demo/http/operations';
import { startDemoService } from '@demo/index';
import {
  PATIENT,
  findReporting,
  messageOf,
  ServiceClient,
  type RecordAnswer,
} from './service-client';

const ID = 'abcdefghijklmno';

describe('test control', PATIENT, () => {
  let client: ServiceClient;

  beforeEach(async () => {
    client = await ServiceClient.start();
  });
  afterEach(() => client.close());

  const fault = (operation: string, kind: string, more: object = {}) =>
    client.control('POST', 'faults', { operation, fault: kind, ...more });
  const plates = (search: string): Promise<RecordAnswer[]> =>
    client.list(`/v2/vehicles?search=${search}`);
  const create = (plate: string) =>
    client.call('POST', '/v2/vehicles', { body: { data: [{ attributes: { plate } }] } });

  it('is closed unless it was asked for', async () => {
    const service = await startDemoService();
    const answer = await fetch(service.url.replace('/v2', '/control/state'), {
      headers: { 'public-key': service.publicKey },
    });
    expect(answer.status).toBe(404);
    await service.close();
  });

  it('shows the log of requests, without what they carried', async () => {
    await client.get('/v2/vehicles?search=ABC1D23');
    const { json, text } = await client.control('GET', 'log');
    const { entries } = json as { entries: Record<string, unknown>[] };
    expect(entries.at(-1)).toEqual({
      at: expect.any(Number) as number,
      method: 'GET',
      path: '/v2/vehicles',
      operation: 'vehicles.list',
      fault: null,
      status: 200,
    });
    expect(entries[0]).toMatchObject({ operation: 'authentication.logIn', status: 200 });
    for (const secret of [
      'ABC1D23',
      client.token,
      client.service.password,
      client.service.publicKey,
    ]) {
      expect(text).not.toContain(secret);
    }
    const state = (await client.control('GET', 'state')).json as Record<string, number>;
    expect(state).toMatchObject({ requests: 2, mostInAnyMinute: 2, ratePerMinute: 1_000_000 });
  });

  it.each(['status', 'html', 'resetBefore', 'refuse'])(
    '%s strikes before anything is applied',
    async (kind) => {
      await fault('vehicles.create', kind, { status: 502, message: 'Bad gateway' });
      const answer = await create('FLT0A01').catch(() => null);
      if (kind === 'status')
        expect([answer?.status, answer && messageOf(answer)]).toEqual([502, 'Bad gateway']);
      else if (kind === 'html') {
        expect(answer?.headers.get('content-type')).toContain('text/html');
        expect(answer?.text).toContain('<html>');
      } else expect(answer).toBeNull();
      expect(await plates('FLT0A01')).toEqual([]);
      expect((await create('FLT0A01')).status).toBe(201);
    },
  );

  it.each(['resetAfter', 'statusAfter', 'truncated', 'empty', 'wrongTypes', 'huge'])(
    '%s strikes once it is applied',
    async (kind) => {
      await fault('vehicles.create', kind);
      const answer = await create('FLT0A02').catch(() => null);
      if (kind === 'statusAfter') expect(answer?.status).toBe(500);
      else if (kind === 'empty') expect([answer?.status, answer?.text]).toEqual([201, '']);
      else if (kind === 'wrongTypes') {
        expect(answer?.json).toMatchObject({ data: { 0: [{ attributes: { plate: [7] } }] } });
      } else if (kind === 'huge') expect(answer?.text.length).toBeGreaterThan(50 * 1024 * 1024);
      else expect(answer).toBeNull();
      expect(await plates('FLT0A02')).toHaveLength(1);
    },
  );

  it.each([
    ['timeout', 0],
    ['timeoutAfter', 1],
  ])('%s never answers', async (kind, applied) => {
    await fault('vehicles.create', kind);
    const given = new AbortController();
    const pending = fetch(client.address('/v2/vehicles'), {
      method: 'POST',
      signal: given.signal,
      headers: {
        'public-key': client.service.publicKey,
        authorization: `Bearer ${client.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: [{ attributes: { plate: 'FLT0A03' } }] }),
    }).catch(() => 'given up');
    await expect.poll(() => plates('FLT0A03')).toHaveLength(applied);
    const log = async (): Promise<unknown[]> =>
      (
        (await client.control('GET', 'log')).json as { entries: { operation: string }[] }
      ).entries.filter(({ operation }) => operation === 'vehicles.create');
    await expect.poll(log).toMatchObject([{ status: 0 }]);
    given.abort();
    expect(await pending).toBe('given up');
  });

  it('strikes the operation that it is told, each of them, and is seen in the log', async () => {
    const anything: Record<string, string> = {
      ':situation': 'activate',
      ...Object.fromEntries(
        [':id', ':vehicle_id', ':device_id', ':association_id'].map((name) => [name, ID]),
      ),
    };
    const routes = { ...OPERATIONS, 'enterprises.list': ['GET', '/v2/enterprises/'] as const };
    for (const [operation, [method, path]] of Object.entries(routes)) {
      await fault(operation, 'status', { status: 418 });
      expect((await client.get('/v2/nowhere')).status).toBe(404);
      const address = path.replace(/:\w+/g, (name) => anything[name] ?? name);
      const body = method === 'GET' ? {} : { body: {} };
      expect((await client.call(method, address, body)).status, operation).toBe(418);
      expect((await client.call(method, address, body)).status, operation).not.toBe(418);
    }
    const { json } = await client.control('GET', 'log');
    const { entries } = json as { entries: { operation: string; fault: string | null }[] };
    const struck = entries.filter((entry) => entry.fault === 'status');
    expect(struck.map(({ operation }) => operation)).toEqual(Object.keys(routes));
  });

  it('strikes as often as it is told, and can be called off', async () => {
    await fault('*', 'status', { status: 409, times: 2, body: { message: 'Conflict' } });
    expect((await client.get('/v2/roles')).json).toEqual({ message: 'Conflict' });
    expect((await client.get('/v2/chips')).status).toBe(409);
    expect((await client.get('/v2/roles')).status).toBe(409);
    expect((await client.get('/v2/roles')).status).toBe(200);
    await client.control('DELETE', 'faults');
    expect((await client.get('/v2/chips')).status).toBe(200);
    expect((await fault('vehicles.fly', 'status')).status).toBe(400);
    expect((await fault('vehicles.list', 'rain')).status).toBe(400);
  });

  it('expires access tokens, and revokes sessions', async () => {
    const refresh = () =>
      client.call('POST', '/v2/auth/refresh-token', {
        body: { auth_token: client.token, refresh_token: client.refreshToken },
      });
    await client.control('POST', 'tokens', { action: 'expire' });
    expect((await client.get('/v2/roles')).status).toBe(401);
    expect((await refresh()).status).toBe(200);
    await client.control('POST', 'advance', { seconds: 1 });
    await client.signIn();
    await client.control('POST', 'tokens', { action: 'revoke' });
    expect((await client.get('/v2/roles')).status).toBe(401);
    expect((await refresh()).status).toBe(500);
  });

  it('drops the signal of a vehicle', async () => {
    const { vehicleId, deviceId } = await findReporting(client);
    const act = async (): Promise<number> => {
      const { json } = await client.get(`/v2/vehicles/${vehicleId}/tracking/${deviceId}`);
      return (json as { data: { attributes: { act: number } } }).data.attributes.act;
    };
    const last = await act();
    await client.control('POST', 'silence', { vehicleId, seconds: 7200 });
    await client.control('POST', 'advance', { seconds: 7000 });
    await client.signIn();
    expect(await act()).toBe(last);
    await client.control('POST', 'advance', { seconds: 7000 });
    await client.signIn();
    expect(await act()).toBeGreaterThan(last);
  });

  it('can be out of reach for a while, on the same port', async () => {
    await client.control('POST', 'outage', { seconds: 2 }).catch(() => null);
    const isThere = (): Promise<boolean> =>
      client.get('/v2/roles').then(
        ({ status }) => status === 200,
        () => false,
      );
    expect(await isThere()).toBe(false);
    await expect.poll(isThere).toBe(true);
  });

  it('resets the world to what it was', async () => {
    await create('FLT0A04');
    await client.control('PATCH', 'settings', { latencyMs: 3, ratePerMinute: 7 });
    await client.control('POST', 'reset');
    const state = (await client.control('GET', 'state')).json;
    expect(state).toMatchObject({
      latencyMs: 0,
      ratePerMinute: 1_000_000,
      requests: 0,
      vehicles: 120,
    });
    await client.signIn();
    expect(await plates('FLT0A04')).toEqual([]);
  });
});
