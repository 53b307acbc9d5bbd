import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../collect-garbage';

/** After a call it is looked whether there is something to free, ms; more calls change nothing. */
const LOOK_AFTER = 20_000;
/** What a store's thread needs for itself is less, bytes. */
const SPARE_FROM = 40 * 2 ** 20;

/** What is looked at, and how it is freed; tests put in their own. */
export interface SpareMemoryTerms {
  heapSize(): number;
  collect(): void;
}

/**
 * Frees what a store's thread has used to read a large fleet: it would keep that for the next time.
 * To be called after each call.
 */
export function freeSpareMemory(
  { heapSize, collect }: SpareMemoryTerms = {
    heapSize: () => getHeapStatistics().total_heap_size,
    collect: collectGarbage,
  },
): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      if (heapSize() >= SPARE_FROM) collect();
    }, LOOK_AFTER);
    // It keeps no thread alive that has nothing else to do.
    timer.unref();
  };
}
