import { FleetdeskError, type AppError } from '@contract/errors';
import type { RegionContent } from '@core/ports/region-files';
import { asTileFault, tileFault } from '../tiles/tile-faults';
import { RegionDatabase } from './region-database';

/** One question about the file of a thread, the first one being `create` or `open`. */
export type RegionCall =
  | { readonly method: 'create'; readonly input: readonly [file: string, content: RegionContent] }
  | { readonly method: 'open'; readonly input: readonly [file: string] }
  | {
      [M in 'missing' | 'write' | 'check' | 'finish' | 'close']: {
        readonly method: M;
        readonly input: Parameters<RegionDatabase[M]>;
      };
    }[RegionMethod];

type RegionMethod = 'missing' | 'write' | 'check' | 'finish' | 'close';

/** Asks about a file. */
export type AskRegion = (call: RegionCall) => Promise<unknown>;

/** Answers questions about one file in this thread; `open` is answered with whether it is there. */
export function regionAnswers(): (call: RegionCall) => unknown {
  let region: RegionDatabase | null = null;
  return ({ method, input }) => {
    try {
      if (method === 'create') region = RegionDatabase.create(...input);
      else if (method === 'open') region = RegionDatabase.open(...input);
      else if (region === null) throw tileFault('map-file-gone', 'The file is closed.');
      else {
        const answer = region[method] as (...given: readonly unknown[]) => unknown;
        return answer.apply(region, [...input]);
      }
      return region !== null;
    } catch (fault) {
      throw new FleetdeskError(faultOf(fault), { cause: fault });
    }
  };
}

function faultOf(fault: unknown): AppError {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  const isFull = code === 'SQLITE_FULL' || code === 'ENOSPC';
  if (!isFull) return asTileFault(fault).error;
  return { code: 'file-unreadable', reason: 'map-disk-full', message: String(fault) };
}
