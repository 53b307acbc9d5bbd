import { z } from 'zod';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';
import { WINDOW } from './slot-window';

/** Times in a ledger are rounded up to this, so that it stays small under any load. */
export const LEDGER_GRAIN = 100;

/** How far a wall clock may have been put back before a ledger counts as dated in the future. */
const CLOCK_TOLERANCE = 2_000;

/** Monotonic times of two runs are compared with this much caution. */
const RUN_TOLERANCE = 1_000;

/** Longest rest that is brought over, milliseconds. */
const LONGEST_REST = 3_600_000;

/** More requests than any profile allows in a minute: such a ledger is damaged. */
const MOST_REQUESTS = 200_000;

const ledgerSchema = z.strictObject({
  version: z.literal(1),
  /** When it was written, wall clock. */
  writtenAt: z.number().nonnegative(),
  /** The same moment in monotonic time; the times below are in it. */
  monotonic: z.number().nonnegative(),
  /** Requests on the way. */
  unanswered: z.number().int().nonnegative(),
  /** When slots of answered requests free, and how many. */
  ends: z.array(z.tuple([z.number(), z.number().int().positive()])),
  /** The service asked for a rest until then. */
  pausedUntil: z.number().nullable(),
});

/** What a ledger holds, in this run's monotonic time. */
export type LedgerContent = Pick<
  z.output<typeof ledgerSchema>,
  'unanswered' | 'ends' | 'pausedUntil'
>;

/** What was found at start; `future` says that the wall clock was put back since. */
export type LedgerFinding =
  { kind: 'content' | 'future'; content: LedgerContent } | { kind: 'missing' | 'damaged' };

/**
 * The file that remembers the requests of the last minute over restarts. Writes that are asked
 * for while one is under way share the next one, so the disk is never more than one write behind.
 */
export class Ledger {
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #content: () => LedgerContent;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** @param content what to write, asked for at the moment of writing */
  constructor(name: string, content: () => LedgerContent, ports: { files: Files; clock: Clock }) {
    this.#name = name;
    this.#content = content;
    this.#files = ports.files;
    this.#clock = ports.clock;
  }

  /** Reads what the last run left. */
  async read(): Promise<LedgerFinding> {
    const text = await this.#files.read(this.#name);
    if (text === null) return { kind: 'missing' };
    const ledger = readLedger(text);
    if (ledger === null) return { kind: 'damaged' };
    const isAhead = ledger.writtenAt > this.#clock.now() + CLOCK_TOLERANCE;
    // What has passed for certain since the ledger was written, whatever happened to the wall
    // clock: the difference of monotonic times, or after a restart of the machine the time since.
    const now = this.#clock.monotonic();
    const passed = now >= ledger.monotonic ? now - ledger.monotonic : now;
    const shift = now - passed - ledger.monotonic + RUN_TOLERANCE;
    // Nothing legitimate lies further ahead than this; a larger time would lock the app out.
    const latest = now + 2 * WINDOW;
    return {
      kind: isAhead ? 'future' : 'content',
      content: {
        unanswered: ledger.unanswered,
        ends: ledger.ends.map(([end, count]) => [Math.min(end + shift, latest), count]),
        pausedUntil: ledger.pausedUntil && Math.min(ledger.pausedUntil + shift, now + LONGEST_REST),
      },
    };
  }

  /** Writes the content of this moment durably, alone or in the next shared write. */
  write(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#writeNow().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.write();
      });
    return this.#next;
  }

  async #writeNow(): Promise<void> {
    const { unanswered, ends, pausedUntil } = this.#content();
    const ledger: z.output<typeof ledgerSchema> = {
      version: 1,
      writtenAt: this.#clock.now(),
      monotonic: this.#clock.monotonic(),
      unanswered,
      ends,
      pausedUntil,
    };
    await this.#files.write(this.#name, JSON.stringify(ledger));
  }
}

function readLedger(text: string): z.output<typeof ledgerSchema> | null {
  const ledger = readStored(ledgerSchema, text);
  if (ledger === null) return null;
  const requests = ledger.ends.reduce((sum, [, count]) => sum + count, ledger.unanswered);
  return requests <= MOST_REQUESTS ? ledger : null;
}
