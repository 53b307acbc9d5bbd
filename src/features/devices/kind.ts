import { RadioReceiver } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import DeviceVehicles from './DeviceVehicles.vue';

/** Devices, as their screen shows them. */
export const deviceKind: RecordKind = {
  collection: 'devices',
  icon: RadioReceiver,
  tabs: [{ id: 'vehicles', label: 'devices.tabs.vehicles', component: DeviceVehicles }],
};
