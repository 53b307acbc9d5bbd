import { Truck } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import VehicleLabelsDialog from './labels/VehicleLabelsDialog.vue';
import VehicleActions from './VehicleActions.vue';
import VehicleDevices from './VehicleDevices.vue';
import VehicleUsers from './VehicleUsers.vue';

/** Vehicles, as their screen shows them. */
export const vehicleKind: RecordKind = {
  collection: 'vehicles',
  icon: Truck,
  tabs: [
    { id: 'devices', label: 'vehicles.tabs.devices', component: VehicleDevices },
    { id: 'users', label: 'vehicles.tabs.users', component: VehicleUsers },
  ],
  actions: VehicleActions,
  labels: VehicleLabelsDialog,
};
