import { useVirtualizer } from '@tanstack/vue-virtual';
import { computed, nextTick, onMounted, ref, watch, type Ref } from 'vue';

/** Rows that may come into sight beside those of a moment ago. */
const spareRows = 4;

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
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: keys().length,
      getScrollElement: () => scroller.value,
      estimateSize: () => rowHeight(),
      getItemKey: (index: number) => keys()[index] ?? index,
      overscan: 12,
      scrollMargin: rowHeight(),
      scrollPaddingStart: rowHeight(),
      paddingEnd: 8,
    })),
  );
  const rows = computed(() =>
    virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const key = keys()[index];
      return key === undefined ? [] : [{ key, index, top: start - rowHeight() }];
    }),
  );
  /**
   * So many row elements there are: scrolling fills the same ones again, since making rows
   * takes far longer. It only grows, or all of them would be made again.
   */
  const pool = ref(0);

  watch(
    () => [rows.value[0]?.index ?? 0, rows.value.at(-1)?.index ?? 0, keys()] as const,
    ([first, last]) => {
      pool.value = Math.max(pool.value, last - first + 1 + spareRows);
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

  return { rows, pool, height: computed(() => virtualizer.value.getTotalSize()) };
}
