import { useVirtualizer } from '@tanstack/vue-virtual';
import { computed, watch, type ComputedRef, type ShallowRef } from 'vue';

/** What a list of rows that are drawn only where they show is made of. */
export type VirtualRowsOptions<Row> = {
  /** The element that scrolls; its styles are those of `virtual-rows.css`. */
  scroller: Readonly<ShallowRef<HTMLElement | null>>;
  rows: () => readonly Row[];
  keyOf: (row: Row, index: number) => string;
  /** Pixels. */
  heightOf: (row: Row) => number;
  /** All rows are as high as the first one: of a list of tens of thousands the others are not asked. */
  areAlike?: boolean;
  /** Pixels above the first row and below the last. */
  paddingStart?: number;
  paddingEnd?: number;
  /** How far it is scrolled at first, pixels. */
  initialOffset?: () => number;
};

/** A row that is drawn. */
export type VirtualRow<Row> = {
  row: Row;
  index: number;
  key: string;
  /** Where it begins, for its style. */
  place: { transform: string };
};

/** Rows of a list, of which only those in view are drawn. */
export function useVirtualRows<Row>({
  scroller,
  rows,
  keyOf,
  heightOf,
  areAlike = false,
  paddingStart = 0,
  paddingEnd = 12,
  initialOffset,
}: VirtualRowsOptions<Row>): {
  shown: ComputedRef<VirtualRow<Row>[]>;
  /** The height of all rows, for the style of the track. */
  track: ComputedRef<{ height: string }>;
  /** Brings a row into view. */
  scrollTo: (index: number) => void;
  /** The steps that a key goes, by rows of a height; undefined for another key. */
  stepsOf: (event: KeyboardEvent, height: number) => number | undefined;
} {
  const heights = (): number[] => (areAlike ? rows().slice(0, 1) : rows()).map(heightOf);
  const virtualizer = useVirtualizer(
    computed(() => {
      const all = rows();
      const [common = 0] = areAlike ? heights() : [];
      return {
        count: all.length,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => {
          const row = all[index];
          return areAlike || row === undefined ? common : heightOf(row);
        },
        getItemKey: (index: number) => {
          const row = all[index];
          return row === undefined ? index : keyOf(row, index);
        },
        overscan: 6,
        ...{ paddingStart, paddingEnd },
        ...(initialOffset && { initialOffset: initialOffset() }),
      };
    }),
  );
  // Heights follow the rows, which the virtualizer measures only once.
  watch(
    heights,
    (now, before) => {
      const isSame = now.length === before.length && now.every((each, at) => each === before[at]);
      if (!isSame) virtualizer.value.measure();
    },
    { flush: 'post' },
  );
  return {
    shown: computed(() =>
      virtualizer.value.getVirtualItems().flatMap(({ index, start, key }) => {
        const row = rows()[index];
        const place = { transform: `translateY(${String(start)}px)` };
        return row === undefined ? [] : [{ row, index, key: String(key), place }];
      }),
    ),
    track: computed(() => ({ height: `${String(virtualizer.value.getTotalSize())}px` })),
    scrollTo: (index) => {
      if (index >= 0) virtualizer.value.scrollToIndex(index, { align: 'auto' });
    },
    stepsOf: (event, height) => {
      const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / height) - 1);
      const steps: Record<string, number> = {
        ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page },
        ...{ Home: -rows().length, End: rows().length },
      };
      return steps[event.key];
    },
  };
}
