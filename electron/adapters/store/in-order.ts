import type { RecordSort } from '@contract/records';
import type { Listing } from './listing';
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
  // The listing keeps this order, ties included.
  const { valued, empty } = parted(listing, ids, field);
  return [...listing.sort(field, valued), ...listing.sortByTitle(empty)];
}

/** Rows by one column; equal ones stay in their order, and the empty ones come last either way. */
function arranged(
  listing: Listing,
  order: readonly number[],
  { field, direction }: RecordSort,
  types: TypeWords | null,
): readonly number[] {
  const { valued, empty } = parted(listing, order, field);
  const groups =
    types?.isAbout(field) === true ? types.groups(valued) : groupsOf(listing, valued, field);
  return [...(direction === 'down' ? groups.reverse() : groups).flat(), ...empty];
}

/** Rows with equal values together, the smallest value first. */
function groupsOf(listing: Listing, order: readonly number[], field: string): number[][] {
  const groups = new Map<string | number | undefined, number[]>();
  for (const id of listing.sort(field, order)) groups.set(listing.sortKey(field, id), []);
  for (const id of order) groups.get(listing.sortKey(field, id))?.push(id);
  return [...groups.values()];
}

function parted(
  listing: Listing,
  ids: readonly number[],
  field: string,
): { valued: number[]; empty: number[] } {
  const { values } = listing.column(field);
  const valued: number[] = [];
  const empty: number[] = [];
  for (const id of ids) (values.has(id) ? valued : empty).push(id);
  return { valued, empty };
}
