import { isLocalKey } from '@contract/records';
import type { KeptDevice } from '../ports/listed-vehicle';
import type { DeviceTerm, StoredAssociation } from '../ports/store';
import type { DeviceAssociationRecord } from '../service/decoders/associations';
import type { ListedDevice } from './main-devices';

/** The main one among the devices of a list that the service told. */
export function mainAmong(
  records: readonly DeviceAssociationRecord[],
): { main: DeviceAssociationRecord; isStandIn: boolean } | null {
  const present = records.filter(({ deletedAt, device }) => deletedAt === null && device !== null);
  return findMain(present.map((record) => ({ ...record, isMain: record.isMainDevice })));
}

/** The main one among the devices of a vehicle as they are kept, with its name where that is read. */
export function mainOf(
  items: readonly (KeptDevice | StoredAssociation)[],
): ListedDevice & { isStandIn: boolean } {
  const told = items.filter(isTold);
  // What the service has not dated yet is the newest.
  const found = findMain(told.map((item) => ({ ...item, createdAt: item.createdAt ?? Infinity })));
  if (found === null) return { device: null, isStandIn: false };
  const { main, isStandIn } = found;
  const { name, imei } = 'name' in main ? main : { name: null, imei: null };
  return { device: { id: main.otherKey, name, imei }, isStandIn };
}

/** Whether the service knows it, by what was last heard. */
function isTold({ key, otherKey }: Pick<StoredAssociation, 'key' | 'otherKey'>): boolean {
  return !isLocalKey(key) && !isLocalKey(otherKey);
}

/** A removed association, as a term of its device that is over. */
export function toEnded({
  id,
  device,
  isMainDevice,
  createdAt,
  deletedAt,
}: DeviceAssociationRecord): DeviceTerm[] {
  if (deletedAt === null || device === null) return [];
  const isMain = isMainDevice ?? false;
  return [
    { key: id, deviceKey: device.id, isMain, isPresent: false, createdAt, endedAt: deletedAt },
  ];
}

/** What tells the main one among a vehicle's devices. */
interface MainCandidate {
  /** Null where the service did not tell. */
  readonly isMain: boolean | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
}

/**
 * The main one among the devices that are on a vehicle now: the newest that is marked so. Where
 * none is, the only or else the newest one is used, so that its vehicle stays on the map.
 */
function findMain<T extends MainCandidate>(
  present: readonly T[],
): { main: T; isStandIn: boolean } | null {
  const marked = present.filter(({ isMain }) => isMain);
  const candidates = marked.length > 0 ? marked : present;
  const main = candidates.reduce<T | null>((best, candidate) => {
    if (best === null) return candidate;
    return (candidate.createdAt ?? 0) > (best.createdAt ?? 0) ? candidate : best;
  }, null);
  if (main === null) return null;
  // A service that never tells the mark offers no choice.
  const isChoice = present.some(({ isMain }) => isMain === false);
  return { main, isStandIn: marked.length === 0 && isChoice };
}
