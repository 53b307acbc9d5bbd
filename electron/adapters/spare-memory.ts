import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage';

/** After a call it is looked whether there is something to free, ms; more calls change nothing. */
const LOOK_AFTER = 20_000;
/** What a thread needs for itself is less, bytes. */
const SPARE_FROM = 8 * 2 ** 20;
/** What was still in use the last time has to grow by this before it is looked through again. */
const GROWN = 1.5;

/** What is looked at, and how it is freed; tests put in their own. */
export interface SpareMemoryTerms {
  /** What the thread's values take, in use or not, with what they hold beside the heap; bytes. */
  held(): number;
  collect(): void;
}

/** Every cell that is read out of a store is a value of its own beside the heap for a while. */
function heldNow(): number {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}

/**
 * Frees what a thread has used to start, or to read a large fleet: it would keep that for the next
 * time. To be called after each call.
 * @param free frees what else the thread can do without
 */
export function freeSpareMemory(
  free: () => void = () => undefined,
  { held, collect }: SpareMemoryTerms = { held: heldNow, collect: collectGarbage },
): () => void {
  let timer: NodeJS.Timeout | null = null;
  let spareFrom = SPARE_FROM;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      if (held() < spareFrom) return;
      free();
      collect();
      spareFrom = Math.max(SPARE_FROM, held() * GROWN);
    }, LOOK_AFTER);
    // It keeps no thread alive that has nothing else to do.
    timer.unref();
  };
}
