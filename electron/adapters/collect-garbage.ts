import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By default V8 keeps code for so many collections after it last ran. */
const USUAL_AGE = 6;

/**
 * Frees what this thread does not use any more, which takes it a part of a second. That includes
 * compiled code that has not run since the last time: much of a start never runs again.
 */
export function collectGarbage(): void {
  // The function is there only in a context that is made under this flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  try {
    setFlagsFromString('--bytecode-old-age=1');
    setFlagsFromString('--flush-baseline-code');
    collect();
  } finally {
    setFlagsFromString('--no-flush-baseline-code');
    setFlagsFromString(`--bytecode-old-age=${USUAL_AGE}`);
  }
}

/**
 * Whether several threads collect the garbage of short-lived values together, or the one that made it
 * does. Together they are sooner done where there is much of it; where there is little, each time wakes
 * all of them.
 */
export function collectTogether(together: boolean): void {
  setFlagsFromString(together ? '--parallel-scavenge' : '--no-parallel-scavenge');
}
