import type { AppError } from '@contract/errors';
import type { Random } from '../../ports/random';
import type { Clock } from '../../ports/clock';
import type { StoredEntry } from '../../ports/store';
import type { Profile } from '../../service/profile';
import type { Service } from '../../service/service';
import { Courier } from './courier';
import { DeleteChecks } from './delete-checks';
import { UNDO_TIME } from '../entries/deletions';
import { Pace, type LinkState } from './estimates';
import { KnownRefusals, type PermissionSource } from './known-refusals';
import type { Journal } from '../entries/journal';
import { LateArrivals } from './late-arrivals';
import { LostAnswers } from './lost-answers';
import { Results } from './results';
import { Senders } from './senders';
import { Strays, STRAYS_NOTE } from './strays';
import { ServiceRecords } from './service-records';
import { advance } from '../entries/state-machine';
import type { Tools } from './tools';
import { Waits } from './waits';

/** Whether anything can be sent now. */
export interface OutboxLink {
  state(): LinkState;
  /** Tells that it changed. */
  subscribe(listener: () => void): () => void;
}

/** How soon a change of the last process is looked for, milliseconds: mostly it has arrived then. */
const FIRST_LOOK = 3_000;

/** How long the dispatcher rests after a fault of its own or of the store, milliseconds. */
const REST_AFTER_FAULT = 5_000;

/**
 * Sends what can go: one thing at a time, the oldest first, each only after what it depends on. It
 * rests while nothing can go, and is woken by new changes, the link, and the end of a pause.
 */
export class Dispatcher {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #link: OutboxLink;
  readonly #onFault: (fault: unknown) => void;
  readonly #senders: Senders;
  readonly #lostAnswers: LostAnswers;
  readonly #abort = new AbortController();
  readonly #strays: Strays;
  readonly #lateArrivals: LateArrivals;
  readonly refusals: KnownRefusals;
  readonly waits: Waits;
  readonly pace: Pace;
  #isPaused = false;
  /** A person wants an attempt now, whatever the connection looks like. */
  #isForced = false;
  #isAwake = true;
  #wakeUp: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(options: {
    journal: Journal;
    service: Service;
    clock: Clock;
    random: Random;
    profile: Profile;
    link: OutboxLink;
    permissions?: PermissionSource | undefined;
    perMinute?: (() => number) | undefined;
    onFault?: (fault: unknown) => void;
  }) {
    const { journal, service, clock, random, profile } = options;
    const { signal } = this.#abort;
    this.#journal = journal;
    this.#clock = clock;
    this.#link = options.link;
    this.#onFault = options.onFault ?? (() => undefined);
    this.#strays = new Strays(clock);
    const heldBackUntil = (entry: StoredEntry): number =>
      entry.state === 'waiting' ? this.#strays.heldBackUntil(entry, journal.book) : -Infinity;
    this.waits = new Waits({ clock, random, heldBackUntil });
    const perMinute = options.perMinute ?? (() => profile.limits.perMinute);
    this.pace = new Pace({ clock, perMinute });
    const permissions = options.permissions ?? {
      isRefused: () => false,
      forgetRefusal: () => undefined,
    };
    this.refusals = new KnownRefusals({ journal, clock, profile, permissions });
    const { pageSize } = profile.limits;
    const tools: Tools = {
      ...{ journal, service, clock, profile, signal },
      waits: this.waits,
      strays: this.#strays,
      refusals: this.refusals,
      pace: this.pace,
      records: new ServiceRecords({
        ...{ service, signal, pageSize },
        onRequest: () => {
          this.pace.note();
        },
      }),
      failures: new Map<string, AppError>(),
      canGo: () => this.canGo(),
    };
    const results = new Results(tools);
    const lostAnswers = new LostAnswers(tools, results);
    const courier = new Courier(tools, results);
    const checks = new DeleteChecks(tools, { results, lostAnswers });
    this.#lostAnswers = lostAnswers;
    this.#lateArrivals = new LateArrivals(tools, { lostAnswers, random, onFault: this.#onFault });
    this.#senders = new Senders(tools, { results, lostAnswers, courier, checks });
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    this.wake();
  }

  /** Whether anything may be sent at all. */
  canGo(): boolean {
    return this.#isForced || (!this.#isPaused && this.#link.state() === 'online');
  }

  /** Takes up what the last process left, and begins. */
  async start(): Promise<void> {
    await this.#journal.exclusively(async () => {
      const at = this.#clock.now();
      const { open } = this.#journal.book;
      this.refusals.restore(open);
      this.#strays.restore(await this.#journal.store.note(STRAYS_NOTE));
      const event = {
        kind: 'begin',
        undoUntil: at + UNDO_TIME,
        lookFrom: at + FIRST_LOOK,
      } as const;
      const begun = open.map((entry) => advance(entry, event, at));
      for (const entry of begun) if (entry.state === 'unsure') this.#strays.note(entry);
      const changed = begun.filter((entry, index) => entry !== open[index]);
      if (changed.length === 0) return;
      try {
        const update = this.#strays.update();
        await this.#journal.write({ entries: changed, after: update.changes });
        update.written();
      } catch (fault) {
        // Without room on the disk what was being sent is in doubt all the same.
        this.#onFault(fault);
        this.#journal.assume(changed);
      }
    });
    this.#running = this.#run();
    this.#lateArrivals.start();
  }

  /** Begins nothing more, lets go of what waits for the service. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.wake();
    await this.#running;
    await this.#lateArrivals.stop();
  }

  /** Something changed: perhaps something can go now. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp?.();
    this.#lateArrivals.wake();
  }

  /** Tries at once what waits for its time, as far as the budget allows. */
  sendNow(): void {
    for (const entry of this.#journal.book.open) {
      // What may still be on its way is given the time to arrive before anybody looks for it.
      if (entry.state === 'unsure') this.waits.hasten(entry, FIRST_LOOK);
      else if (entry.state !== 'held') this.waits.end(entry);
    }
    this.#isForced = !this.#isPaused && this.#link.state() === 'offline';
    this.wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      this.#isAwake = false;
      const lookedAt = this.#clock.monotonic();
      try {
        if (await this.#step()) continue;
      } catch (fault) {
        // The store can't be written, or a fault of this very code: nothing is lost by waiting.
        this.#onFault(fault);
        await this.#doubtWhatWasSent();
        await this.#rest(REST_AFTER_FAULT);
        continue;
      }
      this.#isForced = false;
      if (!signal.aborted && !this.#isAwake) await this.#rest(this.#pauseLeft(lookedAt));
    }
  }

  /** Does one thing; answers whether there was one. */
  async #step(): Promise<boolean> {
    if (await this.#endHolds()) return true;
    if (await this.refusals.releaseFollowers()) return true;
    if (!this.canGo()) return false;
    const entry = this.#next();
    if (entry === null) return false;
    if (entry.state === 'unsure') await this.#lostAnswers.look(entry);
    else if (await this.refusals.hold(entry)) return true;
    else await this.#senders.send(entry, this.#companionsOf(entry));
    if (this.#isForced) {
      // One attempt shows whether the connection is back.
      this.#isForced = false;
    }
    return true;
  }

  /** Deletes whose time of *Undo* is over are from now on like any other change. */
  #endHolds(): Promise<boolean> {
    const isOver = (entry: StoredEntry): boolean =>
      entry.state === 'held' && this.waits.isOver(entry);
    if (!this.#journal.book.open.some(isOver)) return Promise.resolve(false);
    return this.#journal.exclusively(async () => {
      const over = this.#journal.book.open.filter(isOver);
      const entries = over.map((entry) => advance(entry, { kind: 'due' }, this.#clock.now()));
      if (entries.length > 0) await this.#journal.write({ entries });
      return true;
    });
  }

  #next(): StoredEntry | null {
    return this.#journal.book.open.find((entry) => this.#canBeTried(entry)) ?? null;
  }

  /** What may go along with an entry; one that tries a permission goes alone. */
  #companionsOf(entry: StoredEntry): Iterable<StoredEntry> {
    return this.refusals.isKnown(entry) ? [] : this.#ready(entry);
  }

  /** What is ready to go along with an entry. */
  *#ready(first: StoredEntry): Iterable<StoredEntry> {
    for (const entry of this.#journal.book.open) {
      if (entry.state === 'waiting' && entry.kind === first.kind && this.#canBeTried(entry)) {
        yield entry;
      }
    }
  }

  #canBeTried(entry: StoredEntry): boolean {
    if (entry.state !== 'waiting' && entry.state !== 'unsure') return false;
    return this.waits.isOver(entry) && this.#journal.book.blockerOf(entry) === undefined;
  }

  /** What was sent, and could not be written down as settled, is in doubt. */
  #doubtWhatWasSent(): Promise<void> {
    // In its turn: a write under way continues from the entries as they were before.
    return this.#journal.exclusively(() => {
      const at = this.#clock.now();
      const { open } = this.#journal.book;
      const sent = open.filter(({ state }) => state === 'sending');
      if (!this.#abort.signal.aborted) {
        for (const entry of sent) this.#strays.note(entry);
        this.#journal.assume(sent.map((entry) => advance(entry, { kind: 'lost' }, at)));
      }
      return Promise.resolve();
    });
  }

  /**
   * Milliseconds until something may be tried that might not be when it was looked at, monotonic;
   * null where only news can change that.
   */
  #pauseLeft(lookedAt: number): number | null {
    const { book } = this.#journal;
    const isTimed = ({ state }: StoredEntry): boolean =>
      state === 'held' || state === 'waiting' || state === 'unsure';
    return this.waits.next(book.open.filter(isTimed), lookedAt);
  }

  #rest(longest: number | null): Promise<void> {
    return new Promise((resolve) => {
      const cancel = longest === null ? null : this.#clock.after(longest, end);
      const wakeUp = end;
      this.#wakeUp = wakeUp;
      if (this.#abort.signal.aborted) end();
      function end(): void {
        cancel?.();
        resolve();
      }
    });
  }
}
