import { enterprise, moment, text, vehiclesBy, type Resource } from './resource';

/** Tracking devices (public API, "Device"). */
export const devices = {
  name: 'devices',
  fields: {
    name: { ...text, required: true, searchable: 'words', column: { width: 168 } },
    imei: {
      ...text,
      kind: 'imei',
      required: true,
      unique: true,
      searchable: 'anyPart',
      column: { width: 152 },
    },
    chipId: {
      kind: 'reference',
      readable: true,
      writable: 'always',
      references: 'chips',
      column: { width: 184 },
    },
    code: { ...text, searchable: 'anyPart', column: { width: 112 } },
    batch: { ...text, column: { width: 112 } },
    enterpriseId: enterprise,
    typeId: {
      kind: 'identifier',
      readable: true,
      writable: 'always',
      column: { width: 152, hidden: true },
    },
    // Accepted, but never returned: the vehicle of a device is told by the vehicle's associations.
    vehicleId: {
      kind: 'reference',
      readable: false,
      writable: 'always',
      onlyWhenNew: true,
      references: 'vehicles',
    },
    createdAt: moment,
    updatedAt: moment,
  },
  derived: { vehicles: vehiclesBy('devices', 136) },
  leading: ['name', 'imei', 'vehicles', 'chipId'],
  title: ['name', 'imei'],
  mainField: 'name',
  subtitle: [['imei'], ['code']],
  detail: [['imei']],
  identity: ['imei'],
  sections: [
    { id: 'identity', fields: ['name', 'imei', 'code', 'batch'] },
    { id: 'connection', fields: ['chipId', 'typeId', 'vehicleId'] },
    { id: 'office', fields: ['enterpriseId'] },
  ],
  filters: [
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'type', field: 'typeId', kind: 'values' },
    { id: 'batch', field: 'batch', kind: 'values' },
  ],
} as const satisfies Resource;
