import { UserRound } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import UserVehicles from './UserVehicles.vue';

/** Users, as their screen shows them. */
export const userKind: RecordKind = {
  collection: 'users',
  icon: UserRound,
  tabs: [{ id: 'vehicles', label: 'users.tabs.vehicles', component: UserVehicles }],
};
