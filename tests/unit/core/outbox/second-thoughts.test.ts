import { describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import { house, key, openHouseForEach } from './fresh-house';

openHouseForEach();

const create = (fields: Fields) => house.outbox.create({ collection: 'vehicles', fields });
const edit = (fields: Fields) => house.outbox.update({ collection: 'vehicles', key, fields });
const entryDone = { error: { code: 'conflict', reason: 'entry-done' } };

/** A create that the service may have, which nobody could look for. */
async function uncertainCreate(
  fault: 'resetBefore' | 'resetAfter' = 'resetAfter',
): Promise<{ entryId: string; key: string }> {
  house.service.fault = (operation) =>
    operation === 'vehicles.create' ? fault : operation === 'vehicles.list' ? 'faultBefore' : null;
  const saved = await create({ plate: 'QQQ1A23', typeName: 'car' });
  await house.pass(3_600_000);
  house.service.fault = () => null;
  expect(house.entries).toMatchObject([{ state: 'attention', trouble: { kind: 'uncertain' } }]);
  return saved;
}

describe('a create of which nobody knows whether it was applied', () => {
  it('can’t be made another one and go out again', async () => {
    const { entryId } = await uncertainCreate();
    const correction = { entryId, fields: { plate: 'QQQ2A34' } };
    await expect(house.outbox.correct(correction)).rejects.toMatchObject(entryDone);
    await house.pass(60_000);
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });

  it('is not dropped by a delete, which could not reach what it may have made', async () => {
    const saved = await uncertainCreate();
    await house.outbox.delete('vehicles', [saved.key]);
    await house.pass(60_000);
    expect(house.entries).toMatchObject([
      { kind: 'create', state: 'attention' },
      { kind: 'delete', holdUp: { kind: 'after', entryId: saved.entryId } },
    ]);
  });
});

describe('a create that a person takes as applied', () => {
  it('gets the name that the service gave it, and what was to follow goes on', async () => {
    const saved = await uncertainCreate();
    await house.outbox.update({ collection: 'vehicles', key: saved.key, fields: { code: 'C1' } });
    await house.outbox.decide({ entryId: saved.entryId, verdict: 'applied' });
    expect(await house.record('vehicles', saved.key)).toMatchObject({ key: saved.key });
    await house.pass(10_000);
    expect(house.entries).toEqual([]);
    const id = await house.store.currentKey(saved.key);
    expect(house.service.world.vehicles.get(id)).toMatchObject({ plate: 'QQQ1A23', code: 'C1' });
    expect(await house.record('vehicles', id)).toMatchObject({ mark: 'none', pending: null });
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });

  it('stays, and is not sent again, where the service does not have it', async () => {
    const saved = await uncertainCreate('resetBefore');
    await house.outbox.decide({ entryId: saved.entryId, verdict: 'applied' });
    await house.pass(600_000);
    expect(house.entries).toMatchObject([{ id: saved.entryId, trouble: { kind: 'uncertain' } }]);
    expect(await house.record('vehicles', saved.key)).toMatchObject({ mark: 'attention' });
    expect(house.service.ours('vehicles.create')).toEqual([]);
  });
});

describe('what is wanted the other way round', () => {
  it('while it is in doubt is sent after it', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    house.failOnce('users.setStatus', 'resetAfter');
    await house.outbox.setActive(user, false);
    await house.pass(10_700);
    house.service.fault = (operation) => (operation === 'users.get' ? 'faultBefore' : null);
    await house.pass(3_600_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'uncertain' } }]);
    const [first] = house.entries;
    house.service.fault = () => null;
    const { entryId } = await house.outbox.setActive(user, true);
    expect(house.entries).toMatchObject([
      { kind: 'deactivate' },
      { kind: 'activate', id: entryId, holdUp: { kind: 'after', entryId: first?.id } },
    ]);
    await house.outbox.decide({ entryId: first?.id ?? '', verdict: 'applied' });
    await house.pass(5_000);
    expect(house.service.world.users.get(user.key)?.deactivatedAt ?? null).toBeNull();
  });

  it('is tried again where the same could not be done before', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    await house.service.theirs('users.delete', { id: user.key });
    const first = await house.outbox.setActive(user, false);
    await house.pass(20_000);
    expect(house.entries).toMatchObject([{ id: first.entryId, state: 'attention' }]);
    const second = await house.outbox.setActive(user, false);
    expect(house.entries).toMatchObject([{ id: second.entryId, state: 'held' }]);
    expect(await house.entry(first.entryId)).toMatchObject({ state: 'discarded' });
  });
});

describe('plates that change hands', () => {
  it('never make two changes wait for each other', async () => {
    const second = await house.key('vehicles', 1);
    const plate = (await house.record('vehicles', key)).fields['plate'] as string;
    const other = (await house.record('vehicles', second)).fields['plate'] as string;
    house.link.set('offline');
    await edit({ description: 'first' });
    await house.outbox.update({ collection: 'vehicles', key: second, fields: { plate } });
    await edit({ plate: 'QQQ9Z99' });
    await house.outbox.update({ collection: 'vehicles', key: second, fields: { plate } });
    await edit({ plate: other });
    expect(house.entries).toMatchObject([
      { subject: { key }, holdUp: { kind: 'offline' } },
      { subject: { key: second }, holdUp: { kind: 'after' } },
    ]);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'refused' } }, { state: 'waiting' }]);
  });
});

describe('a name of ours', () => {
  it('never goes out to the service', async () => {
    const chip = 'local:made-here-000000009999';
    const device = await house.key('devices');
    await house.outbox.update({ collection: 'devices', key: device, fields: { chipId: chip } });
    await house.pass(10_000);
    expect(JSON.stringify(house.service.calls)).not.toContain('local:');
    expect(house.entries.at(-1)).toMatchObject({
      trouble: { kind: 'refused', error: { fields: [{ path: 'chipId' }] } },
    });
  });
});

describe('a delete', () => {
  it('that is confirmed again after it needed a person is held and goes out', async () => {
    await house.service.theirs('vehicles.update', {
      ...{ id: key, data: { attributes: { description: 'reserved' } } },
    });
    const first = await house.outbox.delete('vehicles', [key]);
    await house.pass(15_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'changed' } }]);
    const second = await house.outbox.delete('vehicles', [key, key]);
    expect(second.entryIds[0]).toBe(second.entryIds[1]);
    expect(second.entryIds[0]).not.toBe(first.entryIds[0]);
    expect(house.entries).toMatchObject([{ state: 'held' }]);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.delete')).toHaveLength(1);
  });

  it('does not take an edit that never went out for one of others', async () => {
    house.link.set('offline');
    await edit({ description: 'one' });
    await house.outbox.delete('vehicles', [key]);
    await edit({ description: 'two' });
    house.link.set('online');
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.delete')).toHaveLength(1);
    expect(house.service.ours('vehicles.update')).toEqual([]);
  });

  it('is made again once, however often that is asked for', async () => {
    await house.outbox.delete('vehicles', [key]);
    await house.pass(20_000);
    const id = (await house.outbox.deleted())[0]?.id ?? '';
    house.link.set('offline');
    const first = await house.outbox.recreate(id);
    expect(await house.outbox.recreate(id)).toEqual(first);
    house.link.set('online');
    await house.pass(10_000);
    const again = await house.outbox.recreate(id);
    expect(again).toEqual({ entryId: '', key: await house.store.currentKey(first.key) });
    await house.pass(10_000);
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });

  it('that was made again and discarded can be made once more', async () => {
    await house.outbox.delete('vehicles', [key]);
    await house.pass(20_000);
    const id = (await house.outbox.deleted())[0]?.id ?? '';
    house.link.set('offline');
    await house.outbox.discard((await house.outbox.recreate(id)).entryId);
    expect(house.entries).toEqual([]);
    await house.outbox.recreate(id);
    house.link.set('online');
    await house.pass(10_000);
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });
});

describe('what never went out', () => {
  it('is never called uncertain, however long the service fails', async () => {
    house.service.fault = (operation) => (operation === 'vehicles.get' ? 'faultBefore' : null);
    await edit({ description: 'new' });
    await house.pass(3_600_000);
    expect(house.entries).toMatchObject([{ state: 'waiting', holdUp: { kind: 'retry' } }]);
    house.service.fault = () => null;
    await house.pass(400_000);
    expect(house.entries).toEqual([]);
    expect(house.service.world.vehicles.get(key)?.description).toBe('new');
  });
});

describe('what may still be on its way', () => {
  it('is given its time to arrive, however much a person hurries', async () => {
    house.service.fault = (operation) => (operation === 'vehicles.create' ? 'timeoutAfter' : null);
    await create({ plate: 'QQQ1A23', typeName: 'car' });
    await house.pass(300);
    await house.restart();
    house.service.fault = () => null;
    house.service.calls.length = 0;
    house.outbox.sendNow();
    await house.pass(2_900);
    expect(house.service.calls).toEqual([]);
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });
});

describe('a full disk', () => {
  it('at the start leaves what was being sent in doubt', async () => {
    house.service.fault = (operation) => (operation === 'vehicles.update' ? 'timeoutAfter' : null);
    const { entryId } = await edit({ description: 'new' });
    await house.pass(1_000);
    await house.outbox.stop();
    const { store } = house;
    const full = new Error('no room');
    house.store = new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name === 'commit' ? () => Promise.reject(full) : target[name].bind(target),
    });
    await house.start();
    expect(house.entries).toMatchObject([{ id: entryId, state: 'unsure' }]);
    expect(house.faults.splice(0)).toEqual([full]);
    await house.outbox.stop();
    house.store = store;
    house.service.fault = () => null;
    await house.start();
    await house.pass(10_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
  });
});

describe('a user whose password was wiped', () => {
  it('is not created without one', async () => {
    house.link.set('offline');
    const fields = { username: 'nova.pessoa', name: 'Nova Pessoa' };
    const { entryId } = await house.outbox.create({ collection: 'users', fields, password: 'um' });
    const entry = await house.store.entry(entryId);
    if (entry === null) throw new Error('not kept');
    await house.outbox.stop();
    await house.store.commit([{ kind: 'entry', entry: { ...entry, password: null } }]);
    await house.start();
    house.link.set('online');
    await house.pass(5_000);
    expect(house.service.ours('users.create')).toEqual([]);
    expect(house.entries).toMatchObject([
      { trouble: { kind: 'refused', error: { fields: [{ path: 'password' }] } } },
    ]);
    await house.outbox.correct({ entryId, fields: {}, password: 'dois' });
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    expect(JSON.stringify(house.service.ours('users.create'))).toContain('dois');
  });
});

describe('a plate that others took', () => {
  it('is not taken for ours where a sync brought it before ours went out', async () => {
    house.link.set('offline');
    const { entryId } = await create({ plate: 'QQQ1A23', description: 'ours', typeName: 'car' });
    await house.service.theirs('vehicles.create', {
      data: [{ attributes: { plate: 'QQQ1A23', description: 'theirs', typeName: 'car' } }],
    });
    await house.sync('vehicles');
    house.service.fault = (operation) => (operation === 'vehicles.create' ? 'timeoutBefore' : null);
    house.link.set('online');
    await house.pass(300);
    await house.restart();
    house.service.fault = () => null;
    await house.pass(60_000);
    expect(house.entries).toMatchObject([
      { id: entryId, state: 'attention', trouble: { kind: 'refused' } },
    ]);
  });
});

describe('the label of a change', () => {
  it('is that of its corrected content', async () => {
    house.link.set('offline');
    const plate = (await house.record('vehicles', key)).fields['plate'] as string;
    const { entryId } = await create({ plate, typeName: 'car' });
    house.link.set('online');
    await house.pass(5_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'refused' } }]);
    house.link.set('offline');
    await house.outbox.correct({ entryId, fields: { plate: 'QQQ4A56' } });
    expect(house.entries).toMatchObject([{ subject: { label: 'QQQ4A56' } }]);
  });
});
