import { describe, expect, it } from 'vitest';
import { encodeRequest } from '@core/service/encoding';
import { operationNames, operations, type OperationName } from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { defaultProfile, readProfile, type Profile } from '@core/service/profile';

const ID = 'aB3dE5gH7jK9mN1';
const OTHER = 'zY2xW4vU6tS8rQ0';

/** What goes over the wire. Query parameters as decoded text, in their order. */
interface Wire {
  method: string;
  path: string;
  query?: string[];
  body?: unknown;
}

function encode(
  name: OperationName,
  input: Record<string, unknown>,
  { profile = defaultProfile, publicKey = '' }: { profile?: Profile; publicKey?: string } = {},
): Wire & { headers: Readonly<Record<string, string>> } {
  const entry: Operation = operations[name];
  const parsed = entry.input.parse(input) as Record<string, unknown>;
  const request = encodeRequest(entry, parsed, {
    profile,
    form: profile.operations[name],
    firstPage: profile.paging.firstPage,
    publicKey,
    refused: new Set(),
  });
  const [path = '', query] = request.path.split('?');
  return {
    method: request.method,
    path,
    headers: request.headers,
    ...(query !== undefined && { query: decodeURIComponent(query).split('&') }),
    ...(request.body !== null && { body: JSON.parse(request.body) }),
  };
}

/** Every parameter of a list that the document names, and how it travels. */
const listInput = {
  includes: { device: ['name', 'imei'] },
  filters: { 'devices.imei': { eq: '35' }, plain: 7 },
  sort: { created_at: -1 },
  count: true,
  limit: 100,
  page: 3,
  search: 'ABC-1D23 + filhos/ção',
};
const listQuery = [
  'includes[device][]=name',
  'includes[device][]=imei',
  'filters[devices.imei][eq]=35',
  'filters[plain]=7',
  'sort[created_at]=-1',
  'count=true',
  'limit=100',
  'page=3',
  'search=ABC-1D23 + filhos/ção',
];

const cases: [name: OperationName, input: Record<string, unknown>, wire: Wire][] = [
  [
    'authentication.logIn',
    { username: 'ana', password: 'segredo' },
    { method: 'POST', path: '/v2/auth/login', body: { username: 'ana', password: 'segredo' } },
  ],
  [
    'authentication.refresh',
    { authToken: 'a', refreshToken: 'r' },
    {
      method: 'POST',
      path: '/v2/auth/refresh-token',
      body: { auth_token: 'a', refresh_token: 'r' },
    },
  ],
  [
    'users.list',
    { attributes: ['username', 'emergency_contact'], ...listInput },
    {
      method: 'GET',
      path: '/v2/users',
      query: ['attributes[]=username', 'attributes[]=emergency_contact', ...listQuery],
    },
  ],
  [
    'users.get',
    { id: ID, attributes: ['cpf'], includes: { enterprise: ['name'] } },
    {
      method: 'GET',
      path: `/v2/users/${ID}`,
      query: ['attributes[]=cpf', 'includes[enterprise][]=name'],
    },
  ],
  [
    'users.create',
    {
      data: {
        attributes: {
          username: 'ana',
          password: 'segredo',
          email: null,
          name: 'Ana',
          phone1: '1',
          phone2: '2',
          emergencyContact: 'Rui',
          emergencyPhone: '3',
          documentNumber: '4',
          cpf: '5',
          birthdate: '1990-12-31',
          locale: 'pt-BR',
        },
        relationships: { enterprise: ID, roles: OTHER },
      },
    },
    {
      method: 'POST',
      path: '/v2/users',
      body: {
        data: {
          attributes: {
            username: 'ana',
            password: 'segredo',
            email: null,
            name: 'Ana',
            phone1: '1',
            phone2: '2',
            emergency_contact: 'Rui',
            emergency_phone: '3',
            document_number: '4',
            cpf: '5',
            birthdate: '1990-12-31',
            locale: 'pt-BR',
          },
          relationships: {
            enterprise: { type: 'enterprise', id: ID },
            roles: { type: 'roles', id: OTHER },
          },
        },
      },
    },
  ],
  [
    'users.update',
    { id: ID, data: { attributes: { name: 'Ana' } } },
    { method: 'PATCH', path: `/v2/users/${ID}`, body: { data: { attributes: { name: 'Ana' } } } },
  ],
  ['users.delete', { id: ID }, { method: 'DELETE', path: `/v2/users/${ID}` }],
  [
    'users.setStatus',
    { id: ID, situation: 'deactivation' },
    { method: 'PATCH', path: `/v2/users/${ID}/status/deactivation` },
  ],
  [
    'roles.list',
    { attributes: ['name'], filters: { name: { eq: 'ADMIN' } } },
    {
      method: 'GET',
      path: '/v2/roles',
      query: ['attributes[]=name', 'filters[name][eq]=ADMIN'],
    },
  ],
  [
    'roles.get',
    { id: ID, attributes: ['name'] },
    { method: 'GET', path: `/v2/roles/${ID}`, query: ['attributes[]=name'] },
  ],
  [
    'vehicles.list',
    { attributes: ['plate', 'registration_number'], ...listInput },
    {
      method: 'GET',
      path: '/v2/vehicles',
      query: ['attributes[]=plate', 'attributes[]=registration_number', ...listQuery],
    },
  ],
  [
    'vehicles.get',
    { id: ID, attributes: ['user_names', 'deactivated_at'], includes: { enterprises: ['name'] } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}`,
      query: [
        'attributes[]=user_names',
        'attributes[]=deactivated_at',
        'includes[enterprises][]=name',
      ],
    },
  ],
  [
    'vehicles.create',
    {
      data: [
        {
          attributes: {
            plate: 'ABC1D23',
            vin: 'V',
            typeName: 'car',
            code: 'C',
            brandName: 'B',
            modelName: 'M',
            year: '2024',
            description: 'D',
            color: '#AABBCC',
            batch: 'L',
            registrationNumber: 'R',
          },
          relationships: { enterprise: OTHER },
        },
        { attributes: { plate: 'XYZ9K87' } },
      ],
    },
    {
      method: 'POST',
      path: '/v2/vehicles',
      body: {
        data: [
          {
            attributes: {
              plate: 'ABC1D23',
              vin: 'V',
              type: 'car',
              code: 'C',
              brand: 'B',
              model: 'M',
              year: '2024',
              description: 'D',
              color: '#AABBCC',
              batch: 'L',
              registration_number: 'R',
            },
            relationships: { enterprise: { type: 'enterprise', id: OTHER } },
          },
          { attributes: { plate: 'XYZ9K87' } },
        ],
      },
    },
  ],
  [
    'vehicles.update',
    { id: ID, data: { attributes: { typeName: 'truck', vin: null } } },
    {
      method: 'PATCH',
      path: `/v2/vehicles/${ID}`,
      body: { data: { attributes: { type: 'truck', vin: null } } },
    },
  ],
  [
    'vehicles.delete',
    { ids: [ID, OTHER] },
    {
      method: 'DELETE',
      path: '/v2/vehicles',
      body: {
        data: [
          { type: 'vehicles', id: ID },
          { type: 'vehicles', id: OTHER },
        ],
      },
    },
  ],
  [
    'deviceAssociations.list',
    {
      vehicleId: ID,
      includes: { devices: ['imei'] },
      filters: { a: { eq: true } },
      sort: { created_at: 1 },
      count: false,
      limit: 1,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/associations/devices`,
      query: [
        'includes[devices][]=imei',
        'filters[a][eq]=true',
        'sort[created_at]=1',
        'count=false',
        'limit=1',
        'page=1',
      ],
    },
  ],
  [
    'deviceAssociations.create',
    { data: [{ deviceId: OTHER, vehicleId: ID, isMainDevice: true }] },
    {
      method: 'POST',
      path: '/v2/vehicles/associations/devices',
      body: { data: [{ device_id: OTHER, vehicle_id: ID, is_main_device: true }] },
    },
  ],
  [
    'deviceAssociations.update',
    { vehicleId: ID, associationId: OTHER, isMainDevice: false },
    {
      method: 'PATCH',
      path: `/v2/vehicles/${ID}/associations/devices/${OTHER}`,
      body: { data: { attributes: { is_main_device: false } } },
    },
  ],
  [
    'deviceAssociations.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/vehicles/associations/devices',
      body: { data: [{ type: 'device_association', id: ID }] },
    },
  ],
  [
    'userAssociations.list',
    {
      vehicleId: ID,
      attributes: ['nature'],
      includes: { user: ['name'] },
      filters: { a: { eq: 1 } },
      searchables: ['name', 'cpf'],
      sort: { created_at: 1 },
      count: true,
      limit: 50,
      page: 2,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/associations/users`,
      query: [
        'attributes[]=nature',
        'includes[user][]=name',
        'filters[a][eq]=1',
        'searchables[]=name',
        'searchables[]=cpf',
        'sort[created_at]=1',
        'count=true',
        'limit=50',
        'page=2',
      ],
    },
  ],
  [
    'userAssociations.create',
    { data: [{ vehicleId: ID, userId: OTHER }] },
    {
      method: 'POST',
      path: '/v2/vehicles/associations/users',
      body: { data: [{ vehicle_id: ID, user_id: OTHER }] },
    },
  ],
  [
    'userAssociations.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/vehicles/associations/users',
      body: { data: [{ type: 'user_permission', id: ID }] },
    },
  ],
  [
    'tracking.get',
    { id: ID, deviceId: OTHER, includes: { device: ['name'] } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/tracking/${OTHER}`,
      query: ['includes[device][]=name', 'format=JSON'],
    },
  ],
  [
    'trajectories.list',
    {
      id: ID,
      filters: { fromAcc: 20260301, toAcc: 20260331 },
      includes: { device: ['name'] },
      searchables: ['tag'],
      limit: 31,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/`,
      query: [
        'filters[fromAcc]=20260301',
        'filters[toAcc]=20260331',
        'includes[device][]=name',
        'searchables[]=tag',
        'limit=31',
        'page=1',
      ],
    },
  ],
  [
    'trajectories.get',
    {
      id: ID,
      filters: { acc: { eq: 20260310 }, did: { eq: OTHER } },
      includes: { device: ['name'] },
      sort: { act: 1 },
      searchables: ['tag'],
      limit: 1,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/by-keys`,
      query: [
        'filters[acc][eq]=20260310',
        `filters[did][eq]=${OTHER}`,
        'includes[device][]=name',
        'sort[act]=1',
        'searchables[]=tag',
        'limit=1',
        'page=1',
      ],
    },
  ],
  [
    'trajectories.data',
    { id: ID, attributes: ['DETAILED', 'STOP'], filters: { acc: { eq: 20260310 } } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/geom`,
      query: ['attributes[]=DETAILED', 'attributes[]=STOP', 'filters[acc][eq]=20260310'],
    },
  ],
  [
    'devices.list',
    { attributes: ['imei'], ...listInput },
    { method: 'GET', path: '/v2/devices', query: ['attributes[]=imei', ...listQuery] },
  ],
  [
    'devices.get',
    { id: ID, attributes: ['name'], includes: { chip: ['serial'] } },
    {
      method: 'GET',
      path: `/v2/devices/${ID}`,
      query: ['attributes[]=name', 'includes[chip][]=serial'],
    },
  ],
  [
    'devices.create',
    {
      data: [
        {
          attributes: { name: 'N', imei: '1', batch: null, code: 'C' },
          relationships: { chip: OTHER, enterprise: ID, vehicle: ID, type: OTHER },
        },
      ],
    },
    {
      method: 'POST',
      path: '/v2/devices',
      body: {
        data: [
          {
            attributes: { name: 'N', imei: '1', batch: null, code: 'C' },
            relationships: {
              chip: { type: 'chip', id: OTHER },
              enterprise: { type: 'enterprise', id: ID },
              vehicle: { type: 'vehicle', id: ID },
              type: { type: 'type', id: OTHER },
            },
          },
        ],
      },
    },
  ],
  [
    'devices.update',
    { id: ID, data: { attributes: { code: 'C' }, relationships: { chip: null } } },
    {
      method: 'PATCH',
      path: `/v2/devices/${ID}`,
      body: { data: { attributes: { code: 'C' }, relationships: { chip: null } } },
    },
  ],
  [
    'devices.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/devices',
      body: { data: [{ type: 'devices', id: ID }] },
    },
  ],
  [
    'devices.setStatus',
    { id: ID, situation: 'activation' },
    { method: 'PATCH', path: `/v2/devices/${ID}/status/activation` },
  ],
  [
    'chips.list',
    { attributes: ['service_provider'], ...listInput },
    { method: 'GET', path: '/v2/chips', query: ['attributes[]=service_provider', ...listQuery] },
  ],
  [
    'chips.get',
    { id: ID, attributes: ['serial'], includes: { enterprise: ['name'] } },
    {
      method: 'GET',
      path: `/v2/chips/${ID}`,
      query: ['attributes[]=serial', 'includes[enterprise][]=name'],
    },
  ],
  [
    'chips.update',
    {
      id: ID,
      data: {
        attributes: { serial: 'S', number: '1', batch: 'B', carrier: 'C', serviceProvider: 'P' },
        relationships: { enterprise: OTHER },
      },
    },
    {
      method: 'PATCH',
      path: `/v2/chips/${ID}`,
      body: {
        data: {
          attributes: {
            serial: 'S',
            number: '1',
            batch: 'B',
            carrier: 'C',
            service_provider: 'P',
          },
          relationships: { enterprise: { type: 'enterprise', id: OTHER } },
        },
      },
    },
  ],
];

describe('the catalogue', () => {
  it('holds the 35 documented operations, each of them tested below', () => {
    expect(operationNames).toHaveLength(35);
    expect(Object.keys(operations).sort()).toEqual([...operationNames].sort());
    expect(cases.map(([name]) => name).sort()).toEqual([...operationNames].sort());
  });

  it.each(cases)('%s sends every documented parameter', (name, input, wire) => {
    const { headers, ...sent } = encode(name, input);
    expect(sent).toEqual(wire);
    expect(headers['content-type']).toBe(wire.body ? 'application/json' : undefined);
  });

  it.each(cases)('%s accepts the public key', (name, input) => {
    expect(encode(name, input, { publicKey: 'k' }).headers['public-key']).toBe('k');
    const inQuery = readProfile({ publicKey: { place: 'query', name: 'key' } });
    const sent = encode(name, input, { publicKey: 'k', profile: inQuery });
    expect(sent.headers['public-key']).toBeUndefined();
    expect(sent.query?.at(-1)).toBe('key=k');
  });

  it.each(cases)('%s refuses identifiers that are none, and unknown parameters', (name, input) => {
    const { input: schema } = operations[name] as Operation;
    expect(schema.safeParse({ ...input, somethingElse: 1 }).success).toBe(false);
    for (const key of ['id', 'vehicleId', 'associationId', 'deviceId']) {
      if (!(key in input)) continue;
      for (const wrong of ['', '../../admin', `${ID}x`, 'aB3dE5gH7jK9mN ', 5]) {
        expect(schema.safeParse({ ...input, [key]: wrong }).success, key).toBe(false);
      }
    }
  });

  it.each([
    ['users.list', { limit: 101 }],
    ['users.list', { limit: 0 }],
    ['vehicles.list', { search: 'x'.repeat(101) }],
    ['vehicles.list', { attributes: ['type_name'] }],
    ['devices.list', { page: -1 }],
    ['chips.list', { sort: { created_at: 2 } }],
    ['authentication.logIn', { username: 'x'.repeat(256), password: 'p' }],
    ['authentication.logIn', { username: 'u', password: 'x'.repeat(256) }],
    ['authentication.refresh', { authToken: 'x'.repeat(501), refreshToken: 'r' }],
    ['authentication.refresh', { authToken: 'a', refreshToken: 'x'.repeat(501) }],
    ['users.setStatus', { id: ID, situation: 'gone' }],
    ['users.create', { data: { attributes: { birthdate: '31/12/1990' } } }],
    ['tracking.get', { id: ID, deviceId: ID, format: 'XML' }],
    ['trajectories.data', { id: ID, attributes: ['EVERYTHING'] }],
    ['vehicles.delete', { ids: [] }],
  ] as const)('%s keeps the documented limits: %o', (name, input) => {
    expect((operations[name] as Operation).input.safeParse(input).success).toBe(false);
  });

  it('leaves out what is null, empty or not given', () => {
    const sent = encode('vehicles.list', {
      search: null,
      sort: null,
      attributes: [],
      includes: {},
    });
    expect(sent.query).toBeUndefined();
  });
});

describe('other forms of a service, by profile alone', () => {
  it.each([
    ['indices', ['attributes[0]=plate', 'attributes[1]=vin']],
    ['repeat', ['attributes=plate', 'attributes=vin']],
    ['comma', ['attributes=plate,vin']],
  ] as const)('writes arrays as %s', (arrays, query) => {
    const profile = readProfile({ parameters: { arrays } });
    const sent = encode('vehicles.list', { attributes: ['plate', 'vin'] }, { profile });
    expect(sent.query).toEqual(query);
  });

  it.each([
    ['dots', ['filters.imei.eq=1']],
    ['json', ['filters={"imei":{"eq":"1"}}']],
  ] as const)('writes objects as %s', (objects, query) => {
    const profile = readProfile({ parameters: { objects } });
    const sent = encode('devices.list', { filters: { imei: { eq: '1' } } }, { profile });
    expect(sent.query).toEqual(query);
  });

  it('counts pages from 0', () => {
    const profile = readProfile({ paging: { firstPage: 0 } });
    expect(encode('vehicles.list', { page: 1 }, { profile }).query).toEqual(['page=0']);
  });

  it('deletes by POST to another path, and never sends a parameter that is refused', () => {
    const profile = readProfile({
      operations: {
        'vehicles.delete': { method: 'POST', path: '/v2/vehicles/remove' },
        'vehicles.list': { attributes: false, includes: false },
      },
    });
    expect(encode('vehicles.delete', { ids: [ID] }, { profile })).toMatchObject({
      method: 'POST',
      path: '/v2/vehicles/remove',
    });
    const list = { attributes: ['plate'], includes: { device: ['name'] }, page: 1 };
    expect(encode('vehicles.list', list, { profile }).query).toEqual(['page=1']);
  });

  it('wraps one record a call, and says so when there are more', () => {
    const profile = readProfile({
      operations: { 'vehicles.create': { envelope: 'data-object' } },
    });
    const one = { data: [{ attributes: { plate: 'A' } }] };
    expect(encode('vehicles.create', one, { profile }).body).toEqual({
      data: { attributes: { plate: 'A' } },
    });
    const two = { data: [...one.data, ...one.data] };
    expect(() => encode('vehicles.create', two, { profile })).toThrow(/one record/);
  });
});
