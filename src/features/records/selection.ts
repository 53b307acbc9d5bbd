/** Which rows are selected, and the row that the keys start from. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  readonly cursor: string | null;
  /** Where a range begins that Shift draws. */
  readonly anchor: string | null;
};

export const nothingSelected: Selection = { keys: new Set(), cursor: null, anchor: null };

function between(order: readonly string[], from: string | null, to: string): string[] {
  const end = order.indexOf(to);
  const start = from === null ? end : order.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** A row was clicked, or its box was. */
export function pick(
  selection: Selection,
  order: readonly string[],
  key: string,
  how: 'one' | 'range' | 'add',
): Selection {
  if (how === 'one') return { keys: new Set(), cursor: key, anchor: key };
  if (how === 'range') {
    const anchor = selection.anchor ?? selection.cursor ?? key;
    return { keys: new Set(between(order, anchor, key)), cursor: key, anchor };
  }
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, cursor: key, anchor: key };
}

/** A key moved the cursor; `extend` draws the range along, as Shift does. */
export function move(
  selection: Selection,
  order: readonly string[],
  steps: number,
  extend: boolean,
): Selection {
  if (order.length === 0) return selection;
  const from = selection.cursor === null ? -1 : order.indexOf(selection.cursor);
  const to =
    from < 0
      ? steps > 0
        ? 0
        : order.length - 1
      : Math.max(0, Math.min(order.length - 1, from + steps));
  const key = order[to];
  if (key === undefined) return selection;
  if (!extend) return { ...selection, cursor: key, anchor: key };
  const anchor = selection.anchor ?? selection.cursor ?? key;
  return { keys: new Set(between(order, anchor, key)), cursor: key, anchor };
}

/**
 * What is left of a selection once the list has changed. A cursor whose row has gone stays at its
 * place: it goes to the row that took it.
 */
export function keepWithin(
  selection: Selection,
  before: readonly string[],
  order: readonly string[],
): Selection {
  const isNothing =
    selection.keys.size === 0 && selection.cursor === null && selection.anchor === null;
  // A large fleet is sorted again every second, mostly with nothing chosen in it.
  if (isNothing) return selection;
  const there = new Set(order);
  const keys = [...selection.keys].filter((key) => there.has(key));
  const { cursor, anchor } = selection;
  if (cursor === null || there.has(cursor)) {
    return {
      keys: new Set(keys),
      cursor,
      anchor: anchor !== null && there.has(anchor) ? anchor : cursor,
    };
  }
  const at = before.indexOf(cursor);
  const next = before.slice(at + 1).find((key) => there.has(key)) ?? order.at(-1) ?? null;
  return { keys: new Set(keys), cursor: next, anchor: next };
}

/** The selection with its records by the names that they have now. */
export function nameAgain(
  { keys, cursor, anchor }: Selection,
  name: (key: string) => string,
): Selection {
  return {
    keys: new Set([...keys].map(name)),
    cursor: cursor === null ? null : name(cursor),
    anchor: anchor === null ? null : name(anchor),
  };
}

/** The selection after records were given other names. */
export function rename(selection: Selection, renamed: Readonly<Record<string, string>>): Selection {
  return nameAgain(selection, (key) => renamed[key] ?? key);
}
