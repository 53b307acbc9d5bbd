import { enterprise, moment, readOnlyText, text, type Resource } from './resource';

/** Mobile data chips (public API, "Chip"). */
export const chips = {
  name: 'chips',
  fields: {
    serial: {
      ...text,
      kind: 'iccid',
      required: true,
      unique: true,
      searchable: 'anyPart',
      column: { width: 184 },
    },
    number: {
      ...text,
      kind: 'phone',
      clearable: false,
      searchable: 'anyPart',
      column: { width: 152 },
    },
    carrier: { ...text, clearable: false, searchable: 'words', column: { width: 120 } },
    serviceProvider: { ...text, clearable: false, searchable: 'words', column: { width: 136 } },
    batch: { ...text, column: { width: 112, hidden: true } },
    enterpriseId: enterprise,
    apn: { ...readOnlyText, column: { width: 160, hidden: true } },
    apnUsername: { ...readOnlyText, column: { width: 136, hidden: true } },
    // In no column: a list would show it to everybody who looks at the screen.
    apnPassword: { kind: 'secret', readable: true, writable: 'never' },
    archivedAt: moment,
    createdAt: moment,
    updatedAt: moment,
  },
  derived: {
    devices: {
      kind: 'references',
      references: 'devices',
      from: { collection: 'devices', field: 'chipId' },
      column: { width: 144 },
    },
    vehicles: {
      kind: 'references',
      references: 'vehicles',
      from: { through: 'devices', derived: 'vehicles' },
      column: { width: 120 },
    },
  },
  leading: ['serial', 'number', 'devices', 'vehicles', 'carrier', 'serviceProvider'],
  title: ['serial', 'number'],
  mainField: 'serial',
  subtitle: [['number'], ['carrier']],
  detail: [['number']],
  identity: ['serial'],
  sections: [
    { id: 'identity', fields: ['serial', 'number', 'batch'] },
    { id: 'network', fields: ['carrier', 'serviceProvider'] },
    { id: 'office', fields: ['enterpriseId'] },
  ],
  filters: [
    { id: 'carrier', field: 'carrier', kind: 'values' },
    { id: 'provider', field: 'serviceProvider', kind: 'values' },
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
  ],
} as const satisfies Resource;
