import type { ResourceDescription } from '@contract/resources';
import type { WireRelation, WireResource } from './wire-resource';

/** How a resource travels that a service profile describes. */
export function wireOfDescription({
  type,
  fields,
  operations,
  isPaged,
  isSearchable,
}: ResourceDescription): WireResource {
  const entries = Object.entries(fields);
  const relations = entries.flatMap(([field, { relation }]): [string, WireRelation][] =>
    relation === undefined ? [] : [[field, relation]],
  );
  return {
    ...(type !== undefined && { type }),
    readAs: named(entries.map(([field, { wireName }]) => [field, wireName])),
    writtenAs: named(entries.map(([field, { writtenAs }]) => [field, writtenAs])),
    relations: Object.fromEntries(relations),
    operations: Object.fromEntries(
      Object.entries(operations).filter(([, form]) => form !== undefined),
    ),
    isPaged,
    isSearchable,
    readsBeforeDelete: 1,
  };
}

function named(
  entries: readonly (readonly [string, string | undefined])[],
): Record<string, string> {
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
