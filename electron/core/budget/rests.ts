import type { BudgetState } from '@contract/budget';

/** Why an account rests. */
export type RestReason = Exclude<BudgetState['pause'], null>;

/** First pause after a rate answer without `Retry-After`, and the longest one, milliseconds. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 300_000;

/** Shortest pause after any rate answer, milliseconds: `Retry-After: 0` is no licence to hammer. */
const SHORTEST_PAUSE = 1_000;

/** The times during which nothing may be sent, in monotonic time. */
export class Rests {
  readonly #until = new Map<RestReason, number>();
  #strikes = 0;

  /** Rests for a reason until a time; a longer rest for the same reason stays. */
  rest(reason: RestReason, until: number): void {
    this.#until.set(reason, Math.max(until, this.#until.get(reason) ?? 0));
  }

  /**
   * The service said "too many". Without its own word for how long, each such answer after a
   * pause doubles the next; answers to requests that were on the way already count once.
   */
  restForRate(now: number, retryAfter: number | null): number {
    const before = this.#until.get('rate-limited') ?? 0;
    if (now >= before) this.#strikes += 1;
    const growing = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#strikes - 1));
    this.rest('rate-limited', now + Math.max(SHORTEST_PAUSE, retryAfter ?? growing));
    return this.#until.get('rate-limited') ?? now;
  }

  /** A request went through: the next pause begins small again. */
  forgive(now: number): void {
    if (now >= (this.#until.get('rate-limited') ?? 0)) this.#strikes = 0;
  }

  /** The rest that ends last, or null where nothing rests. */
  current(now: number): { reason: RestReason; until: number } | null {
    let last: { reason: RestReason; until: number } | null = null;
    for (const [reason, until] of this.#until) {
      if (until > now && (last === null || until > last.until)) last = { reason, until };
    }
    return last;
  }

  /** What was sent in the last minute is not known. */
  isLedgerLost(now: number): boolean {
    const lost = ['ledger-damaged', 'ledger-missing'] as const;
    return lost.some((reason) => (this.#until.get(reason) ?? 0) > now);
  }

  /** End of the pause that the service asked for, or null. */
  rateUntil(now: number): number | null {
    const until = this.#until.get('rate-limited') ?? 0;
    return until > now ? until : null;
  }
}
