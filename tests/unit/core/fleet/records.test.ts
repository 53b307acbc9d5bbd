import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordQuery } from '@contract/records';
import type { StoredEntry } from '@core/ports/store';
import { VirtualClock } from '../virtual-clock';
import { FakeService, failure, idOf, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const local = `local:${'a'.repeat(24)}`;
const first = { collection: 'vehicles', key: idOf('V', 1) } as const;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let vehicles: unknown[];

/** Lets a call run to its end on the virtual clock. */
async function finish<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await clock.advance(5 * SECOND);
  return promise;
}

function query(search: string): RecordQuery {
  return { collection: 'vehicles', search, filters: [], sort: [], withGone: false };
}

beforeEach(async () => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  vehicles = Array.from({ length: 30 }, (_, index) => vehicleJson(index + 1));
  service
    .on(
      'vehicles.list',
      paged(() => vehicles),
    )
    .on('vehicles.get', ({ id }) => ({ data: vehicleJson(Number(String(id).slice(1))) }))
    .on('roles.list', () => ({ data: [{ id: idOf('R', 1), attributes: { name: 'ADMIN' } }] }))
    // So that no list of people comes between what is counted here.
    .on('userAssociations.list', () => {
      throw failure({ code: 'forbidden' });
    });
  kept = await KeptFleet.open({ clock, service });
  kept.start();
  await clock.advance(MINUTE);
  service.calls.length = 0;
  kept.recordPatches.length = 0;
});

describe('what is kept', () => {
  it('is found, read and counted without a call', async () => {
    service.failure = { code: 'offline' };
    const { keys } = await kept.records.find(query('abc-7'));
    expect(keys).toEqual([idOf('V', 7)]);
    const [row] = await kept.records.rows('vehicles', keys);
    expect(row).toEqual({
      key: idOf('V', 7),
      fields: { plate: 'ABC-7', typeName: 'car', enterpriseId: idOf('E', 1) },
      mark: 'none',
      changed: [],
      readAt: clock.now() - MINUTE + 200,
      goneAt: null,
      // Its associations were not listed yet.
      unknown: ['drivers', 'devices'],
    });
    const values = await kept.records.values('vehicles', 'typeName');
    expect(values).toEqual([{ value: 'car', count: 30 }]);
    expect(kept.records.snapshot().syncs['vehicles']?.count).toBe(30);
    expect(service.calls).toEqual([]);
  });

  it('shows in lists what was set here last of a field that the service does not tell', async () => {
    const key = idOf('U', 1);
    const told = { id: key, fields: { name: 'Ana' }, raw: {}, unread: [] };
    const user = { collection: 'users', key } as const;
    await kept.store.commit([
      { kind: 'told', collection: 'users', records: [told], pass: null, at: 1 },
      { kind: 'setHere', ...user, fields: { roleId: idOf('R', 1), situation: 'x' }, at: 2 },
    ]);
    expect(await kept.records.rows('users', [key])).toMatchObject([
      { fields: { name: 'Ana' }, derived: { roleId: idOf('R', 1) } },
    ]);
    await kept.store.commit([
      { kind: 'pending', ...user, pending: { roleId: idOf('R', 2) }, mark: 'waiting' },
    ]);
    const [row] = await kept.records.rows('users', [key]);
    expect(row).not.toHaveProperty('derived');
  });

  // What else failed at the same moment must not come up as an unhandled rejection.
  it('fails once where the store closes while a list is read', async () => {
    const fail = () => Promise.reject(new Error('closed'));
    Object.assign(kept.store, { records: fail, derived: fail });
    await expect(kept.records.rows('vehicles', [idOf('V', 7)])).rejects.toThrow('closed');
  });

  it('is read with all that is known of it', async () => {
    await kept.store.commit([
      { kind: 'pending', ...first, pending: { plate: 'MINE' }, mark: 'waiting' },
    ]);
    expect(await kept.records.read(first)).toMatchObject({
      collection: 'vehicles',
      key: first.key,
      fields: { plate: 'MINE', typeName: 'car' },
      told: { plate: 'ABC-1', typeName: 'car' },
      mark: 'waiting',
      changed: ['plate'],
      setHere: {},
      raw: { id: first.key, attributes: { plate: 'ABC-1' } },
      unread: [],
      entryIds: [],
    });
  });

  it('names the entries of the outbox that are about it', async () => {
    const subject = { ...first, label: 'ABC-1' };
    const other = { collection: 'users', key: idOf('U', 1), label: 'Ana' } as const;
    const entry: Omit<StoredEntry, 'id' | 'subject' | 'other'> = {
      seq: 0,
      kind: 'associate',
      side: 'users',
      associationKey: null,
      fields: {},
      base: {},
      password: null,
      state: 'waiting',
      trouble: null,
      action: null,
      after: [],
      notBefore: null,
      createdAt: 1,
      changedAt: 1,
      sentAt: null,
      attempts: 0,
      firstSentAt: null,
      wasInDoubt: false,
      taken: null,
      pack: null,
      storedDifferently: [],
      snapshot: null,
    };
    await kept.store.commit([
      { kind: 'entry', entry: { ...entry, id: 'one', subject, other } },
      { kind: 'entry', entry: { ...entry, id: 'two', subject: { ...other }, other: null } },
    ]);
    expect((await kept.records.read(first)).entryIds).toEqual(['one']);
  });

  it('is followed under the name that the service gave it', async () => {
    const to = idOf('V', 90);
    const name = { collection: 'vehicles', key: local } as const;
    await kept.store.commit([
      { kind: 'pending', ...name, pending: { plate: 'NEW' }, mark: 'waiting' },
      { kind: 'rename', collection: 'vehicles', from: local, to },
    ]);
    expect((await kept.records.read(name)).key).toBe(to);
  });

  it('says so where it is not kept', async () => {
    await expect(kept.records.read({ ...first, key: idOf('V', 99) })).rejects.toMatchObject({
      error: { code: 'not-found', reason: 'not-kept' },
    });
  });
});

describe('refresh', () => {
  it('reads from the service while a person waits, and tells who shows it', async () => {
    service.on('vehicles.get', () => ({ data: vehicleJson(1, { plate: 'NEW-1' }) }));
    const detail = await finish(kept.records.refresh(first));
    expect(detail).toMatchObject({ fields: { plate: 'NEW-1' }, readAt: clock.now() - 4_800 });
    expect(service.calls.map(({ operation, lane }) => [operation, lane])).toEqual([
      ['vehicles.get', 'interactive'],
    ]);
    expect(kept.recordPatches.flatMap(({ changed }) => changed.vehicles ?? [])).toEqual([
      first.key,
    ]);
    expect(kept.fleet.vehicle(first.key)?.plate).toBe('NEW-1');
  });

  it('asks no more than once in twenty seconds, and once for all who ask together', async () => {
    await finish(kept.records.refresh(first));
    await finish(kept.records.refresh(first));
    expect(service.of('vehicles.get')).toHaveLength(1);
    await clock.advance(20 * SECOND);
    await finish(Promise.all([kept.records.refresh(first), kept.records.refresh(first)]));
    expect(service.of('vehicles.get')).toHaveLength(2);
  });

  it('marks a record gone that the service does not have, and takes it back when it does', async () => {
    service.on('vehicles.get', () => {
      throw failure({ code: 'not-found' });
    });
    const isListed = vehicles;
    vehicles = vehicles.slice(1);
    expect((await finish(kept.records.refresh(first))).goneAt).not.toBeNull();
    vehicles = isListed;
    expect(kept.fleet.vehicle(first.key)).toBeNull();
    service.on('vehicles.get', () => ({ data: vehicleJson(1) }));
    await clock.advance(MINUTE);
    expect((await finish(kept.records.refresh(first))).goneAt).toBeNull();
    expect(kept.fleet.vehicle(first.key)).not.toBeNull();
  });

  it('believes no gateway: a record that answers 404 and is listed stays, as the list tells it', async () => {
    service.on('vehicles.get', () => {
      throw failure({ code: 'not-found' });
    });
    vehicles = [vehicleJson(1, { plate: 'NEW-1' }), ...vehicles.slice(1)];
    expect(await finish(kept.records.refresh(first))).toMatchObject({
      goneAt: null,
      fields: { plate: 'NEW-1' },
    });
    expect(kept.fleet.vehicle(first.key)?.plate).toBe('NEW-1');
  });

  it('marks nothing gone where the list can not be asked either', async () => {
    service
      .on('vehicles.get', () => {
        throw failure({ code: 'not-found' });
      })
      .on('vehicles.list', () => {
        throw failure({ code: 'not-found' });
      });
    const refreshed = kept.records.refresh(first);
    await expect(finish(refreshed)).rejects.toMatchObject({ error: { code: 'not-found' } });
    expect((await kept.records.read(first)).goneAt).toBeNull();
  });

  it('marks a record gone that the service calls deleted', async () => {
    service.on('vehicles.get', () => ({
      data: vehicleJson(1, { deleted_at: '2026-01-01T00:00:00Z' }),
    }));
    expect((await finish(kept.records.refresh(first))).goneAt).not.toBeNull();
  });

  it('keeps what it finds of a record that was never kept, and says where there is none', async () => {
    const detail = await finish(kept.records.refresh({ ...first, key: idOf('V', 70) }));
    expect(detail.fields).toMatchObject({ plate: 'ABC-70' });
    service.on('vehicles.get', () => {
      throw failure({ code: 'not-found' });
    });
    const missing = kept.records.refresh({ ...first, key: idOf('V', 71) });
    await expect(finish(missing)).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('hands on why the service could not be asked', async () => {
    service.failure = { code: 'offline' };
    await expect(finish(kept.records.refresh(first))).rejects.toMatchObject({
      error: { code: 'offline' },
    });
  });

  it('asks nothing about what the service does not know or can not tell', async () => {
    const name = { collection: 'vehicles', key: local } as const;
    await kept.store.commit([{ kind: 'pending', ...name, pending: {}, mark: 'waiting' }]);
    expect((await kept.records.refresh(name)).told).toBeNull();
    const enterprise = { collection: 'enterprises', key: idOf('E', 1) } as const;
    await expect(kept.records.refresh(enterprise)).rejects.toMatchObject({
      error: { reason: 'not-kept' },
    });
    expect(service.calls).toEqual([]);
  });

  it('is given up when nobody wants it any more', async () => {
    const leaving = new AbortController();
    const left = kept.records.refresh(first, leaving.signal);
    left.catch(() => undefined);
    await clock.advance(100);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await clock.advance(SECOND);
    expect(service.withdrawn).toEqual(['vehicles.get']);
  });

  it('does not undo what was written while the answer was on its way', async () => {
    const refreshed = kept.records.refresh(first);
    await clock.advance(100);
    const told = { id: first.key, fields: { plate: 'SENT' }, raw: {}, unread: [] };
    await kept.store.commit([
      { kind: 'told', collection: 'vehicles', records: [told], pass: null, at: clock.now() },
    ]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [first.key] });
    expect((await finish(refreshed)).fields).toEqual({ plate: 'SENT' });
  });

  it('does not bring back what was deleted while the answer was on its way', async () => {
    const refreshed = kept.records.refresh(first);
    await clock.advance(100);
    const deletedAt = clock.now();
    await kept.store.commit([{ kind: 'gone', ...first, at: deletedAt }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [first.key] });
    expect((await finish(refreshed)).goneAt).toBe(deletedAt);
    expect(kept.fleet.vehicle(first.key)).toBeNull();
  });
});

describe('a search at the service', () => {
  it('keeps what it finds and answers its keys', async () => {
    service.on('vehicles.list', () => ({ data: [vehicleJson(40), vehicleJson(41)] }));
    const found = await finish(kept.records.askService('vehicles', 'ABC-4'));
    expect(found.keys).toEqual([idOf('V', 40), idOf('V', 41)]);
    expect(service.of('vehicles.list').map(({ input, lane }) => [input, lane])).toEqual([
      [{ search: 'ABC-4', limit: 100 }, 'interactive'],
    ]);
    expect((await kept.records.find(query('abc-40'))).keys).toEqual([idOf('V', 40)]);
    expect(kept.fleet.vehicle(idOf('V', 41))?.plate).toBe('ABC-41');
  });

  it('looks here where the service offers none', async () => {
    const found = await finish(kept.records.askService('roles', 'adm'));
    expect(found.keys).toEqual([idOf('R', 1)]);
    expect(service.calls).toEqual([]);
  });

  it('says why it failed', async () => {
    service.failure = { code: 'timeout' };
    await expect(finish(kept.records.askService('vehicles', 'x'))).rejects.toMatchObject({
      error: { code: 'timeout' },
    });
  });
});

describe('patches', () => {
  it('name what others wrote, merged, and no more than 200 of it', async () => {
    for (let number = 1; number <= 30; number++) {
      kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [idOf('V', number)] });
    }
    kept.news.publish({ kind: 'renamed', collection: 'users', from: local, to: idOf('U', 1) });
    kept.news.publish({ kind: 'associations', vehicleKey: idOf('V', 31) });
    await clock.advance(SECOND);
    expect(kept.recordPatches).toHaveLength(1);
    const [patch] = kept.recordPatches;
    expect(patch?.changed.vehicles).toHaveLength(31);
    expect(patch?.changed.users).toEqual([idOf('U', 1)]);
    expect(patch?.renamed).toEqual({ [local]: idOf('U', 1) });
    expect(patch?.syncs.vehicles).toEqual(kept.records.state('vehicles'));

    const many = Array.from({ length: 201 }, (_, index) => idOf('V', index));
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: many });
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [first.key] });
    await clock.advance(SECOND);
    expect(kept.recordPatches[1]?.changed).toEqual({ vehicles: null });
  });

  it('count what was made here too', async () => {
    await kept.store.commit([
      { kind: 'pending', collection: 'vehicles', key: local, pending: {}, mark: 'waiting' },
    ]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [local] });
    await clock.advance(SECOND);
    expect(kept.recordPatches.at(-1)?.syncs.vehicles?.count).toBe(31);
  });

  it('end with what waited when it stops', async () => {
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [first.key] });
    kept.stop();
    await clock.advance(0);
    expect(kept.recordPatches).toHaveLength(1);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [first.key] });
    await clock.advance(MINUTE);
    expect(kept.recordPatches).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});
