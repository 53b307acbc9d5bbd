import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';

/** Rows that were told once, and where they come from now. */
export interface FollowedRows<Row> {
  /** As they were told. */
  told: Iterable<Row>;
  /** As they are by now. */
  now: readonly Row[];
  /** Tells what becomes of them from now on, to who was told of them as to all others. */
  subscribe(listener: (patch: RowChanges<Row>) => void): () => void;
  idOf(row: Row): string;
  areSame(one: Row, other: Row): boolean;
}

/** Rows that became others, and ids of those that are gone. */
export interface RowChanges<Row> {
  readonly changed: Row[];
  readonly removed: string[];
}

/** So many rows are told at once. */
const AT_ONCE = 2_000;

/**
 * Tells what is not as it was told, some at a time, without what has changed since: that is told by
 * where it changed, and must not become older again.
 */
export async function tellWhatDiffers<Row>(
  clock: Clock,
  { told, now, subscribe, idOf, areSame }: FollowedRows<Row>,
  tell: (changes: RowChanges<Row>) => void,
): Promise<void> {
  const since = new Set<string>();
  const end = subscribe(({ changed, removed }) => {
    for (const row of changed) since.add(idOf(row));
    for (const id of removed) since.add(id);
  });
  try {
    const left = new Map<string, Row>();
    await inSlices(clock, told, (row) => left.set(idOf(row), row));
    let changed: Row[] = [];
    const tellChanged = (): void => {
      const news = changed.filter((row) => !since.has(idOf(row)));
      changed = [];
      if (news.length > 0) tell({ changed: news, removed: [] });
    };
    await inSlices(clock, now, (row) => {
      const before = left.get(idOf(row));
      left.delete(idOf(row));
      if (before !== undefined && areSame(before, row)) return;
      changed.push(row);
      if (changed.length === AT_ONCE) tellChanged();
    });
    tellChanged();
    const removed = [...left.keys()].filter((id) => !since.has(id));
    if (removed.length > 0) tell({ changed: [], removed });
  } finally {
    end();
  }
}
