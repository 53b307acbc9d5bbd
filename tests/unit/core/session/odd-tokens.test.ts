import { describe, expect, it } from 'vitest';
import { House, token } from './house';

const REFRESH = '/v2/auth/refresh-token';

const roles = (house: House): Promise<unknown> =>
  house.end(house.service.call('roles.list', {}, { lane: 'interactive' }));

describe('a refresh', () => {
  it.each([0.001, 1, 5])('is not run after a token that claims to live for %d s', async (life) => {
    const house = await House.open();
    house.tokens.life = life;
    await house.signIn();
    for (let call = 0; call < 5; call += 1) {
      await house.clock.advance(10_000);
      await roles(house);
    }
    expect(house.transport.to(REFRESH)).toHaveLength(0);
  });

  it.each<[name: string, payload: Record<string, unknown>]>([
    ['no number', { exp: 'tomorrow' }],
    ['negative', { exp: -5 }],
    ['beyond all time', { exp: 1e300 }],
    ['before it was issued', { iat: 2_000, exp: 1_000 }],
  ])('waits for a 401 where the end is %s', async (_name, payload) => {
    const house = await House.open();
    const issue = { token: token('t', payload), refresh_token: 'r' };
    house.transport.script = ({ plainPath }) =>
      plainPath.startsWith('/v2/auth') ? { json: { data: issue } } : { json: { data: [] } };
    await house.signIn();
    await house.clock.advance(86_400_000);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(0);
  });

  it('that brings the same pair again is one a life, not a storm', async () => {
    const house = await House.open();
    const iat = Math.floor(house.clock.now() / 1000);
    const issue = { token: token('t', { iat, exp: iat + 900 }), refresh_token: 'r' };
    house.transport.script = ({ plainPath }) =>
      plainPath.startsWith('/v2/auth') ? { json: { data: issue } } : { json: { data: [] } };
    await house.signIn();
    for (let minute = 0; minute < 45; minute += 1) {
      await house.clock.advance(60_000);
      await roles(house);
    }
    expect(house.transport.to(REFRESH)).toHaveLength(3);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('sends a token of more than the 500 characters of the document as it is', async () => {
    const house = await House.open();
    const long = 'x'.repeat(3_000);
    house.transport.script = ({ plainPath }) => {
      if (plainPath === '/v2/roles') return { status: 401, json: {} };
      return { json: { data: { token: long, refresh_token: long } } };
    };
    await house.signIn();
    await house.clock.advance(120_000);
    await expect(roles(house)).rejects.toThrow();
    expect(house.transport.to(REFRESH)[0]?.json).toEqual({ auth_token: long, refresh_token: long });
  });
});
