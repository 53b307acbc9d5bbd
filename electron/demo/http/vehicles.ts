import { VEHICLE_TYPES } from '../world/fleet/archetypes';
import { idOf } from '../world/fleet/ids';
import type { Vehicle } from '../world/fleet/records';
import type { World } from '../world/world';
import {
  Complaints,
  dataList,
  dataObject,
  optionalText,
  readAttributes,
  readDeleteList,
  readRelationships,
  text,
  type Check,
  type Found,
} from './checks';
import { pickAttributes, related, type Answer } from './envelope';
import { notFound } from './errors';
import { checkIdentifier, readListQuery, readRecordQuery, type ListQuery } from './query';
import { findRecord, refuseTaken } from './records';
import { ownFields, selectPage, type FieldReader } from './selection';
import { answer, created, DELETED, type Handlers, type Service } from './service';

/** Names in requests, and the names under which the service answers them; null: never. */
const ANSWERED_AS: Readonly<Record<string, string | null>> = {
  type: 'type_name',
  brand: 'brand_name',
  model: 'model_name',
  registration_number: null,
  user_names: null,
  deactivated_at: null,
};
const SELECTABLE = [
  'batch',
  'plate',
  'code',
  'vin',
  'type',
  'brand',
  'model',
  'year',
  'description',
  'registration_number',
  'color',
  'user_names',
  'deactivated_at',
];
const SEARCHABLE = ['plate', 'vin', 'code', 'description', 'brand', 'model'];
const RELATED_FIELDS = ['devices.id', 'devices.imei', 'devices.name', 'enterprise.id', 'id'];
const FIELDS = [
  ...SELECTABLE,
  'type_name',
  'brand_name',
  'model_name',
  'trim_name',
  'created_at',
  'updated_at',
  'deleted_at',
  ...RELATED_FIELDS,
];

/** What belongs to one vehicle alone. */
const UNIQUE = ['plate', 'vin'] as const;

const PLATE = /^[A-Za-z]{3}-?\d[A-Za-z\d]\d{2}$/;
const VIN = /^[A-HJ-NPR-Za-hj-npr-z\d]{17}$/;

const year: Check<string> = ({ path, value }, complaints) => {
  const form = typeof value === 'number' ? String(value) : value;
  if (typeof form === 'string' && /^(19|20)\d{2}$/.test(form)) return form;
  complaints.add(path, 'must be a year');
  return undefined;
};

const CHECKS = {
  plate: text({ pattern: PLATE, form: 'a plate of the form ABC1D23 or ABC1234' }),
  vin: optionalText({ pattern: VIN, form: 'a VIN of 17 characters' }),
  type: text({ most: 60 }),
  code: optionalText({ most: 60 }),
  brand: optionalText({ most: 120 }),
  model: optionalText({ most: 120 }),
  year,
  description: optionalText({ most: 500 }),
  color: text({ pattern: /^#[0-9A-Fa-f]{6}$/, form: 'a colour of the form #RRGGBB' }),
  batch: optionalText({ most: 60 }),
  registration_number: optionalText({ most: 40 }),
};

type Changes = Partial<Omit<Vehicle, 'id' | 'uuid' | 'index'>>;

export function vehicleHandlers(service: Service): Handlers {
  const { world } = service;

  const find = (params: Readonly<Record<string, unknown>>): Vehicle =>
    findVehicle(world, checkIdentifier('id', params.id));

  const read = (item: Found, isNew: boolean, complaints: Complaints): Changes => {
    const written = readAttributes(item, CHECKS, isNew ? ['plate'] : [], complaints);
    const { enterprise } = readRelationships(
      item,
      { enterprise: 'enterprise' },
      (_, id) => world.enterprises.get(id) !== undefined,
      complaints,
    );
    const { plate, vin, registration_number, color, ...rest } = written;
    return {
      ...rest,
      ...(plate === undefined ? {} : { plate: plate.replace('-', '').toUpperCase() }),
      ...(vin === undefined ? {} : { vin: vin?.toUpperCase() ?? null }),
      ...(color === undefined ? {} : { color: color.toUpperCase() }),
      ...(registration_number === undefined ? {} : { registrationNumber: registration_number }),
      ...(enterprise ? { enterpriseId: enterprise } : {}),
    };
  };

  return {
    'vehicles.list': async ({ query }) => {
      const rules = {
        attributes: SELECTABLE,
        includes: { device: ['name', 'imei'] },
        fields: FIELDS,
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = await selectPage(world.vehicles, asked, fieldReader(world));
      return answer(
        page.map((vehicle) => withDevice(world, toAnswer(world, vehicle, asked.attributes), asked)),
      );
    },
    'vehicles.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, SELECTABLE);
      return answer(toAnswer(world, find(params), wanted));
    },
    'vehicles.create': async ({ body }) => {
      await world.vehicles.learn(UNIQUE);
      // All rows are checked before any is created: this service applies a list whole or not at all.
      const complaints = new Complaints();
      const rows = dataList(body, complaints).map((item) => ({
        item,
        changes: read(item, true, complaints),
      }));
      refuseTaken(world.vehicles, UNIQUE, rows, complaints);
      complaints.settle();
      const now = world.timestamp();
      const vehicles = rows.map(({ changes }): Vehicle => ({
        ...world.newIdentity(),
        index: null,
        enterpriseId: world.enterprises.derive(0).id,
        plate: '',
        vin: null,
        type: 'car',
        brand: null,
        model: null,
        trim: null,
        code: null,
        batch: null,
        color: '#FFFFFF',
        description: null,
        registrationNumber: null,
        year: now.slice(0, 4),
        createdAt: now,
        updatedAt: now,
        ...changes,
      }));
      for (const vehicle of vehicles) world.vehicles.add(vehicle);
      return created(
        vehicles.map((vehicle) => ({
          ...toAnswer(world, vehicle, null),
          attributes: { plate: vehicle.plate, vin: vehicle.vin },
        })),
      );
    },
    'vehicles.update': async ({ params, body }) => {
      await world.vehicles.learn(UNIQUE);
      const vehicle = find(params);
      const item = dataObject(body);
      const complaints = new Complaints();
      const changes = read(item, false, complaints);
      refuseTaken(world.vehicles, UNIQUE, [{ item, changes }], complaints, vehicle.id);
      complaints.settle();
      const updated: Vehicle = { ...vehicle, ...changes, updatedAt: world.timestamp() };
      world.vehicles.put(updated);
      const sent = Object.keys((item.value as { attributes?: object }).attributes ?? {});
      return answer(toAnswer(world, updated, sent));
    },
    'vehicles.delete': ({ body }) => {
      const items = readDeleteList(body, 'vehicles');
      for (const { path, id } of items) {
        if (!world.vehicles.get(id)) throw notFound(`${path}.id was not found`);
      }
      const now = world.timestamp();
      for (const { id } of items) {
        for (const association of world.deviceAssociations.currentOf(id)) {
          world.deviceAssociations.put({ ...association, deletedAt: now, updatedAt: now });
        }
        for (const association of world.userAssociations.currentOf(id)) {
          world.userAssociations.put({ ...association, deletedAt: now });
        }
        world.vehicles.remove(id);
      }
      return DELETED;
    },
  };
}

/** @throws Refusal 404 */
export function findVehicle(world: World, id: string): Vehicle {
  return findRecord(world.vehicles, 'Vehicle', id);
}

function attributesOf(vehicle: Vehicle): Record<string, unknown> {
  return {
    batch: vehicle.batch,
    brand_name: vehicle.brand,
    code: vehicle.code,
    color: vehicle.color,
    created_at: vehicle.createdAt,
    updated_at: vehicle.updatedAt,
    deleted_at: null,
    description: vehicle.description,
    model_name: vehicle.model,
    plate: vehicle.plate,
    trim_name: vehicle.trim,
    type_name: vehicle.type,
    vin: vehicle.vin,
    year: vehicle.year,
  };
}

const readOwn = ownFields(attributesOf);

function fieldReader(world: World): FieldReader<Vehicle> {
  return (vehicle, field) => {
    if (field === 'registration_number') return [vehicle.registrationNumber];
    if (field.startsWith('devices.')) {
      return world.deviceAssociations.currentOf(vehicle.id).map(({ deviceId }) => {
        const device = world.devices.get(deviceId);
        if (field === 'devices.id') return deviceId;
        return field === 'devices.imei' ? device?.imei : device?.name;
      });
    }
    return readOwn(vehicle, ANSWERED_AS[field] ?? field);
  };
}

function toAnswer(world: World, vehicle: Vehicle, wanted: readonly string[] | null): Answer {
  const type = VEHICLE_TYPES.findIndex((known) => known === vehicle.type);
  return {
    id: vehicle.id,
    uuid: vehicle.uuid,
    type: 'vehicles',
    attributes: pickAttributes(attributesOf(vehicle), wanted, ANSWERED_AS),
    relationships: {
      // A type that the service has not seen before gets an id of its own kind.
      asset_vehicle_type: related('type', idOf(world.seed, 'vehicleType', Math.max(0, type + 1))),
      enterprises: related('enterprise', vehicle.enterpriseId),
    },
  };
}

function withDevice(world: World, record: Answer, { includes }: ListQuery): Answer {
  const wanted = includes.get('device');
  const device = wanted && record.id !== undefined && world.mainDeviceOf(record.id);
  if (!device) return record;
  const attributes = pickAttributes({ name: device.name, imei: device.imei }, wanted);
  return {
    ...record,
    relationships: { ...record.relationships, device: related('devices', device.id, attributes) },
  };
}
