import { beforeEach, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { readProfile } from '@core/service/profile';
import { house, key, openHouseForEach } from './fresh-house';
import { OutboxHouse } from './outbox-house';

openHouseForEach();

const edit = (fields: Record<string, string | null>) =>
  house.outbox.update({ collection: 'vehicles', key, fields });

async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (caught: unknown) => FleetdeskError.from(caught),
  );
}

describe('an edit that waits', () => {
  beforeEach(() => {
    house.link.set('offline');
  });

  it('takes more edits of the record along, with the base of each field as it was first', async () => {
    const { description, code } = (await house.record('vehicles', key)).fields;
    const first = await edit({ description: 'one' });
    const second = await edit({ description: 'two', code: 'K1' });
    expect(second.entryId).toBe(first.entryId);
    expect(house.entries).toMatchObject([
      { fields: { description: 'two', code: 'K1' }, base: { description, code } },
    ]);
  });

  it('loses what is set back, and is discarded once nothing is left', async () => {
    const { description } = (await house.record('vehicles', key)).fields;
    const { entryId } = await edit({ description: 'one', code: 'K1' });
    await edit({ code: ((await house.record('vehicles', key)).told?.['code'] ?? null) as string });
    expect(house.entries).toMatchObject([{ fields: { description: 'one' } }]);
    await edit({ description: (description ?? null) as string | null });
    expect(house.entries).toEqual([]);
    expect(await house.entry(entryId)).toMatchObject({ state: 'discarded' });
    expect(await house.record('vehicles', key)).toMatchObject({ mark: 'none', pending: null });
  });

  it('that changes nothing makes no entry', async () => {
    const { code } = (await house.record('vehicles', key)).fields;
    expect(await edit({ code: (code ?? null) as string | null })).toEqual({ entryId: '', key });
    expect(house.entries).toEqual([]);
  });

  it('of a field that the service does not tell has no base', async () => {
    await edit({ registrationNumber: '00891234567' });
    expect(house.entries).toMatchObject([{ base: {} }]);
  });

  it('of a record that is created here goes into its create', async () => {
    const fields = { plate: 'QQQ1A23', typeName: 'car', description: null };
    const { key: local, entryId } = await house.outbox.create({ collection: 'vehicles', fields });
    const change = { collection: 'vehicles' as const, key: local, fields: { description: 'new' } };
    expect(await house.outbox.update(change)).toEqual({ entryId, key: local });
    expect(house.entries).toMatchObject([
      { kind: 'create', fields: { plate: 'QQQ1A23', typeName: 'car', description: 'new' } },
    ]);
  });
});

describe('an edit behind one that is under way', () => {
  it('is an entry of its own, based on what is seen', async () => {
    house.service.fault = (operation) => (operation === 'vehicles.update' ? 'timeoutBefore' : null);
    const first = await edit({ description: 'one' });
    await house.pass(30_800);
    house.service.fault = (operation) => (operation === 'vehicles.get' ? 'faultBefore' : null);
    const second = await edit({ description: 'two' });
    expect(second.entryId).not.toBe(first.entryId);
    expect(house.entries).toMatchObject([
      { fields: { description: 'one' } },
      { fields: { description: 'two' }, base: { description: 'one' }, holdUp: { kind: 'after' } },
    ]);
    house.service.fault = () => null;
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.update').map(({ input }) => input['data'])).toMatchObject([
      { attributes: { description: 'one' } },
      { attributes: { description: 'two' } },
    ]);
  });

  it('gets the base of the first one once that is dropped', async () => {
    const { description } = (await house.record('vehicles', key)).fields;
    house.service.fault = (operation) => (operation === 'vehicles.update' ? 'resetBefore' : null);
    const first = await edit({ description: 'one' });
    await house.pass(1_000);
    expect(house.entries).toMatchObject([{ state: 'unsure' }]);
    await edit({ description: 'two' });
    await house.outbox.discard(first.entryId);
    expect(house.entries).toMatchObject([
      { fields: { description: 'two' }, base: { description } },
    ]);
    house.service.fault = () => null;
    await house.pass(40_000);
    expect(house.service.ours()).toMatchObject([
      { input: { data: { attributes: { description: 'two' } } } },
    ]);
  });
});

describe('what can not be taken', () => {
  it('is refused at once, with the fields that are wrong, and changes nothing', async () => {
    const refusal = await refusalOf(edit({ plate: '', createdAt: 'x', nonsense: 'y' }));
    expect(refusal).toMatchObject({
      code: 'invalid-request',
      fields: [{ path: 'plate' }, { path: 'createdAt' }, { path: 'nonsense' }],
    });
    const create = house.outbox.create({ collection: 'users', fields: { name: 'Ana' } });
    expect(await refusalOf(create)).toMatchObject({
      fields: [{ path: 'username' }, { path: 'password' }],
    });
    expect(house.entries).toEqual([]);
  });

  it('is what a form calls an error, wherever it comes from', async () => {
    const refusal = await refusalOf(edit({ color: 'red', enterpriseId: 'x', year: 'soon' }));
    expect(refusal).toMatchObject({ fields: [{ path: 'color' }, { path: 'enterpriseId' }] });
    const fields = { username: 'ana', name: 'Ana', email: 'ana@', birthdate: '1990-02-30' };
    const create = house.outbox.create({ collection: 'users', fields, password: 'p4ssword' });
    expect(await refusalOf(create)).toMatchObject({
      fields: [{ path: 'email' }, { path: 'birthdate' }],
    });
    expect(house.entries).toEqual([]);
  });

  it('is what the service does not offer', async () => {
    const absent = { code: 'invalid-request', reason: 'feature-absent' };
    const chip = { collection: 'chips' as const, fields: { serial: '1' } };
    expect(await refusalOf(house.outbox.create(chip))).toMatchObject(absent);
    expect(await refusalOf(house.outbox.delete('chips', [key]))).toMatchObject(absent);
    const vehicle = { collection: 'vehicles' as const, key };
    expect(await refusalOf(house.outbox.setActive(vehicle, false))).toMatchObject(absent);
    const role = { collection: 'roles' as const, key, fields: { name: 'x' } };
    expect(await refusalOf(house.outbox.update(role))).toMatchObject(absent);
  });

  it('is a record that is not kept', async () => {
    const change = {
      collection: 'vehicles' as const,
      key: 'ABCDEFGHIJKLMNO',
      fields: { code: 'x' },
    };
    expect(await refusalOf(house.outbox.update(change))).toMatchObject({ reason: 'not-kept' });
  });

  it('is taken where a profile names the operation', async () => {
    const profile = readProfile({
      optionalOperations: {
        'vehicles.setStatus': { method: 'PATCH', path: '/v2/vehicles/{id}/status/{situation}' },
      },
    });
    const office = await OutboxHouse.open({ profile });
    office.link.set('offline');
    await office.outbox.setActive(
      { collection: 'vehicles', key: await office.key('vehicles') },
      false,
    );
    expect(office.entries).toMatchObject([{ kind: 'deactivate' }]);
    await office.close();
    expect(office.faults).toEqual([]);
  });
});

describe('a store that can not be written', () => {
  it('rejects the save, and leaves everything as it was', async () => {
    const commit = house.store.commit.bind(house.store);
    const full = new FleetdeskError({
      code: 'store-damaged',
      reason: 'disk-full',
      message: 'The disk is full.',
    });
    house.store.commit = () => Promise.reject(full);
    expect(await refusalOf(edit({ description: 'lost' }))).toMatchObject({ reason: 'disk-full' });
    house.store.commit = commit;
    expect(house.entries).toEqual([]);
    expect(await house.record('vehicles', key)).toMatchObject({ mark: 'none' });
    await edit({ description: 'kept' });
    await house.pass(2_000);
    expect(house.service.ours()).toMatchObject([
      { input: { data: { attributes: { description: 'kept' } } } },
    ]);
  });
});

describe('activation', () => {
  it('shows at once, and is sent as the situation that is wanted', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    house.link.set('offline');
    await house.outbox.setActive(user, false);
    const record = await house.record('users', user.key);
    expect(record.fields['deactivatedAt']).toBe(house.clock.now());
    house.link.set('online');
    await house.pass(12_000);
    expect(house.service.ours()).toMatchObject([
      { operation: 'users.setStatus', input: { id: user.key, situation: 'deactivation' } },
    ]);
    expect((await house.record('users', user.key)).told?.['deactivatedAt']).not.toBeNull();
  });

  it('and its opposite take each other away while they wait', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    house.link.set('offline');
    await house.outbox.setActive(user, false);
    await house.outbox.setActive(user, true);
    expect(house.entries).toEqual([]);
    house.link.set('online');
    await house.pass(12_000);
    expect(house.service.ours()).toEqual([]);
  });

  it('of a device is kept as set here, since the service does not tell it', async () => {
    const device = { collection: 'devices' as const, key: await house.key('devices') };
    await house.outbox.setActive(device, false);
    await house.pass(12_000);
    const { setHere } = await house.record('devices', device.key);
    expect(setHere['situation']).toMatchObject({ value: 'deactivation' });
  });
});
