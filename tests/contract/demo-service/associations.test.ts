import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  PATIENT,
  messageOf,
  related,
  ServiceClient,
  type Answer,
  type RecordAnswer,
} from './service-client';

const DEVICES = '/v2/vehicles/associations/devices';
const USERS = '/v2/vehicles/associations/users';

describe('associations', PATIENT, () => {
  let client: ServiceClient;

  beforeEach(async () => {
    client = await ServiceClient.start();
  });
  afterEach(() => client.close());

  const send = (method: string, path: string, data: unknown): Promise<Answer> =>
    client.call(method, path, { body: { data } });
  const recordsIn = (answer: Answer): RecordAnswer[] =>
    (answer.json as { data: RecordAnswer[] }).data;
  const refusal = (answer: Answer): [number, string] => [answer.status, messageOf(answer)];
  const listOf = (vehicle: RecordAnswer): Promise<RecordAnswer[]> =>
    client.list(`/v2/vehicles/${vehicle.id}/associations/devices`);
  const create = async (path: string, item: unknown): Promise<RecordAnswer> => {
    const [record] = recordsIn(await send('POST', path, [item]));
    if (!record) throw new Error('nothing was created');
    return record;
  };

  /** A fresh vehicle with two fresh devices of its enterprise. */
  async function pair(): Promise<{ vehicle: RecordAnswer; devices: RecordAnswer[] }> {
    const vehicle = await create('/v2/vehicles', { attributes: { plate: 'ASS0C14' } });
    const relationships = {
      enterprise: { type: 'enterprise', id: vehicle.relationships.enterprises?.id },
    };
    const devices = await send('POST', '/v2/devices', [
      { attributes: { name: 'Um', imei: '356938035643809' }, relationships },
      { attributes: { name: 'Dois', imei: '490154203237518' }, relationships },
    ]);
    return { vehicle, devices: recordsIn(devices) };
  }

  const row = (vehicle: RecordAnswer, device: RecordAnswer | undefined, isMain: boolean) => ({
    vehicle_id: vehicle.id,
    device_id: device?.id,
    is_main_device: isMain,
  });

  it('are spelled in singular for some vehicles and in plural for others', async () => {
    const spellings = new Set<string>();
    for (const vehicle of await client.list('/v2/vehicles?limit=10')) {
      for (const { relationships } of await listOf(vehicle)) {
        spellings.add(Object.keys(relationships).sort().join());
        expect(related({ ...vehicle, relationships }, 'vehicle', 'vehicles')).toBe(vehicle.id);
      }
    }
    expect([...spellings].sort()).toEqual([
      'device,enterprises,vehicle',
      'devices,enterprises,vehicles',
    ]);
  });

  it('have a history: removed ones stay in the list with the moment of their removal', async () => {
    let removed = 0;
    let empty = 0;
    for (const vehicle of await client.list('/v2/vehicles?limit=60')) {
      const all = await listOf(vehicle);
      removed += all.filter(({ attributes }) => attributes.deleted_at !== null).length;
      if (all.every(({ attributes }) => attributes.deleted_at !== null)) empty += 1;
    }
    expect(removed).toBeGreaterThan(0);
    expect(empty).toBeGreaterThan(0);
  });

  it('leave some devices without a vehicle', async () => {
    const held = new Set<string>();
    const vehicles = [
      ...(await client.list('/v2/vehicles?limit=100')),
      ...(await client.list('/v2/vehicles?limit=100&page=2')),
    ];
    for (const vehicle of vehicles) {
      for (const record of await listOf(vehicle)) {
        if (record.attributes.deleted_at === null)
          held.add(related(record, 'device', 'devices') ?? '');
      }
    }
    const devices = [
      ...(await client.list('/v2/devices?limit=100')),
      ...(await client.list('/v2/devices?limit=100&page=2')),
    ];
    const free = devices.filter(({ id }) => !held.has(id));
    expect(devices.length).toBeGreaterThan(vehicles.length);
    expect(free.length).toBeGreaterThan(0);
  });

  it('refuse a device that is taken, a second main device, another enterprise', async () => {
    const { vehicle, devices } = await pair();
    await create(DEVICES, row(vehicle, devices[0], true));
    expect(refusal(await send('POST', DEVICES, [row(vehicle, devices[0], false)]))).toEqual([
      400,
      'body.data[0].device_id is already associated',
    ]);
    expect(refusal(await send('POST', DEVICES, [row(vehicle, devices[1], true)]))).toEqual([
      400,
      'body.data[0].is_main_device: the vehicle already has a main device',
    ]);
    const stranger = (await client.list('/v2/vehicles?limit=100')).find(
      ({ relationships }) =>
        relationships.enterprises?.id !== vehicle.relationships.enterprises?.id,
    );
    if (!stranger) throw new Error('all vehicles belong to one enterprise');
    expect(refusal(await send('POST', DEVICES, [row(stranger, devices[1], false)]))).toEqual([
      400,
      'body.data[0]: the vehicle and the device belong to different enterprises',
    ]);
    expect((await send('POST', DEVICES, [row(vehicle, stranger, false)])).status).toBe(404);
  });

  it('name the fields that are missing', async () => {
    expect(refusal(await send('POST', DEVICES, [{ is_main_device: 'yes', extra: 1 }]))).toEqual([
      400,
      [
        'body.data[0].extra is not allowed',
        'body.data[0].device_id is required',
        'body.data[0].vehicle_id is required',
        'body.data[0].is_main_device must be a boolean',
      ].join('; '),
    ]);
  });

  it('keep one main device while there is any', async () => {
    const { vehicle, devices } = await pair();
    const main = await create(DEVICES, row(vehicle, devices[0], true));
    const second = await create(DEVICES, row(vehicle, devices[1], false));
    const path = (record: RecordAnswer): string =>
      `/v2/vehicles/${vehicle.id}/associations/devices/${record.id}`;
    const remove = (record: RecordAnswer): Promise<Answer> =>
      send('DELETE', DEVICES, [{ type: 'device_association', id: record.id }]);

    expect(refusal(await remove(main))[0]).toBe(400);
    expect(messageOf(await remove(main))).toContain('one device must stay the main device');
    const demote = await send('PATCH', path(main), { attributes: { is_main_device: false } });
    expect(refusal(demote)[0]).toBe(400);

    expect(
      (await send('PATCH', path(second), { attributes: { is_main_device: true } })).status,
    ).toBe(200);
    const mains = (await listOf(vehicle)).filter(
      ({ attributes }) => attributes.is_main_device === true,
    );
    expect(mains.map(({ id }) => id)).toEqual([second.id]);

    expect((await remove(main)).status).toBe(200);
    expect((await remove(second)).status).toBe(200);
    expect(refusal(await remove(second))).toEqual([404, 'body.data[0].id was not found']);
    expect((await listOf(vehicle)).map(({ attributes }) => attributes.deleted_at)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect(
      (await send('PATCH', path(second), { attributes: { is_main_device: true } })).status,
    ).toBe(404);
  });

  it('of users are made once, within an enterprise, and removed once', async () => {
    const user = (await client.list('/v2/users?limit=100')).at(-1);
    const vehicles = await client.list('/v2/vehicles?limit=100');
    const enterprise = related(user, 'enterprise');
    const own = vehicles.find(({ relationships }) => relationships.enterprises?.id === enterprise);
    const other = vehicles.find(
      ({ relationships }) => relationships.enterprises?.id !== enterprise,
    );
    const item = { vehicle_id: own?.id, user_id: user?.id };
    const before = await client.list(`/v2/vehicles/${own?.id ?? ''}/associations/users`);
    const known = before.find((record) => record.relationships.user?.id === user?.id);
    expect(known).toBeUndefined();

    const record = await create(USERS, item);
    expect(refusal(await send('POST', USERS, [item]))).toEqual([
      400,
      'body.data[0].user_id is already associated',
    ]);
    expect(refusal(await send('POST', USERS, [{ ...item, vehicle_id: other?.id }]))[1]).toContain(
      'different enterprises',
    );
    const gone = [{ type: 'user_permission', id: record.id }];
    expect((await send('DELETE', USERS, gone)).status).toBe(200);
    expect((await send('DELETE', USERS, gone)).status).toBe(404);
    expect((await send('POST', USERS, [item])).status).toBe(201);
  });
});
