import type { CollectionName } from '@contract/collections';
import type { DeviceReference } from '@contract/vehicles';
import type { ToldRecord } from '../ports/store';
import { deviceOf } from '../service/decoders/devices';
import { relationOf, type RecordBase, type RecordList } from '../service/decoders/records';
import { isInProfile } from '../service/operation-forms';
import type { Profile } from '../service/profile';
import { filterName, isDeleted, toTold } from '../service/resources/codec';
import { listOf, operationFor, wireOf } from '../service/resources';
import type { CallOptions, Service } from '../service/service';
import type { Page, PageQuery } from './list-search';

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
  /** Items that are no records, for want of an identifier. */
  readonly unreadable: number;
  /** Every record that could be read, deleted ones too: they tell whether paging is honoured. */
  readonly ids: readonly string[];
  /** Those that are there. */
  readonly records: readonly ToldRecord[];
  /** Devices that came with the vehicles, by vehicle. */
  readonly devices: ReadonlyMap<string, DeviceReference>;
}

/** Whether a deployment offers the list of a collection. */
export function isOffered(collection: CollectionName, profile: Profile): boolean {
  return isInProfile(listOf(collection), profile);
}

/** Reads a page of a list. @throws FleetdeskError */
export async function listPage(
  service: Service,
  collection: CollectionName,
  wish: { page: number; includesDevices: boolean },
  options: CallOptions,
): Promise<ToldPage> {
  const { page, includesDevices } = wish;
  const includes = { device: ['name', 'imei'] };
  const asked = { page, limit: PAGE_SIZE, ...(includesDevices && { includes }) };
  return pageOf(collection, await list(service, collection, asked, options));
}

/** Asks the service for the records that match a text. @throws FleetdeskError */
export async function searchList(
  service: Service,
  collection: CollectionName,
  search: string,
  options: CallOptions,
): Promise<ToldPage> {
  return pageOf(collection, await list(service, collection, { search, limit: PAGE_SIZE }, options));
}

/** Reads a page of a list, of those records alone that have a value where the list filters. */
export async function findPage(
  service: Service,
  collection: CollectionName,
  query: PageQuery,
  options: CallOptions,
): Promise<Page> {
  const { limit, page, filters } = query;
  const named = Object.entries(filters ?? {}).map(([field, condition]) => [
    filterName(collection, field),
    condition,
  ]);
  const wish = { limit, page, ...(filters && { filters: Object.fromEntries(named) }) };
  return pageOf(collection, await list(service, collection, wish, options));
}

/**
 * Reads one record; null where the service says itself that it was deleted.
 * @throws FleetdeskError also `not-found`
 */
export async function getRecord(
  service: Service,
  collection: CollectionName,
  id: string,
  options: CallOptions,
): Promise<ToldRecord | null> {
  const get = operationFor(collection, 'get');
  if (get === null) return null;
  const record = await service.call(get, { id }, options);
  return isDeleted(record) ? null : toTold(collection, record);
}

function list(
  service: Service,
  collection: CollectionName,
  wish: PageWish,
  options: CallOptions,
): Promise<RecordList<RecordBase>> {
  return service.call(listOf(collection), wireOf(collection).isPaged ? wish : {}, options);
}

function pageOf(collection: CollectionName, { size, records }: RecordList<RecordBase>): ToldPage {
  const present = records.filter((record) => !isDeleted(record));
  const devices = new Map<string, DeviceReference>();
  for (const record of collection === 'vehicles' ? present : []) {
    const device = includedDevice(record);
    if (device !== null) devices.set(record.id, device);
  }
  return {
    size,
    unreadable: size - records.length,
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

/** How a call goes out for a person who waits. */
export function interactive(signal: AbortSignal | undefined): CallOptions {
  return { lane: 'interactive', ...(signal && { signal }) };
}
