import { afterEach, expect, it } from 'vitest';
import { OutboxHouse } from './outbox-house';

let house: OutboxHouse;

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});

it('sends an edit of one field, and shows it at once', async () => {
  house = await OutboxHouse.open();
  const key = await house.key('vehicles');
  const { entryId } = await house.outbox.update({
    collection: 'vehicles',
    key,
    fields: { description: 'new' },
  });
  const record = await house.record('vehicles', key);
  expect(record).toMatchObject({ mark: 'waiting', changed: ['description'] });
  expect(record.fields['description']).toBe('new');
  await house.pass(2000);
  expect(house.service.ours()).toMatchObject([
    {
      operation: 'vehicles.update',
      input: { id: key, data: { attributes: { description: 'new' } } },
    },
  ]);
  expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
  expect(await house.record('vehicles', key)).toMatchObject({ mark: 'none', pending: null });
  expect(house.entries).toEqual([]);
});

it('creates a vehicle and associates a device with it', async () => {
  house = await OutboxHouse.open();
  house.link.set('offline');
  const created = await house.outbox.create({
    collection: 'vehicles',
    fields: { plate: 'QQQ-1A23', typeName: 'car' },
  });
  const device = await house.outbox.create({
    collection: 'devices',
    fields: { name: 'T', imei: '490154203237518' },
  });
  await house.outbox.associate({
    vehicleKey: created.key,
    side: 'devices',
    otherKey: device.key,
    isMain: true,
  });
  expect(house.entries.map(({ holdUp }) => holdUp?.kind)).toEqual(['offline', 'offline', 'after']);
  house.link.set('online');
  await house.pass(3000);
  expect(house.entries).toEqual([]);
  const id = await house.store.currentKey(created.key);
  expect(await house.store.associationsOf(id, 'devices')).toMatchObject({
    items: [{ isMain: true, mark: 'none' }],
  });
  expect(house.service.ours().map(({ operation }) => operation)).toEqual([
    'vehicles.create',
    'devices.create',
    'deviceAssociations.create',
  ]);
});

it('holds a delete, takes it back, and deletes after ten seconds', async () => {
  house = await OutboxHouse.open();
  const [one = '', two = ''] = await house.keys('vehicles', 2);
  const { entryIds } = await house.outbox.delete('vehicles', [one, two]);
  await house.pass(5000);
  expect(house.entries.map(({ holdUp }) => holdUp?.kind)).toEqual(['undo', 'undo']);
  await house.outbox.undo(entryIds[0] ?? '');
  await house.pass(8000);
  expect(house.entries).toEqual([]);
  expect(house.service.ours()).toMatchObject([
    { operation: 'vehicles.delete', input: { ids: [two] } },
  ]);
  expect(await house.outbox.deleted()).toMatchObject([
    { subject: { key: two }, recreatedAs: null },
  ]);
  expect((await house.record('vehicles', two)).goneAt).not.toBeNull();
});
