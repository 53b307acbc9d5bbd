import type { AssociationSide } from '@contract/associations';
import type { RecordKey } from '@contract/records';

/** A device on a vehicle, as its list was kept, with what the device's record calls it. */
export interface KeptDevice {
  /** The association's key. */
  readonly key: RecordKey;
  /** The device's. */
  readonly otherKey: RecordKey;
  readonly isMain: boolean;
  /** Epoch milliseconds; null where the service did not tell. */
  readonly createdAt: number | null;
  /** Null where it is not known. */
  readonly name: string | null;
  readonly imei: string | null;
}

/** What is kept of the associations of a vehicle. */
export interface ListedVehicle {
  readonly vehicleKey: RecordKey;
  /** When each side was listed last, epoch milliseconds; null: never. */
  readonly listedAt: Readonly<Record<AssociationSide, number | null>>;
  /** The oldest first; those that the service has not dated yet are the newest. */
  readonly devices: readonly KeptDevice[];
}
