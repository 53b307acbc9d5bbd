import { describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { operationNames } from '@core/service/operations';
import { defaultProfile, diffProfiles, readProfile, writeProfile } from '@core/service/profile';

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
    const text = writeProfile(defaultProfile);
    expect(readProfile(JSON.parse(text))).toEqual(defaultProfile);
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
    expect(diffProfiles(profile)).toEqual([
      { path: 'limits.perMinute', base: 50, value: 3_000 },
      { path: 'errors.messages', base: defaultProfile.errors.messages, value: ['detail'] },
      { path: 'operations.vehicles.list.path', base: '/v2/vehicles', value: '/v2/fleet' },
    ]);
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
    ['operations.vehicles.fly', { operations: { 'vehicles.fly': {} } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: 'https://evil/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '//evil/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/../{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/%2e%2e/{id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/users?x={id}' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2\\users/{id}' } } }],
    ['operations.users.delete.path', { operations: { 'users.delete': { path: '/v2/users' } } }],
    ['operations.users.get.path', { operations: { 'users.get': { path: '/v2/{id}/{name}' } } }],
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
