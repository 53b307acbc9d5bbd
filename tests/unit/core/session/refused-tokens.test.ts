import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import { roles, signedIn } from './signed-in';
import { answerRefresh, REFRESH } from './refreshes';

const FAULT: Reply = { status: 500, json: { error: { message: 'Unauthorized' } } };

describe('a refresh that meets a 500, which may be a fault of the service', () => {
  it('is tried again while the access token counts, and the session goes on', async () => {
    const house = await signedIn(900);
    await house.clock.advance(841_000);
    answerRefresh(house, (attempt) => (attempt === 1 ? FAULT : null));
    await roles(house);
    expect(house.session.state().phase).toBe('signed-in');
    expect(house.transport.to(REFRESH)).toHaveLength(1);
    await house.clock.advance(16_000);
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('is waited for once where the access token counts no more', async () => {
    const house = await signedIn(null);
    house.tokens.validToken = 'revoked';
    answerRefresh(house, (attempt) => (attempt === 1 ? FAULT : null));
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it.each<[status: number]>([[500], [520]])(
    'ends in a question for the password that says both, if %i goes on, after few tries',
    async (status) => {
      const house = await signedIn(900);
      await house.clock.advance(841_000);
      answerRefresh(house, () => ({ ...FAULT, status }));
      let error: unknown = null;
      for (let tries = 0; tries < 20 && house.session.state().phase === 'signed-in'; tries += 1) {
        await house.clock.advance(10_000);
        error = await roles(house).then(
          () => null,
          () => 'refused',
        );
      }
      expect(error).toBe('refused');
      expect(house.session.state()).toMatchObject({ phase: 'expired', expiry: 'in-doubt' });
      expect(house.transport.to(REFRESH).length).toBeLessThanOrEqual(6);
      await house.end(house.session.renew('segredo-da-ana'));
      expect(house.session.state()).toMatchObject({ phase: 'signed-in', expiry: null });
    },
  );

  it('is no doubt where the service says 401: the session ended', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answerRefresh(house, () => ({ status: 401, json: {} }));
    await errorOf(roles(house));
    expect(house.session.state()).toMatchObject({ phase: 'expired', expiry: 'ended' });
  });
});

describe('a token that is refused soon after a refresh', () => {
  it('is refreshed again, so that nothing freezes', async () => {
    const house = await signedIn(900);
    house.tokens.validToken = 'revoked';
    await roles(house);
    await house.clock.advance(5_000);
    house.tokens.validToken = 'revoked again';
    await roles(house);
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', isRefused: false });
  });

  it('is told where the service takes none at all, until it takes one', async () => {
    const house = await signedIn(900);
    const usual = house.transport.script;
    house.transport.script = (request) =>
      request.plainPath.startsWith('/v2/auth') ? usual(request) : { status: 401, json: {} };
    await errorOf(roles(house));
    await errorOf(roles(house));
    expect(await errorOf(roles(house))).toMatchObject({ code: 'unauthenticated' });
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', isRefused: true });
    expect(house.transport.to(REFRESH)).toHaveLength(2);
    house.transport.script = usual;
    await roles(house);
    expect(house.session.state().isRefused).toBe(false);
  });

  it.each<[string, Reply, boolean]>([
    ['404', { status: 404, json: {} }, true],
    ['408', { status: 408, json: {} }, true],
    ['429', { status: 429, json: {} }, true],
    ['400 with a web page', { status: 400, text: '<html></html>' }, true],
    ['403 with a web page', { status: 403, text: '<html></html>' }, true],
    ['403 with plain words', { status: 403, text: 'Access denied' }, true],
    ['403 with nothing', { status: 403, text: '' }, true],
    ['403 as the service does', { status: 403, json: { message: 'no' } }, false],
  ])('is taken only where the service itself answers: %s', async (_, reply, isRefused) => {
    const house = await signedIn(900);
    const usual = house.transport.script;
    let others: Reply = { status: 401, json: {} };
    house.transport.script = (request) =>
      request.plainPath.startsWith('/v2/auth') ? usual(request) : others;
    for (let turn = 0; turn < 3; turn += 1) await errorOf(roles(house));
    expect(house.session.state().isRefused).toBe(true);
    others = reply;
    await errorOf(house.end(house.service.call('chips.list', {}, { lane: 'live' })));
    expect(house.session.state().isRefused).toBe(isRefused);
  });

  it('is no refusal of the session where it is taken for other calls', async () => {
    const house = await signedIn(900);
    house.answer(({ plainPath }) =>
      plainPath === '/v2/roles' ? { status: 401, json: {} } : { json: { data: [] } },
    );
    for (let turn = 0; turn < 3; turn += 1) {
      await house.end(house.service.call('chips.list', {}, { lane: 'live' }));
      await errorOf(roles(house));
    }
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', isRefused: false });
    expect(house.transport.to(REFRESH)).toHaveLength(2);
  });
});
