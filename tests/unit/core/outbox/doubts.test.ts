import { describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import type { FaultKind } from './demo-backed-service';
import { house, key, openHouseForEach } from './fresh-house';

openHouseForEach();

const plate = 'QQQ1A23';
const create = (fields: Fields = {}) =>
  house.outbox.create({
    collection: 'vehicles',
    fields: { plate, typeName: 'car', description: 'ours', ...fields },
  });
const edit = (fields: Fields) => house.outbox.update({ collection: 'vehicles', key, fields });
const theirCreate = (description: string) =>
  house.service.theirs('vehicles.create', {
    data: [{ attributes: { plate, typeName: 'car', description } }],
  });
/** All calls fail in a way from now on, or those of one operation. */
const failAll = (fault: FaultKind, operation?: string) => {
  house.service.fault = (called) =>
    operation === undefined || called === operation ? fault : null;
};
const heal = () => {
  house.service.fault = () => null;
};
const reads = () =>
  house.service.calls.filter(({ operation }) => /\.(get|list)$/.test(operation)).length;

describe('a 503 that asks for a rest, or an answer that TLS spoiled', () => {
  it.each(['restAfter', 'restBefore', 'spoiledAfter', 'spoiledBefore'] as const)(
    'neither loses nor doubles a create: %s',
    async (fault) => {
      house.failOnce('vehicles.create', fault);
      const { entryId } = await create();
      await house.pass(180_000);
      expect(house.entries).toEqual([]);
      expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
      expect(house.service.ours('vehicles.create')).toHaveLength(1);
    },
  );
});

describe('a request that is given up', () => {
  it('and arrives late does not come after a later change of the record', async () => {
    house.failOnce('vehicles.update', 'late');
    await edit({ description: 'first' });
    await house.pass(5_000);
    await edit({ description: 'second' });
    await house.pass(180_000);
    expect(house.entries).toEqual([]);
    expect(house.service.world.vehicles.get(key)?.description).toBe('second');
  });

  it('and arrives late is found, and not sent again', async () => {
    house.failOnce('vehicles.create', 'late');
    const { entryId } = await create();
    await house.pass(180_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });

  it('and arrives after a crash is waited for', async () => {
    house.failOnce('vehicles.create', 'late');
    const { entryId } = await create();
    await house.pass(1_000);
    house.service.beginLife();
    await house.restart();
    await house.pass(120_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
  });

  it('is believed at once where it is found', async () => {
    house.failOnce('vehicles.create', 'timeoutAfter');
    const { entryId } = await create();
    await house.pass(36_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
  });

  it('is told to the person who dropped it, where it arrives before their next change', async () => {
    house.failOnce('vehicles.update', 'late');
    const first = await edit({ description: 'first' });
    await house.pass(34_000);
    await edit({ description: 'second' });
    await house.outbox.discard(first.entryId);
    await house.pass(180_000);
    expect(house.entries).toMatchObject([
      {
        fields: { description: 'second' },
        trouble: { kind: 'conflict', fields: [{ theirs: 'first', mine: 'second' }] },
      },
    ]);
  });
});

describe('a gateway that knows no route', () => {
  it.each(['vehicles.delete', undefined])(
    'does not complete a delete: "not found" for %s',
    async (operation) => {
      const { entryIds } = await house.outbox.delete('vehicles', [key]);
      await house.pass(9_000);
      failAll('gateway', operation);
      await house.pass(20_000);
      expect((await house.entry(entryIds[0] ?? '')).state).not.toBe('sent');
      expect(await house.outbox.deleted()).toEqual([]);
      heal();
      await house.pass(900_000);
      expect(house.entries).toEqual([]);
      expect(house.service.world.vehicles.get(key)).toBeUndefined();
      expect(await house.outbox.deleted()).toHaveLength(1);
    },
  );

  it('does not complete the removal of a person from a vehicle', async () => {
    const { vehicleKey, association } = await personOnVehicle();
    const name = { vehicleKey, side: 'users' as const, key: association };
    const { entryId } = await house.outbox.dissociate(name);
    await house.pass(9_000);
    failAll('gateway');
    await house.pass(20_000);
    expect((await house.entry(entryId)).state).not.toBe('sent');
    heal();
    await house.pass(900_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect([...house.service.world.userAssociations.currentOf(vehicleKey)]).toEqual([]);
  });

  it('does not make an edit say that its record is gone', async () => {
    failAll('gateway', 'vehicles.get');
    const { entryId } = await edit({ description: 'new' });
    await house.pass(5_000);
    expect(house.entries).toMatchObject([{ id: entryId, state: 'waiting' }]);
    heal();
    await house.pass(300_000);
    expect(house.service.world.vehicles.get(key)?.description).toBe('new');
  });
});

it('what others deleted is done after the list says so, too', async () => {
  const { entryIds } = await house.outbox.delete('vehicles', [key]);
  await house.service.theirs('vehicles.delete', { ids: [key] });
  await house.pass(20_000);
  expect(await house.entry(entryIds[0] ?? '')).toMatchObject({ state: 'sent' });
  expect(reads()).toBe(2);
});

describe('a record of another office that is called like ours', () => {
  async function lookalike() {
    house.failOnce('vehicles.create', 'resetBefore');
    const saved = await create();
    await theirCreate('theirs');
    await house.pass(60_000);
    expect(house.entries).toMatchObject([
      {
        state: 'attention',
        trouble: {
          kind: 'lookalike',
          fields: [{ field: 'description', mine: 'ours', theirs: 'theirs' }],
        },
      },
    ]);
    return saved;
  }

  it('is not taken for ours where it differs: a person decides', async () => {
    const { key: local } = await lookalike();
    expect(await house.record('vehicles', local)).toMatchObject({ mark: 'attention' });
  });

  it('becomes ours where a person says so, and what waits goes on with it', async () => {
    const { entryId, key: local } = await lookalike();
    await house.outbox.update({ collection: 'vehicles', key: local, fields: { code: 'C1' } });
    await house.outbox.decide({ entryId, verdict: 'applied' });
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    const id = await house.store.currentKey(local);
    expect(house.service.world.vehicles.get(id)).toMatchObject({
      description: 'theirs',
      code: 'C1',
    });
    expect(house.service.ours('vehicles.create')).toEqual([]);
  });

  it('is told as what is in the way where a person sends ours again', async () => {
    const { entryId } = await lookalike();
    await house.outbox.decide({ entryId, verdict: 'sendAgain' });
    await house.pass(60_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'refused' } }]);
    await house.outbox.correct({ entryId, fields: { plate: 'QQQ2A34' } });
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
  });

  it('is ours where all that we entered is in it', async () => {
    house.failOnce('vehicles.create', 'resetBefore');
    const { entryId } = await create();
    await theirCreate('ours');
    await house.pass(60_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
  });

  it('keeps the password of our user until a person decided', async () => {
    house.failOnce('users.create', 'resetBefore');
    const fields = { username: 'nova.pessoa', name: 'Nova Pessoa' };
    const { entryId } = await house.outbox.create({ collection: 'users', fields, password: 'x-1' });
    await house.service.theirs('users.create', {
      data: { attributes: { ...fields, name: 'Outra Pessoa', password: 'theirs-1' } },
    });
    await house.pass(60_000);
    expect(await house.entry(entryId)).toMatchObject({
      password: 'x-1',
      trouble: { kind: 'lookalike' },
    });
  });
});

it('a plate that is in use is looked up where ours may be what uses it', async () => {
  // The look says "not there" just before the late request arrives, and ours goes out again.
  let creates = 0;
  house.service.fault = (operation) => {
    if (operation !== 'vehicles.create') return null;
    creates += 1;
    return creates === 1 ? 'resetBefore' : null;
  };
  const { entryId } = await create();
  await house.pass(3_000);
  house.service.fault = (operation) => {
    if (operation === 'vehicles.create') void theirCreate('ours');
    return null;
  };
  await house.pass(60_000);
  expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
});

async function personOnVehicle() {
  const saved = await create();
  const fields = { username: 'nova.pessoa', name: 'Nova Pessoa' };
  const user = await house.outbox.create({ collection: 'users', fields, password: 'x-1' });
  const side = 'users' as const;
  await house.outbox.associate({
    ...{ vehicleKey: saved.key, side, otherKey: user.key },
    isMain: false,
  });
  await house.pass(10_000);
  expect(house.entries).toEqual([]);
  const vehicleKey = await house.store.currentKey(saved.key);
  const { items } = await house.store.associationsOf(vehicleKey, side);
  return { vehicleKey, association: items[0]?.key ?? '' };
}
