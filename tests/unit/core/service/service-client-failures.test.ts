import { describe, expect, it } from 'vitest';
import type { AppError } from '@contract/errors';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import type { House } from '../session/house';
import { call, ID, signedIn } from './answering-house';

describe('a 401', () => {
  it('renews the token once for all calls and repeats each of them once', async () => {
    const house = await signedIn();
    house.tokens.validToken = 'revoked-behind-our-back';
    await house.end(Promise.all([call(house, 'roles.list', {}), call(house, 'chips.list', {})]));
    expect(house.transport.to('/v2/auth/refresh-token')).toHaveLength(1);
    expect(house.transport.to('/v2/roles')).toHaveLength(2);
    expect(house.transport.to('/v2/chips')).toHaveLength(2);
    // log-in, two calls, one refresh, two repeats: each had a slot of its own.
    expect(house.budget.state().used).toBe(6);
  });

  it('is followed by two refreshes a minute at most, however new the token is', async () => {
    const house = await signedIn();
    house.transport.script = (request) => {
      if (request.plainPath === '/v2/auth/refresh-token') return house.tokens.refresh(request);
      return { status: 401, json: { message: 'no' } };
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const error = await errorOf(call(house, 'roles.list', {}));
      expect(error).toMatchObject({ code: 'unauthenticated' });
    }
    expect(house.transport.to('/v2/auth/refresh-token')).toHaveLength(2);
    expect(house.session.state().phase).toBe('signed-in');
  });
});

describe('a 400 that names a parameter', () => {
  const refuse = (house: House, words: string): void => {
    house.answer(({ query }) =>
      [...query.keys()].some((key) => key.startsWith('attributes'))
        ? { status: 400, json: { error: { message: words } } }
        : { json: { data: [] } },
    );
  };

  it('is repeated without it, and remembered over a restart', async () => {
    const house = await signedIn();
    refuse(house, '"attributes" is not allowed');
    await call(house, 'chips.list', { attributes: ['serial'] });
    expect(house.transport.seen).toHaveLength(2);
    await call(house, 'chips.list', { attributes: ['serial'], limit: 5 });
    expect(house.transport.seen).toHaveLength(3);
    await house.start();
    await house.session.restore();
    await call(house, 'chips.list', { attributes: ['serial'] });
    expect(house.transport.seen).toHaveLength(4);
  });

  it('is handed on when it names something else', async () => {
    const house = await signedIn();
    refuse(house, 'limit is too large');
    const error = await errorOf(call(house, 'chips.list', { attributes: ['serial'] }));
    expect(error).toMatchObject({ code: 'invalid-request', serviceMessage: 'limit is too large' });
    expect(house.transport.seen).toHaveLength(1);
  });
});

describe('errors', () => {
  const html = { text: '<!doctype html><p>gateway</p>', headers: { 'content-type': 'text/html' } };
  it.each<[name: string, reply: Reply, error: Partial<AppError>]>([
    ['403', { status: 403, json: { message: 'no' } }, { code: 'forbidden', serviceMessage: 'no' }],
    ['404', { status: 404, json: {} }, { code: 'not-found', status: 404 }],
    ['404 as a page', { status: 404, ...html }, { code: 'bad-response', reason: 'html' }],
    ['409', { status: 409, json: {} }, { code: 'conflict' }],
    ['500', { status: 500, json: {} }, { code: 'service-error', status: 500 }],
    ['502 as a page', { status: 502, ...html }, { code: 'service-error', reason: 'html' }],
    ['503', { status: 503, text: 'busy' }, { code: 'service-error', serviceMessage: 'busy' }],
    ['a page', html, { code: 'bad-response', reason: 'html' }],
    ['nothing', { text: '' }, { code: 'bad-response', reason: 'not-json' }],
    ['half of it', { text: '{"data":[{"id"' }, { code: 'bad-response', reason: 'not-json' }],
    ['something else', { json: { ok: 1 } }, { code: 'bad-response', reason: 'unexpected-shape' }],
    ['no line', { failure: 'offline', sent: 'no' }, { code: 'offline' }],
    ['a reset', { failure: 'reset' }, { code: 'offline' }],
    ['no host', { failure: 'host-unknown', sent: 'no' }, { reason: 'host-unknown' }],
    ['nobody there', { failure: 'refused', sent: 'no' }, { reason: 'connection-refused' }],
    ['a bad certificate', { failure: 'certificate', sent: 'no' }, { reason: 'certificate' }],
    ['a time-out', { failure: 'timeout' }, { code: 'timeout' }],
    ['32 MB', { failure: 'too-large' }, { code: 'bad-response', reason: 'too-large' }],
    ['a redirect', { failure: 'redirect' }, { code: 'bad-response', reason: 'redirect' }],
    ['an early end', { failure: 'cut-short' }, { code: 'bad-response', reason: 'not-json' }],
  ])('%s', async (_name, reply, expected) => {
    const house = await signedIn();
    house.answer(() => reply);
    const error = await errorOf(call(house, 'roles.list', {}));
    expect(error).toMatchObject(expected);
    expect(house.transport.seen).toHaveLength(1);
  });

  it('put a message on the field that it names, under the name of the input', async () => {
    const house = await signedIn();
    const message = 'body.data[0].attributes.brand is too long';
    house.answer(() => ({ status: 400, json: { error: { message } } }));
    const create = (count: number): Promise<AppError> =>
      errorOf(
        call(house, 'vehicles.create', {
          data: Array.from({ length: count }, () => ({ attributes: { plate: 'A' } })),
        }),
      );
    expect((await create(1)).fields).toEqual([
      { path: 'attributes.brandName', message: 'is too long' },
    ]);
    expect((await create(2)).fields).toEqual([
      { path: 'data[0].attributes.brandName', message: 'is too long' },
    ]);
  });
});

describe('a rate answer', () => {
  it.each<[name: string, reply: Reply]>([
    ['429', { status: 429, json: {}, headers: { 'retry-after': '20' } }],
    ['503 with Retry-After', { status: 503, json: {}, headers: { 'retry-after': '20' } }],
    [
      '429 with a date, by the clock of the service',
      {
        status: 429,
        json: {},
        headers: {
          date: 'Tue, 10 Mar 2020 12:00:00 GMT',
          'retry-after': 'Tue, 10 Mar 2020 12:00:20 GMT',
        },
      },
    ],
  ])('%s pauses everything and is not repeated', async (_name, reply) => {
    const house = await signedIn();
    let isBusy = true;
    house.answer(() => (isBusy ? reply : { json: { data: [] } }));
    const error = await errorOf(call(house, 'roles.list', {}));
    expect(error).toMatchObject({ code: 'rate-limited' });
    const left = (error.retryAt ?? 0) - house.clock.now();
    expect(left).toBeGreaterThan(19_700);
    expect(left).toBeLessThanOrEqual(20_000);
    expect(house.budget.state()).toMatchObject({ pause: 'rate-limited' });
    isBusy = false;
    const next = house.service.call('chips.list', {}, { lane: 'interactive' });
    await house.clock.advance(left - 1);
    expect(house.transport.seen).toHaveLength(1);
    await house.end(next);
  });
});

describe('the line', () => {
  it('is offline with the first failure, since then, and online with any answer', async () => {
    const house = await signedIn();
    const link = () => house.session.state().link;
    expect(link().state).toBe('online');
    house.answer(() => ({ failure: 'reset' }));
    await errorOf(call(house, 'roles.list', {}));
    const { since } = link();
    expect(link()).toMatchObject({ state: 'offline', error: { code: 'offline' } });
    await house.clock.advance(5_000);
    await errorOf(call(house, 'roles.list', {}));
    expect(link()).toMatchObject({ state: 'offline', since });
    house.answer(() => ({ status: 404, json: {} }));
    await errorOf(call(house, 'roles.list', {}));
    expect(link()).toMatchObject({ state: 'online', error: null });
  });

  it('told something last with an answer that did: no sign-in, refusal or fault is one', async () => {
    const house = await signedIn();
    const told = () => house.session.state().link.lastAnswerAt;
    expect(told()).toBeNull();
    house.answer(() => ({ json: { data: [] } }));
    await call(house, 'roles.list', {});
    const at = told();
    expect(at).toBe(house.clock.now());
    const empty: Reply[] = [
      { status: 403, json: {} },
      { status: 404, json: {} },
      { status: 500, json: {} },
      { headers: { 'content-type': 'text/html' }, text: '<html></html>' },
      { failure: 'redirect' },
    ];
    for (const reply of empty) {
      await house.clock.advance(60_000);
      house.answer(() => reply);
      await errorOf(call(house, 'roles.list', {}));
      expect(house.session.state().link.state).toBe('online');
      expect(told()).toBe(at);
    }
    house.answer(() => ({ json: { data: [] } }));
    await call(house, 'roles.list', {});
    expect(told()).toBe(house.clock.now());
  });

  it('costs no slot for what never left the machine, and lets patient lanes try now and then', async () => {
    const house = await signedIn();
    house.answer(() => ({ failure: 'refused', sent: 'no' }));
    let attempts = 0;
    const look = async (): Promise<void> => {
      for (;;) {
        attempts += 1;
        await house.service
          .callNext(() => ({ operation: 'vehicles.get', input: { id: ID } }), { lane: 'live' })
          .catch(() => undefined);
      }
    };
    void look();
    void look();
    await house.clock.advance(120_000);
    expect(house.budget.state().used).toBeLessThanOrEqual(2);
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThan(20);
  });
});
