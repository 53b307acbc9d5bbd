import { describe, expect, it } from 'vitest';
import type { RecordFilter, RecordSort } from '@contract/records';
import { fleet } from './found-fleet';
import { find, id, local, openStore, pending, told } from './stored';

describe('search', () => {
  it.each([
    ['abc-1d23', ['v1']],
    ['ABC1D23', ['v1']],
    ['abc 1d23', ['v1']],
    ['c1d', ['v1']],
    ['c-1d', ['v1']],
    ['xyz-98', ['v2']],
    ['0042', ['v3', 'v1']],
    ['qqq0042', ['v3']],
    ['377vt', ['v1']],
    ['citroen', ['v1']],
    ['CITROËN', ['v1']],
    ['cit air', ['v1']],
    ['air 1d2', ['v1']],
    ['fiat', ['v2', 'v3']],
    ['fiat arg', ['v3']],
    ['iat', []],
    ["d'avila", ['v2']],
    ['avi', ['v2']],
    ['a', ['v1', 'v2', 'v3']],
    ['q', ['v3']],
    ['qq', ['v3']],
    ['f', ['v1', 'v2', 'v3']],
    ['zzzz', []],
    ['fiat zzzz', []],
    ['---', []],
    ['   ', ['v1', 'v2', 'v3']],
  ])('%j finds %j', async (search, names) => {
    const store = await fleet();
    expect(new Set(await find(store, search))).toEqual(new Set(names.map(id)));
  });

  it.each([
    ['users', '45678', 'u1'],
    ['users', '456.789', 'u1'],
    ['users', '999990001', 'u1'],
    ['users', '99999-00', 'u1'],
    ['users', 'o@frota', 'u1'],
    ['users', 'silva joao', 'u1'],
    ['users', 'o.sil', 'u1'],
    ['devices', '803564', 'd1'],
    ['devices', '35-693803', 'd1'],
    ['devices', 'rastr', 'd1'],
    ['chips', '0312345', 'c1'],
    ['chips', '98888 7777', 'c1'],
  ] as const)('%s: any part, %s', async (collection, search, name) => {
    const store = await fleet();
    expect(await find(store, search, { collection })).toEqual([id(name)]);
  });

  it.each([
    '"',
    'a"b',
    'plate:abc',
    'abc*',
    '*',
    'abc OR xyz',
    'NEAR(abc xyz)',
    '-abc',
    '^abc',
    '(abc',
    "'; DROP TABLE records; --",
    '\u0000abc',
    '{text}: abc',
    'abc AND',
    '%',
    '_',
    '\\',
    '\u{1e900}\u{1e901}\u{1e902}',
    '\ud800abc',
    '車両番号',
  ])('takes %j as words alone', async (search) => {
    const store = await fleet();
    await expect(find(store, search)).resolves.toBeInstanceOf(Array);
    expect(await store.count('vehicles')).toBe(3);
  });

  it('does not find across the border of two fields', async () => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'AAA-1111', code: 'BBB2222' } })]);
    expect(await find(store, '1111bbb')).toEqual([]);
    expect(await find(store, '111 bbb')).toEqual([id('v1')]);
  });

  it.each([
    ['Москва', 'моск'],
    ['車両番号', '車両'],
    ['東京 12', '東京 12'],
    ['Μάρκος', 'μαρκ'],
  ])('finds %s by %s', async (name, search) => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'A', modelName: name } })]);
    expect(await find(store, search)).toEqual([id('v1')]);
  });

  it('takes the longest search that the contract allows', async () => {
    const store = await fleet();
    expect(await find(store, 'a '.repeat(100))).toHaveLength(3);
    expect(await find(store, 'x'.repeat(200))).toEqual([]);
  });

  it('follows every change: told, waiting, taken back, dropped', async () => {
    const store = await fleet();
    await store.commit([told('vehicles', { v1: { plate: 'NOV-0001', brandName: 'Renault' } })]);
    expect(await find(store, 'abc1d')).toEqual([]);
    expect(await find(store, 'citroen')).toEqual([]);
    expect(await find(store, 'nov0')).toEqual([id('v1')]);
    await store.commit([pending(id('v1'), { plate: 'MIN-0009' })]);
    expect(await find(store, 'nov0')).toEqual([]);
    expect(await find(store, 'min0')).toEqual([id('v1')]);
    await store.commit([pending(id('v1'), null)]);
    expect(await find(store, 'nov0')).toEqual([id('v1')]);
    await store.commit([pending(local('n'), { plate: 'LOC-0001' })]);
    expect(await find(store, 'loc0001')).toEqual([local('n')]);
  });
});

describe('filters', () => {
  it('take one of several values, emptiness, and presence', async () => {
    const store = await fleet();
    const by = (...filters: RecordFilter[]) => find(store, '', { filters });
    expect(await by({ field: 'brandName', anyOf: ['Fiat', 'Citroën'] })).toEqual([
      id('v1'),
      id('v2'),
    ]);
    expect(await by({ field: 'code', anyOf: [null] })).toEqual([id('v3')]);
    expect(await by({ field: 'year', isPresent: true })).toEqual([id('v3')]);
    expect(await by({ field: 'year', isPresent: false })).toEqual([id('v1'), id('v2')]);
    expect(
      await by({ field: 'brandName', anyOf: ['Fiat'] }, { field: 'year', isPresent: true }),
    ).toEqual([]);
    expect(await by({ field: 'no such field', anyOf: ['x'] })).toEqual([]);
    expect(await by({ field: `plate"') --`, anyOf: [null] })).toHaveLength(3);
  });

  it('know the mark as a field, and follow it', async () => {
    const store = await fleet();
    const marked = () =>
      find(store, '', { filters: [{ field: 'mark', anyOf: ['waiting', 'attention'] }] });
    expect(await marked()).toEqual([]);
    await store.commit([pending(id('v2'), { code: 'x' })]);
    expect(await marked()).toEqual([id('v2')]);
    await store.commit([pending(id('v2'), null)]);
    expect(await marked()).toEqual([]);
  });

  it('go together with a search', async () => {
    const store = await fleet();
    expect(await find(store, 'fiat', { filters: [{ field: 'code', isPresent: true }] })).toEqual([
      id('v2'),
    ]);
  });
});

it('a field that the service does not return is filtered by what was set here last', async () => {
  const store = await openStore();
  const setRole = (role: string | null) =>
    store.commit([
      {
        kind: 'setHere',
        collection: 'users',
        key: id('u1'),
        fields: { roleId: role },
        at: 5,
      },
    ]);
  const ofRole = (role: string | null) =>
    store.find({
      collection: 'users',
      search: '',
      filters: [{ field: 'roleId', anyOf: [role] }],
      sort: [],
      withGone: false,
    });
  await store.commit([told('users', { u1: { name: 'Ana' }, u2: { name: 'Rui' } })]);
  expect(await ofRole(id('r1'))).toEqual([]);
  await setRole(id('r1'));
  expect(await ofRole(id('r1'))).toEqual([id('u1')]);
  expect(await store.values('users', 'roleId')).toContainEqual({ value: id('r1'), count: 1 });
  await setRole(null);
  expect(await ofRole(id('r1'))).toEqual([]);
  expect(await ofRole(null)).toEqual([id('u1'), id('u2')]);
});

describe('a span of moments', () => {
  it('holds its first moment, ends before its last, and never fits an empty field', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', {
        v1: { plate: 'A', createdAt: 999 },
        v2: { plate: 'B', createdAt: 1_000 },
        v3: { plate: 'C', createdAt: 1_999 },
        v4: { plate: 'D', createdAt: 2_000 },
        v5: { plate: 'E', createdAt: null },
      }),
    ]);
    const within = async (from: number | null, before: number | null) => {
      const keys = await find(store, '', { filters: [{ field: 'createdAt', from, before }] });
      return keys.map((key) => key.slice(0, 2)).join(' ');
    };
    expect(await within(1_000, 2_000)).toBe('v2 v3');
    expect(await within(null, 1_000)).toBe('v1');
    expect(await within(2_000, null)).toBe('v4');
  });
});

it('a span of days holds its first and its last day, and no text that is no date', async () => {
  const store = await openStore();
  await store.commit([
    told('users', {
      u1: { name: 'A', birthdate: '1990-02-28' },
      u2: { name: 'B', birthdate: '1990-03-01' },
      u3: { name: 'C', birthdate: '1990-03-31T23:59:00Z' },
      u4: { name: 'D', birthdate: '1990-04-01' },
      u5: { name: 'E', birthdate: 'unknown' },
      u6: { name: 'F', birthdate: null },
    }),
  ]);
  const within = async (fromDay: string | null, toDay: string | null) => {
    const filters = [{ field: 'birthdate', fromDay, toDay }];
    const keys = await find(store, '', { collection: 'users', filters });
    return keys.map((key) => key.slice(0, 2)).join(' ');
  };
  expect(await within('1990-03-01', '1990-03-31')).toBe('u2 u3');
  expect(await within(null, '1990-03-01')).toBe('u1 u2');
  expect(await within('1990-03-31', null)).toBe('u3 u4');
});

it('a secret can’t be listed, sorted or filtered by its value', async () => {
  const store = await openStore();
  await store.commit([
    told('chips', {
      c1: { serial: '89550312345678901231', apnPassword: 'zebra' },
      c2: { serial: '89550312345678901232', apnPassword: 'apple' },
    }),
  ]);
  const field = 'apnPassword';
  expect(await store.values('chips', field)).toEqual([{ value: null, count: 2 }]);
  const found = (query: { filters?: RecordFilter[]; sort?: RecordSort[] }) =>
    find(store, '', { collection: 'chips', ...query });
  const up = await found({ sort: [{ field, direction: 'up' }] });
  expect(await found({ sort: [{ field, direction: 'down' }] })).toEqual(up);
  expect(await found({ filters: [{ field, anyOf: ['apple'] }] })).toEqual([]);
  expect(await found({ filters: [{ field, isPresent: true }] })).toEqual([]);
});

describe('values', () => {
  it('are counted over visible records, the most frequent first', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', {
        v1: { brandName: 'Fiat', userNames: ['Ana', 'Zé'], createdAt: 5 },
        v2: { brandName: 'Fiat', userNames: ['Ana'] },
        v3: { brandName: 'VW' },
        v4: { brandName: '' },
        v5: { brandName: 'Gone' },
      }),
      { kind: 'gone', collection: 'vehicles', key: id('v5'), at: 1 },
    ]);
    expect(await store.values('vehicles', 'brandName')).toEqual([
      { value: 'Fiat', count: 2 },
      { value: 'VW', count: 1 },
      { value: null, count: 1 },
    ]);
    expect(await store.values('vehicles', 'userNames')).toEqual(
      expect.arrayContaining([
        { value: 'Ana', count: 2 },
        { value: 'Zé', count: 1 },
        { value: null, count: 2 },
      ]),
    );
    expect(await store.values('vehicles', 'createdAt')).toContainEqual({ value: '5', count: 1 });
  });

  it('are 200 at most', async () => {
    const store = await openStore();
    const names = Array.from({ length: 250 }, (_, index) => `v${index}`);
    await store.commit([
      told('vehicles', Object.fromEntries(names.map((name) => [name, { code: name }]))),
    ]);
    expect(await store.values('vehicles', 'code')).toHaveLength(200);
  });
});
