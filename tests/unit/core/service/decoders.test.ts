import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { catalogue, type OperationName } from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';
import { defaultProfile, readProfile, type Profile } from '@core/service/profile';
import type { TrackingRecord } from '@core/service/decoders/tracking';
import type { ToldRecord } from '@core/ports/store';
import { isDeleted, toTold } from '@core/service/resources/codec';
import type { RecordBase, RecordList } from '@core/service/decoders/records';

const ID = 'aB3dE5gH7jK9mN1';
const OTHER = 'zY2xW4vU6tS8rQ0';
const NOW = Date.UTC(2026, 2, 10, 12);

function decode(name: OperationName, body: unknown, profile: Profile = defaultProfile): unknown {
  return (catalogue[name] as Operation).decode(body, { profile, receivedAt: NOW });
}

function vehicleOf(record: object): ToldRecord {
  return toTold('vehicles', decode('vehicles.get', { data: record }) as RecordBase);
}

describe('a record', () => {
  const whole = {
    id: ID,
    uuid: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    type: 'vehicles',
    attributes: {
      batch: 'L1',
      brand_name: 'Fiat',
      code: 'C1',
      color: '#AABBCC',
      created_at: '2026-03-01T10:00:00.000Z',
      updated_at: '2026-03-02T10:00:00.000Z',
      deleted_at: null,
      description: 'D',
      model_name: 'Uno',
      plate: 'ABC1D23',
      trim_name: 'Way',
      type_name: 'hovercraft',
      vin: '9BD',
      year: '2014',
      registration_number: 'R1',
      user_names: ['Ana', 'Rui'],
    },
    relationships: {
      asset_vehicle_type: { id: OTHER, type: 'type', attributes: {} },
      enterprises: { id: OTHER, type: 'enterprise', attributes: { name: 'Matriz' } },
    },
  };

  it('is read whole, its unknown type as it came, and kept raw', () => {
    const base = decode('vehicles.get', { data: whole }) as RecordBase;
    const record = toTold('vehicles', base);
    expect(record.fields).toEqual({
      plate: 'ABC1D23',
      typeName: 'hovercraft',
      typeId: OTHER,
      brandName: 'Fiat',
      modelName: 'Uno',
      year: '2014',
      color: '#AABBCC',
      code: 'C1',
      description: 'D',
      vin: '9BD',
      batch: 'L1',
      enterpriseId: OTHER,
      trimName: 'Way',
      registrationNumber: 'R1',
      userNames: ['Ana', 'Rui'],
      createdAt: Date.UTC(2026, 2, 1, 10),
      updatedAt: Date.UTC(2026, 2, 2, 10),
    });
    expect(base.relations).toMatchObject([
      { name: 'asset_vehicle_type' },
      { name: 'enterprises', id: OTHER },
    ]);
    expect(isDeleted(base)).toBe(false);
    expect(record.raw).toBe(whole);
  });

  it.each([
    ['missing', {}],
    ['null', { attributes: null, relationships: null, uuid: null, type: null }],
    ['empty', { attributes: {}, relationships: {} }],
  ])('with everything %s is read without complaint', (_name, rest) => {
    const record = vehicleOf({ id: ID, ...rest });
    expect(record).toMatchObject({ id: ID, fields: {} });
    expect(record.unread).toEqual([]);
  });

  it('takes neighbouring types, and reports what it cannot take with its path', () => {
    const record = vehicleOf({
      id: ID,
      attributes: {
        plate: 1234,
        year: 2014,
        code: true,
        color: ['#AABBCC'],
        vin: { value: 'x' },
        created_at: 1_772_359_200,
        updated_at: '1772359200000',
        deleted_at: 'yesterday',
        user_names: ['Ana', { name: 'Rui' }],
      },
      relationships: { enterprises: [{ id: 'short' }], asset_vehicle_type: 'x' },
    });
    expect(record.fields).toEqual({
      plate: '1234',
      year: '2014',
      code: 'true',
      createdAt: Date.UTC(2026, 2, 1, 10),
      updatedAt: Date.UTC(2026, 2, 1, 10),
      userNames: ['Ana'],
    });
    expect(record.unread.map(({ path }) => path).sort()).toEqual([
      'attributes.color',
      'attributes.deleted_at',
      'attributes.user_names[1]',
      'attributes.vin',
      'relationships.asset_vehicle_type',
      'relationships.enterprises[0].id',
    ]);
  });

  it('reads the write names too, as answers to create and update use them', () => {
    const data = { id: ID, attributes: { plate: 'A', brand: 'Fiat', type: 'car', model: 'Uno' } };
    const list = decode('vehicles.create', { data: [data] }) as RecordList<RecordBase>;
    const [told] = list.records.map((record) => toTold('vehicles', record, 'write'));
    expect(told?.fields).toMatchObject({
      brandName: 'Fiat',
      typeName: 'car',
      modelName: 'Uno',
    });
  });

  it.each([
    ['a list', [{ id: OTHER, type: 'enterprise' }]],
    ['one', { id: OTHER, type: 'enterprise' }],
    ['wrapped', { data: { id: OTHER, type: 'enterprise' } }],
    ['a wrapped list', { data: [{ id: OTHER, type: 'enterprise' }] }],
  ])('reads a relation that is %s', (_name, enterprise) => {
    const record = vehicleOf({ id: ID, relationships: { enterprise } });
    expect(record.fields['enterpriseId']).toBe(OTHER);
    expect(record.unread).toEqual([]);
  });

  it('is safe from keys that are names of every object', () => {
    const text = `{"data":{"id":"${ID}","attributes":{"__proto__":{"plate":"X"},"constructor":"c"},
      "relationships":{"__proto__":{"id":"${OTHER}"},"toString":null}}}`;
    const record = decode('vehicles.get', JSON.parse(text)) as RecordBase;
    expect(toTold('vehicles', record).fields).toEqual({});
    expect({}).not.toHaveProperty('plate');
  });

  it.each([
    ['no data', {}],
    ['nothing', null],
    ['text', 'ok'],
    ['no identifier', { data: { attributes: {} } }],
    ['a wrong identifier', { data: { id: '../x' } }],
    ['a numeric identifier', { data: { id: 123_456_789_012_345 } }],
    ['an empty list', { data: [] }],
    ['two records', { data: [{ id: ID }, { id: OTHER }] }],
  ])('is not made of %s', (_name, body) => {
    expect(() => decode('vehicles.get', body)).toThrow(FleetdeskError);
  });
});

describe('a list', () => {
  it('keeps what is a record and reports what is none', () => {
    const body = { data: [{ id: ID }, null, 7, { id: 'x' }, [], { id: OTHER }] };
    const list = decode('chips.list', body) as RecordList<{ id: string }>;
    expect(list.records.map(({ id }) => id)).toEqual([ID, OTHER]);
    expect(list.size).toBe(6);
    expect(list.unread).toEqual([
      { path: 'data[1]', problem: 'not-an-object' },
      { path: 'data[2]', problem: 'not-an-object' },
      { path: 'data[3].id', problem: 'not-an-identifier' },
      { path: 'data[4]', problem: 'not-an-object' },
    ]);
  });

  it.each([[{ data: null }], [{}], [null], ['[]'], [{ data: 'x' }], [{ error: 1 }]])(
    'is not %j: an answer without a list is no empty fleet',
    (body) => {
      expect(() => decode('vehicles.list', body)).toThrow(FleetdeskError);
    },
  );

  it('may be the whole answer, or a single record', () => {
    expect(decode('users.list', [{ id: ID }])).toMatchObject({ size: 1 });
    expect(decode('users.list', { data: { id: ID } })).toMatchObject({ size: 1 });
  });
});

describe('answers to writes', () => {
  it.each(['vehicles.create', 'users.update', 'chips.update'] as const)(
    '%s: success without a body is success',
    (name) => {
      for (const body of [undefined, {}, { data: null }, 'OK']) {
        expect(decode(name, body)).toEqual({ records: [], size: 0, unread: [] });
      }
    },
  );

  it.each(['vehicles.delete', 'users.setStatus', 'deviceAssociations.update'] as const)(
    '%s: whatever the answer holds',
    (name) => {
      for (const body of [undefined, {}, { data: [] }, 'OK']) {
        expect(decode(name, body)).toBeUndefined();
      }
    },
  );
});

describe('device associations', () => {
  it.each([
    ['devices', 'vehicles'],
    ['device', 'vehicle'],
  ])('are read with the keys %s and %s', (deviceKey, vehicleKey) => {
    const list = decode('deviceAssociations.list', {
      data: [
        {
          id: ID,
          attributes: { is_main_device: 'true', created_at: '2026-03-01T10:00:00.000Z' },
          relationships: {
            [deviceKey]: { id: OTHER, type: 'devices', attributes: { name: 'N', imei: 356938 } },
            [vehicleKey]: { id: ID, type: 'vehicles', attributes: {} },
          },
        },
      ],
    }) as RecordList<object>;
    expect(list.records[0]).toMatchObject({
      vehicleId: ID,
      device: { id: OTHER, name: 'N', imei: '356938' },
      isMainDevice: true,
      deletedAt: null,
    });
  });
});

describe('user associations', () => {
  it('name vehicle and user, though they carry no attributes', () => {
    const relationships = {
      asset: { id: ID, type: 'asset', attributes: {} },
      user: { id: OTHER, type: 'user', attributes: { name: 'Ana' } },
    };
    const data = [{ id: ID, type: 'user_associations', attributes: {}, relationships }];
    const list = decode('userAssociations.list', { data }) as RecordList<object>;
    expect(list.records[0]).toMatchObject({ vehicleId: ID, userId: OTHER, userName: 'Ana' });
  });
});

describe('tokens', () => {
  it.each([
    [{}],
    [{ data: { token: 'a' } }],
    [{ data: { token: '', refresh_token: 'r' } }],
    [{ data: { token: 5, refresh_token: 'r' } }],
    [null],
  ])('are not %j', (body) => {
    expect(() => decode('authentication.logIn', body)).toThrow(/no token in data\./);
  });
});

describe('a position', () => {
  const point = { type: 'Point', coordinates: [-46.63, -23.55] };
  const attributes = {
    act: NOW / 1000 - 40,
    bl: 87,
    dir: 271.5,
    geometry: point,
    ign: true,
    o1: '1',
    spd: 62,
  };
  const track = (change: object, profile?: Profile): TrackingRecord =>
    decode(
      'tracking.get',
      { data: { type: 'Feature', attributes: { ...attributes, ...change } } },
      profile,
    ) as TrackingRecord;

  it('is read as the service defaults describe it', () => {
    expect(track({})).toMatchObject({
      fix: {
        at: NOW - 40_000,
        latitude: -23.55,
        longitude: -46.63,
        speed: 62,
        heading: 271.5,
        ignition: true,
        battery: 87,
        output1: '1',
        problems: [],
      },
      receivedAt: NOW,
      unread: [],
    });
  });

  it.each<[name: string, change: object, fix: object]>([
    ['milliseconds', { act: NOW - 5_000 }, { at: NOW - 5_000 }],
    ['an ISO time', { act: '2026-03-10T11:59:00-00:00' }, { at: NOW - 60_000 }],
    ['seconds as text', { act: String(NOW / 1000 - 5) }, { at: NOW - 5_000 }],
    ['a decimal comma', { spd: '62,5', dir: '90,0' }, { speed: 62.5, heading: 90 }],
    [
      'coordinates as text',
      { geometry: { coordinates: ['-46,63', '-23.55'] } },
      { longitude: -46.63, latitude: -23.55 },
    ],
    ['plain coordinates', { geometry: [-46.63, -23.55] }, { longitude: -46.63 }],
    ['a full turn', { dir: 360 }, { heading: 0 }],
    ['less than nothing of a turn', { dir: -90 }, { heading: 270 }],
    ['ignition as number', { ign: 0 }, { ignition: false }],
    ['ignition as word', { ign: 'on' }, { ignition: true }],
    ['an output as number', { o1: 0 }, { output1: '0' }],
    ['volts for percent', { bl: 1_260 }, { battery: null }],
    ['nothing but time', { spd: null, dir: null, ign: null, bl: null, o1: null }, { speed: null }],
  ])('is read with %s', (_name, change, fix) => {
    const record = track(change);
    expect(record.fix).toMatchObject({ ...fix, problems: [] });
    expect(record.unread).toEqual([]);
  });

  it.each<[name: string, change: object, problem: string]>([
    ['null island', { geometry: { coordinates: [0, 0] } }, 'no-position'],
    ['no coordinates', { geometry: null }, 'no-position'],
    ['nonsense', { geometry: { coordinates: ['x', 'y'] } }, 'no-position'],
    ['a place off the globe', { geometry: { coordinates: [-46, 123] } }, 'out-of-range'],
  ])('of %s is flagged and not drawn', (_name, change, problem) => {
    expect(track(change).fix).toMatchObject({
      latitude: null,
      longitude: null,
      problems: [problem],
      at: NOW - 40_000,
    });
  });

  it.each<[name: string, change: object, problems: string[]]>([
    ['the future', { act: NOW / 1000 + 3_600 }, ['future']],
    ['no time', { act: null }, ['no-time']],
    ['an unreadable time', { act: 'soon' }, ['no-time']],
    ['the beginning of all clocks', { act: 0 }, ['no-time']],
  ])('of %s counts from its arrival and is flagged', (_name, change, problems) => {
    expect(track(change).fix).toMatchObject({ at: NOW, problems });
  });

  it('a clock that runs a few seconds ahead is no future', () => {
    expect(track({ act: NOW / 1000 + 20 }).fix).toMatchObject({ at: NOW + 20_000, problems: [] });
  });

  it('reports what it cannot read', () => {
    const record = track({ spd: 'fast', dir: [], ign: 'maybe', bl: {}, o1: [1], act: 'soon' });
    expect(record.unread.map(({ path }) => path).sort()).toEqual(
      ['act', 'bl', 'dir', 'ign', 'o1', 'spd'].map((key) => `attributes.${key}`),
    );
    expect(track({ spd: -5 }).unread).toEqual([
      { path: 'attributes.spd', problem: 'out-of-range' },
    ]);
  });

  it('is read as a plain GeoJSON feature too', () => {
    const feature = { type: 'Feature', geometry: point, properties: { act: NOW / 1000 - 1 } };
    for (const body of [{ data: feature }, { data: [feature] }, feature]) {
      expect(decode('tracking.get', body)).toMatchObject({
        fix: { latitude: -23.55, at: NOW - 1_000 },
      });
    }
  });

  it('takes keys and units from the profile', () => {
    const profile = readProfile({
      tracking: {
        time: { key: 't', unit: 'milliseconds' },
        speed: { key: 'v', unit: 'knots' },
        heading: { key: 'h', unit: 'radians', turns: 'counter-clockwise', zero: 90 },
        battery: { unit: 'fraction' },
        position: { key: 'p', order: 'latitude-longitude' },
      },
    });
    const change = { t: NOW - 1_000, v: 10, h: Math.PI / 2, bl: 0.5, p: [-23.55, -46.63] };
    const { fix } = track(change, profile);
    expect(fix).toMatchObject({ at: NOW - 1_000, battery: 50, latitude: -23.55 });
    expect(fix.speed).toBeCloseTo(18.52);
    expect(fix.heading).toBeCloseTo(0);
  });

  it.each([[{}], [{ data: {} }], [null], [{ data: [] }], ['x']])('is not %j', (body) => {
    expect(() => decode('tracking.get', body)).toThrow(FleetdeskError);
  });
});
