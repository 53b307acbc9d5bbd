import { UserRound } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import UserVehicles from './UserVehicles.vue';

/** Users, as their screen shows them. */
export const userKind: RecordKind = {
  collection: 'users',
  icon: UserRound,
  titleField: 'username',
  subtitle: ({ username, email }) => [username, email].filter(Boolean).join(' · '),
  columns: [
    { field: 'username', width: 176 },
    { field: 'name', width: 208 },
    { field: 'email', width: 248 },
    { field: 'phone1', width: 160 },
    { field: 'cpf', width: 136 },
    { field: 'enterpriseId', width: 184 },
    { field: 'roleId', width: 136, isHidden: true },
    { field: 'phone2', width: 160, isHidden: true },
    { field: 'birthdate', width: 128, isHidden: true },
    { field: 'locale', width: 168, isHidden: true },
    { field: 'documentNumber', width: 144, isHidden: true },
    { field: 'emergencyContact', width: 176, isHidden: true },
    { field: 'emergencyPhone', width: 160, isHidden: true },
    { field: 'createdAt', width: 160, isHidden: true },
    { field: 'updatedAt', width: 160, isHidden: true },
    { field: 'deactivatedAt', width: 160, isHidden: true },
  ],
  filters: [
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'role', field: 'roleId', kind: 'references' },
    { id: 'state', field: 'deactivatedAt', kind: 'state' },
  ],
  sections: [
    { label: 'users.sections.account', fields: ['username', 'locale', 'name', 'email'] },
    { label: 'users.sections.rights', fields: ['roleId', 'enterpriseId'] },
    { label: 'users.sections.contact', fields: ['phone1', 'phone2'] },
    { label: 'users.sections.person', fields: ['cpf', 'birthdate', 'documentNumber'] },
    { label: 'users.sections.emergency', fields: ['emergencyContact', 'emergencyPhone'] },
  ],
  tabs: [{ id: 'vehicles', label: 'users.tabs.vehicles', component: UserVehicles }],
  verbs: ['create', 'update', 'delete', 'activate'],
};
