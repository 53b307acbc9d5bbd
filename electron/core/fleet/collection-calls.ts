import type { CollectionName } from '@contract/collections';
import type { DeviceReference } from '@contract/vehicles';
import type { ToldRecord } from '../ports/store';
import { deviceOf } from '../service/decoders/devices';
import { relationOf, type RecordBase, type RecordList } from '../service/decoders/records';
import { features } from '../service/optional-features';
import type { Profile } from '../service/profile';
import type { CallOptions, Service } from '../service/service';
import type { Page, PageQuery } from './list-search';
import { toTold, type DecodedRecords } from './record-fields';

/** Records a page: the most that the service allows (public API, "Limits"). */
export const PAGE_SIZE = 100;

/** What is asked of a list. */
interface PageWish {
  page?: number;
  limit: number;
  search?: string;
  includes?: Record<string, string[]>;
  filters?: Record<string, { eq: string }>;
}

/** One page of a collection as the store takes it. */
export interface ToldPage {
  /** Items in the answer, readable or not: 0 is the page after the last one. */
  readonly size: number;
  /** Every record that could be read, deleted ones too: they tell whether paging is honoured. */
  readonly ids: readonly string[];
  /** Those that are there. */
  readonly records: readonly ToldRecord[];
  /** Devices that came with the vehicles, by vehicle. */
  readonly devices: ReadonlyMap<string, DeviceReference>;
}

type List<C extends CollectionName> = (
  service: Service,
  wish: PageWish,
  options: CallOptions,
) => Promise<RecordList<DecodedRecords[C]>>;

const lists: { readonly [C in CollectionName]: List<C> } = {
  vehicles: (service, wish, options) => service.call('vehicles.list', wish, options),
  devices: (service, wish, options) => service.call('devices.list', wish, options),
  chips: (service, wish, options) => service.call('chips.list', wish, options),
  users: (service, wish, options) => service.call('users.list', wish, options),
  // The document gives this list neither pages nor search.
  roles: (service, _wish, options) => service.call('roles.list', {}, options),
  enterprises: (service, wish, options) => service.call('enterprises.list', wish, options),
};

type Get<C extends CollectionName> = (
  service: Service,
  id: string,
  options: CallOptions,
) => Promise<DecodedRecords[C]>;

const gets: { readonly [C in CollectionName]: Get<C> | null } = {
  vehicles: (service, id, options) => service.call('vehicles.get', { id }, options),
  devices: (service, id, options) => service.call('devices.get', { id }, options),
  chips: (service, id, options) => service.call('chips.get', { id }, options),
  users: (service, id, options) => service.call('users.get', { id }, options),
  roles: (service, id, options) => service.call('roles.get', { id }, options),
  enterprises: null,
};

/** Whether a list comes in pages. */
export function isPaged(collection: CollectionName): boolean {
  return collection !== 'roles';
}

/** Whether the service can be asked for records that match a text. */
export function isSearchable(collection: CollectionName): boolean {
  return collection !== 'roles';
}

/** Whether a deployment offers the list of a collection. */
export function isOffered(collection: CollectionName, profile: Profile): boolean {
  return collection !== 'enterprises' || features(profile).enterprises;
}

/** Whether a single record of a collection can be read. */
export function canBeRead(collection: CollectionName): boolean {
  return gets[collection] !== null;
}

/** Reads a page of a list. @throws FleetdeskError */
export async function listPage<C extends CollectionName>(
  service: Service,
  collection: C,
  wish: { page: number; includesDevices: boolean },
  options: CallOptions,
): Promise<ToldPage> {
  const { page, includesDevices } = wish;
  const includes = { device: ['name', 'imei'] };
  const asked = { page, limit: PAGE_SIZE, ...(includesDevices && { includes }) };
  return pageOf(collection, await lists[collection](service, asked, options));
}

/** Asks the service for the records that match a text. @throws FleetdeskError */
export async function searchList<C extends CollectionName>(
  service: Service,
  collection: C,
  search: string,
  options: CallOptions,
): Promise<ToldPage> {
  return pageOf(
    collection,
    await lists[collection](service, { search, limit: PAGE_SIZE }, options),
  );
}

/** Reads a page of a list, of those records alone that have a value where the list filters. */
export async function findPage<C extends CollectionName>(
  service: Service,
  collection: C,
  query: PageQuery,
  options: CallOptions,
): Promise<Page> {
  const { limit, page, filters } = query;
  const wish = { limit, page, ...(filters && { filters: { ...filters } }) };
  return pageOf(collection, await lists[collection](service, wish, options));
}

/**
 * Reads one record; null where the service says itself that it was deleted.
 * @throws FleetdeskError also `not-found`
 */
export async function getRecord<C extends CollectionName>(
  service: Service,
  collection: C,
  id: string,
  options: CallOptions,
): Promise<ToldRecord | null> {
  const get: Get<C> | null = gets[collection];
  if (get === null) return null;
  const record = await get(service, id, options);
  return isDeleted(record) ? null : toTold(collection, record);
}

function pageOf<C extends CollectionName>(
  collection: C,
  { size, records }: RecordList<DecodedRecords[C]>,
): ToldPage {
  const present = records.filter((record) => !isDeleted(record));
  const devices = new Map<string, DeviceReference>();
  for (const record of collection === 'vehicles' ? present : []) {
    const device = includedDevice(record);
    if (device !== null) devices.set(record.id, device);
  }
  return {
    size,
    ids: records.map(({ id }) => id),
    records: present.map((record) => toTold(collection, record)),
    devices,
  };
}

/** The device that the service included in a vehicle, where it does. */
export function includedDevice(vehicle: RecordBase): DeviceReference | null {
  const relation = relationOf(vehicle, 'device', 'devices');
  return relation === null ? null : deviceOf(relation);
}

/** Lists hold active records (public API, "States"); what is marked deleted counts as absent. */
function isDeleted(record: RecordBase & { deletedAt?: number | null }): boolean {
  return (record.deletedAt ?? null) !== null;
}

/** How a call goes out for a person who waits. */
export function interactive(signal: AbortSignal | undefined): CallOptions {
  return { lane: 'interactive', ...(signal && { signal }) };
}
