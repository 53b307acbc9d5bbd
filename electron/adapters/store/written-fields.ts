import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { ChangeKind } from '@contract/outbox';
import type { Fields } from '@contract/records';

/** Of what waits in a record: the fields that a change of that kind sends. */
export function writtenFields(
  collection: CollectionName,
  kind: ChangeKind,
  pending: Fields | null,
): Fields {
  return Object.fromEntries(
    Object.entries(pending ?? {}).filter(([name]) => {
      const writable = fieldsOf(collection)[name]?.writable;
      return writable === 'always' || (writable === 'create' && kind === 'create');
    }),
  );
}
