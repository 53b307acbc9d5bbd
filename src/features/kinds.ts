import { ClipboardList } from '@lucide/vue';
import { isBuiltIn, type CollectionName } from '@contract/collections';
import { collectionNames } from '@contract/resources';
import { chipKind } from './chips/kind';
import { deviceKind } from './devices/kind';
import { enterpriseKind } from './enterprises/kind';
import type { RecordKind } from './records/kind';
import { roleKind } from './roles/kind';
import { userKind } from './users/kind';
import { vehicleKind } from './vehicles/kind';

/** The built-in kinds of records, in the order of the rail. */
export const builtInKinds: readonly RecordKind[] = [
  vehicleKind,
  deviceKind,
  chipKind,
  userKind,
  roleKind,
  enterpriseKind,
];

/** The kinds of records that the service profile describes, in its order. */
export function describedKinds(): readonly RecordKind[] {
  return collectionNames()
    .filter((collection) => !isBuiltIn(collection))
    .map(describedKind);
}

/** Every kind of record that has a screen. */
export function recordKinds(): readonly RecordKind[] {
  return [...builtInKinds, ...describedKinds()];
}

/** How records of a collection are shown. */
export function kindOf(collection: CollectionName): RecordKind {
  return builtInKinds.find((kind) => kind.collection === collection) ?? describedKind(collection);
}

function describedKind(collection: CollectionName): RecordKind {
  return { collection, icon: ClipboardList, tabs: [] };
}
