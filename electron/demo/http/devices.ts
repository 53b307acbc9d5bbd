import { isImei } from '../world/fleet/documents';
import { DEVICE_TYPES } from '../world/fleet/devices';
import { indexOf } from '../world/fleet/ids';
import type { Device } from '../world/fleet/records';
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
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { findRecord, refuseTaken } from './records';
import { ownFields, selectPage, type FieldReader } from './selection';
import { answer, created, DELETED, DONE, type Handlers, type Service } from './service';
import { readSituation } from './users';

const SELECTABLE = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'];
const SEARCHABLE = ['name', 'imei', 'batch', 'code'];

/** What belongs to one device alone. */
const UNIQUE = ['imei'] as const;

const imei: Check<string> = (found, complaints) => {
  const value = text({ pattern: /^\d{15}$/, form: '15 digits' })(found, complaints);
  if (value === undefined || isImei(value)) return value;
  complaints.add(found.path, 'is not a valid IMEI');
  return undefined;
};

const CHECKS = {
  name: text(),
  imei,
  batch: optionalText({ most: 60 }),
  code: optionalText({ most: 60 }),
};

export function deviceHandlers(service: Service): Handlers {
  const { world } = service;

  const find = (params: Readonly<Record<string, unknown>>): Device =>
    findRecord(world.devices, 'Device', checkIdentifier('id', params.id));

  const read = (item: Found, isNew: boolean, complaints: Complaints): Partial<Device> => {
    const attributes = readAttributes(item, CHECKS, isNew ? ['name', 'imei'] : [], complaints);
    const { chip, enterprise, type } = readRelationships(
      item,
      // `vehicle` is accepted and told to nobody: associations say which device is in which vehicle.
      { chip: 'chip', enterprise: 'enterprise', vehicle: 'vehicle', type: 'type' },
      (name, id) => isKnown(world, name, id),
      complaints,
    );
    return {
      ...attributes,
      ...(chip === undefined ? {} : { chipId: chip }),
      ...(enterprise ? { enterpriseId: enterprise } : {}),
      ...(type ? { typeId: type } : {}),
    };
  };

  return {
    'devices.list': async ({ query }) => {
      const rules = {
        attributes: SELECTABLE,
        includes: null,
        fields: [...SELECTABLE, 'id', 'enterprise.id', 'chip.id', 'chip.serial', 'chip.number'],
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = await selectPage(world.devices, asked, fieldReader(world));
      return answer(page.map((device) => toAnswer(device, asked.attributes)));
    },
    'devices.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, SELECTABLE);
      return answer(toAnswer(find(params), wanted));
    },
    'devices.create': async ({ body }) => {
      await world.devices.learn(UNIQUE);
      const complaints = new Complaints();
      const rows = dataList(body, complaints).map((item) => ({
        item,
        changes: read(item, true, complaints),
      }));
      refuseTaken(world.devices, UNIQUE, rows, complaints);
      complaints.settle();
      const now = world.timestamp();
      const devices = rows.map(({ changes }): Device => ({
        ...world.newIdentity(),
        enterpriseId: world.enterprises.derive(0).id,
        typeId: world.devices.derive(0).typeId,
        chipId: null,
        name: '',
        imei: '',
        batch: null,
        code: null,
        deactivatedAt: null,
        createdAt: now,
        updatedAt: now,
        ...changes,
      }));
      for (const device of devices) world.devices.add(device);
      return created(
        devices.map((device) => ({
          id: device.id,
          type: 'devices',
          attributes: { imei: device.imei, name: device.name },
          relationships: { enterprise: related('enterprise', device.enterpriseId) },
        })),
      );
    },
    'devices.update': async ({ params, body }) => {
      await world.devices.learn(UNIQUE);
      const device = find(params);
      const item = dataObject(body);
      const complaints = new Complaints();
      const changes = read(item, false, complaints);
      refuseTaken(world.devices, UNIQUE, [{ item, changes }], complaints, device.id);
      complaints.settle();
      const updated: Device = { ...device, ...changes, updatedAt: world.timestamp() };
      world.devices.put(updated);
      return answer(toAnswer(updated, null));
    },
    'devices.delete': ({ body }) => {
      const items = readDeleteList(body, 'devices');
      for (const { path, id } of items) {
        if (!world.devices.get(id)) throw notFound(`${path}.id was not found`);
      }
      const now = world.timestamp();
      for (const { id } of items) {
        const association = world.associationOfDevice(id);
        if (association) {
          world.deviceAssociations.put({ ...association, deletedAt: now, updatedAt: now });
        }
        world.devices.remove(id);
      }
      return DELETED;
    },
    'devices.setStatus': ({ params }) => {
      const situation = readSituation(params.situation);
      const device = find(params);
      const now = world.timestamp();
      world.devices.put({
        ...device,
        deactivatedAt: situation === 'activation' ? null : now,
        updatedAt: now,
      });
      return DONE;
    },
  };
}

function isKnown(world: World, name: string, id: string): boolean {
  switch (name) {
    case 'chip':
      return world.chips.get(id) !== undefined;
    case 'enterprise':
      return world.enterprises.get(id) !== undefined;
    case 'vehicle':
      return world.vehicles.get(id) !== undefined;
    default: {
      const index = indexOf(world.seed, 'deviceType', id);
      return index >= 0 && index < DEVICE_TYPES;
    }
  }
}

function attributesOf(device: Device): Record<string, unknown> {
  return {
    name: device.name,
    imei: device.imei,
    batch: device.batch,
    code: device.code,
    created_at: device.createdAt,
    updated_at: device.updatedAt,
  };
}

const readOwn = ownFields(attributesOf);

function fieldReader(world: World): FieldReader<Device> {
  return (device, field) => {
    if (field === 'chip.id') return [device.chipId];
    if (field.startsWith('chip.')) {
      const chip = device.chipId === null ? undefined : world.chips.get(device.chipId);
      return chip ? [field === 'chip.serial' ? chip.serial : chip.number] : [];
    }
    return readOwn(device, field);
  };
}

function toAnswer(device: Device, wanted: readonly string[] | null): Answer {
  return {
    id: device.id,
    uuid: device.uuid,
    type: 'devices',
    attributes: pickAttributes(attributesOf(device), wanted),
    relationships: {
      enterprise: related('enterprise', device.enterpriseId),
      type: related('type', device.typeId),
      ...(device.chipId === null ? {} : { chip: related('chip', device.chipId) }),
    },
  };
}
