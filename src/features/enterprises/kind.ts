import { Building2 } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import EnterpriseDevices from './EnterpriseDevices.vue';
import EnterpriseUsers from './EnterpriseUsers.vue';
import EnterpriseVehicles from './EnterpriseVehicles.vue';
import NameEnterprise from './NameEnterprise.vue';

/** Enterprises, as their screen shows them. The service changes none. */
export const enterpriseKind: RecordKind = {
  collection: 'enterprises',
  icon: Building2,
  tabs: [
    { id: 'vehicles', label: 'enterprises.tabs.vehicles', component: EnterpriseVehicles },
    { id: 'devices', label: 'enterprises.tabs.devices', component: EnterpriseDevices },
    { id: 'users', label: 'enterprises.tabs.users', component: EnterpriseUsers },
  ],
  actions: NameEnterprise,
};
