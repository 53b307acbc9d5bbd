import { useVirtualizer, type Range } from '@tanstack/vue-virtual';
import { computed, nextTick, onMounted, watch, type Ref } from 'vue';

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
  /**
   * So many row elements there are: scrolling fills the same ones again, since making rows takes
   * far longer. It only grows, or all of them would be made again.
   */
  let drawnRows = 0;

  function drawn({ startIndex, endIndex, count }: Range): number[] {
    const wanted = endIndex - startIndex + 1 + drawnBeyond;
    // Between two places of whole rows there is one more in sight.
    if (wanted > drawnRows + 1) drawnRows = wanted;
    const above = drawnAbove[virtualizer.value.scrollDirection ?? 'atRest'];
    const first = Math.max(0, Math.min(startIndex - above, count - drawnRows));
    const length = Math.min(drawnRows, count - first);
    return Array.from({ length }, (_, index) => first + index);
  }

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: keys().length,
      getScrollElement: () => scroller.value,
      estimateSize: () => rowHeight(),
      getItemKey: (index: number) => keys()[index] ?? index,
      rangeExtractor: drawn,
      scrollMargin: rowHeight(),
      scrollPaddingStart: rowHeight(),
      paddingEnd: 8,
    })),
  );
  const rows = computed(() =>
    virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const key = keys()[index];
      if (key === undefined) return [];
      return [{ key, index, top: start - rowHeight(), element: index % drawnRows }];
    }),
  );

  watch(
    () => [rows.value[0]?.index ?? 0, rows.value.at(-1)?.index ?? 0, keys()] as const,
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
