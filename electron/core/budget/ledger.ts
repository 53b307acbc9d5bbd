import { z } from 'zod';
import type { Clock } from '../ports/clock';
import type { SharedFiles } from '../ports/shared-files';
import { readStored } from '../stored-json';
import { STRAY_TIME, WINDOW } from './slot-window';

/** Times in a ledger are rounded up to this, so that it stays small under any load. */
export const LEDGER_GRAIN = 100;

/** How far a wall clock may have been put back before a ledger counts as dated in the future. */
const CLOCK_TOLERANCE = 2_000;

/** Monotonic times of two processes are compared with this much caution. */
const RUN_TOLERANCE = 1_000;

/** Further ahead than this, an entry is from before the machine was started. */
const SAME_START = 2_000;

/** Longest rest that is brought over, milliseconds. */
const LONGEST_REST = 3_600_000;

/** More requests than any profile allows in a minute: such a ledger is damaged. */
const MOST_REQUESTS = 200_000;

/** More processes than any person starts: such a ledger is damaged. */
const MOST_ENTRIES = 200;

/**
 * No request is without an answer for so long, milliseconds: an entry this old is of a process
 * that ended, even where another one now has its number.
 */
const LONGEST_SILENCE = 600_000;

const contentShape = {
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
};

const entrySchema = z.strictObject({
  ...contentShape,
  /** The process, as {@link SharedFiles} names it. */
  id: z.string(),
  /** Its requests a minute. */
  limit: z.number().int().positive(),
  /** It waits for slots, and is taken to wait until then. */
  waitsUntil: z.number().nullable(),
});

type Entry = z.output<typeof entrySchema>;

const ledgerSchema = z.strictObject({
  version: z.literal(2),
  entries: z.array(entrySchema).max(MOST_ENTRIES),
});

/** What Fleetdesk wrote while there was one ledger for each data folder. */
const firstSchema = z.strictObject({ version: z.literal(1), ...contentShape });

/** What a process writes of itself, in its monotonic time. */
export type LedgerContent = Omit<Entry, 'id' | 'writtenAt' | 'monotonic'>;

/** What the ledger tells of another process, in this one's monotonic time. */
export interface LedgerPeer extends LedgerContent {
  readonly id: string;
  /** It ended: what it had on the way is in `ends`, and the next process that writes takes it over. */
  readonly isGone: boolean;
}

/** What the ledger holds of others; `future` says that the wall clock was put back since. */
export type LedgerFinding =
  { kind: 'content' | 'future'; peers: LedgerPeer[] } | { kind: 'missing' | 'damaged' };

/** Whose requests are written. */
export interface LedgerOwner {
  /** Hears what others wrote and answers what to write; no other process writes meanwhile. */
  exchange(finding: LedgerFinding): LedgerContent;
  /** It is written, and what processes that ended had is now this one's. */
  written(takenOver: readonly LedgerPeer[]): void;
  failed(fault: unknown): void;
}

/**
 * The file that remembers the requests of the last minute, over restarts and for all processes of
 * this system user: one entry each. Writes that are asked for while one is under way share the
 * next one, so the disk is never more than one write behind.
 */
export class Ledger {
  readonly #files: SharedFiles;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #owner: LedgerOwner;
  #running: Promise<void> | null = null;
  /** The running write has not asked its owner yet: what comes now is still part of it. */
  #isOpen = false;
  #next: Promise<void> | null = null;

  constructor(name: string, owner: LedgerOwner, ports: { files: SharedFiles; clock: Clock }) {
    this.#name = name;
    this.#owner = owner;
    this.#files = ports.files;
    this.#clock = ports.clock;
  }

  /** Reads what earlier runs and other processes left. */
  async read(): Promise<LedgerFinding> {
    const entries = await this.#entries();
    if (entries !== 'damaged') return this.#find(entries);
    // Another process may have been writing it.
    return this.#find(await this.#files.alone(() => this.#entries()));
  }

  /** Exchanges with the others, durably, alone or in the next shared write. */
  write(): Promise<void> {
    if (this.#running !== null && this.#isOpen) return this.#running;
    if (this.#running === null) {
      this.#isOpen = true;
      this.#running = this.#files
        .alone(() => this.#writeNow())
        .catch((fault: unknown) => {
          this.#owner.failed(fault);
        })
        .finally(() => {
          this.#isOpen = false;
          this.#running = null;
        });
      return this.#running;
    }
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.write();
    });
    return this.#next;
  }

  async #writeNow(): Promise<void> {
    const { ownId } = this.#files;
    const entries = await this.#entries();
    const finding = this.#find(entries);
    const peers = 'peers' in finding ? finding.peers : [];
    const gone = peers.filter(({ isGone }) => isGone);
    this.#isOpen = false;
    const content = this.#owner.exchange(finding);
    const own: Entry = {
      id: ownId,
      writtenAt: this.#clock.now(),
      monotonic: this.#clock.monotonic(),
      ...content,
      ends: [...content.ends, ...gone.flatMap(({ ends }) => ends)],
    };
    const others = (Array.isArray(entries) ? entries : []).filter(
      ({ id }) => id !== ownId && !gone.some((peer) => peer.id === id),
    );
    const ledger: z.output<typeof ledgerSchema> = { version: 2, entries: [...others, own] };
    await this.#files.write(this.#name, JSON.stringify(ledger));
    this.#owner.written(gone);
  }

  async #entries(): Promise<Entry[] | 'missing' | 'damaged'> {
    const text = await this.#files.read(this.#name);
    return text === null ? 'missing' : (readEntries(text) ?? 'damaged');
  }

  #find(entries: Entry[] | 'missing' | 'damaged'): LedgerFinding {
    if (!Array.isArray(entries)) return { kind: entries };
    const others = entries.filter(({ id }) => id !== this.#files.ownId);
    const latest = this.#clock.now() + CLOCK_TOLERANCE;
    return {
      kind: others.some(({ writtenAt }) => writtenAt > latest) ? 'future' : 'content',
      peers: others.map((entry) => this.#peer(entry)),
    };
  }

  #peer(entry: Entry): LedgerPeer {
    const now = this.#clock.monotonic();
    const age = now - entry.monotonic;
    // What has passed for certain since it was written, whatever happened to the wall clock: the
    // difference of monotonic times, or after a restart of the machine the time since.
    const passed = age >= 0 ? age : age > -SAME_START ? 0 : now;
    const shift = now - passed - entry.monotonic;
    const isSameStart = age > -SAME_START;
    const isGone = !isSameStart || age > LONGEST_SILENCE || !this.#files.isRunning(entry.id);
    // Nothing legitimate is further ahead than this; a larger time would lock the app out.
    const latest = now + 2 * WINDOW;
    const ends = entry.ends.map<[number, number]>(([end, count]) => [
      Math.min(end + shift + RUN_TOLERANCE, latest),
      count,
    ]);
    if (isGone && entry.unanswered > 0) {
      // What was on the way when it ended may reach the service even now.
      ends.push([now + WINDOW + STRAY_TIME, entry.unanswered]);
    }
    return {
      id: entry.id,
      isGone,
      limit: entry.limit,
      unanswered: isGone ? 0 : entry.unanswered,
      ends: ends.filter(([end]) => end > now),
      // Without tolerance: two processes that tell each other would make it longer and longer.
      pausedUntil: entry.pausedUntil && Math.min(entry.pausedUntil + shift, now + LONGEST_REST),
      waitsUntil: isGone ? null : entry.waitsUntil,
    };
  }
}

function readEntries(text: string): Entry[] | null {
  const first = readStored(firstSchema, text);
  const entries = first ? [entryOfFirst(first)] : readStored(ledgerSchema, text)?.entries;
  if (entries === undefined) return null;
  const requests = entries
    .flatMap(({ ends, unanswered }) => [unanswered, ...ends.map(([, count]) => count)])
    .reduce((sum, count) => sum + count, 0);
  return requests <= MOST_REQUESTS ? entries : null;
}

function entryOfFirst({ version: _, ...content }: z.output<typeof firstSchema>): Entry {
  return { ...content, id: '', limit: 1, waitsUntil: null };
}
