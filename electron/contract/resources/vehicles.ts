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
      column: { width: 128 },
    },
    typeName: { ...text, kind: 'vehicleType', column: { width: 120 } },
    brandName: { ...text, searchable: 'words', column: { width: 136 } },
    modelName: { ...text, searchable: 'words', column: { width: 144 } },
    year: { ...text, kind: 'year', column: { width: 72 } },
    color: { ...text, kind: 'color', column: { width: 104 } },
    code: { ...text, searchable: 'anyPart', column: { width: 88 } },
    vin: { ...text, kind: 'vin', unique: true, searchable: 'anyPart', column: { width: 184 } },
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
    { id: 'type', field: 'typeName', kind: 'values' },
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'state', field: 'deactivatedAt', kind: 'state' },
  ],
} as const satisfies Resource;
