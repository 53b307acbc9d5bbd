import { ShieldCheck } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import { referringTab } from '../records/referring-tab';

/** Roles of users, as their screen shows them. The service lists them and changes none. */
export const roleKind: RecordKind = {
  collection: 'roles',
  icon: ShieldCheck,
  tabs: [referringTab('users', 'role', 'roles.tabs.users')],
};
