import type { CollectionName } from '@contract/collections';
import { chipKind } from './chips/kind';
import { deviceKind } from './devices/kind';
import { enterpriseKind } from './enterprises/kind';
import type { RecordKind } from './records/kind';
import { roleKind } from './roles/kind';
import { userKind } from './users/kind';
import { vehicleKind } from './vehicles/kind';

/** Every kind of record that has a screen, in the order of the rail. */
export const recordKinds: readonly RecordKind[] = [
  vehicleKind,
  deviceKind,
  chipKind,
  userKind,
  roleKind,
  enterpriseKind,
];

/** How records of a collection are shown. */
export function kindOf(collection: CollectionName): RecordKind {
  const found = recordKinds.find((kind) => kind.collection === collection);
  if (!found) throw new Error(`No screen shows ${collection}.`);
  return found;
}
