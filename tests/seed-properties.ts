import fc from 'fast-check';
import { inject } from 'vitest';

// A property that names a seed of its own keeps it; one that fails tells which seed it had.
fc.configureGlobal({ seed: inject('seed') });

declare module 'vitest' {
  interface ProvidedContext {
    /** Of every property that names none, see test-seed.ts. */
    seed: number;
  }
}
