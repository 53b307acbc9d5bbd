import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage';

/** After a call it is looked whether there is something to free, ms; more calls change nothing. */
const LOOK_AFTER = 20_000;
/** After so long without a call, ms, a thread keeps nothing that it can read again at little cost. */
const AT_REST_AFTER = 2_000;
/** A thread keeps so much beside what it uses, bytes: it needs room to work in. */
const SPARE = 8 * 2 ** 20;

/** What is looked at, and how it is freed; tests put in their own. */
export interface SpareMemoryTerms {
  /** What the thread's values take, in use or not, with what they hold beside the heap; bytes. */
  held(): number;
  /** The part of it that is in use, right after the rest was freed. */
  used(): number;
  collect(): void;
}

/** Every cell that is read out of a store is a value of its own beside the heap for a while. */
function heldNow(): number {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}

/** The heap itself gets smaller only some time after its values were freed. */
function usedNow(): number {
  const { used_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}

/**
 * Frees what a thread has used to start, or to read a large fleet: it would keep that for the next
 * time. To be called after each call.
 * @param free frees what else the thread can do without until the next call, which costs it next to
 *   nothing
 */
export function freeSpareMemory(
  free: () => void = () => undefined,
  { held, used, collect }: SpareMemoryTerms = {
    ...{ held: heldNow, used: usedNow },
    collect: collectGarbage,
  },
): () => void {
  let timer: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;
  let spareFrom = SPARE;
  return () => {
    if (rest === null) rest = setTimeout(free, AT_REST_AFTER).unref();
    else rest.refresh();
    timer ??= setTimeout(() => {
      timer = null;
      free();
      if (held() < spareFrom) return;
      collect();
      spareFrom = used() + SPARE;
    }, LOOK_AFTER);
    // It keeps no thread alive that has nothing else to do.
    timer.unref();
  };
}
