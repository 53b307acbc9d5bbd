import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordQuery } from '@contract/records';
import type { Store } from '@core/ports/store';
import { find, id, openStore, pending, told } from './stored';

let store: Store;

const byName: Partial<RecordQuery> = {
  sort: [{ field: 'name', direction: 'up' }],
  bestFirst: true,
};
const devices = (search: string) => find(store, search, { collection: 'devices', ...byName });
const users = (search: string) => find(store, search, { collection: 'users', ...byName });

beforeEach(async () => {
  store = await openStore();
  await store.commit([
    told('devices', {
      d1: { name: 'Rastreador 2', imei: '116938035643809' },
      d2: { name: 'Rastreador 1160', imei: '356938035643802' },
      d3: { name: 'Rastreador 116', imei: '356938035643803' },
      d4: { name: 'Antigo Rastreador 116', imei: '356938035643804' },
      d5: { name: 'Rastreador 3', imei: '356938035643805', code: '116' },
    }),
    told(
      'users',
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `u${index}`,
          { name: `P ${index}`, username: `x.user.6.${index}`, email: `p${index}@a-b.example` },
        ]),
      ),
    ),
  ]);
});

describe('a search with the best first', () => {
  it('puts the same value before those that begin with it, and these before the rest', async () => {
    expect(await devices('Rastreador 116')).toEqual(['d3', 'd2', 'd4', 'd1', 'd5'].map(id));
  });

  it('takes every field that is searched by its parts: a whole code, then the begun IMEI', async () => {
    expect((await devices('116')).slice(0, 2)).toEqual(['d5', 'd1'].map(id));
  });

  it('knows a changed name at once', async () => {
    await devices('Rastreador 116');
    const change = pending(id('d1'), { name: 'Rastreador 116' }, { collection: 'devices' });
    await store.commit([change]);
    expect((await devices('Rastreador 116')).slice(0, 2)).toEqual(['d1', 'd3'].map(id).sort());
  });

  it('leaves the order to the sort where it is not asked for', async () => {
    const terms = { collection: 'devices', ...byName, bestFirst: false } as const;
    expect((await find(store, 'rastreador 116', terms))[0]).toBe(id('d4'));
  });
});

describe('user names and e-mail addresses', () => {
  it('are found by any part, the dots in it included', async () => {
    expect(await users('user.6.')).toHaveLength(40);
    expect(await users('r.6.')).toHaveLength(40);
    expect(await users('@a-b.ex')).toHaveLength(40);
    expect(new Set(await users('r.6.3'))).toEqual(
      new Set(['u3', ...Array.from({ length: 10 }, (_, index) => `u3${index}`)].map(id)),
    );
  });
});
