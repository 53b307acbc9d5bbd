import type { DeviceReference } from '@contract/vehicles';
import { ObjectReader } from './object-reader';
import type { Relation } from './records';

/** The device that a relation names, with what the service included of it. */
export function deviceOf(relation: Relation): DeviceReference {
  const attributes = new ObjectReader(relation.attributes, '', []);
  return { id: relation.id, name: attributes.text('name'), imei: attributes.text('imei') };
}
