import { z } from 'zod';
import type { DeviceAssociation } from '../world/fleet/records';
import type { World } from '../world/world';
import {
  boolean,
  Complaints,
  dataList,
  dataObject,
  identifier,
  member,
  onlyMembers,
  required,
} from './checks';
import { readAttributes } from './attributes';
import { related, type Answer } from './envelope';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readListQuery } from './query';
import { readEnding } from './records';
import { selectPage } from './selection';
import { answer, created, DELETED, type Handlers, type Service } from './service';
import { findVehicle } from './vehicles';

interface Row {
  readonly path: string;
  readonly vehicleId: string;
  readonly deviceId: string;
  readonly isMain: boolean;
}

const FIELDS = ['id', 'created_at', 'updated_at', 'deleted_at', 'is_main_device', 'devices.id'];

export function deviceAssociationHandlers(service: Service): Handlers {
  const { world } = service;
  return {
    'deviceAssociations.list': async ({ params, query }) => {
      const vehicle = findVehicle(world, checkIdentifier('vehicle_id', params.vehicle_id));
      // The document names no `attributes` here, so the parameter is refused.
      const rules = { attributes: null, includes: {}, fields: FIELDS, searchables: [] };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const all = world.deviceAssociations.ofVehicle(vehicle.id);
      const page = await selectPage(all, asked, readField);
      return answer(page.map((association) => toAnswer(world, association)));
    },
    'deviceAssociations.create': ({ body }) => {
      const complaints = new Complaints();
      const rows = dataList(body, complaints).flatMap((item): Row[] => {
        onlyMembers(item, ['device_id', 'vehicle_id', 'is_main_device'], complaints);
        const deviceId = required(member(item, 'device_id'), identifier(), complaints);
        const vehicleId = required(member(item, 'vehicle_id'), identifier(), complaints);
        const isMain = required(member(item, 'is_main_device'), boolean(), complaints);
        if (deviceId === undefined || vehicleId === undefined || isMain === undefined) return [];
        return [{ path: item.path, deviceId, vehicleId, isMain }];
      });
      complaints.settle();
      refuseImpossible(world, rows);
      const now = world.timestamp();
      const associations = rows.map(({ vehicleId, deviceId, isMain }): DeviceAssociation => ({
        ...world.newIdentity(),
        vehicleId,
        deviceId,
        enterpriseId: findVehicle(world, vehicleId).enterpriseId,
        isMain,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }));
      for (const association of associations) world.deviceAssociations.add(association);
      return created(associations.map((association) => toAnswer(world, association)));
    },
    'deviceAssociations.update': ({ params, body }) => {
      const vehicleId = checkIdentifier('vehicle_id', params.vehicle_id);
      const id = checkIdentifier('association_id', params.association_id);
      findVehicle(world, vehicleId);
      const association = world.deviceAssociations.get(id);
      if (association?.vehicleId !== vehicleId || association.deletedAt !== null) {
        throw notFound('Device association not found');
      }
      const item = dataObject(body);
      const complaints = new Complaints();
      const { is_main_device: isMain } = readAttributes(
        item,
        { is_main_device: z.boolean('must be a boolean') },
        ['is_main_device'],
        complaints,
      );
      complaints.settle();
      const updated = setMain(world, association, isMain ?? association.isMain);
      return answer(toAnswer(world, updated));
    },
    'deviceAssociations.delete': ({ body }) => {
      const going = readEnding(world, world.deviceAssociations, body, 'device_association');
      for (const { path, association } of going) {
        const staying = world.deviceAssociations
          .currentOf(association.vehicleId)
          .filter(({ id }) => !going.some((other) => other.association.id === id));
        if (association.isMain && staying.length > 0 && !staying.some(({ isMain }) => isMain)) {
          throw badRequest(`${path}.id can not be removed: one device must stay the main device`);
        }
      }
      const now = world.timestamp();
      for (const { association } of going) {
        world.deviceAssociations.put({ ...association, deletedAt: now, updatedAt: now });
      }
      return DELETED;
    },
  };
}

/** Refuses what the business does not allow, before anything is applied. */
function refuseImpossible(world: World, rows: readonly Row[]): void {
  const devices = new Set<string>();
  const mains = new Set<string>();
  for (const { path, vehicleId, deviceId, isMain } of rows) {
    const vehicle = world.vehicles.get(vehicleId);
    const device = world.devices.get(deviceId);
    if (!vehicle) throw notFound(`${path}.vehicle_id was not found`);
    if (!device) throw notFound(`${path}.device_id was not found`);
    if (vehicle.enterpriseId !== device.enterpriseId) {
      throw badRequest(`${path}: the vehicle and the device belong to different enterprises`);
    }
    if (devices.has(deviceId) || world.associationOfDevice(deviceId)) {
      throw badRequest(`${path}.device_id is already associated`);
    }
    const hasMain = world.deviceAssociations.currentOf(vehicleId).some((other) => other.isMain);
    if (isMain && (hasMain || mains.has(vehicleId))) {
      throw badRequest(`${path}.is_main_device: the vehicle already has a main device`);
    }
    devices.add(deviceId);
    if (isMain) mains.add(vehicleId);
  }
}

/** Makes a device the main one, in place of all others, or an ordinary one. */
function setMain(world: World, association: DeviceAssociation, isMain: boolean): DeviceAssociation {
  const now = world.timestamp();
  const others = world.deviceAssociations
    .currentOf(association.vehicleId)
    .filter(({ id }) => id !== association.id);
  if (!isMain && association.isMain && !others.some((other) => other.isMain)) {
    throw badRequest('body.data.attributes.is_main_device: one device must stay the main device');
  }
  if (isMain) {
    for (const other of others) {
      if (!other.isMain) continue;
      world.deviceAssociations.put({ ...other, isMain: false, updatedAt: now });
    }
  }
  const updated = { ...association, isMain, updatedAt: now };
  world.deviceAssociations.put(updated);
  return updated;
}

function attributesOf(association: DeviceAssociation): Record<string, unknown> {
  return {
    created_at: association.createdAt,
    updated_at: association.updatedAt,
    deleted_at: association.deletedAt,
    is_main_device: association.isMain,
  };
}

function readField(association: DeviceAssociation, field: string): readonly unknown[] {
  if (field === 'id') return [association.id];
  if (field === 'devices.id') return [association.deviceId];
  return [attributesOf(association)[field]];
}

/** The keys of relationships come in two spellings; a vehicle's records keep to one of them. */
function toAnswer(world: World, association: DeviceAssociation): Answer {
  const vehicle = world.vehicles.get(association.vehicleId);
  const isPlural = vehicle?.index === null || vehicle === undefined || vehicle.index % 2 === 0;
  return {
    id: association.id,
    uuid: association.uuid,
    type: 'device_associations',
    attributes: attributesOf(association),
    relationships: {
      [isPlural ? 'devices' : 'device']: related('devices', association.deviceId),
      enterprises: related('enterprises', association.enterpriseId),
      [isPlural ? 'vehicles' : 'vehicle']: related('vehicles', association.vehicleId),
    },
  };
}
