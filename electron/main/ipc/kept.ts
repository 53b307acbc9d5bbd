import type { KeptData } from '@core/kept-data/kept-data';
import type { HandlersOf } from './registrar';

/** What is kept on this computer, and the end of it. */
export function keptHandlers(kept: KeptData): HandlersOf<'kept'> {
  return {
    'kept.use': () => kept.use(),
    'kept.delete': (kind) => kept.delete(kind),
  };
}
