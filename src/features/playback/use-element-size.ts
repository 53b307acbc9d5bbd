import { ref, watch, type Ref } from 'vue';

/** The size of an element, kept up to date; zero until it is laid out. Pixels. */
export function useElementSize(element: Readonly<Ref<HTMLElement | null>>): {
  width: Readonly<Ref<number>>;
  height: Readonly<Ref<number>>;
} {
  const width = ref(0);
  const height = ref(0);
  watch(
    element,
    (now, _before, onCleanup) => {
      if (now === null) return;
      const observer = new ResizeObserver(([entry]) => {
        if (entry === undefined) return;
        width.value = Math.round(entry.contentRect.width);
        height.value = Math.round(entry.contentRect.height);
      });
      observer.observe(now);
      onCleanup(() => {
        observer.disconnect();
      });
    },
    { immediate: true, flush: 'post' },
  );
  return { width, height };
}
