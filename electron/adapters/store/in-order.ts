import type { RecordSort } from '@contract/records';
import type { Listing } from './listing';
import { compare } from './listing-cells';
import type { TypeWords } from './type-words';

/**
 * Rows in the order of the columns that a query sorts by; equal ones by title, then by their keys.
 * Without any column, in the order in which they were first kept.
 */
export function inOrder(
  listing: Listing,
  ids: readonly number[],
  sort: readonly RecordSort[],
  types: TypeWords | null,
): readonly number[] {
  // The last column goes first: each one before it keeps that order among its own equal rows.
  const [last, ...others] = [...sort].reverse();
  if (last === undefined) return [...ids].sort((a, b) => a - b);
  return others.reduce<readonly number[]>(
    (order, column) => arranged(listing, order, column, types),
    sorted(listing, ids, last, types),
  );
}

function sorted(
  listing: Listing,
  ids: readonly number[],
  column: RecordSort,
  types: TypeWords | null,
): readonly number[] {
  const { field, direction } = column;
  if (direction === 'down' || types?.isAbout(field) === true) {
    return arranged(listing, listing.sortByTitle(ids), column, types);
  }
  const { valued, nameless, empty } = parted(listing, ids, field);
  if (nameless.length > 0) return arranged(listing, listing.sortByTitle(ids), column, types);
  // The listing keeps this order, ties included.
  return [...listing.sort(field, valued), ...listing.sortByTitle(empty)];
}

/** Rows by one column; equal ones stay in their order, and the empty ones come last either way. */
function arranged(
  listing: Listing,
  order: readonly number[],
  { field, direction }: RecordSort,
  types: TypeWords | null,
): readonly number[] {
  const { valued, nameless, empty } = parted(listing, order, field);
  const groups =
    types?.isAbout(field) === true
      ? types.groups(valued, field)
      : groupsOf(listing, { valued, nameless }, field);
  return [...(direction === 'down' ? groups.reverse() : groups).flat(), ...empty];
}

/** Rows with equal values together, the smallest value first; the nameless ones by their keys. */
function groupsOf(
  listing: Listing,
  { valued, nameless }: Pick<Parts, 'valued' | 'nameless'>,
  field: string,
): number[][] {
  const groups = new Map<string | number | undefined, number[]>();
  for (const id of listing.sort(field, valued)) groups.set(listing.sortKey(field, id), []);
  for (const id of valued) groups.get(listing.sortKey(field, id))?.push(id);
  if (nameless.length === 0) return [...groups.values()];
  const byKey = nameless.map((id) => [listing.sortKeyOfKey(id), [id]] as const);
  return [...groups, ...byKey]
    .sort(([one], [other]) => compare(one, other))
    .map(([, ids]) => [...ids]);
}

interface Parts {
  readonly valued: number[];
  /** Called by their keys, which the column of names shows. */
  readonly nameless: number[];
  readonly empty: number[];
}

function parted(listing: Listing, ids: readonly number[], field: string): Parts {
  const { values } = listing.column(field);
  const parts: Parts = { valued: [], nameless: [], empty: [] };
  for (const id of ids) {
    if (values.has(id)) parts.valued.push(id);
    else (listing.showsKey(field, id) ? parts.nameless : parts.empty).push(id);
  }
  return parts;
}
