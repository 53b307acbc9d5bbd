import { z } from 'zod';
import { VEHICLE_TYPES } from '../world/fleet/archetypes';
import { idOf } from '../world/fleet/ids';
import type { Vehicle } from '../world/fleet/records';
import type { World } from '../world/world';
import { optionalText, text } from './attributes';
import { pickAttributes, related } from './envelope';
import { enterpriseRelation } from './enterprises';
import { findRecord } from './records';
import { resource, type Resource } from './resource';
import type { Handlers, Service } from './service';

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

const PLATE = /^[A-Za-z]{3}-?\d[A-Za-z\d]\d{2}$/;
const VIN = /^[A-HJ-NPR-Za-hj-npr-z\d]{17}$/;
const COLOR = /^#[0-9A-Fa-f]{6}$/;

const toUpperCase = (value: string): string => value.toUpperCase();

export function vehicleHandlers(service: Service): Handlers {
  const vehicles = resource(service, vehicleResource(service));
  return {
    'vehicles.list': vehicles.list,
    'vehicles.get': vehicles.get,
    'vehicles.create': vehicles.createList,
    'vehicles.update': vehicles.update,
    'vehicles.delete': vehicles.deleteList,
  };
}

function vehicleResource(service: Service): Resource<Vehicle> {
  const { world } = service;
  return {
    type: 'vehicles',
    title: 'Vehicle',
    records: () => world.vehicles,
    told: [
      'batch',
      'brand_name',
      'code',
      'color',
      'created_at',
      'updated_at',
      'deleted_at',
      'description',
      'model_name',
      'plate',
      'trim_name',
      'type_name',
      'vin',
      'year',
    ],
    fields: { brand_name: 'brand', model_name: 'model', trim_name: 'trim', type_name: 'type' },
    selectable: SELECTABLE,
    answeredAs: {
      type: 'type_name',
      brand: 'brand_name',
      model: 'model_name',
      registration_number: null,
      user_names: null,
      deactivated_at: null,
    },
    includes: { device: ['name', 'imei'] },
    include(vehicle, _device, wanted) {
      const device = world.mainDeviceOf(vehicle.id);
      if (!device) return undefined;
      const attributes = pickAttributes({ name: device.name, imei: device.imei }, wanted);
      return related('devices', device.id, attributes);
    },
    filtered: ['devices.id', 'devices.imei', 'devices.name', 'enterprise.id'],
    searchables: ['plate', 'vin', 'code', 'description', 'brand', 'model'],
    related(vehicle, field) {
      if (field === 'registration_number') return [vehicle.registrationNumber];
      if (!field.startsWith('devices.')) return undefined;
      return world.deviceAssociations.currentOf(vehicle.id).map(({ deviceId }) => {
        const device = world.devices.get(deviceId);
        if (field === 'devices.id') return deviceId;
        return field === 'devices.imei' ? device?.imei : device?.name;
      });
    },
    relationships: ({ type, enterpriseId }) => ({
      // A type that the service has not seen before gets an id of its own kind.
      asset_vehicle_type: related('type', idOf(world.seed, 'vehicleType', numberOf(type))),
      enterprises: related('enterprise', enterpriseId),
    }),
    writing: {
      attributes: {
        plate: text({ pattern: PLATE, form: 'a plate of the form ABC1D23 or ABC1234' }).transform(
          (plate) => toUpperCase(plate.replace('-', '')),
        ),
        vin: optionalText({ pattern: VIN, form: 'a VIN of 17 characters' }).transform(
          (vin) => vin?.toUpperCase() ?? null,
        ),
        type: text({ most: 60 }),
        code: optionalText({ most: 60 }),
        brand: optionalText({ most: 120 }),
        model: optionalText({ most: 120 }),
        year: z.preprocess(
          (year) => (typeof year === 'number' ? String(year) : year),
          z.string('must be a year').regex(/^(19|20)\d{2}$/, 'must be a year'),
        ),
        description: optionalText({ most: 500 }),
        color: text({ pattern: COLOR, form: 'a colour of the form #RRGGBB' }).transform(
          toUpperCase,
        ),
        batch: optionalText({ most: 60 }),
        registration_number: optionalText({ most: 40 }),
      },
      required: ['plate'],
      unique: ['plate', 'vin'],
      relations: { enterprise: enterpriseRelation(service) },
      blank: (now) => ({
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
      }),
      createdAnswer: (whole) => ({
        ...whole,
        attributes: pickAttributes(whole.attributes, ['plate', 'vin']),
      }),
      answersWhatWasSent: true,
      release(id, now) {
        for (const association of world.deviceAssociations.currentOf(id)) {
          world.deviceAssociations.put({ ...association, deletedAt: now, updatedAt: now });
        }
        for (const association of world.userAssociations.currentOf(id)) {
          world.userAssociations.put({ ...association, deletedAt: now });
        }
      },
    },
  };
}

function numberOf(type: string): number {
  return Math.max(0, VEHICLE_TYPES.findIndex((known) => known === type) + 1);
}

/** @throws Refusal 404 */
export function findVehicle(world: World, id: string): Vehicle {
  return findRecord(world.vehicles, 'Vehicle', id);
}
