import { afterEach, describe, expect, it } from 'vitest';
import { defaultProfile, readProfile } from '@core/service/profile';
import { OutboxHouse } from './outbox-house';

let house: OutboxHouse;

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});

const plateOf = (index: number): string => `QQQ${String(index).padStart(4, '0')}`;

/** Queues vehicles while nothing goes, then lets them go. */
async function create(
  count: number,
  change: (index: number) => Record<string, string> = () => ({}),
) {
  house.link.set('offline');
  const saved = [];
  for (let index = 1; index <= count; index += 1) {
    const fields = { plate: plateOf(index), typeName: 'car', ...change(index) };
    saved.push(await house.outbox.create({ collection: 'vehicles', fields }));
  }
  house.link.set('online');
  return saved;
}

const sizes = () =>
  house.service.calls
    .filter(({ operation }) => operation === 'vehicles.create')
    .map(({ input }) => (input['data'] as unknown[]).length);

const created = () =>
  house.service
    .ours('vehicles.create')
    .flatMap(({ input }) => input['data'] as { attributes: { plate: string } }[])
    .map(({ attributes }) => attributes.plate);

describe('creates', () => {
  it('travel in lists of the profile’s size, and each finds its own answer', async () => {
    house = await OutboxHouse.open();
    const saved = await create(45);
    await house.pass(5_000);
    expect(sizes()).toEqual([20, 20, 5]);
    expect(house.entries).toEqual([]);
    for (const [index, { key }] of saved.entries()) {
      const id = await house.store.currentKey(key);
      expect(house.service.world.vehicles.get(id)?.plate).toBe(plateOf(index + 1));
    }
  });

  it('of a refused list are looked up and sent in halves, until the bad one stands alone', async () => {
    house = await OutboxHouse.open();
    await create(8, (index) => (index === 6 ? { vin: 'too short' } : {}));
    await house.pass(600_000);
    expect(house.entries).toMatchObject([
      { state: 'attention', fields: { plate: plateOf(6) }, trouble: { kind: 'refused' } },
    ]);
    expect(house.entries[0]?.trouble).toMatchObject({ error: { fields: [{ path: 'vin' }] } });
    expect(created().sort()).toEqual([1, 2, 3, 4, 5, 7, 8].map(plateOf));
    expect(sizes()[0]).toBe(8);
    expect(Math.max(...sizes().slice(1))).toBeLessThanOrEqual(4);
  });

  it('of a list that was applied in part are not sent again', async () => {
    house = await OutboxHouse.open();
    house.service.fault = (operation) => {
      if (operation !== 'vehicles.create') return null;
      house.service.fault = () => null;
      return 'partly';
    };
    await create(8);
    await house.pass(600_000);
    expect(house.entries).toEqual([]);
    expect(created().sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(plateOf));
  });

  it('of a list whose answer was lost are looked up, each', async () => {
    house = await OutboxHouse.open();
    house.service.fault = (operation) => {
      if (operation !== 'vehicles.create') return null;
      house.service.fault = () => null;
      return 'timeoutAfter';
    };
    await create(5);
    await house.pass(600_000);
    expect(house.entries).toEqual([]);
    expect(sizes()).toEqual([5]);
  });

  it('are not looked up where the service applies lists whole or not at all', async () => {
    house = await OutboxHouse.open({ profile: readProfile({ atomicLists: true }) });
    await create(4, (index) => (index === 2 ? { vin: 'too short' } : {}));
    await house.pass(600_000);
    expect(house.entries).toMatchObject([{ fields: { plate: plateOf(2) } }]);
    expect(created().sort()).toEqual([1, 3, 4].map(plateOf));
    const isList = ({ operation }: { operation: string }) => operation === 'vehicles.list';
    expect(house.service.calls.filter(isList)).toEqual([]);
  });

  it('of users go one by one', async () => {
    house = await OutboxHouse.open();
    house.link.set('offline');
    for (const name of ['um', 'dois', 'tres']) {
      const fields = { username: `pessoa.${name}`, name };
      await house.outbox.create({ collection: 'users', fields, password: 'x' });
    }
    house.link.set('online');
    await house.pass(5_000);
    expect(house.service.ours('users.create')).toHaveLength(3);
  });
});

describe('what a list waits for', () => {
  it('does not hold up the rest of it', async () => {
    const limits = { ...defaultProfile.limits, chunkSize: 2 };
    house = await OutboxHouse.open({ profile: { ...defaultProfile, limits } });
    house.link.set('offline');
    const [first] = await create(1, () => ({ vin: 'too short' }));
    const device = { name: 'T', imei: '490154203237518' };
    const tracker = await house.outbox.create({ collection: 'devices', fields: device });
    await house.outbox.associate({
      vehicleKey: first?.key ?? '',
      side: 'devices',
      otherKey: tracker.key,
      isMain: true,
    });
    await house.pass(20_000);
    expect(house.entries).toMatchObject([
      { kind: 'create', state: 'attention' },
      { kind: 'associate', state: 'waiting', holdUp: { kind: 'after', entryId: first?.entryId } },
    ]);
    expect(house.outbox.discardEffects(first?.entryId ?? '')).toMatchObject({
      dropped: [{ kind: 'associate' }],
      released: [],
    });
    await house.outbox.discard(first?.entryId ?? '');
    expect(house.entries).toEqual([]);
    expect(await house.store.records('vehicles', [first?.key ?? ''])).toEqual([]);
  });

  it('is what sets a plate free', async () => {
    house = await OutboxHouse.open();
    const key = await house.key('vehicles');
    const { plate } = (await house.record('vehicles', key)).fields;
    const { entryIds } = await house.outbox.delete('vehicles', [key]);
    const fields = { plate: plate as string, typeName: 'car' };
    await house.outbox.create({ collection: 'vehicles', fields });
    await house.pass(5_000);
    expect(house.entries[1]?.holdUp).toEqual({ kind: 'after', entryId: entryIds[0] });
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
  });
});
