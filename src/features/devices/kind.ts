import { RadioReceiver } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import DeviceVehicles from './DeviceVehicles.vue';

/** Devices, as their screen shows them. */
export const deviceKind: RecordKind = {
  collection: 'devices',
  icon: RadioReceiver,
  titleField: 'name',
  subtitle: ({ imei, code }) => [imei, code].filter(Boolean).join(' · '),
  columns: [
    { field: 'name', width: 192 },
    { field: 'imei', width: 152 },
    { field: 'chipId', width: 192 },
    { field: 'code', width: 112 },
    { field: 'batch', width: 112 },
    { field: 'enterpriseId', width: 184 },
    { field: 'typeId', width: 152, isHidden: true },
    { field: 'createdAt', width: 160, isHidden: true },
    { field: 'updatedAt', width: 160, isHidden: true },
  ],
  filters: [
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
    { id: 'type', field: 'typeId', kind: 'values' },
    { id: 'batch', field: 'batch', kind: 'values' },
  ],
  sections: [
    { label: 'devices.sections.identity', fields: ['name', 'imei', 'code', 'batch'] },
    { label: 'devices.sections.connection', fields: ['chipId', 'typeId', 'vehicleId'] },
    { label: 'devices.sections.office', fields: ['enterpriseId'] },
  ],
  tabs: [{ id: 'vehicles', label: 'devices.tabs.vehicles', component: DeviceVehicles }],
  verbs: ['create', 'update', 'delete', 'activate'],
};
