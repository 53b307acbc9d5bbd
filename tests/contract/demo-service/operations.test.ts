import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as shapes from './documented-shapes';
import {
  PATIENT,
  findReporting,
  messageOf,
  related,
  ServiceClient,
  type RecordAnswer,
} from './service-client';

/** Records that the operations are tried on. */
interface Context {
  client: ServiceClient;
  vehicleId: string;
  deviceId: string;
  enterpriseId: string;
  acc: string;
  userId: string;
  otherUserId: string;
  roleId: string;
  chipId: string;
  /** A vehicle of the same enterprise as `spareDeviceId`, which no vehicle holds. */
  newVehicleId: string;
  spareDeviceId: string;
  colleagueId: string;
}

interface Documented {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (context: Context) => string;
  readonly body?: (context: Context) => unknown;
  /** The whole answer; null for an answer without a body. */
  readonly answer: z.ZodType | null;
  readonly needsToken?: false;
}

const one = (record: z.ZodType): z.ZodType => z.strictObject({ data: record });
const many = (record: z.ZodType): z.ZodType => z.strictObject({ data: z.array(record).min(1) });
const keys = ({ acc, deviceId }: Context): string =>
  `filters[acc][eq]=${acc}&filters[did][eq]=${deviceId}`;

/** All operations of the document, in its order, with methods and paths of the defaults. */
const operations: readonly Documented[] = [
  {
    name: 'log in',
    method: 'POST',
    path: () => '/v2/auth/login',
    body: ({ client }) => ({
      username: client.service.username,
      password: client.service.password,
    }),
    answer: one(shapes.tokens),
    needsToken: false,
  },
  {
    name: 'refresh token',
    method: 'POST',
    path: () => '/v2/auth/refresh-token',
    body: ({ client }) => ({ auth_token: client.token, refresh_token: client.refreshToken }),
    answer: one(shapes.tokens),
    needsToken: false,
  },
  {
    name: 'deactivate user',
    method: 'PATCH',
    path: ({ otherUserId }) => `/v2/users/${otherUserId}/status/deactivation`,
    answer: null,
  },
  {
    name: 'get user',
    method: 'GET',
    path: ({ userId }) => `/v2/users/${userId}`,
    answer: one(shapes.user),
  },
  {
    name: 'delete user',
    method: 'DELETE',
    path: ({ otherUserId }) => `/v2/users/${otherUserId}`,
    answer: shapes.nothing,
  },
  {
    name: 'update user',
    method: 'PATCH',
    path: ({ userId }) => `/v2/users/${userId}`,
    body: ({ enterpriseId, roleId }) => ({
      data: {
        attributes: { name: 'Rosa Prado', email: null, birthdate: '1990-04-30' },
        relationships: {
          enterprise: { type: 'enterprise', id: enterpriseId },
          roles: { type: 'roles', id: roleId },
        },
      },
    }),
    answer: one(shapes.user),
  },
  { name: 'list users', method: 'GET', path: () => '/v2/users', answer: many(shapes.user) },
  {
    name: 'create users',
    method: 'POST',
    path: () => '/v2/users',
    body: ({ roleId }) => ({
      data: {
        attributes: {
          username: 'rosa.prado',
          password: 'uma senha qualquer',
          email: 'rosa@frota.example',
          name: 'Rosa Prado',
          phone1: '+5563999990000',
          phone2: null,
          emergency_contact: null,
          emergency_phone: null,
          document_number: '1234567',
          cpf: '529.982.247-25',
          birthdate: '1990-04-30',
          locale: 'pt_BR',
        },
        relationships: { roles: { type: 'roles', id: roleId } },
      },
    }),
    answer: many(shapes.user),
  },
  {
    name: 'get role',
    method: 'GET',
    path: ({ roleId }) => `/v2/roles/${roleId}?attributes[]=name`,
    answer: one(shapes.role),
  },
  { name: 'list roles', method: 'GET', path: () => '/v2/roles', answer: many(shapes.role) },
  {
    name: 'get vehicle',
    method: 'GET',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}`,
    answer: one(shapes.vehicle),
  },
  {
    name: 'update vehicle',
    method: 'PATCH',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}`,
    body: ({ enterpriseId }) => ({
      data: {
        attributes: {
          plate: 'QRS4T56',
          vin: null,
          type: 'van',
          code: 'V-7',
          brand: 'Renault',
          model: 'Master',
          year: '2020',
          description: 'Rota norte',
          color: '#00AAFF',
          batch: null,
          registration_number: '12345678901',
        },
        relationships: { enterprise: { type: 'enterprise', id: enterpriseId } },
      },
    }),
    answer: one(shapes.updatedVehicle),
  },
  {
    name: 'list vehicles',
    method: 'GET',
    path: () => '/v2/vehicles',
    answer: many(shapes.vehicle),
  },
  {
    name: 'create vehicles',
    method: 'POST',
    path: () => '/v2/vehicles',
    body: () => ({
      data: [{ attributes: { plate: 'KLM3N21' } }, { attributes: { plate: 'KLM-4055' } }],
    }),
    answer: many(shapes.createdVehicle),
  },
  {
    name: 'list device associations',
    method: 'GET',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}/associations/devices`,
    answer: many(shapes.deviceAssociation),
  },
  {
    name: 'create device associations',
    method: 'POST',
    path: () => '/v2/vehicles/associations/devices',
    body: ({ newVehicleId, spareDeviceId }) => ({
      data: [{ device_id: spareDeviceId, vehicle_id: newVehicleId, is_main_device: true }],
    }),
    answer: many(shapes.deviceAssociation),
  },
  {
    name: 'update device association',
    method: 'PATCH',
    path: ({ newVehicleId }) => `/v2/vehicles/${newVehicleId}/associations/devices/{association}`,
    body: () => ({ data: { attributes: { is_main_device: true } } }),
    answer: one(shapes.deviceAssociation),
  },
  {
    name: 'delete device associations',
    method: 'DELETE',
    path: () => '/v2/vehicles/associations/devices',
    body: () => ({ data: [{ type: 'device_association', id: '{association}' }] }),
    answer: shapes.nothing,
  },
  {
    name: 'create user associations',
    method: 'POST',
    path: () => '/v2/vehicles/associations/users',
    body: ({ newVehicleId, colleagueId }) => ({
      data: [{ vehicle_id: newVehicleId, user_id: colleagueId }],
    }),
    answer: many(shapes.userAssociation),
  },
  {
    name: 'list user associations',
    method: 'GET',
    path: ({ newVehicleId }) => `/v2/vehicles/${newVehicleId}/associations/users`,
    answer: many(shapes.listedUserAssociation),
  },
  {
    name: 'delete user associations',
    method: 'DELETE',
    path: () => '/v2/vehicles/associations/users',
    body: () => ({ data: [{ type: 'user_permission', id: '{association}' }] }),
    answer: shapes.nothing,
  },
  {
    name: 'get tracking',
    method: 'GET',
    path: ({ vehicleId, deviceId }) => `/v2/vehicles/${vehicleId}/tracking/${deviceId}?format=JSON`,
    answer: one(shapes.position),
  },
  {
    name: 'get trajectory data',
    method: 'GET',
    path: (context) =>
      `/v2/vehicles/${context.vehicleId}/trajectories/geom?${keys(context)}&filters[eid][eq]=${context.enterpriseId}`,
    answer: one(shapes.dayFeatures),
  },
  {
    name: 'get trajectory',
    method: 'GET',
    path: (context) => `/v2/vehicles/${context.vehicleId}/trajectories/by-keys?${keys(context)}`,
    answer: one(shapes.dayRecord),
  },
  {
    name: 'list trajectories',
    method: 'GET',
    path: ({ vehicleId, acc }) =>
      `/v2/vehicles/${vehicleId}/trajectories/?filters[fromAcc]=${acc}&filters[toAcc]=${acc}`,
    answer: many(shapes.daySummary),
  },
  {
    name: 'deactivate device',
    method: 'PATCH',
    path: ({ spareDeviceId }) => `/v2/devices/${spareDeviceId}/status/deactivation`,
    answer: null,
  },
  {
    name: 'get device',
    method: 'GET',
    path: ({ deviceId }) => `/v2/devices/${deviceId}`,
    answer: one(shapes.device),
  },
  {
    name: 'update device',
    method: 'PATCH',
    path: ({ deviceId }) => `/v2/devices/${deviceId}`,
    body: ({ chipId, enterpriseId, vehicleId }) => ({
      data: {
        attributes: { name: 'RX-20 novo', code: null },
        relationships: {
          chip: { type: 'chip', id: chipId },
          enterprise: { type: 'enterprise', id: enterpriseId },
          vehicle: { type: 'vehicle', id: vehicleId },
        },
      },
    }),
    answer: one(shapes.device),
  },
  { name: 'list devices', method: 'GET', path: () => '/v2/devices', answer: many(shapes.device) },
  {
    name: 'create devices',
    method: 'POST',
    path: () => '/v2/devices',
    body: ({ chipId }) => ({
      data: [
        {
          attributes: { name: 'RX-20', imei: '490154203237518', batch: null, code: null },
          relationships: { chip: { type: 'chip', id: chipId } },
        },
      ],
    }),
    answer: many(shapes.createdDevice),
  },
  {
    name: 'delete devices',
    method: 'DELETE',
    path: () => '/v2/devices',
    body: ({ spareDeviceId }) => ({ data: [{ type: 'devices', id: spareDeviceId }] }),
    answer: shapes.nothing,
  },
  {
    name: 'get chip',
    method: 'GET',
    path: ({ chipId }) => `/v2/chips/${chipId}`,
    answer: one(shapes.chip),
  },
  {
    name: 'update chip',
    method: 'PATCH',
    path: ({ chipId }) => `/v2/chips/${chipId}`,
    body: ({ enterpriseId }) => ({
      data: {
        attributes: { carrier: 'Operadora Nova', batch: 'C24' },
        relationships: { enterprise: { type: 'enterprise', id: enterpriseId } },
      },
    }),
    answer: one(shapes.chip),
  },
  { name: 'list chips', method: 'GET', path: () => '/v2/chips', answer: many(shapes.chip) },
  {
    name: 'delete vehicles',
    method: 'DELETE',
    path: () => '/v2/vehicles',
    body: ({ newVehicleId }) => ({ data: [{ type: 'vehicles', id: newVehicleId }] }),
    answer: shapes.nothing,
  },
];

/** A Friday: the vehicles that are tried have all driven on it. */
const NOON = Date.UTC(2026, 4, 15, 15);

describe('the 35 documented operations', PATIENT, () => {
  let context: Context;
  /** The association created last, for the operations that need one. */
  let association = '';

  beforeAll(async () => {
    const client = await ServiceClient.start({ now: () => NOON });
    const reporting = await findReporting(client);
    const me = (await client.list('/v2/users?limit=100')).find(
      ({ attributes }) => attributes.username === client.service.username,
    );
    const role = await client.first('/v2/roles');
    const chip = await client.first('/v2/chips?limit=1');
    context = {
      client,
      ...reporting,
      acc: '20260514',
      userId: me?.id ?? '',
      otherUserId: await findOtherUser(client, me?.id ?? ''),
      roleId: role.id,
      chipId: chip.id,
      ...(await createPair(client)),
    };
  });
  afterAll(() => context.client.close());

  it('are all in the table', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(35);
  });

  it.each(operations)(
    '$name: $method',
    async ({ method, path, body, answer: shape, needsToken }) => {
      const { client } = context;
      const url = path(context).replace('{association}', association);
      const sent = body?.(context);
      const text = JSON.stringify(sent)?.replace('{association}', association);
      const content = text === undefined ? {} : { body: JSON.parse(text) as unknown };

      if (needsToken === false) {
        expect((await client.call(method, url, { ...content, token: null })).status).toBe(200);
      } else {
        const stranger = await client.call(method, url, { ...content, token: null });
        expect(stranger.status).toBe(401);
        expect(shapes.error.safeParse(stranger.json).success).toBe(true);
      }
      const keyless = await client.call(method, url, { ...content, publicKey: null });
      expect(keyless.status).toBe(401);

      if (url.includes('refresh-token')) {
        // A refresh token is good once; the check above has used it up.
        await client.signIn();
        const again = { auth_token: client.token, refresh_token: client.refreshToken };
        const answer = await client.call(method, url, { body: again, token: null });
        expect(shape?.parse(answer.json)).toEqual(answer.json);
        await client.signIn();
        return;
      }
      const answer = await client.call(method, url, content);
      expect({ status: answer.status, text: answer.status < 300 ? '' : answer.text }).toEqual({
        status: expect.toSatisfy((status: number) => status >= 200 && status < 300) as number,
        text: '',
      });
      if (shape === null) {
        expect(answer.text).toBe('');
        return;
      }
      expect(shape.parse(answer.json)).toEqual(answer.json);
      if (method === 'POST' && url.includes('/associations/')) {
        association = (answer.json as { data: RecordAnswer[] }).data[0]?.id ?? '';
      }
    },
  );

  it('refuse an identifier that is none, by name', async () => {
    const { client } = context;
    const paths = [
      '/v2/users/short',
      '/v2/roles/sixteen-letters!',
      '/v2/vehicles/1234567890123-5',
      '/v2/vehicles/1234567890123456/tracking/123456789012345',
      '/v2/devices/12345678901234',
      '/v2/chips/1234567890123456',
    ];
    for (const path of paths) {
      const answer = await client.get(path);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(messageOf(answer)).toMatch(/^params\.\w+ must match/);
    }
  });

  it('answer 404 for a record that is not there', async () => {
    const { client } = context;
    for (const group of ['users', 'roles', 'vehicles', 'devices', 'chips']) {
      const answer = await client.get(`/v2/${group}/000000000000000`);
      expect([group, answer.status]).toEqual([group, 404]);
      expect(shapes.error.safeParse(answer.json).success).toBe(true);
    }
  });

  it('answer unknown paths and verbs with 404 as JSON', async () => {
    const { client } = context;
    for (const [method, path] of [
      ['GET', '/v2/nothing'],
      ['GET', '/vehicles'],
      ['PUT', '/v2/vehicles'],
      // The list of trajectories has a slash at its end.
      ['GET', `/v2/vehicles/${context.vehicleId}/trajectories`],
    ] as const) {
      const answer = await client.call(method, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(shapes.error.safeParse(answer.json).success).toBe(true);
    }
  });
});

async function findOtherUser(client: ServiceClient, me: string): Promise<string> {
  const other = (await client.list('/v2/users?limit=100')).find(({ id }) => id !== me);
  if (!other) throw new Error('there is one user alone');
  return other.id;
}

/** A new vehicle, and a device and a user of its enterprise that nobody has. */
async function createPair(
  client: ServiceClient,
): Promise<{ newVehicleId: string; spareDeviceId: string; colleagueId: string }> {
  const colleague = (await client.list('/v2/users?limit=100')).at(-1);
  const enterprise = related(colleague, 'enterprise') ?? '';
  const relationships = { enterprise: { type: 'enterprise', id: enterprise } };
  const vehicles = await client.call('POST', '/v2/vehicles', {
    body: { data: [{ attributes: { plate: 'TST0A01' }, relationships }] },
  });
  const devices = await client.call('POST', '/v2/devices', {
    body: { data: [{ attributes: { name: 'Novo', imei: '356938035643809' }, relationships }] },
  });
  const idIn = (json: unknown): string => (json as { data: RecordAnswer[] }).data[0]?.id ?? '';
  return {
    newVehicleId: idIn(vehicles.json),
    spareDeviceId: idIn(devices.json),
    colleagueId: colleague?.id ?? '',
  };
}
