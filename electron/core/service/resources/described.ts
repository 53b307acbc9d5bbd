import type { CollectionName } from '@contract/collections';
import type { ResourceDescription } from '@contract/resources';
import type { WireAction, WireRelation, WireResource } from './wire-resource';

/** How a resource travels that a service profile describes. */
export function wireOfDescription({
  fields,
  operations,
  isPaged,
  isSearchable,
}: ResourceDescription): WireResource {
  const entries = Object.entries(fields);
  const relations = entries.flatMap(([field, { relation }]): [string, WireRelation][] =>
    relation === undefined ? [] : [[field, relation]],
  );
  const { create, delete: remove } = operations;
  return {
    readAs: named(entries.map(([field, { wireName }]) => [field, wireName])),
    writtenAs: named(entries.map(([field, { writtenAs }]) => [field, writtenAs])),
    relations: Object.fromEntries(relations),
    actions: (['list', 'get', 'create', 'update', 'delete'] as const satisfies WireAction[]).filter(
      (action) => operations[action] !== undefined,
    ),
    isPaged,
    isSearchable,
    oneACall: [
      ...(create?.envelope === 'data-object' ? (['create'] as const) : []),
      ...(remove?.path.includes('{id}') === true ? (['delete'] as const) : []),
    ],
    readsBeforeDelete: 1,
  };
}

/** The type of its records in the body of a delete. */
export function typeOf(name: CollectionName, { type }: ResourceDescription): string {
  return type ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function named(
  entries: readonly (readonly [string, string | undefined])[],
): Record<string, string> {
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
