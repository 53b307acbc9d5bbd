import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what this thread does not use any more, which takes it a part of a second. */
export function collectGarbage(): void {
  // The function is there only in a context that is made under this flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/**
 * Whether several threads collect the garbage of short-lived values together, or the one that made it
 * does. Together they are sooner done where there is much of it; where there is little, each time wakes
 * all of them.
 */
export function collectTogether(together: boolean): void {
  setFlagsFromString(together ? '--parallel-scavenge' : '--no-parallel-scavenge');
}
