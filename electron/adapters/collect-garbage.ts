import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8 then gives back what it would keep to grow into: after a usual collection a thread may hold five
 * times what it uses. Node 20, which runs tests, takes these words for a collection of young values.
 */
const thorough = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
const THOROUGH_SINCE = 12;

/** Frees what this thread does not use any more, which takes it a part of a second. */
export function collectGarbage(): void {
  // The function is there only in a context that is made under this flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how?: typeof thorough) => void;
  setFlagsFromString('--no-expose-gc');
  if (Number.parseInt(process.versions.v8, 10) >= THOROUGH_SINCE) collect(thorough);
  else collect();
}

/**
 * Whether several threads collect the garbage of short-lived values together, or the one that made it
 * does. Together they are sooner done where there is much of it; where there is little, each time wakes
 * all of them.
 */
export function collectTogether(together: boolean): void {
  setFlagsFromString(together ? '--parallel-scavenge' : '--no-parallel-scavenge');
}
