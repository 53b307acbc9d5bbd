import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { PATIENT, messageOf, ServiceClient } from './service-client';

const START = Date.UTC(2026, 4, 15, 15);

describe('authentication', PATIENT, () => {
  let client: ServiceClient;
  let now = START;

  beforeEach(async () => {
    now = START;
    client = await ServiceClient.start({ now: () => now });
  });
  afterEach(() => client.close());

  const refresh = (authToken: string, refreshToken: string) =>
    client.call('POST', '/v2/auth/refresh-token', {
      token: null,
      body: { auth_token: authToken, refresh_token: refreshToken },
    });
  const pairIn = (json: unknown) =>
    (json as { data: { token: string; refresh_token: string } }).data;

  it('lets the visitor read everything and change vehicles, and answers 403 to all else', async () => {
    const answer = await client.call('POST', '/v2/auth/login', {
      token: null,
      body: { username: 'visitor', password: client.service.password },
    });
    const { token } = pairIn(answer.json);
    const list = await client.call('GET', '/v2/vehicles', { token });
    expect(list.status).toBe(200);
    const [{ id }] = (list.json as { data: [{ id: string }] }).data;
    const data = [{ type: 'vehicles', id }];
    const refused = await client.call('DELETE', '/v2/vehicles', { token, body: { data } });
    expect(refused.status).toBe(403);
    expect(messageOf(refused)).toContain('VISITOR');
    expect((await client.call('PATCH', `/v2/users/${id}`, { token, body: {} })).status).toBe(403);
    const change = { data: { attributes: { description: 'Doca 4' } } };
    const path = `/v2/vehicles/${id}`;
    expect((await client.call('PATCH', path, { token, body: change })).status).toBe(200);
  });

  it('gives out a JWT that says when it ends: after a quarter of an hour', () => {
    const { exp } = decodeJwt(client.token);
    expect(exp).toBe(START / 1000 + 15 * 60);
  });

  it('refuses a token once it has ended, and not before', async () => {
    now = START + 15 * 60_000 - 1000;
    expect((await client.get('/v2/roles')).status).toBe(200);
    now = START + 15 * 60_000;
    const answer = await client.get('/v2/roles');
    expect(answer.status).toBe(401);
    expect(messageOf(answer)).toContain('expired');
  });

  it('takes the life of tokens from its options', async () => {
    const short = await ServiceClient.start({ now: () => now, tokenLifeSeconds: 30 });
    expect(decodeJwt(short.token).exp).toBe(START / 1000 + 30);
    await short.close();
  });

  it('rotates both tokens, also when the access token has ended', async () => {
    now += 3_600_000;
    const answer = await refresh(client.token, client.refreshToken);
    expect(answer.status).toBe(200);
    const pair = pairIn(answer.json);
    expect(pair.token).not.toBe(client.token);
    expect(pair.refresh_token).not.toBe(client.refreshToken);
    expect((await client.call('GET', '/v2/roles', { token: pair.token })).status).toBe(200);
  });

  it('ends the whole session when a refresh token comes a second time', async () => {
    const first = pairIn((await refresh(client.token, client.refreshToken)).json);
    const replayed = await refresh(client.token, client.refreshToken);
    expect(replayed.status).toBe(500);
    expect((await refresh(first.token, first.refresh_token)).status).toBe(500);
    expect((await client.call('GET', '/v2/roles', { token: first.token })).status).toBe(401);
  });

  it('keeps sessions apart: one that is ended leaves another alone', async () => {
    const [token, refreshToken] = [client.token, client.refreshToken];
    await client.signIn();
    await refresh(token, refreshToken);
    await refresh(token, refreshToken);
    expect((await client.get('/v2/roles')).status).toBe(200);
    expect((await refresh(client.token, refreshToken)).status).toBe(500);
  });

  it('labels refused credentials 500 Unauthorized', async () => {
    const { username } = client.service;
    for (const body of [
      { username, password: 'wrong' },
      { username: 'nobody', password: client.service.password },
    ]) {
      const answer = await client.call('POST', '/v2/auth/login', { body, token: null });
      expect(answer.status).toBe(500);
      expect(messageOf(answer)).toBe('Unauthorized');
    }
    expect((await refresh(client.token, 'nonsense')).status).toBe(500);
    expect((await refresh('nonsense', client.refreshToken)).status).toBe(500);
  });

  it('names the fields that are missing or too long', async () => {
    const post = async (path: string, body: unknown) => {
      const answer = await client.call('POST', path, { body, token: null });
      return [answer.status, messageOf(answer)];
    };
    expect(await post('/v2/auth/login', {})).toEqual([
      400,
      'body.username is required; body.password is required',
    ]);
    expect(await post('/v2/auth/login', { username: 'a'.repeat(256), password: 'b' })).toEqual([
      400,
      'body.username must have at most 255 characters',
    ]);
    const long = { auth_token: 'a'.repeat(501), refresh_token: 'b'.repeat(501) };
    expect(await post('/v2/auth/refresh-token', long)).toEqual([
      400,
      'body.auth_token must have at most 500 characters; body.refresh_token must have at most 500 characters',
    ]);
    const fits = { username: 'a'.repeat(255), password: 'b'.repeat(255) };
    expect((await post('/v2/auth/login', fits))[0]).toBe(500);
  });

  it('wants the public key on every operation, in a header', async () => {
    for (const publicKey of [null, 'another']) {
      const answer = await client.call('GET', '/v2/roles', { publicKey });
      expect(answer.status).toBe(401);
      expect(messageOf(answer)).toContain('public key');
    }
    const key = client.service.publicKey;
    const inQuery = await client.call('GET', `/v2/roles?public-key=${key}`, { publicKey: null });
    expect(inQuery.status).toBe(401);
  });

  it('says in its tokens which city its vehicles drive in', () => {
    expect(decodeJwt(client.token)).toMatchObject({ fleetdesk_demo_seed: client.service.seed });
  });

  it('lets a session outlive a restart of the service', async () => {
    const { token, refreshToken } = client;
    await client.close();
    client = await ServiceClient.start({ now: () => now });
    expect((await client.call('GET', '/v2/roles', { token })).status).toBe(200);
    expect((await refresh(token, refreshToken)).status).toBe(200);
    expect((await refresh(token, refreshToken)).status).toBe(500);
  });
});
