import { describe, expect, it } from 'vitest';
import type { AppError } from '@contract/errors';
import { FleetdeskError } from '@contract/errors';
import type { OperationInput, OperationName, OperationOutput } from '@core/service/operations';
import type { Reply } from '../scripted-transport';
import { House } from '../session/house';
import { settle } from '../virtual-clock';

const ID = 'aB3dE5gH7jK9mN1';
const vehicle = (id: string, plate: string): object => ({
  id,
  type: 'vehicles',
  attributes: { plate },
  relationships: {},
});

async function signedIn(): Promise<House> {
  const house = await House.open();
  await house.signIn();
  house.transport.seen.length = 0;
  return house;
}

function call<O extends OperationName>(
  house: House,
  operation: O,
  input: OperationInput<O>,
): Promise<OperationOutput<O>> {
  return house.end(house.service.call(operation, input, { lane: 'interactive' }));
}

async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It succeeded.');
}

describe('a call', () => {
  it('carries token and public key and answers decoded records', async () => {
    const house = await signedIn();
    house.answer(() => ({ json: { data: [vehicle(ID, 'ABC1D23'), { id: 'no' }] } }));
    const list = await call(house, 'vehicles.list', { limit: 100 });
    expect(list.records.map((record) => record.vehicle.plate)).toEqual(['ABC1D23']);
    expect(list.size).toBe(2);
    expect(list.unread).toEqual([{ path: 'data[1].id', problem: 'not-an-identifier' }]);
    const [request] = house.transport.seen;
    expect(request?.base).toBe('https://fleet.example');
    expect(request?.headers).toMatchObject({
      'public-key': 'public-key-1',
      authorization: `Bearer ${house.tokens.validToken}`,
    });
  });

  it('is refused here when its input breaks the document, and costs nothing', async () => {
    const house = await signedIn();
    const error = await errorOf(call(house, 'vehicles.list', { limit: 101 }));
    expect(error).toMatchObject({ code: 'invalid-request', fields: [{ path: 'limit' }] });
    expect(house.transport.seen).toHaveLength(0);
    expect(house.budget.state().used).toBe(1);
  });

  it('is refused while nobody is signed in', async () => {
    const house = await House.open();
    const error = await errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    expect(error).toMatchObject({ code: 'unauthenticated', reason: 'signed-out' });
  });
});

describe('equal reads', () => {
  it('share one request, whatever the order of their keys', async () => {
    const house = await signedIn();
    const first = house.service.call(
      'vehicles.list',
      { limit: 5, search: 'a' },
      { lane: 'background' },
    );
    const second = house.service.call(
      'vehicles.list',
      { search: 'a', limit: 5 },
      { lane: 'interactive' },
    );
    expect(await house.end(first)).toBe(await house.end(second));
    expect(house.transport.seen).toHaveLength(1);
  });

  it('are asked anew once the answer is there', async () => {
    const house = await signedIn();
    await call(house, 'roles.list', {});
    await call(house, 'roles.list', {});
    expect(house.transport.seen).toHaveLength(2);
  });

  it('go on for whoever still wants them, and end when nobody does', async () => {
    const house = await signedIn();
    const [one, two] = [new AbortController(), new AbortController()];
    const options = { lane: 'interactive' } as const;
    const first = house.service.call('roles.list', {}, { ...options, signal: one.signal });
    const second = house.service.call('roles.list', {}, { ...options, signal: two.signal });
    await house.clock.advance(50);
    one.abort();
    expect(await errorOf(first)).toMatchObject({ code: 'cancelled' });
    expect((await house.end(second)).size).toBe(0);

    const third = house.service.call('roles.list', {}, { ...options, signal: AbortSignal.abort() });
    expect(await errorOf(third)).toMatchObject({ code: 'cancelled' });
    expect(house.transport.seen).toHaveLength(1);
  });

  it('are not broken off on the wire: that would hold their slot longer than an answer does', async () => {
    const house = await signedIn();
    house.transport.latency = 2_000;
    const leaving = new AbortController();
    const options = { lane: 'interactive', signal: leaving.signal } as const;
    const left = house.service.call('roles.list', {}, options);
    await house.clock.advance(500);
    leaving.abort();
    expect(await errorOf(left)).toMatchObject({ code: 'cancelled' });
    expect(house.budget.state().used).toBe(2);
    // The log-in was answered a second ago; this read will be in one and a half.
    await house.clock.advance(61_600);
    expect(house.budget.state().used).toBe(0);
  });

  it('are never writes', async () => {
    const house = await signedIn();
    const update = { id: ID, data: { attributes: { code: 'C' } } };
    const options = { lane: 'outbox' } as const;
    const both = [1, 2].map(() => house.service.call('vehicles.update', update, options));
    await house.end(Promise.all(both));
    expect(house.transport.seen).toHaveLength(2);
  });
});

describe('callNext', () => {
  it('asks what to send only once the slot is there, and gives the slot back for nothing', async () => {
    const house = await signedIn();
    const used = house.budget.state().used;
    house.answer(() => ({ json: { data: vehicle(ID, 'ABC1D23') } }));
    const answer = await house.end(
      house.service.callNext(() => ({ operation: 'vehicles.get', input: { id: ID } }), {
        lane: 'live',
      }),
    );
    expect(answer?.choice.input).toEqual({ id: ID });
    expect(answer?.output.vehicle.plate).toBe('ABC1D23');
    const nothing = await house.end(house.service.callNext(() => null, { lane: 'live' }));
    expect(nothing).toBeNull();
    expect(house.budget.state().used).toBe(used + 1);
  });

  it('gives the slot back when choosing fails, and does not count as waiting work', async () => {
    const house = await signedIn();
    const fail = house.service.callNext(
      () => {
        throw new Error('no choice');
      },
      { lane: 'live' },
    );
    await expect(house.end(fail)).rejects.toThrow('no choice');
    expect(house.budget.state()).toMatchObject({ used: 1, queued: 0 });
  });
});

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

  it('is not repeated for a token that is brand new', async () => {
    const house = await signedIn();
    house.transport.script = (request) => {
      if (request.plainPath === '/v2/auth/refresh-token') return house.tokens.refresh(request);
      return { status: 401, json: { message: 'no' } };
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const error = await errorOf(call(house, 'roles.list', {}));
      expect(error).toMatchObject({ code: 'unauthenticated' });
    }
    expect(house.transport.to('/v2/auth/refresh-token')).toHaveLength(1);
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
    expect(link().lastAnswerAt).toBeGreaterThan(since ?? 0);
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

describe('sign-out', () => {
  it('ends what is under way', async () => {
    const house = await signedIn();
    house.transport.latency = 10_000;
    const running = errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    await house.clock.advance(100);
    await house.end(house.session.signOut());
    await settle();
    expect(await running).toMatchObject({ code: 'cancelled' });
  });
});

describe('the first page', () => {
  const pages = (house: House, first: 0 | 1, outside: (page: number) => Reply): void => {
    house.answer(({ query }) => {
      const page = Number(query.get('page'));
      const ids = [`${'a'.repeat(14)}1`, `${'a'.repeat(14)}2`];
      const id = ids[page - first];
      return id === undefined
        ? outside(page)
        : { json: { data: [vehicle(id, `P${page - first}`)] } };
    });
  };
  const plates = async (house: House, page: number): Promise<string[]> =>
    (await call(house, 'vehicles.list', { page, limit: 1 })).records.map(
      (record) => record.vehicle.plate,
    );
  const empty: Reply = { json: { data: [] } };

  it.each<[name: string, first: 0 | 1, outside: (page: number) => Reply]>([
    ['1, and page 0 is refused', 1, (page) => (page === 0 ? { status: 400, json: {} } : empty)],
    ['1, and page 0 is empty', 1, () => empty],
    ['1, and page 0 is a fault', 1, (page) => (page === 0 ? { status: 500, json: {} } : empty)],
    [
      '1, and page 0 is page 1',
      1,
      (page) => (page === 0 ? { json: { data: [vehicle(`${'a'.repeat(14)}1`, 'P0')] } } : empty),
    ],
    ['0', 0, () => empty],
  ])('has the number %s', async (_name, first, outside) => {
    const house = await signedIn();
    pages(house, first, outside);
    expect(await plates(house, 1)).toEqual(['P0']);
    expect(house.transport.seen).toHaveLength(2);
    expect(await plates(house, 2)).toEqual(['P1']);
    expect(await plates(house, 3)).toEqual([]);
    expect(house.transport.seen).toHaveLength(4);
    await house.start();
    await house.session.restore();
    expect(await plates(house, 1)).toEqual(['P0']);
    expect(house.transport.seen).toHaveLength(5);
  });

  it('is found once for callers that come together', async () => {
    const house = await signedIn();
    pages(house, 0, () => empty);
    const both = await house.end(Promise.all([plates(house, 1), plates(house, 2)]));
    expect(both).toEqual([['P0'], ['P1']]);
    expect(house.transport.seen).toHaveLength(3);
  });
});
