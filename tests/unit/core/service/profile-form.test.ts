import { describe, expect, it } from 'vitest';
import { profileFormFields, profileFormSchema } from '@contract/profile-form';
import { FleetdeskError } from '@contract/errors';
import { defaultProfile, readProfile } from '@core/service/profile';
import { editProfile, formOfProfile } from '@core/service/profile-form';

const nothing = { fields: {}, paths: {} };

describe('the form of a service profile', () => {
  it('has each setting with its control, its value and that of the built-in profile', () => {
    const form = formOfProfile(readProfile({ limits: { perMinute: 80 } }));
    expect(profileFormSchema.parse(form)).toEqual(form);
    expect(form.fields.map(({ field }) => field)).toEqual(profileFormFields);
    const entries = new Map(form.fields.map((entry) => [entry.field, entry]));
    expect(entries.get('limits.perMinute')).toMatchObject({
      control: { kind: 'number' },
      ...{ value: 80, builtIn: 50 },
    });
    expect(entries.get('trajectories.gapSeconds')).toMatchObject({ control: { kind: 'number' } });
    expect(entries.get('atomicLists')).toMatchObject({ control: { kind: 'switch' }, value: false });
    expect(entries.get('publicKey.place')?.control).toEqual({
      kind: 'choice',
      values: ['header', 'query', 'none'],
    });
    expect(entries.get('publicKey.name')).toMatchObject({ control: { kind: 'text' } });
  });

  it('has every operation with the path in use and the usual one', () => {
    const { operations } = formOfProfile(
      readProfile({
        operations: { 'vehicles.list': { path: '/v3/cars' } },
        optionalOperations: { 'chips.create': { method: 'POST', path: '/v2/chips' } },
      }),
    );
    const entries = new Map(operations.map((entry) => [entry.operation, entry]));
    expect(entries.get('vehicles.list')).toEqual({
      ...{ operation: 'vehicles.list', method: 'GET', isOptional: false },
      ...{ path: '/v3/cars', usual: '/v2/vehicles' },
    });
    expect(entries.get('chips.create')).toMatchObject({ path: '/v2/chips', usual: null });
    expect(entries.get('chips.delete')).toMatchObject({ path: null, method: 'DELETE' });
    expect(entries.get('enterprises.list')).toMatchObject({ path: null, isOptional: true });
  });
});

describe('an edited service profile', () => {
  it('keeps what the form does not show, as it was written', () => {
    const content = {
      errors: { rateStatuses: [429, 503] },
      limits: { perMinute: 80, pageSize: 50 },
      operations: { 'vehicles.list': { path: '/v3/cars', attributes: false } },
    };
    const edited = editProfile(content, {
      fields: { 'limits.perMinute': 90 },
      paths: { 'vehicles.list': '/v4/cars' },
    });
    expect(edited).toEqual({
      errors: { rateStatuses: [429, 503] },
      limits: { perMinute: 90, pageSize: 50 },
      operations: { 'vehicles.list': { path: '/v4/cars', attributes: false } },
    });
    expect(editProfile(content, nothing)).toEqual(content);
  });

  it('does not repeat what the built-in profile says', () => {
    const content = {
      limits: { perMinute: 80 },
      operations: { 'vehicles.list': { path: '/v3/cars' } },
    };
    const edited = editProfile(content, {
      fields: { 'limits.perMinute': 50, atomicLists: false },
      paths: { 'vehicles.list': null },
    });
    expect(edited).toEqual({});
    expect(readProfile(edited)).toEqual(defaultProfile);
  });

  it('switches an optional operation on, with a method where nothing is known of it, and off', () => {
    const on = editProfile(
      {},
      {
        fields: {},
        paths: {
          'chips.create': '/v2/chips',
          'enterprises.list': '/v2/enterprises/',
          'tracking.listAll': '/v2/positions',
        },
      },
    );
    expect(on).toEqual({
      optionalOperations: {
        'chips.create': { method: 'POST', envelope: 'data-array', path: '/v2/chips' },
        'enterprises.list': {},
        'tracking.listAll': { method: 'GET', path: '/v2/positions' },
      },
    });
    expect(readProfile(on).optionalOperations['enterprises.list']).toMatchObject({
      path: '/v2/enterprises/',
    });
    const off = editProfile(on, { fields: {}, paths: { 'chips.create': null } });
    expect(readProfile(off).optionalOperations).not.toHaveProperty('chips.create');
    expect(readProfile(off).optionalOperations).toHaveProperty('enterprises.list');
  });

  it('is not confirmed any more where the meaning of positions changed', () => {
    const edited = editProfile(
      { tracking: { confirmed: true, ignition: { key: 'ig' } } },
      { fields: { 'tracking.speed.unit': 'm/s' }, paths: {} },
    );
    expect(edited).toEqual({ tracking: { ignition: { key: 'ig' }, speed: { unit: 'm/s' } } });
  });

  it('knows no other operations than those there are', () => {
    expect(() => editProfile({}, { fields: {}, paths: { constructor: '/v2/a' } })).toThrow(
      FleetdeskError,
    );
  });
});
