import { describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { operationNames } from '@core/service/operations';
import { defaultProfile, readProfile } from '@core/service/profile';
import { diffProfile } from '@core/service/profile-diff';
import { readProfileFile, writeProfileFile } from '@core/service/profile-file';

function errorOf(json: unknown): AppError {
  try {
    readProfile(json);
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It was accepted.');
}

describe('the built-in profile', () => {
  it('names every documented operation under its default path', () => {
    expect(Object.keys(defaultProfile.operations).sort()).toEqual([...operationNames].sort());
    expect(defaultProfile.operations['trajectories.data'].path).toBe(
      '/v2/vehicles/{id}/trajectories/geom',
    );
    expect(defaultProfile.limits).toMatchObject({ perMinute: 50, chunkSize: 20 });
  });

  it('survives its own file', () => {
    const text = writeProfileFile(defaultProfile);
    expect(readProfile(JSON.parse(text))).toEqual(defaultProfile);
  });
});

describe('a profile with wrong keys', () => {
  it('names the first fifty and their count, however many there are', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => [`key${index}`, {}]);
    const error = errorOf(Object.fromEntries(keys));
    expect(error.fields).toHaveLength(50);
    expect(error.message).toContain('"key0": Unknown key (5000 wrong keys)');
  });

  it('is not read at all where it is too long to be a profile', () => {
    const text = JSON.stringify({ name: 'x'.repeat(256 * 1024) });
    expect(() => readProfileFile(text)).toThrow('too long');
  });
});

describe('a part of a profile', () => {
  it('is laid over the built-in one, key by key', () => {
    const profile = readProfile({
      limits: { perMinute: 3_000 },
      operations: { 'vehicles.list': { path: '/v2/fleet' } },
      errors: { messages: ['detail'] },
    });
    expect(profile.limits).toEqual({ ...defaultProfile.limits, perMinute: 3_000 });
    expect(profile.operations['vehicles.list']).toMatchObject({ method: 'GET', path: '/v2/fleet' });
    expect(profile.errors.messages).toEqual(['detail']);
    expect(diffProfile(profile)).toEqual([
      { path: 'limits.perMinute', base: 50, value: 3_000 },
      { path: 'errors.messages', base: defaultProfile.errors.messages, value: ['detail'] },
      { path: 'operations.vehicles.list.path', base: '/v2/vehicles', value: '/v2/fleet' },
    ]);
  });

  it('need not say again what is known of an optional operation', () => {
    const profile = readProfile({ optionalOperations: { 'enterprises.list': {} } });
    expect(profile.optionalOperations['enterprises.list']).toMatchObject({
      method: 'GET',
      path: '/v2/enterprises/',
    });
    const elsewhere = { 'enterprises.list': { path: '/v2/companies' } };
    const moved = readProfile({ optionalOperations: elsewhere }).optionalOperations;
    expect(moved['enterprises.list']).toMatchObject({ method: 'GET', path: '/v2/companies' });
  });

  it('switches optional operations on', () => {
    const bulk = { method: 'GET', path: '/v2/tracking' };
    const profile = readProfile({ optionalOperations: { 'tracking.listAll': bulk } });
    expect(profile.optionalOperations['tracking.listAll']).toMatchObject(bulk);
    expect(defaultProfile.optionalOperations).toEqual({});
  });
});

describe('a broken profile', () => {
  it.each<[path: string, json: unknown]>([
    ['limits.perMinute', { limits: { perMinute: 'many' } }],
    ['limits.perMinute', { limits: { perMinute: 1 } }],
    ['limits.perMinutes', { limits: { perMinutes: 50 } }],
    ['version', { version: 2 }],
    ['publicKey.place', { publicKey: { place: 'cookie' } }],
    ['publicKey.name', { publicKey: { name: 'Authorization' } }],
    ['publicKey.name', { publicKey: { name: 'a: b' } }],
    ['publicKey.name', { publicKey: { name: 'Transfer-Encoding' } }],
    ['publicKey.name', { publicKey: { place: 'query', name: 'page' } }],
    ['operations.vehicles.delete.method', { operations: { 'vehicles.delete': { method: 'GET' } } }],
    ['operations.roles.list.path', { operations: { 'roles.list': { path: '/v2/{/roles' } } }],
    ['operations.roles.list.path', { operations: { 'roles.list': { path: '/v2/roles}' } } }],
    ['operations.vehicles.fly', { operations: { 'vehicles.fly': {} } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: 'https://evil/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '//evil/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/../{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/%2e%2e/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/users?x={id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2\\users/{id}' } } }],
    ['operations.users.delete.path', { operations: { 'users.delete': { path: '/v2/users' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/{id}/{name}' } } }],
    ['optionalOperations.webhooks.list.method', { optionalOperations: { 'webhooks.list': {} } }],
    ['optionalOperations.ships.list', { optionalOperations: { 'ships.list': {} } }],
    [
      'optionalOperations.chips.delete.path',
      { optionalOperations: { 'chips.delete': { method: 'DELETE', path: '/v2/chips/{id}' } } },
    ],
    ['tracking.speed.unit', { tracking: { speed: { unit: 'furlongs' } } }],
    ['silence.silentAfterSeconds', { silence: { silentAfterSeconds: 10 } }],
    ['__proto__', JSON.parse('{"__proto__":{"x":1}}')],
  ])('is refused with the path %s', (path, json) => {
    const error = errorOf(json);
    expect(error).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
    expect(error.fields?.map((field) => field.path)).toContain(path);
    expect(error.message).toContain(path);
  });

  it.each([[null], [[]], ['text'], [5]])('is refused when it is %j', (json) => {
    expect(errorOf(json)).toMatchObject({ reason: 'profile-broken' });
  });
});

describe('a profile file', () => {
  it('is read back as it was written', () => {
    const profile = readProfile({ name: 'North', limits: { perMinute: 80 } });
    expect(readProfileFile(`\uFEFF${writeProfileFile(profile)}`).profile).toEqual(profile);
  });

  it('keeps what it says, so that a part stays a part', () => {
    const { content, profile } = readProfileFile('{"limits":{"perMinute":80}}');
    expect(content).toEqual({ limits: { perMinute: 80 } });
    expect(diffProfile(profile)).toEqual([{ path: 'limits.perMinute', base: 50, value: 80 }]);
  });

  it.each([
    ['not JSON', '{'],
    ['no object', '[]'],
    ['too long', ' '.repeat(1_000_001)],
  ])('is refused when it is %s', (_name, text) => {
    expect(() => readProfileFile(text)).toThrow(FleetdeskError);
  });
});

describe('the differences to the built-in profile', () => {
  it('name keys that only one of the two holds', () => {
    const profile = readProfile({
      optionalOperations: { 'enterprises.list': {} },
      operations: { 'vehicles.list': { includes: false } },
    });
    expect(diffProfile(profile)).toEqual([
      { path: 'operations.vehicles.list.includes', base: true, value: false },
      {
        path: 'optionalOperations.enterprises.list',
        base: undefined,
        value: { method: 'GET', path: '/v2/enterprises/', attributes: true, includes: true },
      },
    ]);
    expect(diffProfile(defaultProfile)).toEqual([]);
  });
});
