import type { PositionMeaning } from '@contract/profile';
import type { Unread } from '@contract/records';
import { isJsonObject, own } from '../json';
import { noteUnread } from './object-reader';
import { decodeList, readRecord, relationOf, type RecordList } from './records';
import { decodeTracking, type TrackingRecord } from './tracking';

/** The position of one vehicle out of a list of many. */
export interface ListedPosition {
  readonly vehicleId: string;
  /** Null where the service does not tell it. */
  readonly deviceId: string | null;
  readonly tracking: TrackingRecord;
}

/**
 * Decodes a list of positions. Whose position it is follows from the relations or attributes of an
 * item, or else its own identifier is the vehicle's. Items that can't be read are reported.
 * @throws FleetdeskError `bad-response` where there is no list
 */
export function decodePositions(
  body: unknown,
  names: PositionMeaning,
  receivedAt: number,
): RecordList<ListedPosition> {
  const list = decodeList(body, (parts) => parts);
  const unread: Unread[] = [...list.unread];
  const records = list.records.flatMap(({ base, attributes }) => {
    const vehicle = relationOf(base, 'vehicles', 'vehicle')?.id ?? attributes.id('vehicle_id');
    const device = relationOf(base, 'devices', 'device')?.id ?? attributes.id('device_id');
    if (!holdsAttributes(base.raw)) {
      noteUnread(unread, `data.${base.id}`, 'not-a-position');
      return [];
    }
    const tracking = decodeTracking(base.raw, names, receivedAt);
    return [{ vehicleId: vehicle ?? base.id, deviceId: device, tracking }];
  });
  return { records, size: list.size, unread };
}

function holdsAttributes(raw: unknown): boolean {
  if (readRecord(raw) === null || !isJsonObject(raw)) return false;
  return isJsonObject(own(raw, 'attributes')) || isJsonObject(own(raw, 'properties'));
}
