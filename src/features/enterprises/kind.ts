import { Building2 } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import { referringTab } from '../records/referring-tab';
import NameEnterprise from './NameEnterprise.vue';

/** Enterprises, as their screen shows them. The service changes none. */
export const enterpriseKind: RecordKind = {
  collection: 'enterprises',
  icon: Building2,
  tabs: [
    referringTab('vehicles', 'enterprise', 'enterprises.tabs.vehicles'),
    referringTab('devices', 'enterprise', 'enterprises.tabs.devices'),
    referringTab('users', 'enterprise', 'enterprises.tabs.users'),
  ],
  actions: NameEnterprise,
};
