import { enterprise, moment, readOnlyText, text, type Resource } from './resource';

/** Vehicles (public API, "Vehicle"). */
export const vehicles = {
  name: 'vehicles',
  fields: {
    plate: {
      ...text,
      kind: 'plate',
      required: true,
      unique: true,
      searchable: 'anyPart',
      column: { width: 120 },
    },
    typeName: { ...text, kind: 'vehicleType', column: { width: 120, hidden: true } },
    // The record that stands behind the type's name; the service shares its identifier alone.
    typeId: {
      kind: 'identifier',
      readable: true,
      writable: 'never',
      column: { width: 152, hidden: true },
    },
    brandName: { ...text, searchable: 'words', column: { width: 136, hidden: true } },
    modelName: { ...text, searchable: 'words', column: { width: 144, hidden: true } },
    year: { ...text, kind: 'year', column: { width: 72, hidden: true } },
    color: { ...text, kind: 'color', column: { width: 104, hidden: true } },
    code: { ...text, searchable: 'anyPart', column: { width: 88, hidden: true } },
    vin: {
      ...text,
      kind: 'vin',
      unique: true,
      searchable: 'anyPart',
      column: { width: 184, hidden: true },
    },
    enterpriseId: enterprise,
    batch: { ...text, column: { width: 112, hidden: true } },
    description: {
      ...text,
      kind: 'longText',
      searchable: 'words',
      column: { width: 240, hidden: true },
    },
    registrationNumber: {
      ...text,
      readable: false,
      searchable: 'anyPart',
      column: { width: 144, hidden: true },
    },
    trimName: { ...readOnlyText, column: { width: 120, hidden: true } },
    userNames: {
      kind: 'texts',
      readable: false,
      writable: 'never',
      searchable: 'words',
      column: { width: 200, hidden: true },
    },
    createdAt: moment,
    updatedAt: moment,
    deactivatedAt: moment,
  },
  // The widths of the leading ones fit into the smallest window.
  derived: {
    drivers: {
      kind: 'references',
      references: 'users',
      from: { association: 'users', of: 'vehicle', drivers: true },
      column: { width: 136 },
    },
    devices: {
      kind: 'references',
      references: 'devices',
      from: { association: 'devices', of: 'vehicle' },
      column: { width: 124 },
    },
    lastContact: { kind: 'moment', from: 'live', column: { width: 120 } },
    liveState: { kind: 'liveState', from: 'live', column: { width: 172 } },
    connection: { kind: 'connection', from: 'live' },
    placeDistance: { kind: 'distance', from: 'live' },
    place: { kind: 'place', from: 'live', column: { width: 132 } },
  },
  leading: ['plate', 'drivers', 'devices', 'lastContact', 'liveState', 'place'],
  title: ['plate', 'code', 'vin'],
  mainField: 'plate',
  subtitle: [['brandName', 'modelName'], ['code']],
  detail: [['brandName', 'modelName'], ['code']],
  identity: ['vin', 'plate'],
  sections: [
    { id: 'identity', fields: ['plate', 'code', 'vin', 'registrationNumber', 'batch'] },
    { id: 'make', fields: ['typeName', 'year', 'brandName', 'modelName', 'color'] },
    { id: 'office', fields: ['enterpriseId', 'description'] },
  ],
  filters: [
    { id: 'live', field: 'liveState', kind: 'values' },
    { id: 'type', field: 'typeName', kind: 'values' },
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'typeRecord', field: 'typeId', kind: 'values' },
    { id: 'state', field: 'deactivatedAt', kind: 'state' },
  ],
} as const satisfies Resource;
