import { FleetdeskError } from '@contract/errors';
import type { StoredEntry } from '../../ports/store';
import type { Choice } from '../../service/service';
import { outcomeOf } from './outcomes';
import { halfOf } from './packing';
import type { Results } from './results';
import { advance } from '../entries/state-machine';
import type { Tools } from './tools';

/** Changes that go out in one request. */
export type Pack = readonly [StoredEntry, ...StoredEntry[]];

/** What came of a request: nothing was sent, it was answered, or it failed in a known way. */
export type Delivery =
  | { readonly kind: 'none' }
  | { readonly kind: 'answered'; readonly output: unknown; readonly entries: Pack }
  /** The service read it and does not want it, or knows nothing of what it names. */
  | {
      readonly kind: 'refused' | 'missing';
      readonly error: FleetdeskError;
      readonly entries: Pack;
    };

/** It goes out again, and that it did not arrive was no failure of the service. */
const NOT_ARRIVED = { kind: 'retry', notBefore: null, isFailure: false } as const;

/**
 * Sends changes. That they are being sent is in the store before the request leaves, so that a
 * crash at any moment leaves them in doubt rather than lost or doubled; what came of it is written
 * down as far as it is the same for every kind of change.
 */
export class Courier {
  readonly #tools: Tools;
  readonly #results: Results;

  constructor(tools: Tools, results: Results) {
    this.#tools = tools;
    this.#results = results;
  }

  /**
   * Sends a pack in one request, if its entries still are what they were when it was made up.
   * `versions` replace entries as they are written down, by their ids.
   */
  async send(
    pack: Pack,
    call: Choice,
    versions: ReadonlyMap<string, StoredEntry> = new Map(),
  ): Promise<Delivery> {
    const { service, signal, pace, refusals } = this.#tools;
    const begun: { entries: Pack | null } = { entries: null };
    try {
      const answer = await service.callNext(
        async () => {
          begun.entries = await this.#begin(pack, versions);
          return begun.entries === null ? null : call;
        },
        { lane: 'outbox', signal },
      );
      if (answer === null || begun.entries === null) return { kind: 'none' };
      pace.note();
      refusals.carriedOut(begun.entries);
      return { kind: 'answered', output: answer.output, entries: begun.entries };
    } catch (caught) {
      if (begun.entries !== null) return this.#fail(begun.entries, caught);
      // Nothing left: no connection, nobody signed in, or no room to write down that it would.
      for (const entry of pack) this.#tools.waits.holdForConnection(entry);
      return { kind: 'none' };
    }
  }

  /** Writes down that a pack is being sent; null where it should not be any more. */
  #begin(pack: Pack, versions: ReadonlyMap<string, StoredEntry>): Promise<Pack | null> {
    const { journal, clock, signal } = this.#tools;
    return journal.exclusively(async () => {
      const { book } = journal;
      const isValid = pack.every(
        (entry) => book.get(entry.id) === entry && book.blockerOf(entry) === undefined,
      );
      if (!isValid || signal.aborted || !this.#tools.canGo()) return null;
      const at = clock.now();
      const sending = pack.map((entry) =>
        advance(versions.get(entry.id) ?? entry, { kind: 'send' }, at),
      );
      await journal.write({ entries: sending });
      this.#tools.refusals.goesOut(sending);
      const [first, ...rest] = sending.flatMap(({ id }) => journal.book.get(id) ?? []);
      return first === undefined ? null : [first, ...rest];
    });
  }

  async #fail(entries: Pack, caught: unknown): Promise<Delivery> {
    const error = caught instanceof FleetdeskError ? caught : asError(caught);
    const outcome = outcomeOf(caught);
    switch (outcome) {
      case 'unsent':
      case 'limited':
      case 'signedOut':
        for (const entry of entries)
          this.#tools.waits.holdForConnection(entry, error.error.retryAt);
        await this.#results.events(entries, NOT_ARRIVED);
        return { kind: 'none' };
      case 'lost':
        await this.lose(entries, error, { mayArrive: true });
        return { kind: 'none' };
      case 'refused':
      case 'missing':
        this.#tools.pace.note();
        this.#tools.refusals.refused(entries, error.error);
        return { kind: outcome, error, entries };
    }
  }

  /**
   * Nobody knows whether a pack was applied: each of its rows has to be looked up. `mayArrive`: its
   * request may be under way yet.
   */
  async lose(
    entries: Pack,
    error: FleetdeskError | null,
    { mayArrive = false } = {},
  ): Promise<void> {
    const { failures, waits, strays } = this.#tools;
    for (const entry of entries) {
      if (mayArrive) strays.note(entry);
      if (error === null) continue;
      failures.set(entry.id, error.error);
      waits.holdForFailure(entry, entry.attempts);
    }
    await this.#results.events(entries, { kind: 'lost' }, () => halvedPack(entries));
  }

  /**
   * A list was refused. It may have been applied in part, so each row is looked up before it goes
   * out again, in halves; unless the service applies lists whole or not at all.
   */
  async halve(entries: Pack): Promise<void> {
    const change = halvedPack(entries);
    if (this.#tools.profile.atomicLists) {
      await this.#results.events(entries, NOT_ARRIVED, () => change);
      return;
    }
    // That a neighbor in the list was refused is no failed attempt of this one.
    await this.#results.events(entries, { kind: 'lost' }, ({ attempts }) => ({
      ...change,
      attempts: attempts - 1,
    }));
  }
}

function halvedPack(entries: Pack): Partial<StoredEntry> {
  return entries.length === 1 ? {} : { pack: halfOf(entries.length) };
}

function asError(caught: unknown): FleetdeskError {
  return new FleetdeskError(FleetdeskError.from(caught));
}
