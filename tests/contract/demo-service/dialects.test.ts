import { describe, expect, it } from 'vitest';
import { startDemoService } from '@demo/index';
import { ServiceClient } from './service-client';

describe('other dialects', () => {
  it('count pages from 0, delete by POST elsewhere, say errors otherwise', async () => {
    const client = await ServiceClient.start({
      dialect: {
        firstPage: 0,
        errorShape: 'message',
        routes: { 'vehicles.delete': ['POST', '/v2/vehicles/delete'] },
      },
    });
    const first = await client.list('/v2/vehicles?page=0&limit=2');
    const second = await client.list('/v2/vehicles?page=1&limit=2');
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4);
    const data = [{ type: 'vehicles', id: first[0]?.id }];
    expect((await client.call('DELETE', '/v2/vehicles', { body: { data } })).status).toBe(404);
    expect((await client.call('POST', '/v2/vehicles/delete', { body: { data } })).status).toBe(200);
    expect((await client.get('/v2/vehicles?page=-1')).json).toEqual({
      message: 'query.page must be greater than or equal to 0',
    });
    await client.close();
  });

  it('take the public key from the query, and answer 503 with a date', async () => {
    const service = await startDemoService({
      ratePerMinute: 1,
      now: () => Date.UTC(2026, 0, 1),
      dialect: { publicKeyIn: 'query', rateStatus: 503, retryAfter: 'date', errorShape: 'errors' },
    });
    const { username, password, publicKey, url } = service;
    const logIn = (): Promise<Response> =>
      fetch(`${url}/auth/login?public-key=${publicKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
    expect((await logIn()).status).toBe(200);
    const refused = await logIn();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('Thu, 01 Jan 2026 00:01:00 GMT');
    expect(await refused.json()).toEqual({ errors: [{ detail: expect.any(String) as string }] });
    await service.close();
  });
});
