import { enterprise, moment, text, vehiclesBy, type Resource } from './resource';

const phone = { ...text, kind: 'phone', searchable: 'anyPart' } as const;

/** Users (public API, "User"). */
export const users = {
  name: 'users',
  fields: {
    username: {
      ...text,
      kind: 'username',
      required: true,
      unique: true,
      searchable: 'anyPart',
      column: { width: 152 },
    },
    password: { kind: 'password', readable: false, writable: 'create', required: true },
    name: { ...text, required: true, searchable: 'words', column: { width: 176 } },
    email: { ...text, kind: 'email', searchable: 'anyPart', column: { width: 232 } },
    phone1: { ...phone, column: { width: 160 } },
    cpf: {
      ...text,
      kind: 'cpf',
      unique: true,
      searchable: 'anyPart',
      column: { width: 136, hidden: true },
    },
    enterpriseId: enterprise,
    roleId: {
      kind: 'reference',
      readable: false,
      writable: 'always',
      references: 'roles',
      column: { width: 128 },
    },
    phone2: { ...phone, column: { width: 160, hidden: true } },
    birthdate: { ...text, kind: 'date', isPast: true, column: { width: 128, hidden: true } },
    locale: { ...text, kind: 'locale', clearable: false, column: { width: 168, hidden: true } },
    documentNumber: { ...text, searchable: 'anyPart', column: { width: 144, hidden: true } },
    emergencyContact: { ...text, searchable: 'words', column: { width: 176, hidden: true } },
    emergencyPhone: { ...phone, column: { width: 160, hidden: true } },
    createdAt: moment,
    updatedAt: moment,
    deactivatedAt: moment,
  },
  derived: { vehicles: vehiclesBy('users', 160) },
  leading: ['name', 'roleId', 'vehicles', 'phone1', 'username', 'email'],
  title: ['name', 'username'],
  mainField: 'username',
  subtitle: [['username'], ['email']],
  detail: [['username']],
  identity: ['username'],
  sections: [
    { id: 'account', fields: ['username', 'locale', 'name', 'email'] },
    { id: 'rights', fields: ['roleId', 'enterpriseId'] },
    { id: 'contact', fields: ['phone1', 'phone2'] },
    { id: 'person', fields: ['cpf', 'birthdate', 'documentNumber'] },
    { id: 'emergency', fields: ['emergencyContact', 'emergencyPhone'] },
  ],
  filters: [
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'role', field: 'roleId', kind: 'references' },
    { id: 'state', field: 'deactivatedAt', kind: 'state' },
  ],
} as const satisfies Resource;
