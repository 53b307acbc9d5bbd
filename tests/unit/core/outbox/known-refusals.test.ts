import { beforeEach, expect, it } from 'vitest';
import type { OutboxEntry } from '@contract/outbox';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

let keys: string[];

beforeEach(async () => {
  keys = await house.keys('vehicles', 6);
});

/** What an office without a line enters, and then the line is back. */
async function changeAll(): Promise<string[]> {
  house.link.set('offline');
  const ids: string[] = [];
  for (const key of keys) {
    const change = { collection: 'vehicles', key, fields: { description: 'new' } } as const;
    ids.push((await house.outbox.update(change)).entryId);
  }
  house.link.set('online');
  await house.pass(60_000);
  return ids;
}

function refuse(...operations: string[]): void {
  house.service.fault = (operation) => (operations.includes(operation) ? 'forbidden' : null);
}

const sends = (operation: string) =>
  house.service.calls.filter((call) => call.operation === operation).length;
const isOnHold = ({ trouble }: OutboxEntry) =>
  trouble?.kind === 'refused' && trouble.isOnHold === true;
const onHold = () => house.entries.filter(isOnHold);

it('two refused changes teach: the others of the same kind are held back, unsent', async () => {
  refuse('vehicles.update');
  const ids = await changeAll();
  expect(sends('vehicles.update')).toBe(2);
  expect(sends('vehicles.get')).toBe(2);
  expect(house.entries.map(({ state }) => state)).toEqual(ids.map(() => 'attention'));
  expect(onHold().map(({ id }) => id)).toEqual(ids.slice(2));
  expect(onHold()[0]).toMatchObject({
    trouble: { kind: 'refused', error: { code: 'forbidden' } },
    fields: { description: 'new' },
  });
});

it('a change that a person sends again is sent alone; refused, the others stay', async () => {
  refuse('vehicles.update');
  const [, , third = ''] = await changeAll();
  await house.outbox.correct({ entryId: third, fields: {} });
  await house.pass(60_000);
  expect(sends('vehicles.update')).toBe(3);
  expect(house.entries).toHaveLength(6);
  expect(onHold()).toHaveLength(3);
});

it('once a held change is carried out, the others follow; none is lost or sent twice', async () => {
  refuse('vehicles.update');
  const [first = '', second = '', third = ''] = await changeAll();
  house.service.fault = () => null;
  await house.outbox.correct({ entryId: third, fields: {} });
  await house.pass(60_000);
  // What the service refused in so many words, a person sends again.
  expect(house.entries.map(({ id }) => id)).toEqual([first, second]);
  expect(house.service.ours('vehicles.update').map(({ input }) => input['id'])).toEqual([
    ...keys.slice(2),
  ]);
});

it('held changes stay on hold over a restart, which forgets what was refused', async () => {
  refuse('vehicles.update');
  await changeAll();
  await house.restart();
  await house.pass(60_000);
  expect(onHold()).toHaveLength(4);
  expect(sends('vehicles.update')).toBe(2);
});

it('a tried change whose answer was lost, and that is found at the service, lets the others follow', async () => {
  refuse('vehicles.update');
  const [first = '', second = '', third = ''] = await changeAll();
  let isFirst = true;
  house.service.fault = (operation) => {
    if (operation !== 'vehicles.update' || !isFirst) return null;
    isFirst = false;
    return 'timeoutAfter';
  };
  await house.outbox.correct({ entryId: third, fields: {} });
  await house.pass(300_000);
  expect(house.entries.map(({ id }) => id)).toEqual([first, second]);
  expect(house.capabilities.isRefused({ resource: 'vehicles', verb: 'update' })).toBe(false);
  expect(house.service.ours('vehicles.update').map(({ input }) => input['id'])).toEqual([
    ...keys.slice(2),
  ]);
});

it('one refused create, perhaps about its enterprise alone, holds no other create back', async () => {
  house.service.fault = (operation, input) =>
    operation === 'vehicles.create' && JSON.stringify(input).includes('QQQ1A01')
      ? 'forbidden'
      : null;
  house.link.set('offline');
  for (const plate of ['QQQ1A01', 'QQQ1A02', 'QQQ1A03']) {
    await house.outbox.create({ collection: 'vehicles', fields: { plate, typeName: 'car' } });
  }
  house.link.set('online');
  await house.pass(120_000);
  expect(house.entries).toMatchObject([{ fields: { plate: 'QQQ1A01' }, state: 'attention' }]);
  expect(onHold()).toEqual([]);
});

it('refused deactivations hold no activation back, though one operation does both', async () => {
  const [first = '', second = '', third = ''] = await house.keys('users', 3);
  await house.outbox.setActive({ collection: 'users', key: third }, false);
  await house.pass(60_000);
  const inputs: unknown[] = [];
  house.service.fault = (operation, input) => {
    if (operation !== 'users.setStatus') return null;
    inputs.push(input['situation']);
    return input['situation'] === 'deactivation' ? 'forbidden' : null;
  };
  house.link.set('offline');
  for (const key of [first, second]) {
    await house.outbox.setActive({ collection: 'users', key }, false);
  }
  house.link.set('online');
  await house.pass(60_000);
  expect(house.capabilities.isRefused({ resource: 'users', verb: 'activate' })).toBe(true);
  await house.outbox.setActive({ collection: 'users', key: third }, true);
  await house.pass(60_000);
  expect(inputs).toEqual(['deactivation', 'deactivation', 'activation']);
  expect(house.entries.map(({ kind }) => kind)).toEqual(['deactivate', 'deactivate']);
});

it('a delete of a record that the service never got needs no permission', async () => {
  refuse('vehicles.delete', 'vehicles.create');
  await house.outbox.delete('vehicles', keys.slice(0, 3));
  await house.pass(120_000);
  const made = await house.outbox.create({
    ...{ collection: 'vehicles', fields: { plate: 'QQQ1A04', typeName: 'car' } },
  });
  await house.pass(20_000);
  await house.outbox.delete('vehicles', [made.key]);
  await house.pass(120_000);
  expect(house.entries.filter(({ subject }) => subject.key === made.key)).toEqual([]);
});

it('who signs in again is not held back by what was refused before', async () => {
  refuse('vehicles.update');
  await changeAll();
  house.service.fault = () => null;
  house.capabilities.tryAgain({ resource: 'vehicles', verb: 'update' });
  const [key = ''] = keys.slice(5);
  await house.outbox.update({ collection: 'vehicles', key, fields: { description: 'newer' } });
  await house.pass(120_000);
  expect(onHold()).toEqual([]);
});

it('a 403 about one record holds no other back', async () => {
  const refused = keys[0];
  house.service.fault = (operation, input) =>
    operation === 'vehicles.update' && input['id'] === refused ? 'forbidden' : null;
  await changeAll();
  expect(house.entries.map(({ subject }) => subject.key)).toEqual([refused]);
  expect(onHold()).toEqual([]);
});

it('a refused verb holds no other verb back', async () => {
  refuse('vehicles.update');
  await changeAll();
  await house.outbox.create({
    collection: 'vehicles',
    fields: { plate: 'QQQ1A23', typeName: 'car' },
  });
  await house.pass(60_000);
  expect(house.service.ours('vehicles.create')).toHaveLength(1);
});

it('a new user who can’t be created keeps the password until somebody decides', async () => {
  refuse('users.create');
  house.link.set('offline');
  const create = (name: string) =>
    house.outbox.create({
      ...{ collection: 'users', password: 'one-two-three-4' },
      fields: { name, username: `pessoa.${name}` },
    });
  const saved = [await create('ana'), await create('rui'), await create('eva')];
  house.link.set('online');
  await house.pass(120_000);
  for (const { entryId } of saved) {
    expect(await house.entry(entryId)).toMatchObject({
      state: 'attention',
      password: 'one-two-three-4',
    });
  }
  expect(onHold().length).toBeGreaterThan(0);
  house.service.fault = () => null;
  await house.outbox.correct({ entryId: onHold()[0]?.id ?? '', fields: {} });
  await house.pass(120_000);
  expect(onHold()).toEqual([]);
});

it('an undo that runs out under a known refusal deletes nothing and asks', async () => {
  refuse('vehicles.delete');
  const { entryIds } = await house.outbox.delete('vehicles', keys.slice(0, 3));
  await house.pass(120_000);
  expect(house.service.ours('vehicles.delete')).toEqual([]);
  expect(house.entries.map(({ id, state }) => [id, state])).toEqual(
    entryIds.map((id) => [id, 'attention']),
  );
  expect(onHold()).toHaveLength(1);
});
