import type { PackedRows } from '@contract/packed/rows';
import type { FirstLook } from '@core/ports/stores';
import { unpackedFixes, unpackedPairs } from './called-store';
import type { DatabaseCall } from './database-calls';
import { closedError } from './faults';
import type { StoreThread } from './store-thread';

/** What every start reads first. */
const methods = ['vehicles', 'newestFixes', 'learned'] as const satisfies DatabaseCall[];

/** Calls that change nothing of it. */
const harmless: ReadonlySet<DatabaseCall> = new Set<DatabaseCall>([
  'check',
  'damage',
  'declare',
  'note',
  'openEntries',
  'size',
  'syncs',
  ...methods,
]);

/**
 * What every start reads first: the worker is asked for it together with the opening, and answers
 * before the file is checked. Each answer is for the first who asks, unless something was written.
 */
export class FirstReads {
  readonly #answers = new Map<DatabaseCall, Promise<unknown>>();
  /** The same, for one who looks at it first. */
  readonly #seen = new Map<DatabaseCall, Promise<unknown>>();

  /** Asks for it. @param thread that was asked to open a file just before */
  begin(thread: StoreThread): void {
    for (const method of methods) {
      const answer = thread.ask({ kind: 'call', method, input: [] });
      // The call that needs it is made again.
      answer.catch(() => undefined);
      this.#answers.set(method, answer);
      this.#seen.set(method, answer);
    }
  }

  /** The answer to a call that is made; undefined where it has to be asked for. */
  take(method: DatabaseCall): Promise<unknown> | undefined {
    const answer = this.#answers.get(method);
    this.#answers.delete(method);
    // What is written now is not in what was read before.
    if (!harmless.has(method)) this.drop();
    return answer;
  }

  /** It is out of date. */
  drop(): void {
    this.#answers.clear();
    this.#seen.clear();
  }

  /** A look at it, once at each part; it stays for who asks. */
  look(): Omit<FirstLook, 'identity'> {
    const seen = async <Output>(method: DatabaseCall): Promise<Output> => {
      const answer = this.#seen.get(method);
      // Nothing of it is kept longer than it is of use.
      this.#seen.delete(method);
      if (answer === undefined) throw closedError();
      return (await answer) as Output;
    };
    return {
      vehicles: () => seen<PackedRows[]>('vehicles'),
      newestFixes: () => unpackedFixes(seen<PackedRows[]>('newestFixes')),
      learned: () => unpackedPairs(seen<PackedRows[]>('learned')),
    };
  }
}
