import { watch, type ShallowRef } from 'vue';

/** What a person looks at in a list that is about to change. */
export type LookedAt = {
  /** How far the list is scrolled, in rows. */
  scrolled: number;
  /** Rows that fit into the list. */
  fitting: number;
  /** The row under the pointer, or where the keys are. */
  at: string | null;
};

/**
 * By how many rows a list has to be scrolled so that what a person looks at stays where it is: the row
 * under the pointer or the first one in view, or the next that is still there. Who is at the top of the
 * list, and does nothing in it, sees what comes there.
 */
export function rowsToFollow(
  before: readonly string[],
  after: readonly string[],
  { scrolled, fitting, at }: LookedAt,
): number {
  const first = Math.ceil(scrolled);
  const seen = before.slice(first, first + fitting);
  if (first === 0 && (at === null || !seen.includes(at))) return 0;
  const wanted = at !== null && seen.includes(at) ? [at, ...seen] : seen;
  const places = new Map(wanted.map((id) => [id, -1]));
  after.forEach((id, place) => {
    if (places.has(id)) places.set(id, place);
  });
  const kept = wanted.find((id) => (places.get(id) ?? -1) !== -1);
  if (kept === undefined) return 0;
  return (places.get(kept) ?? 0) - (first + seen.indexOf(kept));
}

/** Keeps what a person looks at in its place while rows come and go around it. */
export function useKeptPlace({
  scroller,
  ids,
  rowHeight,
  lookedAt,
  isWanted,
}: {
  scroller: Readonly<ShallowRef<HTMLElement | null>>;
  ids: () => readonly string[];
  /** Pixels. */
  rowHeight: () => number;
  /** The row under the pointer, or where the keys are. */
  lookedAt: () => string | null;
  /** Rows have come or gone on their own: what a person chose to see begins where it begins. */
  isWanted: () => boolean;
}): void {
  let rows = 0;
  watch(ids, (after, before) => {
    const element = scroller.value;
    if (element === null || !isWanted()) return;
    rows += rowsToFollow(before, after, {
      scrolled: element.scrollTop / rowHeight(),
      fitting: Math.ceil(element.clientHeight / rowHeight()),
      at: lookedAt(),
    });
  });
  // Once the list is as long as it has to be.
  watch(
    ids,
    () => {
      if (rows !== 0 && scroller.value) scroller.value.scrollTop += rows * rowHeight();
      rows = 0;
    },
    { flush: 'post' },
  );
}
