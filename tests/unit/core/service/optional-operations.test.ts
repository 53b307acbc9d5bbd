import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { encodeRequest } from '@core/service/encoding';
import {
  catalogue,
  optionalOperationNames,
  type OptionalOperationName,
} from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { formOf } from '@core/service/operation-forms';
import { defaultProfile, readProfile } from '@core/service/profile';
import { House, signIn } from '../session/house';
import { ID, listInput, listQuery, OTHER, type Wire } from './wire-cases';

const profile = readProfile({
  optionalOperations: {
    'tracking.listAll': { method: 'GET', path: '/v2/tracking' },
    'enterprises.list': {},
    'serviceOrders.list': { method: 'GET', path: '/v2/service-orders' },
    'webhooks.list': { method: 'GET', path: '/v2/webhooks' },
    'webhooks.create': { method: 'POST', path: '/v2/webhooks', envelope: 'data-object' },
    'webhooks.delete': { method: 'DELETE', path: '/v2/webhooks' },
    'chips.create': { method: 'POST', path: '/v2/chips' },
    'chips.delete': { method: 'DELETE', path: '/v2/chips' },
    'vehicles.setStatus': { method: 'PATCH', path: '/v2/vehicles/{id}/status/{situation}' },
  },
});

const list = { ...listInput, searchables: ['name'] };
const query = [...listQuery, 'searchables[]=name'];

const cases: [name: OptionalOperationName, input: Record<string, unknown>, wire: Wire][] = [
  ['tracking.listAll', list, { method: 'GET', path: '/v2/tracking', query }],
  ['enterprises.list', list, { method: 'GET', path: '/v2/enterprises/', query }],
  ['serviceOrders.list', list, { method: 'GET', path: '/v2/service-orders', query }],
  ['webhooks.list', list, { method: 'GET', path: '/v2/webhooks', query }],
  [
    'webhooks.create',
    { data: [{ attributes: { url: 'https://hook.example', events: ['fix'] } }] },
    {
      method: 'POST',
      path: '/v2/webhooks',
      body: { data: { attributes: { url: 'https://hook.example', events: ['fix'] } } },
    },
  ],
  [
    'webhooks.delete',
    { ids: [ID] },
    { method: 'DELETE', path: '/v2/webhooks', body: { data: [{ type: 'webhooks', id: ID }] } },
  ],
  [
    'chips.create',
    {
      data: [
        {
          attributes: { serial: '8955', number: '+55', serviceProvider: 'Vivo', batch: null },
          relationships: { enterprise: OTHER },
        },
      ],
    },
    {
      method: 'POST',
      path: '/v2/chips',
      body: {
        data: [
          {
            attributes: { serial: '8955', number: '+55', service_provider: 'Vivo', batch: null },
            relationships: { enterprise: { type: 'enterprise', id: OTHER } },
          },
        ],
      },
    },
  ],
  [
    'chips.delete',
    { ids: [ID] },
    { method: 'DELETE', path: '/v2/chips', body: { data: [{ type: 'chips', id: ID }] } },
  ],
  [
    'vehicles.setStatus',
    { id: ID, situation: 'deactivation' },
    { method: 'PATCH', path: `/v2/vehicles/${ID}/status/deactivation` },
  ],
];

describe('optional operations', () => {
  it('are those of the service defaults, each of them tested below', () => {
    expect(cases.map(([name]) => name).sort()).toEqual([...optionalOperationNames].sort());
  });

  it.each(cases)('%s travels in the form that the profile gives', (name, input, wire) => {
    const entry: Operation = catalogue[name];
    const request = encodeRequest(entry, entry.input.parse(input) as Record<string, unknown>, {
      profile,
      form: formOf(name, profile),
      firstPage: 1,
      publicKey: '',
      refused: new Set(),
    });
    const [path, text] = request.path.split('?');
    expect({
      method: request.method,
      path,
      ...(text !== undefined && { query: decodeURIComponent(text).split('&') }),
      ...(request.body !== null && { body: JSON.parse(request.body) as unknown }),
    }).toEqual(wire);
  });
});

describe('positions of many vehicles in one answer', () => {
  const decode = (data: unknown) =>
    catalogue['tracking.listAll'].decode({ data }, { profile, receivedAt: 1_700_000_100_000 });
  const attributes = { act: 1_700_000_000, spd: 12, geometry: { coordinates: [-46.6, -23.5] } };

  it('belong to the vehicle that an item names, or that it is', () => {
    const { records } = decode([
      { id: ID, attributes, relationships: { vehicles: { id: OTHER, type: 'vehicles' } } },
      { id: ID, attributes: { ...attributes, vehicle_id: OTHER, device_id: ID } },
      { id: ID, attributes },
    ]);
    expect(records.map(({ vehicleId, deviceId }) => [vehicleId, deviceId])).toEqual([
      [OTHER, null],
      [OTHER, ID],
      [ID, null],
    ]);
    expect(records[0]?.tracking.fix).toMatchObject({ at: 1_700_000_000_000, speed: 12 });
  });

  it('are reported where they can not be read, and the others stay', () => {
    const { records, size, unread } = decode([{ id: ID }, { id: 'x' }, { id: OTHER, attributes }]);
    expect(records.map(({ vehicleId }) => vehicleId)).toEqual([OTHER]);
    expect(size).toBe(3);
    expect(unread.map(({ problem }) => problem).sort()).toEqual([
      'not-a-position',
      'not-an-identifier',
    ]);
  });
});

describe('a call of an optional operation', () => {
  const options = { lane: 'interactive' } as const;

  it('that the profile does not name is refused here, and costs nothing', async () => {
    const house = await House.open();
    await house.signIn();
    const before = house.budget.state().used;
    const absent = { error: { code: 'invalid-request', reason: 'feature-absent' } };
    const input = { id: ID, situation: 'activation' as const };
    const { service } = house;
    const calls: (() => Promise<unknown>)[] = [
      () => service.call('enterprises.list', {}, options),
      () => service.call('vehicles.setStatus', input, options),
      () => service.callNext(() => ({ operation: 'tracking.listAll', input: {} }), options),
    ];
    for (const call of calls) await expect(house.end(call())).rejects.toMatchObject(absent);
    expect(house.budget.state()).toMatchObject({ used: before, queued: 0 });
    expect(house.transport.seen).toHaveLength(1);
  });

  it('that the profile names is a call like any other', async () => {
    const house = await House.open();
    const { baseUrl, name } = signIn.connection;
    const offered = { optionalOperations: { 'enterprises.list': {} } };
    const { id } = house.connections.offer({ name, baseUrl, profile: offered });
    await house.signIn({ connectionId: id });
    house.answer(() => ({ json: { data: [{ id: ID, attributes: { name: 'North' } }] } }));
    const { records } = await house.end(house.service.call('enterprises.list', {}, options));
    expect(records).toMatchObject([{ id: ID, raw: { attributes: { name: 'North' } } }]);
    expect(house.transport.to('/v2/enterprises/')).toHaveLength(1);
  });
});

it('the error says which operation it was', () => {
  expect(() => formOf('chips.create', defaultProfile)).toThrow(FleetdeskError);
  expect(() => formOf('chips.create', defaultProfile)).toThrow(/chips\.create/);
});
