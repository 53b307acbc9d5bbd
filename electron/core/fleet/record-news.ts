import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import { Feed } from '../feed';

/** What happened to kept records: in a sync, a read or the outbox. */
export type RecordEvent =
  | {
      readonly kind: 'changed';
      readonly collection: CollectionName;
      /** Null where too many changed to name them. */
      readonly keys: readonly RecordKey[] | null;
    }
  /** The service named a record that was created here. */
  | {
      readonly kind: 'renamed';
      readonly collection: CollectionName;
      readonly from: RecordKey;
      readonly to: RecordKey;
    }
  /** Devices or users of a vehicle were listed, added, changed or removed. */
  | { readonly kind: 'associations'; readonly vehicleKey: RecordKey };

/** Carries what happened to kept records from those who wrote it to those who show or use it. */
export class RecordNews extends Feed<RecordEvent> {
  constructor() {
    super('the records');
  }
}
