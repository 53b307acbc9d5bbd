import type { AppError } from '@contract/errors';
import type { MapSourceState } from '@contract/map-sources';
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useBridge } from '@/bridge';

/** Opens the map files that a person drops onto an element, one after another. */
export function useMapFileDrop(target: {
  element: () => HTMLElement | null;
  onOpened?: (source: MapSourceState, isNew: boolean) => void;
}) {
  const sources = useMapSourcesStore();
  const isOver = ref(false);
  /** Why the last file that was dropped could not be opened. */
  const error = shallowRef<AppError | null>(null);
  let element: HTMLElement | null = null;

  function over(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  }

  function leave({ relatedTarget }: DragEvent): void {
    // Between two elements within, the pointer leaves one of them only.
    isOver.value = relatedTarget instanceof Node && element?.contains(relatedTarget) === true;
  }

  function drop(event: DragEvent): void {
    isOver.value = false;
    if (!hasFiles(event)) return;
    event.preventDefault();
    void open([...(event.dataTransfer?.files ?? [])]);
  }

  async function open(files: readonly File[]): Promise<void> {
    error.value = null;
    for (const file of files) {
      const isNew = sources.newFrom();
      const answer = await useBridge().mapSources.addDropped(file);
      if (answer.ok) target.onOpened?.(answer.data, isNew(answer.data));
      else error.value = answer.error;
    }
  }

  const listeners = { dragover: over, dragleave: leave, drop };
  onMounted(() => {
    element = target.element();
    for (const [name, listener] of Object.entries(listeners)) {
      element?.addEventListener(name, listener as EventListener);
    }
  });
  onBeforeUnmount(() => {
    for (const [name, listener] of Object.entries(listeners)) {
      element?.removeEventListener(name, listener as EventListener);
    }
  });

  return { isOver, error };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
