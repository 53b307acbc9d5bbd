import type { Refusal, VerbOfResource } from '@contract/capabilities';
import type { VerbOfCall } from './verb-of-call';

/** So many records refused in a row mean that the user has no permission for the verb at all. */
const RECORDS_FOR_VERB = 2;
/** Refused records that are remembered of one verb; the oldest are forgotten first. */
const MOST_RECORDS = 200;

interface Known {
  readonly resource: string;
  readonly verb: Refusal['verb'];
  /** The service carried it out at least once in this session. */
  isProved: boolean;
  /** When the verb as a whole was refused, epoch milliseconds. */
  refusedAt: number | null;
  /** Records refused since the last success. */
  readonly inARow: Set<string>;
  /** Refused record → when. */
  readonly records: Map<string, number>;
}

/**
 * What 403 answers taught about one user. An answer about one record teaches only that record:
 * the user may have the permission for others. Each method answers whether anything changed.
 */
export class Refusals {
  readonly #known = new Map<string, Known>();

  /** The service carried a call out. */
  allowed(call: VerbOfCall): boolean {
    const known = this.#of(call);
    const wasRefused = known.refusedAt !== null;
    known.isProved = true;
    known.refusedAt = null;
    known.inARow.clear();
    const forgotten = (call.keys ?? []).filter((key) => known.records.delete(key));
    return wasRefused || forgotten.length > 0;
  }

  /** The service refused a call. @param at epoch milliseconds */
  refused(call: VerbOfCall, at: number): boolean {
    // Nobody knows which of several it was about; the outbox sends them again one by one.
    if (call.isOfSeveral) return false;
    const known = this.#of(call);
    if (call.keys === null) {
      // Others were created: it is about this one, perhaps about its enterprise.
      if (call.verb === 'create' && known.isProved) return false;
      known.refusedAt = at;
      return true;
    }
    const [key] = call.keys;
    if (key === undefined) return false;
    known.records.delete(key);
    known.records.set(key, at);
    const [oldest] = known.records.keys();
    if (known.records.size > MOST_RECORDS && oldest !== undefined) known.records.delete(oldest);
    known.inARow.add(key);
    // Reads go on in the background, to all records: one success shows that some can be read.
    const isOfRecords = call.verb === 'read' && known.isProved;
    if (known.inARow.size >= RECORDS_FOR_VERB && !isOfRecords) known.refusedAt = at;
    return true;
  }

  /** Whether a verb as a whole is refused. */
  isRefused({ resource, verb }: VerbOfResource): boolean {
    return (this.#known.get(nameOf(resource, verb))?.refusedAt ?? null) !== null;
  }

  /** A person wants to try a verb again. */
  forget({ resource, verb }: VerbOfResource): boolean {
    return this.#known.delete(nameOf(resource, verb));
  }

  /** Another session begins. */
  clear(): void {
    this.#known.clear();
  }

  /** Everything that is refused. */
  list(): Refusal[] {
    return [...this.#known.values()].flatMap(({ resource, verb, refusedAt, records }) => [
      ...(refusedAt === null ? [] : [{ resource, verb, key: null, at: refusedAt }]),
      ...[...records].map(([key, at]) => ({ resource, verb, key, at })),
    ]);
  }

  #of({ resource, verb }: VerbOfCall): Known {
    const name = nameOf(resource, verb);
    const known = this.#known.get(name) ?? {
      ...{ resource, verb, isProved: false, refusedAt: null },
      ...{ inARow: new Set<string>(), records: new Map<string, number>() },
    };
    this.#known.set(name, known);
    return known;
  }
}

function nameOf(resource: string, verb: string): string {
  return `${resource} ${verb}`;
}
