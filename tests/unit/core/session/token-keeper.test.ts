import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import { House, token } from './house';
import { restarted, roles, signedIn } from './signed-in';
import { answerRefresh, REFRESH } from './refreshes';

describe('a refresh', () => {
  it('comes a minute before the end, once for everybody', async () => {
    const house = await signedIn(900);
    await house.clock.advance(838_000);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(0);
    await house.clock.advance(2_000);
    await house.end(
      Promise.all([
        roles(house),
        house.service.call('chips.list', {}, { lane: 'live' }),
        house.service.callNext(() => ({ operation: 'users.list', input: {} }), { lane: 'live' }),
      ]),
    );
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });

  it('comes a tenth of its life before the end of a short-lived token', async () => {
    const house = await signedIn(100);
    await house.clock.advance(89_000);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(0);
    await house.clock.advance(1_500);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });

  it('is measured by the life of the token, not by the clock of this machine', async () => {
    const house = await House.open();
    house.clock.setWallClock(house.clock.now() + 86_400_000);
    const iat = Math.floor(house.clock.now() / 1000) - 86_400;
    const issue = { token: token('t', { iat, exp: iat + 900 }), refresh_token: 'r' };
    house.transport.script = ({ plainPath }) =>
      plainPath.startsWith('/v2/auth') ? { json: { data: issue } } : { json: { data: [] } };
    await house.signIn();
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(0);
  });

  it('waits for a 401 with an opaque token', async () => {
    const house = await signedIn(null);
    await house.clock.advance(86_400_000);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(0);
  });

  it('stores the rotated pair before it is used', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    let stored = '';
    const usual = house.transport.script;
    house.transport.script = (request) => {
      if (request.plainPath === '/v2/roles') stored = [...house.keychain.entries.values()].join();
      return usual(request);
    };
    await roles(house);
    expect(stored).toContain(house.tokens.validToken);
    expect(house.files.contents.has('refresh.json')).toBe(false);
  });

  it('is noted before it is sent, without a secret', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    const token = house.tokens.validRefresh ?? '';
    let noted = '';
    answerRefresh(house, () => {
      noted = house.files.contents.get('refresh.json') ?? '';
      return null;
    });
    await roles(house);
    expect(JSON.parse(noted)).toMatchObject({ phase: 'in-flight' });
    expect(noted).not.toContain(token);
  });

  it('keeps the new pair in memory when the keychain refuses it, and stores it later', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.keychain.fault = 'locked';
    await roles(house);
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', keychain: 'locked' });
    house.keychain.fault = null;
    await house.session.retryKeychain();
    expect(house.session.state().keychain).toBe('present');
    await restarted(house);
    await roles(house);
    expect(house.tokens.reused).toEqual([]);
  });
});

describe('a lost answer', () => {
  it('is asked for once more, and all is well when the token still counts', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, (attempt) => (attempt === 1 ? { failure: 'reset' } : null));
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('means expired when the token is refused then', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, (attempt) => {
      if (attempt > 1) return null;
      house.tokens.issue();
      return { failure: 'timeout' };
    });
    expect(await errorOf(roles(house))).toMatchObject({
      code: 'unauthenticated',
      reason: 'expired',
    });
    expect(house.session.state().phase).toBe('expired');
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    expect(await errorOf(roles(house))).toMatchObject({ reason: 'expired' });
    expect(house.transport.to(REFRESH)).toHaveLength(2);
  });

  it('twice keeps the session, offline', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, (attempt) => (attempt <= 2 ? { failure: 'reset' } : null));
    expect(await errorOf(roles(house))).toMatchObject({ code: 'offline' });
    expect(house.session.state()).toMatchObject({
      phase: 'signed-in',
      link: { state: 'offline' },
    });
    expect(await errorOf(roles(house))).toMatchObject({ code: 'offline' });
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    await house.clock.advance(2_000);
    await roles(house);
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', link: { state: 'online' } });
  });

  it('of a process that ended is asked for by the next one', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, () => {
      house.tokens.issue();
      return null;
    });
    house.transport.latency = 60_000;
    house.service.call('roles.list', {}, { lane: 'interactive' }).catch(() => undefined);
    await house.clock.advance(1_000);
    // No word of goodbye: the old process simply stops.
    house.transport.latency = 200;
    await house.start();
    await house.session.restore();
    expect(house.session.state().phase).toBe('signed-in');
    expect(await errorOf(roles(house))).toMatchObject({ reason: 'expired' });
    expect(house.transport.to(REFRESH)).toHaveLength(2);
  });
});

describe('a process that ends between answer and keychain', () => {
  it('never sends the spent token again', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.keychainDelay = 1_000;
    house.service.call('roles.list', {}, { lane: 'interactive' }).catch(() => undefined);
    await house.clock.advance(500);
    await house.start();
    await house.session.restore();
    expect(house.session.state().phase).toBe('expired');
    await errorOf(roles(house));
    expect(house.tokens.reused).toEqual([]);
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });
});

describe('a process that quits while a refresh is under way', () => {
  it('waits a moment for the answer, so that the next one goes on', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.service.call('roles.list', {}, { lane: 'interactive' }).catch(() => undefined);
    await house.clock.advance(100);
    await house.end(house.session.close());
    await house.start();
    await house.session.restore();
    await roles(house);
    expect(house.session.state().phase).toBe('signed-in');
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });

  it('does not wait for ever', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.transport.latency = 600_000;
    house.service.call('roles.list', {}, { lane: 'interactive' }).catch(() => undefined);
    await house.clock.advance(100);
    await house.end(house.session.close(), 4_000);
  });
});

describe('a full disk', () => {
  it('does not cost the session', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, () => {
      house.files.writeFault = new Error('ENOSPC');
      return null;
    });
    await errorOf(roles(house));
    house.files.writeFault = null;
    await roles(house);
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', keychain: 'present' });
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });
});

describe('a refused refresh', () => {
  it.each<[name: string, reply: Reply, reason: string]>([
    ['401', { status: 401, json: {} }, 'expired'],
    ['400', { status: 400, json: {} }, 'expired'],
    ['no tokens', { json: { data: {} } }, 'expired'],
  ])('(%s) is final, also over a restart, until the password comes', async (_n, reply, reason) => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, (attempt) => (attempt === 1 ? reply : null));
    expect(await errorOf(roles(house))).toMatchObject({ code: 'unauthenticated', reason });
    await restarted(house);
    expect(house.session.state()).toMatchObject({ phase: 'expired', username: 'ana' });
    expect(house.session.active()).not.toBeNull();
    await errorOf(roles(house));
    expect(house.transport.to(REFRESH)).toHaveLength(1);
    await house.end(house.session.renew('segredo-da-ana'));
    expect(house.session.state().phase).toBe('signed-in');
    await roles(house);
    await restarted(house);
    await roles(house);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('stays expired when the password is refused', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, () => ({ status: 401, json: {} }));
    await errorOf(roles(house));
    house.transport.script = () => ({ status: 401, json: {} });
    expect(await errorOf(house.end(house.session.renew('wrong')))).toMatchObject({
      reason: 'refused',
    });
    expect(house.session.state().phase).toBe('expired');
  });

  it.each<[name: string, reply: Reply, code: string]>([
    ['429', { status: 429, json: {}, headers: { 'retry-after': '5' } }, 'rate-limited'],
    [
      'a 503 that asks for a pause',
      { status: 503, json: {}, headers: { 'retry-after': '5' } },
      'rate-limited',
    ],
    ['nobody there', { failure: 'refused', sent: 'no' }, 'offline'],
    ['a page of a gateway', { status: 502, text: '<html></html>' }, 'service-error'],
    ['a proxy that wants a sign-in', { status: 401, text: '<html></html>' }, 'bad-response'],
  ])('does not mean %s: the session goes on', async (_name, reply, code) => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, (attempt) => (attempt <= 2 ? reply : null));
    expect(await errorOf(roles(house))).toMatchObject({ code });
    while (house.transport.to(REFRESH).length < 2) {
      await house.clock.advance(2_000);
      await errorOf(roles(house));
    }
    await house.clock.advance(2_000);
    await roles(house);
    expect(house.session.state().phase).toBe('signed-in');
  });
});
