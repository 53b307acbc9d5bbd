import { ShieldCheck } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import RoleUsers from './RoleUsers.vue';

/** Roles of users, as their screen shows them. The service lists them and changes none. */
export const roleKind: RecordKind = {
  collection: 'roles',
  icon: ShieldCheck,
  tabs: [{ id: 'users', label: 'roles.tabs.users', component: RoleUsers }],
};
