import type { DeviceReference } from '@contract/vehicles';
import { ObjectReader } from './object-reader';
import type { RecordBase, RecordParts, Relation } from './records';

/** A tracking device (public API, "Device"). */
export interface DeviceRecord extends RecordBase {
  readonly name: string | null;
  readonly imei: string | null;
  readonly batch: string | null;
  readonly code: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** Decodes a device. */
export function decodeDevice({ base, attributes }: RecordParts): DeviceRecord {
  return {
    ...base,
    name: attributes.text('name'),
    imei: attributes.text('imei'),
    batch: attributes.text('batch'),
    code: attributes.text('code'),
    createdAt: attributes.moment('created_at'),
    updatedAt: attributes.moment('updated_at'),
  };
}

/** The device that a relation names, with what the service included of it. */
export function deviceOf(relation: Relation): DeviceReference {
  const attributes = new ObjectReader(relation.attributes, '', []);
  return { id: relation.id, name: attributes.text('name'), imei: attributes.text('imei') };
}
