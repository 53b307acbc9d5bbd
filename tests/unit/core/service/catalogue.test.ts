import { describe, expect, it } from 'vitest';
import { encodeRequest } from '@core/service/encoding';
import { catalogue, operationNames, type OperationName } from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { defaultProfile, readProfile, type Profile } from '@core/service/profile';
import { ID, type Wire, type WireCase } from './wire-cases';
import { devicesAndTracking } from './wire-cases-devices-and-tracking';
import { peopleAndVehicles } from './wire-cases-people-and-vehicles';

function encode(
  name: OperationName,
  input: Record<string, unknown>,
  { profile = defaultProfile, publicKey = '' }: { profile?: Profile; publicKey?: string } = {},
): Wire & { headers: Readonly<Record<string, string>> } {
  const entry: Operation = catalogue[name];
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

const cases: WireCase[] = [...peopleAndVehicles, ...devicesAndTracking];

describe('the catalogue', () => {
  it('holds the 35 documented operations, each of them tested below', () => {
    expect(operationNames).toHaveLength(35);
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
    const { input: schema } = catalogue[name] as Operation;
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
    expect((catalogue[name] as Operation).input.safeParse(input).success).toBe(false);
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

  it('asks for pages no larger than the service takes', () => {
    const profile = readProfile({ limits: { pageSize: 25 } });
    expect(encode('vehicles.list', { limit: 100 }, { profile }).query).toEqual(['limit=25']);
    expect(encode('vehicles.list', { limit: 10 }, { profile }).query).toEqual(['limit=10']);
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
