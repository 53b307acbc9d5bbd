import type { Vehicle } from '@contract/vehicles';
import { wireOf } from '../resources';
import { readName } from '../resources/codec';
import { relationOf, type RecordBase, type RecordParts } from './records';

/** A vehicle as the service told it (public API, "Vehicle"). */
export interface VehicleRecord extends RecordBase {
  /** The vehicle as lists show it. */
  readonly vehicle: Vehicle;
  /** Told by some deployments only; null says nothing about its value. */
  readonly registrationNumber: string | null;
  readonly userNames: readonly string[];
  readonly trimName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly deletedAt: number | null;
  readonly deactivatedAt: number | null;
}

const { writtenAs = {} } = wireOf('vehicles');

/** Decodes a vehicle; write names are read too, since create and update answers use them. */
export function decodeVehicle({ base, attributes }: RecordParts): VehicleRecord {
  const text = (field: string): string | null => {
    const read = readName(field);
    const write = writtenAs[field] ?? read;
    return attributes.text(attributes.value(read) === undefined ? write : read);
  };
  const enterprise = relationOf(base, 'enterprises', 'enterprise');
  const vehicle: Vehicle = {
    id: base.id,
    plate: text('plate') ?? '',
    typeName: text('typeName'),
    brandName: text('brandName'),
    modelName: text('modelName'),
    year: text('year'),
    color: text('color'),
    code: text('code'),
    description: text('description'),
    vin: text('vin'),
    batch: text('batch'),
    enterpriseId: enterprise?.id ?? null,
    unread: [],
  };
  const record = {
    ...base,
    registrationNumber: text('registrationNumber'),
    userNames: attributes.texts('user_names'),
    trimName: attributes.text('trim_name'),
    createdAt: attributes.moment('created_at'),
    updatedAt: attributes.moment('updated_at'),
    deletedAt: attributes.moment('deleted_at'),
    deactivatedAt: attributes.moment('deactivated_at'),
  };
  return { ...record, vehicle: { ...vehicle, unread: [...base.unread] } };
}
