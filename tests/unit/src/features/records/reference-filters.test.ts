import { expect, it } from 'vitest';
import { builtInCollections } from '@contract/collections';
import { columnsOf, derivedOf, fieldsOf } from '@contract/resources';
import { conditionOf, filtersOf, NONE } from '@/features/records/list-filters';

it.each(builtInCollections)('%s can be narrowed by every reference, and by having none', (name) => {
  const filters = filtersOf({ collection: name, tabs: [], icon: { render: () => null } });
  const kindOf = (id: string) => (fieldsOf(name)[id] ?? derivedOf(name)[id])?.kind;
  const references = columnsOf(name)
    .map(([id]) => id)
    .filter((id) => kindOf(id) === 'reference' || kindOf(id) === 'references');
  for (const field of references) {
    const filter = filters.find((each) => each.field === field);
    expect(filter?.kind, field).toBe('references');
    if (!filter) continue;
    expect(conditionOf(filter, [NONE], { now: 0, zone: 'UTC' })).toEqual({ field, anyOf: [null] });
  }
  // One control for each field: two of the same name would say different things.
  const narrowing = filters.filter(({ kind }) => kind !== 'state').map(({ field }) => field);
  expect(narrowing).toEqual([...new Set(narrowing)]);
});
