import { Truck } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import VehicleActions from './VehicleActions.vue';
import VehicleDevices from './VehicleDevices.vue';
import VehicleUsers from './VehicleUsers.vue';

/** Vehicles, as their screen shows them. */
export const vehicleKind: RecordKind = {
  collection: 'vehicles',
  icon: Truck,
  titleField: 'plate',
  hasPlate: true,
  subtitle: ({ brandName, modelName, code }) =>
    [[brandName, modelName].filter(Boolean).join(' '), code].filter(Boolean).join(' · '),
  columns: [
    { field: 'plate', width: 128 },
    { field: 'typeName', width: 120 },
    { field: 'brandName', width: 136 },
    { field: 'modelName', width: 144 },
    { field: 'year', width: 72 },
    { field: 'color', width: 104 },
    { field: 'code', width: 88 },
    { field: 'vin', width: 184 },
    { field: 'enterpriseId', width: 184 },
    { field: 'batch', width: 112, isHidden: true },
    { field: 'description', width: 240, isHidden: true },
    { field: 'registrationNumber', width: 144, isHidden: true },
    { field: 'trimName', width: 120, isHidden: true },
    { field: 'userNames', width: 200, isHidden: true },
    { field: 'createdAt', width: 160, isHidden: true },
    { field: 'updatedAt', width: 160, isHidden: true },
    { field: 'deactivatedAt', width: 160, isHidden: true },
  ],
  filters: [
    { id: 'type', field: 'typeName', kind: 'values' },
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'state', field: 'deactivatedAt', kind: 'state' },
  ],
  sections: [
    {
      label: 'vehicles.sections.identity',
      fields: ['plate', 'code', 'vin', 'registrationNumber', 'batch'],
    },
    {
      label: 'vehicles.sections.make',
      fields: ['typeName', 'year', 'brandName', 'modelName', 'color'],
    },
    { label: 'vehicles.sections.office', fields: ['enterpriseId', 'description'] },
  ],
  tabs: [
    { id: 'devices', label: 'vehicles.tabs.devices', component: VehicleDevices },
    { id: 'users', label: 'vehicles.tabs.users', component: VehicleUsers },
  ],
  verbs: ['create', 'update', 'delete'],
  actions: VehicleActions,
};
