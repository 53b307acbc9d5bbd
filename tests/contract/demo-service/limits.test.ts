import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENT, messageOf, ServiceClient } from './service-client';

describe('limits of lists', PATIENT, () => {
  let client: ServiceClient;

  beforeAll(async () => {
    client = await ServiceClient.start({ vehicles: 130 });
  });
  afterAll(() => client.close());

  const lists = ['/v2/users', '/v2/roles', '/v2/vehicles', '/v2/devices', '/v2/chips'];

  it.each(lists)(
    '%s: limit from 1 to 100, page from 1, search up to 100 characters',
    async (path) => {
      const refused = async (query: string) => {
        const answer = await client.get(`${path}?${query}`);
        return [query.slice(0, 10), answer.status, messageOf(answer)];
      };
      expect(await refused('limit=0')).toEqual([
        'limit=0',
        400,
        'query.limit must be greater than or equal to 1',
      ]);
      expect(await refused('limit=101')).toEqual([
        'limit=101',
        400,
        'query.limit must be less than or equal to 100',
      ]);
      expect(await refused('limit=ten')).toEqual([
        'limit=ten',
        400,
        'query.limit must be an integer',
      ]);
      expect(await refused('page=0')).toEqual([
        'page=0',
        400,
        'query.page must be greater than or equal to 1',
      ]);
      expect(await refused(`search=${'x'.repeat(101)}`)).toEqual([
        'search=xxx',
        400,
        'query.search must have at most 100 characters',
      ]);
      expect((await client.get(`${path}?search=${'x'.repeat(100)}&limit=100&page=1`)).status).toBe(
        200,
      );
      expect((await client.get(`${path}?count=true`)).status).toBe(200);
      expect((await refused('count=1'))[1]).toBe(400);
    },
  );

  it('pages through every record once, and ends with an empty page', async () => {
    const ids: string[] = [];
    for (let page = 1; page < 10; page += 1) {
      const records = await client.list(`/v2/vehicles?limit=50&page=${page}`);
      ids.push(...records.map(({ id }) => id));
      if (records.length === 0) break;
    }
    expect(ids).toHaveLength(130);
    expect(new Set(ids).size).toBe(130);
  });

  it('answers 50 records unless told otherwise', async () => {
    expect(await client.list('/v2/vehicles')).toHaveLength(50);
  });

  it('holds lists of associations to the same limit', async () => {
    const { id } = await client.first('/v2/vehicles?limit=1');
    for (const kind of ['devices', 'users']) {
      const path = `/v2/vehicles/${id}/associations/${kind}`;
      expect((await client.get(`${path}?limit=100`)).status).toBe(200);
      expect((await client.get(`${path}?limit=101`)).status).toBe(400);
    }
  });

  it('refuses parameters that it does not know, by name', async () => {
    expect(messageOf(await client.get('/v2/vehicles?colour=red'))).toBe(
      'query.colour is not allowed',
    );
  });
});

describe('the request rate', PATIENT, () => {
  it('holds to so many in any 60 seconds, log-in included, and says when to come again', async () => {
    let now = Date.UTC(2026, 4, 15, 15);
    const client = await ServiceClient.start({ now: () => now, ratePerMinute: 50 });
    for (let i = 0; i < 29; i += 1) expect((await client.get('/v2/roles')).status).toBe(200);
    now += 20_000;
    for (let i = 0; i < 20; i += 1) expect((await client.get('/v2/roles')).status).toBe(200);

    const refused = await client.get('/v2/roles');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(messageOf(refused)).toContain('40 seconds');
    const { username, password } = client.service;
    const login = await client.call('POST', '/v2/auth/login', { body: { username, password } });
    expect(login.status).toBe(429);

    // The window slides: 30 requests leave it, 20 stay.
    now += 40_000;
    for (let i = 0; i < 30; i += 1) expect((await client.get('/v2/roles')).status).toBe(200);
    const again = await client.get('/v2/roles');
    expect(again.status).toBe(429);
    expect(again.headers.get('retry-after')).toBe('20');
    await client.close();
  });

  it('counts each public key for itself, and unknown paths too', async () => {
    const client = await ServiceClient.start({ now: () => 1e12, ratePerMinute: 3 });
    expect((await client.get('/v2/nothing')).status).toBe(404);
    expect((await client.get('/v2/roles')).status).toBe(200);
    expect((await client.get('/v2/roles')).status).toBe(429);
    expect((await client.call('GET', '/v2/roles', { publicKey: 'another' })).status).toBe(401);
    await client.close();
  });

  it('can be set, as can the delay', async () => {
    const client = await ServiceClient.start({ now: () => 1e12, ratePerMinute: 2 });
    await client.get('/v2/roles');
    expect((await client.get('/v2/roles')).status).toBe(429);
    await client.control('PATCH', 'settings', { ratePerMinute: 100, latencyMs: 1 });
    expect((await client.get('/v2/roles')).status).toBe(200);
    await client.close();
  });
});
