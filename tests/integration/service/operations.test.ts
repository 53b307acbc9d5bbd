import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { relationOf } from '@core/service/decoders/records';
import type { OperationInput, OperationName, OperationOutput } from '@core/service/operations';
import { toTold } from '@core/service/resources/codec';
import { Office } from './office';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
  await office.signIn();
});

afterAll(async () => {
  await office.close();
});

function call<O extends OperationName>(
  operation: O,
  input: OperationInput<O>,
): Promise<OperationOutput<O>> {
  return office.client.call(operation, input, { lane: 'interactive' });
}

async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It succeeded.');
}

function first<T>(list: { records: readonly T[] }): T {
  const [record] = list.records;
  if (record === undefined) throw new Error('The list is empty.');
  return record;
}

/** A vehicle that has a main device, with that device. */
async function trackedVehicle(): Promise<{ id: string; deviceId: string; enterpriseId: string }> {
  const { records } = await call('vehicles.list', { page: 1, limit: 20 });
  for (const record of records) {
    const { id } = record;
    const enterpriseId = relationOf(record, 'enterprises', 'enterprise')?.id;
    const associations = await call('deviceAssociations.list', { vehicleId: id });
    const main = associations.records.find(
      (each) => each.isMainDevice === true && each.deletedAt === null && each.device !== null,
    );
    if (main?.device && enterpriseId !== undefined) {
      return { id, deviceId: main.device.id, enterpriseId };
    }
  }
  throw new Error('No vehicle has a device.');
}

describe('over HTTP, in the order of a working day', () => {
  it('reads every list and every single record', async () => {
    for (const name of ['vehicles', 'devices', 'chips', 'users', 'roles'] as const) {
      const list = await call(`${name}.list`, name === 'roles' ? {} : { page: 1, limit: 100 });
      expect(list.size, name).toBeGreaterThan(0);
      expect(list.unread, name).toEqual([]);
      expect(
        list.records.flatMap(({ unread }) => unread),
        name,
      ).toEqual([]);
      const one = await call(`${name}.get`, { id: first<{ id: string }>(list).id });
      expect(one.raw, name).toMatchObject({ id: first<{ id: string }>(list).id });
    }
  });

  it('pages through the whole fleet', async () => {
    const ids = new Set<string>();
    for (let page = 1; ; page += 1) {
      const list = await call('vehicles.list', { page, limit: 100 });
      if (list.size === 0) break;
      for (const { id } of list.records) ids.add(id);
    }
    expect(ids.size).toBe(office.service.vehicles);
  });

  it('reads a position and a day', async () => {
    const { id, deviceId, enterpriseId } = await trackedVehicle();
    const { fix, unread, receivedAt } = await call('tracking.get', { id, deviceId });
    expect(unread).toEqual([]);
    expect(fix.problems).toEqual([]);
    expect(fix.at).toBeLessThanOrEqual(receivedAt + 1_000);
    expect(Math.abs(fix.latitude ?? 99)).toBeLessThan(90);
    const day = (ago: number): number => {
      const date = new Date(Date.now() - ago * 86_400_000).toISOString();
      return Number(date.slice(0, 10).replaceAll('-', ''));
    };
    const filters = { fromAcc: day(4), toAcc: day(1) };
    const days = JSON.stringify(await call('trajectories.list', { id, filters }));
    const acc = Number(/"acc":(\d{8})/.exec(days)?.[1]);
    expect(acc).toBeGreaterThanOrEqual(day(4));
    const key = { acc: { eq: acc }, did: { eq: deviceId } };
    const whole = JSON.stringify(await call('trajectories.get', { id, filters: key }));
    expect(whole).toContain('LineString');
    const withOwner = { ...key, eid: { eq: enterpriseId } };
    const data = await call('trajectories.data', {
      id,
      attributes: ['DETAILED', 'STOP'],
      filters: withOwner,
    });
    expect(JSON.stringify(data)).toContain('FeatureCollection');
    const none = call('trajectories.get', {
      id,
      filters: { acc: { eq: 19_900_101 }, did: { eq: deviceId } },
    });
    expect(await errorOf(none)).toMatchObject({ code: 'not-found' });
  });

  it('creates, changes, associates and deletes, and reads back what was written', async () => {
    const plate = 'FLD1A23';
    const created = await call('vehicles.create', {
      data: [{ attributes: { plate, typeName: 'truck', brandName: 'Scania', year: '2024' } }],
    });
    const { id } = first(created);
    const data = { attributes: { modelName: 'R 450', color: '#112233', vin: null } };
    await call('vehicles.update', { id, data });
    const read = toTold('vehicles', await call('vehicles.get', { id }));
    expect(read.fields).toMatchObject({
      plate,
      typeName: 'truck',
      brandName: 'Scania',
      modelName: 'R 450',
      color: '#112233',
      vin: null,
    });

    const imei = '356938035643809';
    const device = first(
      await call('devices.create', { data: [{ attributes: { name: 'FD', imei } }] }),
    );
    await call('devices.update', { id: device.id, data: { attributes: { code: 'C1' } } });
    await call('devices.setStatus', { id: device.id, situation: 'deactivation' });
    await call('devices.setStatus', { id: device.id, situation: 'activation' });
    const changed = toTold('devices', await call('devices.get', { id: device.id }));
    expect(changed.fields).toMatchObject({ imei, code: 'C1' });

    await call('deviceAssociations.create', {
      data: [{ deviceId: device.id, vehicleId: id, isMainDevice: true }],
    });
    const association = first(await call('deviceAssociations.list', { vehicleId: id }));
    expect(association).toMatchObject({
      vehicleId: id,
      device: { id: device.id },
      isMainDevice: true,
    });
    const place = { vehicleId: id, associationId: association.id };
    await call('deviceAssociations.update', { ...place, isMainDevice: true });

    const username = 'fleetdesk.teste';
    const user = first(
      await call('users.create', {
        data: { attributes: { username, password: 'Senha-123456', name: 'Teste' } },
      }),
    );
    await call('users.update', { id: user.id, data: { attributes: { phone1: '11999990000' } } });
    await call('users.setStatus', { id: user.id, situation: 'deactivation' });
    expect(toTold('users', await call('users.get', { id: user.id })).fields).toMatchObject({
      username,
      phone1: '11999990000',
      deactivatedAt: expect.any(Number) as number,
    });
    await call('userAssociations.create', { data: [{ vehicleId: id, userId: user.id }] });
    const onVehicle = first(await call('userAssociations.list', { vehicleId: id }));
    expect(onVehicle).toMatchObject({ vehicleId: id, userId: user.id });

    const chip = first(await call('chips.list', { limit: 1 }));
    await call('chips.update', { id: chip.id, data: { attributes: { batch: 'L-9' } } });
    const moved = toTold('chips', await call('chips.get', { id: chip.id }));
    expect(moved.fields).toMatchObject({ batch: 'L-9' });

    await call('userAssociations.delete', { ids: [onVehicle.id] });
    await call('deviceAssociations.delete', { ids: [association.id] });
    await call('users.delete', { id: user.id });
    await call('devices.delete', { ids: [device.id] });
    await call('vehicles.delete', { ids: [id] });
    expect(await errorOf(call('vehicles.get', { id }))).toMatchObject({ code: 'not-found' });
    expect(await errorOf(call('users.get', { id: user.id }))).toMatchObject({ code: 'not-found' });
  });

  it('puts the words of the service on the field they are about', async () => {
    const create = call('vehicles.create', { data: [{ attributes: { typeName: 'car' } }] });
    const error = await errorOf(create);
    expect(error).toMatchObject({
      code: 'invalid-request',
      status: 400,
      fields: [{ path: 'attributes.plate' }],
    });
    expect(error.serviceMessage).toContain('plate');
  });

  it('learns which list refuses a parameter', async () => {
    const { id } = first(await call('vehicles.list', { page: 1, limit: 1 }));
    for (const name of ['vehicles', 'devices', 'chips', 'users'] as const) {
      await call(`${name}.list`, { includes: { enterprise: ['name'] }, limit: 1 });
    }
    await call('deviceAssociations.list', { vehicleId: id, includes: { devices: ['imei'] } });
    const facts = office.session.authority()?.target.learned.facts();
    const before = office.transport.sent;
    for (const name of Object.keys(facts?.refused ?? {})) {
      if (name === 'chips.list') await call('chips.list', { includes: { a: ['b'] }, limit: 2 });
    }
    expect(office.transport.sent - before).toBeLessThanOrEqual(1);
    expect(facts?.firstPage).toBe(1);
  });
});
