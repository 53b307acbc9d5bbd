import { nextTick, watch, type Ref } from 'vue';

/** What a list of reka tells of its mark, and lets one do to it. */
export type MarkedList = {
  highlightedElement: HTMLElement | null | undefined;
  highlightItem(value: string): void;
  highlightFirstItem(): void;
};

/**
 * Keeps the mark of a list, which is what Enter takes, on the entry that a person saw marked while
 * entries come and go around it, and while a pointer that rests is left behind by a list that
 * shrinks. Where that entry has gone, or other words are sought, the first one is marked.
 */
export function useKeptMark(
  list: Readonly<Ref<MarkedList | null>>,
  of: {
    sought: Readonly<Ref<string>>;
    /** Values of what can be taken, in the order it is shown. */
    entries: Readonly<Ref<readonly string[]>>;
  },
) {
  let marked: string | undefined;

  /** The list says what is marked now. */
  function note(item: { value: unknown } | undefined): void {
    if (typeof item?.value === 'string') marked = item.value;
  }

  async function keep(): Promise<void> {
    await nextTick();
    const entries = of.entries.value;
    if (entries.length === 0) return;
    if (marked === undefined || !entries.includes(marked)) list.value?.highlightFirstItem();
    else if (!list.value?.highlightedElement?.isConnected) list.value?.highlightItem(marked);
  }

  watch(
    of.sought,
    () => {
      marked = undefined;
    },
    { flush: 'sync' },
  );
  watch(of.entries, keep, { flush: 'post' });
  return { note, keep, marked: () => marked };
}
