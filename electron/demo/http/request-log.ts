import type { FaultKind } from './faults';

/** One request, without anything that it carried. */
export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The operation, or null for any other path. */
  readonly operation: string | null;
  /** The fault that a test asked for and that struck it, if any. */
  fault: FaultKind | null;
  /** 0 while there is no answer, and for ever where the connection was cut. */
  status: number;
}

const MOST_ENTRIES = 50_000;

export class RequestLog {
  #entries: LogEntry[] = [];

  add(entry: LogEntry): LogEntry {
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES) this.#entries = this.#entries.slice(-MOST_ENTRIES / 2);
    return entry;
  }

  since(at: number): readonly LogEntry[] {
    return this.#entries.filter((entry) => entry.at >= at);
  }

  clear(): void {
    this.#entries = [];
  }
}
