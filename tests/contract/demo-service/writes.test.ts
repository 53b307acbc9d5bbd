import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  PATIENT,
  findReporting,
  messageOf,
  ServiceClient,
  type RecordAnswer,
} from './service-client';

describe('writing', PATIENT, () => {
  let client: ServiceClient;

  beforeEach(async () => {
    client = await ServiceClient.start();
  });
  afterEach(() => client.close());

  const send = (method: string, path: string, data: unknown) =>
    client.call(method, path, { body: { data } });
  const created = async (path: string, data: unknown): Promise<RecordAnswer> => {
    const answer = await send('POST', path, data);
    const [record] = (answer.json as { data: RecordAnswer[] }).data;
    if (!record) throw new Error(`POST ${path} answered ${answer.text}`);
    return record;
  };
  const attributesOf = async (path: string): Promise<Record<string, unknown>> =>
    ((await client.get(path)).json as { data: RecordAnswer }).data.attributes;

  describe('vehicles', () => {
    it('appear in lists and searches once they are created, under the names of reading', async () => {
      const { id } = await created('/v2/vehicles', [
        {
          attributes: {
            plate: 'nov-0a11',
            type: 'hovercraft',
            brand: 'Vento',
            model: 'Um',
            year: 2024,
            color: '#aabbcc',
            registration_number: '99',
          },
        },
      ]);
      const attributes = await attributesOf(`/v2/vehicles/${id}`);
      expect(attributes).toMatchObject({
        plate: 'NOV0A11',
        type_name: 'hovercraft',
        brand_name: 'Vento',
        model_name: 'Um',
        year: '2024',
        color: '#AABBCC',
        deleted_at: null,
      });
      expect(attributes).not.toHaveProperty('registration_number');
      expect((await client.list('/v2/vehicles?search=nov0a')).map((found) => found.id)).toEqual([
        id,
      ]);
      const pages = [
        ...(await client.list('/v2/vehicles?limit=100')),
        ...(await client.list('/v2/vehicles?limit=100&page=2')),
      ];
      expect(pages.map((found) => found.id)).toContain(id);
    });

    it('have no position until a device of theirs reports one', async () => {
      const { id } = await created('/v2/vehicles', [{ attributes: { plate: 'NOV0A12' } }]);
      const { id: deviceId } = await created('/v2/devices', [
        { attributes: { name: 'Novo', imei: '356938035643809' } },
      ]);
      expect((await client.get(`/v2/vehicles/${id}/tracking/${deviceId}`)).status).toBe(404);
      const data = [{ vehicle_id: id, device_id: deviceId, is_main_device: true }];
      expect((await send('POST', '/v2/vehicles/associations/devices', data)).status).toBe(201);
      expect((await client.get(`/v2/vehicles/${id}/tracking/${deviceId}`)).status).toBe(404);
    });

    it('are created all or none, and each complaint begins with the path of its field', async () => {
      const answer = await send('POST', '/v2/vehicles', [
        { attributes: { plate: 'NOV0A13' } },
        { attributes: { vin: '123', color: 'red' } },
        { attributes: { plate: 'NOV0A13', wheels: 4 } },
      ]);
      expect(answer.status).toBe(400);
      const complaints = messageOf(answer).split('; ');
      expect(complaints[0]).toBe('body.data[1].attributes.plate is required');
      expect(complaints).toContain('body.data[1].attributes.vin must be a VIN of 17 characters');
      expect(complaints).toContain(
        'body.data[1].attributes.color must be a colour of the form #RRGGBB',
      );
      expect(complaints).toContain('body.data[2].attributes.wheels is not allowed');
      expect(complaints).toContain('body.data[2].attributes.plate is already in use');
      expect(await client.list('/v2/vehicles?search=NOV0A13')).toEqual([]);
    });

    it('answer an update with what was updated, and keep the rest', async () => {
      const before = await client.first('/v2/vehicles?limit=1');
      const answer = await send('PATCH', `/v2/vehicles/${before.id}`, {
        attributes: { type: 'bus', description: '' },
      });
      const updated = (answer.json as { data: RecordAnswer }).data.attributes;
      expect(updated).toEqual({ type_name: 'bus', description: null });
      expect(await attributesOf(`/v2/vehicles/${before.id}`)).toMatchObject({
        ...before.attributes,
        type_name: 'bus',
        description: null,
        updated_at: expect.not.stringMatching(String(before.attributes.updated_at)) as string,
      });
    });

    it('are gone once they are deleted, and free their device', async () => {
      const { vehicleId, deviceId } = await findReporting(client);
      const gone = { type: 'vehicles', id: vehicleId };
      const answer = await send('DELETE', '/v2/vehicles', [gone]);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
      for (const path of [
        '',
        `/tracking/${deviceId}`,
        '/associations/devices',
        '/associations/users',
      ]) {
        expect((await client.get(`/v2/vehicles/${vehicleId}${path}`)).status).toBe(404);
      }
      expect((await send('DELETE', '/v2/vehicles', [gone])).status).toBe(404);
      const filtered = await client.list(`/v2/vehicles?filters[devices.id][eq]=${deviceId}`);
      expect(filtered).toEqual([]);
    });
  });

  it.each([
    ['/v2/vehicles', 'vehicles', 'vehicle'],
    ['/v2/devices', 'devices', 'device'],
    ['/v2/vehicles/associations/devices', 'device_association', 'device_associations'],
    ['/v2/vehicles/associations/users', 'user_permission', 'user_associations'],
  ])('deletes at %s want the type %s', async (path, type, other) => {
    const id = 'a'.repeat(15);
    const wrong = await send('DELETE', path, [{ type: other, id }]);
    expect(wrong.status).toBe(400);
    expect(messageOf(wrong)).toBe(`body.data[0].type must be one of ${type}`);
    expect((await send('DELETE', path, [{ type, id }])).status).toBe(404);
    expect(messageOf(await send('DELETE', path, []))).toBe('body.data must not be empty');
    expect(messageOf(await client.call('DELETE', path, { body: {} }))).toBe(
      'body.data is required',
    );
    expect((await send('DELETE', path, [{ type, id: 'short' }])).status).toBe(400);
  });

  describe('users', () => {
    it('are created from a single object, not from a list', async () => {
      const attributes = { username: 'ana', password: 'segredo', name: 'Ana' };
      const list = await send('POST', '/v2/users', [{ attributes }]);
      expect(messageOf(list)).toBe('body.data must be an object');
      const user = await created('/v2/users', { attributes });
      expect(user.attributes).toMatchObject({ username: 'ana', name: 'Ana', deactivated_at: null });
      expect(JSON.stringify(user)).not.toContain('segredo');
      const again = await send('POST', '/v2/users', { attributes });
      expect(messageOf(again)).toBe('body.data.attributes.username is already in use');
    });

    it('never answer their roles, whatever was set', async () => {
      const role = await client.first('/v2/roles');
      const { id } = await client.first('/v2/users?limit=1');
      const relationships = { roles: { type: 'roles', id: role.id } };
      const answer = await send('PATCH', `/v2/users/${id}`, { relationships });
      expect(Object.keys((answer.json as { data: RecordAnswer }).data.relationships)).toEqual([
        'enterprise',
      ]);
      const wrong = await send('PATCH', `/v2/users/${id}`, {
        relationships: {
          roles: { type: 'role', id: role.id },
          enterprise: { type: 'enterprise', id: role.id },
        },
      });
      expect(messageOf(wrong).split('; ')).toEqual([
        'body.data.relationships.enterprise.id was not found',
        'body.data.relationships.roles.type must be one of roles',
      ]);
    });

    it('take a password on create only, a CPF that adds up, and dates of one form', async () => {
      const { id } = await client.first('/v2/users?limit=1');
      const answer = await send('PATCH', `/v2/users/${id}`, {
        attributes: {
          password: 'x',
          cpf: '111.111.111-11',
          birthdate: '30/04/1990',
          email: 'nowhere',
        },
      });
      expect(messageOf(answer).split('; ').sort()).toEqual([
        'body.data.attributes.birthdate must be a date of the form YYYY-MM-DD',
        'body.data.attributes.cpf is not a valid CPF',
        'body.data.attributes.email must be an e-mail address',
        'body.data.attributes.password is not allowed',
      ]);
      expect(messageOf(await client.call('PATCH', `/v2/users/${id}`, { body: {} }))).toBe(
        'body.data is required',
      );
    });

    it('carry the moment of their deactivation, and lose it on activation', async () => {
      const user = (await client.list('/v2/users?limit=20')).at(-1);
      const path = `/v2/users/${user?.id ?? ''}`;
      const answer = await client.call('PATCH', `${path}/status/deactivation`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await attributesOf(path)).deactivated_at).toMatch(/^\d{4}-/);
      expect((await client.call('PATCH', `${path}/status/activation`)).status).toBe(204);
      expect((await attributesOf(path)).deactivated_at).toBeNull();
      expect((await client.call('PATCH', `${path}/status/rest`)).status).toBe(400);
    });
  });

  describe('devices', () => {
    it('want a name and an IMEI of their own', async () => {
      const { attributes } = await client.first('/v2/devices?limit=1');
      const answer = await send('POST', '/v2/devices', [
        { attributes: {} },
        { attributes: { name: 'A', imei: '356938035643808' } },
        { attributes: { name: 'B', imei: attributes.imei } },
      ]);
      expect(messageOf(answer).split('; ')).toEqual([
        'body.data[0].attributes.name is required',
        'body.data[0].attributes.imei is required',
        'body.data[1].attributes.imei is not a valid IMEI',
        'body.data[2].attributes.imei is already in use',
      ]);
    });

    it('accept a vehicle and never answer it; carry a chip while one is attached', async () => {
      const device = await client.first('/v2/devices?limit=1');
      const vehicle = await client.first('/v2/vehicles?limit=1');
      const path = `/v2/devices/${device.id}`;
      const answer = await send('PATCH', path, {
        relationships: { vehicle: { type: 'vehicle', id: vehicle.id }, chip: null },
      });
      const { relationships } = (answer.json as { data: RecordAnswer }).data;
      expect(Object.keys(relationships).sort()).toEqual(['enterprise', 'type']);
    });

    it('that are deactivated say nothing new, and record it nowhere', async () => {
      const { vehicleId, deviceId } = await findReporting(client);
      const path = `/v2/vehicles/${vehicleId}/tracking/${deviceId}`;
      await client.call('PATCH', `/v2/devices/${deviceId}/status/deactivation`);
      const actOf = async (): Promise<unknown> => (await attributesOf(path)).act;
      const before = await actOf();
      await client.control('POST', 'advance', { seconds: 7200 });
      await client.signIn();
      expect(await actOf()).toBe(before);
      expect(Object.keys(await attributesOf(`/v2/devices/${deviceId}`))).not.toContain(
        'deactivated_at',
      );
      await client.call('PATCH', `/v2/devices/${deviceId}/status/activation`);
      expect(await actOf()).toBeGreaterThan(Number(before));
    });
  });

  it('chips want serials of their own, and answer the whole record', async () => {
    const [first, second] = await client.list('/v2/chips?limit=2');
    const path = `/v2/chips/${first?.id ?? ''}`;
    const taken = await send('PATCH', path, { attributes: { serial: second?.attributes.serial } });
    expect(messageOf(taken)).toBe('body.data.attributes.serial is already in use');
    const answer = await send('PATCH', path, { attributes: { service_provider: 'Outra' } });
    expect((answer.json as { data: RecordAnswer }).data.attributes).toMatchObject({
      ...first?.attributes,
      service_provider: 'Outra',
      updated_at: expect.any(String) as string,
    });
    const apn = await send('PATCH', path, { attributes: { apn: 'other' } });
    expect(messageOf(apn)).toBe('body.data.attributes.apn is not allowed');
  });

  it('refuses a body that is not JSON, or not JSON by its own word', async () => {
    const headers = {
      'public-key': client.service.publicKey,
      authorization: `Bearer ${client.token}`,
    };
    const post = (type: string, body: string) =>
      fetch(client.address('/v2/vehicles'), {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });
    const broken = await post('application/json', '{"data":');
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: { message: 'body is not valid JSON' } },
    ]);
    expect((await post('text/plain', 'data')).status).toBe(415);
  });
});
