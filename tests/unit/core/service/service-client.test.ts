import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import { House } from '../session/house';
import { textOf } from '@contract/resources';
import type { RecordBase } from '@core/service/decoders/records';
import { toTold } from '@core/service/resources/codec';
import { settle } from '../virtual-clock';
import { call, ID, signedIn, vehicle } from './answering-house';

function plateOf(record: RecordBase): string {
  return textOf(toTold('vehicles', record).fields, 'plate') ?? '';
}

describe('a call', () => {
  it('carries token and public key and answers decoded records', async () => {
    const house = await signedIn();
    house.answer(() => ({ json: { data: [vehicle(ID, 'ABC1D23'), { id: 'no' }] } }));
    const list = await call(house, 'vehicles.list', { limit: 100 });
    expect(list.records.map(plateOf)).toEqual(['ABC1D23']);
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

  it('are asked again once the answer is there', async () => {
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
    expect(answer && plateOf(answer.output)).toBe('ABC1D23');
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
    (await call(house, 'vehicles.list', { page, limit: 1 })).records.map(plateOf);
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
