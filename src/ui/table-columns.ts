import type { TableLook } from '@contract/settings';

/** A column of a table. */
export type TableColumn = {
  id: string;
  label: string;
  /** Width it starts with, pixels. */
  width: number;
  narrowest?: number;
  sortable?: boolean;
  /** Stays at the left edge and can be neither hidden nor moved. */
  isPinned?: boolean;
  /** Shown only once a person chooses it. */
  isHidden?: boolean;
  align?: 'end';
  /** Stays at the right edge, whatever passes beneath it: what it says is never cut off. */
  staysAtEnd?: boolean;
};

/**
 * Widths of columns so that they fill the room, pixels: what is left goes to those that nobody gave
 * a width, each by its own. Where there is too little room they keep their own and are scrolled.
 */
export function filledWidths(
  columns: readonly { id: string; width: number }[],
  fixed: Readonly<Record<string, number>>,
  room: number,
): Record<string, number> {
  const free = columns.filter(({ id }) => fixed[id] === undefined);
  const taken = columns.reduce((sum, { id, width }) => sum + (fixed[id] ?? width), 0);
  const ownWidth = free.reduce((sum, { width }) => sum + width, 0);
  const left = Math.floor(room - taken);
  if (left <= 0 || ownWidth === 0) return { ...fixed };
  let given = 0;
  let seen = 0;
  const widths: Record<string, number> = { ...fixed };
  for (const { id, width } of free) {
    seen += width;
    // Rounded over all before, so that nothing is left at the end.
    const until = Math.round((left * seen) / ownWidth);
    widths[id] = width + until - given;
    given = until;
  }
  return widths;
}

/** One column that a table is sorted by. */
export type TableSort = { field: string; direction: 'up' | 'down' };

/**
 * Sorts by a column: up, then down, then no longer. `adds` keeps the columns that come before it;
 * otherwise the table is sorted by this one alone.
 */
export function withSorted(
  sort: readonly TableSort[],
  field: string,
  adds: boolean,
): readonly TableSort[] {
  const before = sort.find((each) => each.field === field);
  // A column that was one of several starts over when it is first clicked alone.
  if (!adds && sort.length > 1) return [{ field, direction: 'up' }];
  if (before === undefined) return [...(adds ? sort : []), { field, direction: 'up' }];
  return sort.flatMap((each): TableSort[] => {
    if (each !== before) return [each];
    return before.direction === 'up' ? [{ field, direction: 'down' }] : [];
  });
}

/** A table as it comes. */
export const plainLook: TableLook = { widths: {}, shown: [], hidden: [], order: [] };

/** Whether a column is shown in a look. */
export function isShown(column: TableColumn, look: TableLook): boolean {
  if (column.isPinned) return true;
  return column.isHidden ? look.shown.includes(column.id) : !look.hidden.includes(column.id);
}

/** The look with a column shown or hidden. */
export function withShown(column: TableColumn, look: TableLook, wanted: boolean): TableLook {
  const without = (ids: readonly string[]) => ids.filter((id) => id !== column.id);
  return {
    ...look,
    shown: column.isHidden && wanted ? [...without(look.shown), column.id] : without(look.shown),
    hidden:
      !column.isHidden && !wanted ? [...without(look.hidden), column.id] : without(look.hidden),
  };
}

/** All columns in the order of a look; pinned ones come first and those it doesn't name last. */
export function inOrder(columns: readonly TableColumn[], look: TableLook): TableColumn[] {
  const placeOf = (column: TableColumn, index: number): number => {
    if (column.isPinned) return index - columns.length;
    const at = look.order.indexOf(column.id);
    return at < 0 ? look.order.length + index : at;
  };
  return columns
    .map((column, index) => ({ column, place: placeOf(column, index) }))
    .sort((one, other) => one.place - other.place)
    .map(({ column }) => column);
}

/** The look with a column moved by some places among those that can be moved. */
export function withMoved(
  columns: readonly TableColumn[],
  look: TableLook,
  id: string,
  steps: number,
): TableLook {
  const order = inOrder(columns, look)
    .filter(({ isPinned }) => !isPinned)
    .map((column) => column.id);
  const from = order.indexOf(id);
  if (from < 0) return look;
  order.splice(from, 1);
  order.splice(Math.max(0, Math.min(order.length, from + steps)), 0, id);
  return { ...look, order };
}
