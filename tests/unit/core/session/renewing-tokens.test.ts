import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import type { House } from './house';
import { restarted, roles, signedIn } from './signed-in';

const PASSWORD = 'segredo-da-ana';
const REFRESH = '/v2/auth/refresh-token';
const LOG_IN = '/v2/auth/login';

/** Answers one operation of authentication by a script, all else as the service does. */
function answer(house: House, path: string, script: (attempt: number) => Reply | null): void {
  const usual = house.transport.script;
  let attempt = 0;
  house.transport.script = (request) => {
    if (request.plainPath !== path) return usual(request);
    attempt += 1;
    return script(attempt) ?? usual(request);
  };
}

/** A read that needs a token and leaves the clock to the test. */
function beginRead(house: House): Promise<unknown> {
  return house.service.call('roles.list', {}, { lane: 'interactive' });
}

/** The refresh tokens that were sent, in their order. */
function refreshesOf(house: House): string[] {
  return house.transport
    .to(REFRESH)
    .map(({ json }) => (json as { refresh_token: string }).refresh_token);
}

describe('a password given while a refresh is under way', () => {
  it('waits for it: the journal never holds the outcome of one token under another', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answer(house, REFRESH, (attempt) => {
      if (attempt === 1) return { failure: 'timeout' };
      return attempt % 2 === 0 ? { status: 401, json: {} } : null;
    });
    const refused = errorOf(beginRead(house));
    await house.clock.advance(100);
    house.transport.latency = 20;
    const renewed = house.session.renew(PASSWORD);
    await house.end(renewed);
    await house.end(refused);
    expect(refreshesOf(house)).toEqual(['refresh-1', 'refresh-1']);
    expect(house.session.state().phase).toBe('signed-in');
    await restarted(house);
    expect(house.session.state().phase).toBe('signed-in');
    await roles(house);
    expect(refreshesOf(house)).toHaveLength(2);
  });

  it('has the last word: a pair that was rotated meanwhile does not replace the new one', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    const read = beginRead(house);
    await house.clock.advance(100);
    house.transport.latency = 20;
    await house.end(house.session.renew(PASSWORD));
    await house.end(read);
    await restarted(house);
    await roles(house);
    expect(refreshesOf(house)).toEqual(['refresh-1']);
    expect([...house.keychain.entries.values()].join()).toContain(house.tokens.validRefresh);
  });
});

describe('while the password is on its way', () => {
  it('nothing is refreshed: whoever needs a token waits and gets the new one', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    const renewed = house.session.renew(PASSWORD);
    await house.clock.advance(50);
    await roles(house);
    await renewed;
    expect(refreshesOf(house)).toEqual([]);
  });

  it('a token that is refused is asked for again with the new one', async () => {
    const house = await signedIn(null);
    house.tokens.validToken = 'another';
    const read = beginRead(house);
    await house.clock.advance(50);
    const renewed = house.session.renew(PASSWORD);
    await house.end(renewed);
    await house.end(read);
    expect(refreshesOf(house)).toEqual([]);
  });

  it('a refused password leaves the old tokens as they were, and they are refreshed', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answer(house, LOG_IN, () => ({ status: 401, json: {} }));
    const refused = errorOf(house.session.renew('wrong'));
    await house.clock.advance(50);
    await roles(house);
    expect(await refused).toMatchObject({ reason: 'refused' });
    expect(refreshesOf(house)).toEqual(['refresh-1']);
  });

  it('an ending session waits until the new pair is kept', async () => {
    const house = await signedIn(100);
    house.keychainDelay = 500;
    const renewed = house.session.renew(PASSWORD);
    await house.clock.advance(300);
    await house.end(house.session.close(), 10_000);
    await house.start();
    await house.session.restore();
    await renewed;
    await house.clock.advance(95_000);
    await roles(house);
    expect(refreshesOf(house)).toEqual(['refresh-2']);
  });
});
