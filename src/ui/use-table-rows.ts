import { useVirtualizer } from '@tanstack/vue-virtual';
import { computed, nextTick, onMounted, watch, type Ref } from 'vue';
import { RowElements } from './row-elements';

/** Rows out of sight that are drawn, at both ends together. */
const drawnBeyond = 12;
/** Of those the ones above: as many as below at rest, and few where the table came from. */
const drawnAbove = { atRest: 6, forward: 3, backward: 9 };

/** The rows of a long table that are in sight, and where it is scrolled to. */
export function useTableRows(options: {
  scroller: Readonly<Ref<HTMLElement | null>>;
  keys: () => readonly string[];
  /** The row that the keys start from: it stays in sight. */
  cursor: () => string | null;
  /** Pixels that it is scrolled by at first. */
  startAt: () => number;
  /** Height of each row and of the head, pixels. */
  rowHeight: () => number;
  /** Rows that are in sight, or will be soon. */
  onRange: (first: number, last: number) => void;
}) {
  const { scroller, keys, cursor, rowHeight } = options;
  const elements = new RowElements();
  /** So many there are: only ever more, or all of them would be made again. */
  let drawnRows = 0;
  /** The first row that was in sight. */
  let before = 0;

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: keys().length,
      getScrollElement: () => scroller.value,
      estimateSize: () => rowHeight(),
      getItemKey: (index: number) => keys()[index] ?? index,
      scrollMargin: rowHeight(),
      scrollPaddingStart: rowHeight(),
      paddingEnd: 8,
    })),
  );
  /** Rows that are in sight, and those with the ones that will come into it soon. */
  const spans = computed(() => {
    const sight = virtualizer.value.calculateRange();
    const count = keys().length;
    if (sight === null || count === 0) return null;
    const { startIndex, endIndex } = sight;
    const wanted = endIndex - startIndex + 1 + drawnBeyond;
    // Between two places of whole rows there is one more in sight.
    if (wanted > drawnRows + 1) drawnRows = wanted;
    const above = drawnAbove[virtualizer.value.scrollDirection ?? 'atRest'];
    const first = Math.max(0, Math.min(startIndex - above, count - drawnRows));
    return {
      inSight: { first: startIndex, last: endIndex },
      near: { first, last: Math.min(count, first + drawnRows) - 1 },
    };
  });
  const rows = computed(() => {
    const all = keys();
    if (spans.value === null) return [];
    const { inSight, near } = spans.value;
    // Who is flung that far passes by what is near: it waits until they are slower, or at rest.
    const isFlung = Math.abs(inSight.first - before) > drawnBeyond;
    before = inSight.first;
    elements.show(isFlung ? inSight : near, drawnRows, all.length);
    // Rows are heard in their order, as soon as they stand still.
    if (!virtualizer.value.isScrolling) elements.sort();
    return elements.shown.flatMap(({ row: index, element }) => {
      const key = all[index];
      return key === undefined ? [] : [{ key, index, top: index * rowHeight(), element }];
    });
  });

  watch(
    () => [spans.value?.near.first ?? 0, spans.value?.near.last ?? 0, keys()] as const,
    ([first, last]) => {
      if (keys().length > 0) options.onRange(first, last);
    },
    { immediate: true },
  );
  watch(rowHeight, () => {
    virtualizer.value.measure();
  });
  watch(
    cursor,
    (key) => {
      const index = key === null ? -1 : keys().indexOf(key);
      if (index >= 0) virtualizer.value.scrollToIndex(index, { align: 'auto' });
    },
    { flush: 'post' },
  );
  onMounted(async () => {
    // A link opens the list at the row that it names.
    await nextTick();
    const startAt = options.startAt();
    if (startAt > 0 && scroller.value) {
      scroller.value.scrollTop = startAt;
      return;
    }
    const key = cursor();
    const index = key === null ? -1 : keys().indexOf(key);
    if (index > 0) virtualizer.value.scrollToIndex(index, { align: 'center' });
  });

  return { rows, height: computed(() => virtualizer.value.getTotalSize()) };
}
