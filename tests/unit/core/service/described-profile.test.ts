import { afterEach, describe, expect, it } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import type { AppError } from '@contract/errors';
import { FleetdeskError } from '@contract/errors';
import { collectionNames, declareResources, fieldsOf, resourceOf } from '@contract/resources';
import { locales } from '@contract/settings';
import { encodeRequest } from '@core/service/encoding';
import { entryOf, type CallableName } from '@core/service/operations';
import { formOf, isInProfile } from '@core/service/operation-forms';
import { defaultProfile, readProfile } from '@core/service/profile';
import { readProfileFile, writeProfileFile } from '@core/service/profile-file';
import { declareDescribed, operationFor, takesOneACall, wireOf } from '@core/service/resources';
import { toTold, writeFields } from '@core/service/resources/codec';

const words = { en: 'Thing', 'pt-BR': 'Coisa', es: 'Cosa' };
const text = { kind: 'text', labels: words };
const list = { list: { path: '/v2/trailers' } };
const trailers = { labels: { one: words, many: words }, fields: { plate: text }, operations: list };

/** A profile that describes trailers, with some of it changed. */
function withTrailers(change: object): unknown {
  return { resources: { trailers: { ...trailers, ...change } } };
}

function withField(field: object): unknown {
  return withTrailers({ fields: { plate: { ...text, ...field } } });
}

const secret = { kind: 'secret', labels: words, writable: 'never' };

/** Trailers with a secret `code`, which comes before their plate. */
function withSecret(field: object, change: object = {}): unknown {
  return withTrailers({ fields: { code: { ...secret, ...field }, plate: text }, ...change });
}

function errorOf(json: unknown): AppError {
  try {
    readProfile(json);
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('The profile was taken.');
}

afterEach(() => {
  declareResources({});
});

describe('a resource that a profile describes wrongly', () => {
  it.each<[path: string, json: unknown]>([
    [
      'resources.trailers.labels.many.es',
      withTrailers({ labels: { one: words, many: { ...words, es: ' ' } } }),
    ],
    [
      'resources.trailers.labels.one.en',
      withTrailers({ labels: { many: words, one: { 'pt-BR': 'Coisa', es: 'Cosa' } } }),
    ],
    [
      'resources.trailers.labels.one.xx',
      withTrailers({ labels: { many: words, one: { ...words, xx: 'x' } } }),
    ],
    ['resources.trailers.fields', withTrailers({ fields: {} })],
    ['resources.trailers.fields.plate.kind', withField({ kind: 'picture' })],
    [
      'resources.trailers.fields.plate.labels',
      withTrailers({ fields: { plate: { kind: 'text' } } }),
    ],
    ['resources.trailers.fields.plate.colour', withField({ colour: 'red' })],
    ['resources.trailers.fields.plate.references', withField({ kind: 'reference' })],
    [
      'resources.trailers.fields.plate.references',
      withField({ kind: 'reference', references: 'ships' }),
    ],
    ['resources.trailers.fields.plate.references', withField({ references: 'vehicles' })],
    ['resources.trailers.fields.plate.values', withField({ kind: 'choice' })],
    [
      'resources.trailers.fields.plate.relation',
      withField({ relation: { read: ['a'], write: 'a' } }),
    ],
    ['resources.trailers.fields.plate.required', withField({ required: true, writable: 'never' })],
    ['resources.trailers.fields.plate.writable', withField({ kind: 'moment' })],
    ['resources.trailers.fields.plate.column', withField({ kind: 'secret', column: true })],
    ['resources.trailers.fields.plate.writable', withField({ kind: 'secret' })],
    ['resources.trailers.fields.code.writable', withSecret({ writable: 'create' })],
    ['resources.trailers.fields.code.searchable', withSecret({ searchable: 'words' })],
    ['resources.trailers.fields.code.unique', withSecret({ unique: true })],
    ['resources.trailers.fields', withField({ ...secret })],
    ['resources.trailers.mainField', withSecret({}, { mainField: 'code' })],
    ['resources.trailers.title.1', withSecret({}, { title: ['plate', 'code'] })],
    ['resources.trailers.subtitle.0', withSecret({}, { subtitle: ['code'] })],
    ['resources.trailers.fields.plate.column.width', withField({ column: { width: 5 } })],
    ['resources.trailers.fields.mark', withTrailers({ fields: { mark: text } })],
    ['resources.trailers.fields.Plate', withTrailers({ fields: { Plate: text } })],
    ['resources.trailers.mainField', withTrailers({ mainField: 'name' })],
    ['resources.trailers.title.1', withTrailers({ title: ['plate', 'name'] })],
    ['resources.trailers.operations.list', withTrailers({ operations: {} })],
    [
      'resources.trailers.operations.list.path',
      withTrailers({ operations: { list: { path: '//evil' } } }),
    ],
    [
      'resources.trailers.operations.get.path',
      withTrailers({ operations: { ...list, get: { path: '/v2/trailers' } } }),
    ],
    [
      'resources.trailers.operations.update',
      withTrailers({ operations: { ...list, update: { path: '/v2/trailers/{id}' } } }),
    ],
    [
      'resources.trailers.operations.update.method',
      withTrailers({
        operations: {
          ...list,
          get: { path: '/v2/trailers/{id}' },
          update: { path: '/v2/trailers/{id}', method: 'GET' },
        },
      }),
    ],
    ['resources.trailers.operations.fly', withTrailers({ operations: { ...list, fly: {} } })],
    ['resources.vehicles', { resources: { vehicles: trailers } }],
    ['resources.outbox', { resources: { outbox: trailers } }],
    ['resources.Trailers', { resources: { Trailers: trailers } }],
  ])('is refused with the path %s', (path, json) => {
    const error = errorOf(json);
    expect(error).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
    expect(error.fields?.map((field) => field.path)).toContain(path);
  });
});

describe('a resource that a profile describes', () => {
  const profile = readProfile(demoProfile);

  it('goes by its English words in each language of the app that the profile lacks', () => {
    const { resources } = readProfile(
      withTrailers({ labels: { one: words, many: { en: 'Things', es: 'Cosas' } } }),
    );
    const { many } = resources['trailers']?.labels ?? {};
    const english = Object.fromEntries(locales.map((locale) => [locale, 'Things']));
    expect(many).toEqual({ ...english, es: 'Cosas' });
    expect(Object.keys(many ?? {})).toEqual([...locales]);
  });

  it('is a declaration, a way to travel and operations, without a line of code', () => {
    declareDescribed(profile.resources);
    expect(collectionNames()).toEqual([...collectionNames().slice(0, 6), 'serviceOrders']);
    expect(resourceOf('serviceOrders')).toMatchObject({
      mainField: 'number',
      title: ['number', 'title'],
      identity: ['number'],
      filters: [
        { field: 'vehicleId', kind: 'references' },
        { field: 'state', kind: 'values' },
        { field: 'dueDate', kind: 'days' },
      ],
    });
    expect(operationFor('serviceOrders', 'update')).toBe('serviceOrders.update');
    expect(operationFor('serviceOrders', 'setStatus')).toBeNull();
    expect(takesOneACall(wireOf('serviceOrders'), 'create')).toBe(true);
    expect(takesOneACall(wireOf('serviceOrders'), 'delete')).toBe(true);
    expect(isInProfile('serviceOrders.update' as CallableName, profile)).toBe(true);
    expect(isInProfile('serviceOrders.update' as CallableName, defaultProfile)).toBe(false);
  });

  it('names no record by a secret, though that is its first field', () => {
    declareDescribed(readProfile(withSecret({})).resources);
    expect(resourceOf('trailers')).toMatchObject({ mainField: 'plate', title: ['plate'] });
    expect(fieldsOf('trailers')['code']).not.toHaveProperty('column');
  });

  it('is sent under its names at the service: snake case, numbers, relations', () => {
    declareDescribed(profile.resources);
    const name = 'serviceOrders.create' as CallableName;
    const written = writeFields('serviceOrders', {
      ...{ number: 'OS-1', title: 'T', dueDate: '2026-12-31', hours: '2.5' },
      vehicleId: 'AAAAAAAAAAAAAAA',
    });
    const input = entryOf(name, profile).input.parse({ data: written }) as Record<string, unknown>;
    const request = encodeRequest(entryOf(name, profile), input, {
      ...{ profile, form: formOf(name, profile), firstPage: 1, publicKey: '', refused: new Set() },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/v2/service-orders' });
    expect(JSON.parse(request.body ?? '')).toEqual({
      data: {
        attributes: { number: 'OS-1', title: 'T', due_date: '2026-12-31', hours: 2.5 },
        relationships: { vehicle: { type: 'vehicle', id: 'AAAAAAAAAAAAAAA' } },
      },
    });
  });

  it('is read by the same names, what its fields do not name stays in the raw record', () => {
    declareDescribed(profile.resources);
    const raw = {
      id: 'BBBBBBBBBBBBBBB',
      attributes: { number: 'OS-1', hours: 2.5, due_date: null, cost: 9 },
      relationships: { vehicle: { id: 'AAAAAAAAAAAAAAA', type: 'vehicle' } },
    };
    const entry = entryOf('serviceOrders.get' as CallableName, profile);
    const record = entry.decode({ data: raw }, { profile, receivedAt: 0 });
    const told = toTold('serviceOrders', record as Parameters<typeof toTold>[1]);
    expect(told.raw).toEqual(raw);
    expect(told.fields).toEqual({
      ...{ number: 'OS-1', hours: '2.5', dueDate: null },
      vehicleId: 'AAAAAAAAAAAAAAA',
    });
  });

  it('is nothing any more once another profile is declared, and its rows are harmless', () => {
    declareDescribed(profile.resources);
    declareDescribed({});
    expect(collectionNames()).not.toContain('serviceOrders');
    expect(fieldsOf('serviceOrders')).toEqual({});
    expect(() => entryOf('serviceOrders.get' as CallableName, defaultProfile)).toThrow(
      FleetdeskError,
    );
  });

  it('survives the way into a file and back', () => {
    expect(readProfileFile(writeProfileFile(profile)).profile).toEqual(profile);
  });
});
