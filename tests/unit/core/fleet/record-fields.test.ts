import { describe, expect, it } from 'vitest';
import { builtInCollections } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import { vehicleOf } from '@core/fleet/record-fields';
import { toTold } from '@core/service/resources/codec';
import { decodeRecord, readRecord, type RecordParts } from '@core/service/decoders/records';
import { idOf } from './fake-service';

const CREATED = '2026-01-02T03:04:05.000Z';

function partsOf(attributes: unknown, relationships?: unknown): RecordParts {
  const parts = readRecord({ id: idOf('X', 1), attributes, relationships });
  if (parts === null) throw new Error('The test made no record.');
  return parts;
}

const named = (id: string): unknown => ({ id, type: 'any', attributes: {} });

describe('what the service told', () => {
  it('stands under the names of the collection, whole', () => {
    const everything = {
      vehicles: toTold(
        'vehicles',
        decodeRecord(
          partsOf(
            {
              ...{ plate: 'ABC1D23', type_name: 'car', brand_name: 'Fiat', model_name: 'Toro' },
              ...{ year: 2021, color: '#AABBCC', code: 'V1', vin: '9BD', batch: 'B' },
              ...{ registration_number: '123', description: 'text', trim_name: 'Ranch' },
              ...{ user_names: ['Ana', 'João'], created_at: CREATED, updated_at: null },
              deactivated_at: null,
            },
            { enterprises: named(idOf('E', 1)) },
          ),
        ),
      ),
      devices: toTold(
        'devices',
        decodeRecord(
          partsOf(
            { name: 'T1', imei: '356938035643809', code: 'c', batch: null, created_at: CREATED },
            {
              type: named(idOf('T', 1)),
              chip: named(idOf('C', 1)),
              vehicle: named(idOf('V', 1)),
              enterprise: [named(idOf('E', 1))],
            },
          ),
        ),
      ),
      chips: toTold(
        'chips',
        decodeRecord(
          partsOf({
            ...{ serial: '8955', number: '+5511', carrier: 'Claro', service_provider: 'SP' },
            ...{ batch: 'B', apn: 'apn', apn_username: 'u', apn_password: 'p' },
            ...{ archived_at: null, created_at: CREATED, updated_at: CREATED },
          }),
        ),
      ),
      users: toTold(
        'users',
        decodeRecord(
          partsOf(
            {
              ...{ username: 'ana', name: 'Ana', email: 'a@b.c', phone1: '1', phone2: '2' },
              ...{ emergency_contact: 'Eva', emergency_phone: '3', document_number: '4' },
              ...{ cpf: '5', birthdate: '1990-01-01', locale: 'pt-BR', created_at: CREATED },
              deactivated_at: null,
            },
            { enterprise: { data: named(idOf('E', 1)) }, roles: [named(idOf('R', 1))] },
          ),
        ),
      ),
      roles: toTold('roles', decodeRecord(partsOf({ name: 'ADMIN' }))),
      enterprises: toTold('enterprises', decodeRecord(partsOf({ name: 'Office' }))),
    };
    const fields = builtInCollections.map((name) => [name, everything[name].fields]);
    expect(Object.fromEntries(fields)).toMatchInlineSnapshot(`
      {
        "chips": {
          "apn": "apn",
          "apnPassword": "p",
          "apnUsername": "u",
          "archivedAt": null,
          "batch": "B",
          "carrier": "Claro",
          "createdAt": 1767323045000,
          "number": "+5511",
          "serial": "8955",
          "serviceProvider": "SP",
          "updatedAt": 1767323045000,
        },
        "devices": {
          "batch": null,
          "chipId": "C00000000000001",
          "code": "c",
          "createdAt": 1767323045000,
          "enterpriseId": "E00000000000001",
          "imei": "356938035643809",
          "name": "T1",
          "typeId": "T00000000000001",
          "vehicleId": "V00000000000001",
        },
        "enterprises": {
          "name": "Office",
        },
        "roles": {
          "name": "ADMIN",
        },
        "users": {
          "birthdate": "1990-01-01",
          "cpf": "5",
          "createdAt": 1767323045000,
          "deactivatedAt": null,
          "documentNumber": "4",
          "email": "a@b.c",
          "emergencyContact": "Eva",
          "emergencyPhone": "3",
          "enterpriseId": "E00000000000001",
          "locale": "pt-BR",
          "name": "Ana",
          "phone1": "1",
          "phone2": "2",
          "roleId": "R00000000000001",
          "username": "ana",
        },
        "vehicles": {
          "batch": "B",
          "brandName": "Fiat",
          "code": "V1",
          "color": "#AABBCC",
          "createdAt": 1767323045000,
          "deactivatedAt": null,
          "description": "text",
          "enterpriseId": "E00000000000001",
          "modelName": "Toro",
          "plate": "ABC1D23",
          "registrationNumber": "123",
          "trimName": "Ranch",
          "typeName": "car",
          "updatedAt": null,
          "userNames": [
            "Ana",
            "João",
          ],
          "vin": "9BD",
          "year": "2021",
        },
      }
    `);
    for (const collection of builtInCollections) {
      for (const field of Object.keys(everything[collection].fields)) {
        expect(Object.keys(fieldsOf(collection))).toContain(field);
      }
    }
  });

  it('tells apart what is empty, what was left out and what could not be read', () => {
    const { fields, unread } = toTold(
      'vehicles',
      decodeRecord(partsOf({ plate: 'A', vin: null, code: '', brand_name: { x: 1 } })),
    );
    expect(fields).toEqual({ plate: 'A', vin: null, code: null });
    expect(unread).toEqual([{ path: 'attributes.brand_name', problem: 'not-text' }]);
  });

  it('reports every value that could not be read, also of attributes that no decoder names', () => {
    const base = partsOf({ apn: ['x'], archived_at: 'soon', number: '+5511' }).base;
    const { fields, unread } = toTold('chips', base);
    expect(fields).toEqual({ number: '+5511' });
    expect(unread).toEqual([
      { path: 'attributes.apn', problem: 'not-text' },
      { path: 'attributes.archived_at', problem: 'not-a-time' },
    ]);
  });

  it('reads the names of create and update answers, where those of reading are missing', () => {
    const answer = partsOf({ plate: 'A', type: 'truck', brand: 'Volvo', model: null });
    const { fields } = toTold('vehicles', decodeRecord(answer), 'write');
    expect(fields).toEqual({
      plate: 'A',
      typeName: 'truck',
      brandName: 'Volvo',
      modelName: null,
    });
  });

  it('takes a device without a chip for one without, unless relations are not told at all', () => {
    const chipOf = (relations: unknown, telling: 'read' | 'write' = 'read'): unknown =>
      toTold('devices', decodeRecord(partsOf({}, relations)), telling).fields['chipId'];
    expect(chipOf({ chip: named(idOf('C', 1)) })).toBe(idOf('C', 1));
    expect(chipOf({ chip: null })).toBeNull();
    expect(chipOf({ chip: {} })).toBeNull();
    expect(chipOf({ type: named(idOf('T', 1)) })).toBeNull();
    expect(chipOf({})).toBeUndefined();
    expect(chipOf(undefined)).toBeUndefined();
    expect(chipOf({ enterprise: named(idOf('E', 1)) }, 'write')).toBeUndefined();
    expect(chipOf({ chip: { id: 'short' } })).toBeUndefined();
  });

  it('says nothing of an enterprise or role that it leaves out', () => {
    const { fields } = toTold('users', decodeRecord(partsOf({ name: 'Ana' }, {})));
    expect(fields).toEqual({ name: 'Ana' });
    const none = toTold('users', decodeRecord(partsOf({}, { enterprise: null, roles: [] })));
    expect(none.fields).toEqual({ enterpriseId: null, roleId: null });
  });
});

it('a kept vehicle is told to the map by text alone', () => {
  const fields = { plate: 'A', year: 2021, color: null, userNames: ['x'], code: 'c' };
  expect(vehicleOf({ key: idOf('V', 1), fields })).toMatchObject({
    id: idOf('V', 1),
    plate: 'A',
    year: '2021',
    color: null,
    code: 'c',
    vin: null,
  });
  expect(vehicleOf({ key: idOf('V', 1), fields: {} }).plate).toBe('');
});
