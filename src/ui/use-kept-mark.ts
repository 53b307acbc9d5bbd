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
 * shrinks. Where the entry has gone, or none was there, the first one is marked. `entries` are the
 * values that can be taken, in the order they are shown.
 */
export function useKeptMark(
  list: Readonly<Ref<MarkedList | null>>,
  entries: Readonly<Ref<readonly string[]>>,
) {
  let marked: string | undefined;

  /** The list says what is marked now. */
  function note(item: { value: unknown } | undefined): void {
    marked = typeof item?.value === 'string' ? item.value : undefined;
  }

  async function keep(): Promise<void> {
    await nextTick();
    const element = list.value?.highlightedElement;
    if (element?.isConnected && element.dataset['disabled'] === undefined) return;
    if (marked !== undefined && entries.value.includes(marked)) list.value?.highlightItem(marked);
    else if (entries.value.length > 0) list.value?.highlightFirstItem();
  }

  watch(entries, keep, { flush: 'post' });
  return { note, keep };
}
