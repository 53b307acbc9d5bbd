import { DEVICE_TYPES } from '../world/fleet/devices';
import { isImei } from '../world/fleet/documents';
import { indexOf } from '../world/fleet/ids';
import { optionalText, text } from './attributes';
import { pickAttributes, related } from './envelope';
import { enterpriseRelation } from './enterprises';
import { resource } from './resource';
import type { Handlers, Service } from './service';

const SELECTABLE = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'];

export function deviceHandlers(service: Service): Handlers {
  const { world } = service;
  const devices = resource(service, {
    type: 'devices',
    title: 'Device',
    records: () => world.devices,
    told: ['name', 'imei', 'batch', 'code', 'created_at', 'updated_at'],
    selectable: SELECTABLE,
    filtered: ['enterprise.id', 'chip.id', 'chip.serial', 'chip.number'],
    searchables: ['name', 'imei', 'batch', 'code'],
    related({ chipId }, field) {
      if (field === 'chip.id') return [chipId];
      if (!field.startsWith('chip.')) return undefined;
      const chip = chipId === null ? undefined : world.chips.get(chipId);
      return chip ? [field === 'chip.serial' ? chip.serial : chip.number] : [];
    },
    relationships: ({ enterpriseId, typeId, chipId }) => ({
      enterprise: related('enterprise', enterpriseId),
      type: related('type', typeId),
      ...(chipId === null ? {} : { chip: related('chip', chipId) }),
    }),
    writing: {
      attributes: {
        name: text(),
        imei: text({ pattern: /^\d{15}$/, form: '15 digits' }).refine(
          isImei,
          'is not a valid IMEI',
        ),
        batch: optionalText({ most: 60 }),
        code: optionalText({ most: 60 }),
      },
      required: ['name', 'imei'],
      unique: ['imei'],
      relations: {
        enterprise: enterpriseRelation(service),
        chip: {
          type: 'chip',
          field: 'chipId',
          canEnd: true,
          exists: (id) => world.chips.get(id) !== undefined,
        },
        type: {
          type: 'type',
          field: 'typeId',
          exists: (id) => {
            const index = indexOf(world.seed, 'deviceType', id);
            return index >= 0 && index < DEVICE_TYPES;
          },
        },
        // Accepted and told to nobody: associations say which device is in which vehicle.
        vehicle: { type: 'vehicle', exists: (id) => world.vehicles.get(id) !== undefined },
      },
      blank: (now) => ({
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
      }),
      createdAnswer: ({ attributes }, { id, enterpriseId }) => ({
        id,
        type: 'devices',
        attributes: pickAttributes(attributes, ['imei', 'name']),
        relationships: { enterprise: related('enterprise', enterpriseId) },
      }),
      release(id, now) {
        const association = world.associationOfDevice(id);
        if (!association) return;
        world.deviceAssociations.put({ ...association, deletedAt: now, updatedAt: now });
      },
    },
  });
  return {
    'devices.list': devices.list,
    'devices.get': devices.get,
    'devices.create': devices.createList,
    'devices.update': devices.update,
    'devices.delete': devices.deleteList,
    'devices.setStatus': devices.setStatus,
  };
}
