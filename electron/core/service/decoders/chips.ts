import type { RecordBase, RecordParts } from './records';

/** A mobile-data chip (public API, "Chip"). */
export interface ChipRecord extends RecordBase {
  readonly serial: string | null;
  readonly number: string | null;
  readonly carrier: string | null;
  readonly serviceProvider: string | null;
  readonly batch: string | null;
  readonly apn: string | null;
  readonly apnUsername: string | null;
  /** A secret of the carrier: shown on demand alone. */
  readonly apnPassword: string | null;
  /** Epoch milliseconds. */
  readonly archivedAt: number | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** Decodes a chip. */
export function decodeChip({ base, attributes }: RecordParts): ChipRecord {
  return {
    ...base,
    serial: attributes.text('serial'),
    number: attributes.text('number'),
    carrier: attributes.text('carrier'),
    serviceProvider: attributes.text('service_provider'),
    batch: attributes.text('batch'),
    apn: attributes.text('apn'),
    apnUsername: attributes.text('apn_username'),
    apnPassword: attributes.text('apn_password'),
    archivedAt: attributes.moment('archived_at'),
    createdAt: attributes.moment('created_at'),
    updatedAt: attributes.moment('updated_at'),
  };
}
