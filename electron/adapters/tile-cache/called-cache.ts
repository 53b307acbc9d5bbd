import { reportFault } from '@core/faults';
import type { TileCache } from '@core/ports/tile-cache';
import type { CacheDatabase } from './cache-database';

/** What of the database can be asked for, in this thread or in a worker. */
export type CacheMethod = 'read' | 'write' | 'shrink' | 'forget' | 'use' | 'close';

/** One question to the database. */
export type CacheCall = {
  [M in CacheMethod]: { readonly method: M; readonly input: Parameters<CacheDatabase[M]> };
}[CacheMethod];

/** Asks the database. */
export type AskCache = (call: CacheCall) => Promise<unknown>;

/** Answers a question in this thread. */
export function answerCall(database: CacheDatabase, { method, input }: CacheCall): unknown {
  const answer = database[method] as (...given: readonly unknown[]) => unknown;
  return answer.apply(database, [...input]);
}

/** The cache over its database, wherever that runs. A fault of it costs a download, no more. */
export function calledCache(ask: AskCache): TileCache {
  const quietly = (call: CacheCall): Promise<unknown> =>
    ask(call).catch((fault: unknown) => {
      reportFault('the cache of map tiles failed', fault);
      return null;
    });
  return {
    read: (...input) => quietly({ method: 'read', input }) as ReturnType<TileCache['read']>,
    write: async (...input) => void (await quietly({ method: 'write', input })),
    shrink: async (...input) => void (await quietly({ method: 'shrink', input })),
    forget: async (...input) => void (await ask({ method: 'forget', input })),
    use: (...input) => ask({ method: 'use', input }) as ReturnType<TileCache['use']>,
    close: async (...input) => void (await quietly({ method: 'close', input })),
  };
}
