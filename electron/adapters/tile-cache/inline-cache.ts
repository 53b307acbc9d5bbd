import type { TileCache } from '@core/ports/tile-cache';
import { CacheDatabase } from './cache-database';
import { answerCall, calledCache } from './called-cache';

/** A cache of tiles in this thread: for tests and for what runs without Electron. */
export function inlineTileCache(now: () => number, file = ':memory:'): TileCache {
  const database = new CacheDatabase(file, now);
  return calledCache((call) => Promise.resolve().then(() => answerCall(database, call)));
}
