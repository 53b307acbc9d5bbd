import { labelOf } from '@contract/resources';
import type { Known, Subjects } from '../outbox-seeds';
import { deviceOf, userOf, vehicleOf } from './records';

function known(collection: 'vehicles' | 'users' | 'devices', record: { id: string }): Known {
  const fields = { ...record } as Known['fields'];
  return { collection, key: record.id, label: labelOf(collection, fields) ?? record.id, fields };
}

/** Records of the invented office by their numbers. */
export function officeSubjects(now: number): Subjects {
  return {
    vehicle: (index) => {
      const { type, brand, model, ...vehicle } = vehicleOf(index, now);
      return known('vehicles', {
        ...vehicle,
        ...{ typeName: type, brandName: brand, modelName: model },
      } as { id: string });
    },
    user: (index) => known('users', userOf(index, now)),
    device: (index) => known('devices', deviceOf(index, now)),
  };
}
