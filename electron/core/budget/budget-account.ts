import { lanes, type BudgetState, type Lane } from '@contract/budget';
import type { Clock } from '../ports/clock';
import type { AccountHistory, BudgetAccountOptions } from './account-options';
import { Bookings } from './bookings';
import { LaneQueues, type Ticket, type Waiter } from './lane-queues';
import { laneMinimums } from './lane-minimums';
import { LaneTurns, TOGETHER, type Room } from './lane-turns';
import {
  Ledger,
  LEDGER_GRAIN,
  type LedgerContent,
  type LedgerFinding,
  type LedgerPeer,
} from './ledger';
import { Neighbors } from './neighbors';
import { Rests } from './rests';
import type { RestPace } from './rest-pace';
import { Slot, type SlotAccount } from './slot';
import { SlotWindow, STRAY_TIME, WINDOW, type OpenSlot } from './slot-window';

/**
 * An answer reaches the ledger within this time, milliseconds, should no request come first. Where
 * requests follow each other one does, also where they go together ({@link TOGETHER}) while nobody is
 * at work, and the disk is spared a write.
 */
const ANSWER_DELAY = 8_000;
const ANSWER_AT_REST = TOGETHER + 3_000;

/**
 * Where nobody waits, a slot that frees changes nothing but what is shown: it is told so late at
 * most, milliseconds, and while nobody is at work so late.
 */
const TOLD_AFTER = 1_000;
const TOLD_AT_REST = 60_000;

/** Who waits for what other processes hold looks into the ledger this often, milliseconds. */
const LOOK_INTERVAL = 1_000;

/** A process that waits is taken to wait for so long after it last said so, milliseconds. */
const WAIT_TOLD = 5_000;

/**
 * The request budget of one origin and public key. No 60 seconds at the service ever hold more
 * requests than the limit ({@link SlotWindow} says why), over restarts and together with all
 * processes on this machine ({@link Ledger}, {@link Neighbors}).
 * {@link LaneTurns} decides who comes next.
 */
export class BudgetAccount implements SlotAccount {
  readonly #clock: Clock;
  readonly #ledger: Ledger;
  readonly #onChange: () => void;
  readonly #window = new SlotWindow();
  readonly #rests = new Rests();
  readonly #queues = new LaneQueues();
  readonly #turns: LaneTurns;
  readonly #bookings = new Bookings();
  readonly #neighbors = new Neighbors();
  #limit: number;
  #cancelTimer: () => void = () => undefined;
  #cancelWrite: (() => void) | null = null;
  #isClosed = false;
  /** Nobody else can have sent to this service. */
  #isLoneService = false;
  /** The ledger was good when this process wrote it last. */
  #hasWritten = false;
  #lookedAt = -Infinity;

  constructor(options: BudgetAccountOptions) {
    this.#clock = options.clock;
    this.#limit = options.limit;
    this.#turns = new LaneTurns(this.#queues, this.#window, options.inputAt);
    this.#onChange = options.onChange;
    const owner = {
      exchange: (finding: LedgerFinding) => this.#exchange(finding),
      written: (takenOver: readonly LedgerPeer[]) => {
        this.#written(takenOver);
      },
      failed: (fault: unknown) => {
        this.#failed(fault);
      },
    };
    this.#ledger = new Ledger(options.ledger, owner, options);
  }

  /** Takes over what the ledger says; call it once, before the first slot is asked for. */
  async open(history: AccountHistory): Promise<void> {
    this.#isLoneService = history === 'fresh';
    if (this.#isLoneService) return;
    const finding = await this.#ledger.read().catch(() => ({ kind: 'damaged' as const }));
    const fullUntil = this.#clock.monotonic() + WINDOW;
    if ('peers' in finding) this.#meet(finding.peers);
    if (finding.kind === 'future') this.#rests.rest('clock', fullUntil);
    if (finding.kind === 'damaged') this.#rests.rest('ledger-damaged', fullUntil);
    if (finding.kind === 'missing' && history === 'known') {
      this.#rests.rest('ledger-missing', fullUntil);
    }
    this.#changed();
  }

  /** Counts what another account has sent to the same service as well. */
  countAlso(other: BudgetAccount): void {
    const latest = this.#clock.monotonic() + WINDOW + STRAY_TIME;
    for (const { ends, unanswered } of [other.#ledgerContent(), ...other.#neighbors.all]) {
      for (const [end, count] of ends) this.#window.bringOver(end, count);
      this.#window.bringOver(latest, unanswered);
    }
    this.#changed();
  }

  /** Nobody is at work: requests that nobody waits for may go together. */
  get isAtRest(): boolean {
    return this.#turns.isAtRest(this.#clock.monotonic());
  }

  /** What is left to a lane while nobody is at work; null while somebody is. */
  leftAtRest(lane: Lane): RestPace | null {
    const now = this.#clock.monotonic();
    if (!this.#turns.isAtRest(now)) return null;
    this.#window.prune(now);
    const { allowed, minimums } = this.#room(now);
    const free = allowed - 1 - this.#window.used;
    // Lanes that come after it get no more than their minimum of what it could use.
    const later = lanes.slice(lanes.indexOf(lane) + 1);
    const beyond = later.map((each) => Math.max(0, this.#window.usedBy(each) - minimums[each]));
    const own = this.#window.usedBy(lane) + beyond.reduce((sum, count) => sum + count, 0);
    return {
      perMinute: Math.max(minimums[lane], free + own),
      free,
      whenFree: (count) => this.#window.whenFreed(count - free),
    };
  }

  /** Requests a minute. */
  get limit(): number {
    return this.#limit;
  }

  set limit(limit: number) {
    this.#limit = limit;
    this.#changed();
  }

  /**
   * Queues for a slot. `isOpenEnded` is for callers who decide only then what to send: they are
   * not work that waits, and the status bar does not count them.
   */
  queue(lane: Lane, options: { signal?: AbortSignal; isOpenEnded?: boolean } = {}): Ticket<Slot> {
    const ticket = this.#queues.add<Slot>(lane, options, () => {
      this.#changed();
    });
    this.#changed();
    return ticket;
  }

  /** The service said "too many requests". Answers when the pause ends, epoch milliseconds. */
  restForRate(retryAfter: number | null): number {
    const until = this.#rests.restForRate(this.#clock.monotonic(), retryAfter);
    this.#changed();
    // The other processes have to rest as well.
    if (!this.#isClosed && !this.#isLoneService) void this.#ledger.write();
    return this.#toWall(until);
  }

  /** A request was accepted: pauses begin small again. */
  forgive(): void {
    this.#rests.forgive(this.#clock.monotonic());
  }

  /** No connection: patient lanes try one request at a time, and none before `delay` has passed. */
  restForLink(delay: number): void {
    this.#turns.restForLink(this.#clock.monotonic() + delay);
    this.#changed();
  }

  /** The connection is back, or a person wants to know. */
  wakeLink(): void {
    if (this.#turns.wakeLink()) this.#changed();
  }

  /** The network may be back: one patient request may try now, the others once it is answered. */
  tryLink(): void {
    if (this.#turns.tryLink(this.#clock.monotonic())) this.#changed();
  }

  state(): Omit<BudgetState, 'isShared'> {
    const now = this.#clock.monotonic();
    this.#window.prune(now);
    const rest = this.#rests.current(now);
    return {
      limit: this.#limit,
      // A slot that waits to be booked has sent nothing.
      used: this.#window.booked + this.#window.ended + this.#neighbors.used(now),
      queued: this.#queues.definite,
      pausedUntil: rest && this.#toWall(rest.until),
      pause: rest?.reason ?? null,
    };
  }

  /**
   * Writes what the ledger still owes. Nobody gets a slot after that; what is on the way stays in
   * the ledger as unanswered, and its answer is not written down any more.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#bookings.close();
    if (this.#cancelWrite === null) return;
    this.#cancelWrite();
    this.#cancelWrite = null;
    await this.#ledger.write();
  }

  /** @internal of {@link Slot} */
  book(slot: OpenSlot, signal?: AbortSignal): Promise<void> {
    if (this.#isLoneService) {
      slot.isBooked = true;
      return Promise.resolve();
    }
    const booked = this.#bookings.add(slot, signal);
    void this.#ledger.write();
    return booked;
  }

  /** @internal of {@link Slot} */
  settle(slot: OpenSlot, hold: number): void {
    this.#window.settle(slot, this.#clock.monotonic() + hold);
    this.#writeSoon();
    this.#changed();
  }

  /** @internal of {@link Slot} */
  giveBack(slot: OpenSlot): void {
    this.#bookings.drop(slot);
    this.#window.giveBack(slot);
    if (slot.isBooked) this.#writeSoon();
    this.#changed();
  }

  #changed(): void {
    if (!this.#isClosed) this.#admit();
    this.#onChange();
  }

  /** Hands out what is free, then sleeps until something frees. */
  #admit(): void {
    const now = this.#clock.monotonic();
    this.#window.prune(now);
    this.#turns.look(now);
    const room = this.#room(now);
    while (this.#rests.current(now) === null) {
      const lane = this.#turns.next(room, now);
      const waiter = lane && this.#queues.take(lane);
      if (lane === null || waiter === null || waiter === undefined) break;
      this.#turns.take(lane, room, now);
      (waiter as Waiter<Slot>).grant(new Slot(this, this.#window.take(lane)));
    }
    if (this.#mustLook(now) && now >= this.#lookedAt + LOOK_INTERVAL) this.#look();
    this.#schedule(room, now);
  }

  #room(now: number): Room {
    const share = this.#neighbors.share(this.#limit, now);
    return {
      limit: this.#limit,
      share,
      allowed: this.#neighbors.allowed(this.#limit, now),
      minimums: laneMinimums(share),
      nextFree: this.#nextFree(now),
    };
  }

  /** Wakes when something changes with time: a rest ends, a slot frees, a pace comes. */
  #schedule(room: Room, now: number): void {
    this.#cancelTimer();
    const rest = this.#rests.current(now);
    const moments = [rest?.until, this.#freeAt(room, now), this.#turns.linkRestsUntil];
    if (this.#queues.waiting > 0)
      moments.push(this.#turns.nextPaced(room, now), this.#turns.lendsAt);
    if (this.#mustLook(now)) moments.push(this.#lookedAt + LOOK_INTERVAL);
    const ahead = moments.filter((moment) => typeof moment === 'number' && moment > now);
    if (ahead.length === 0) {
      this.#cancelTimer = () => undefined;
      return;
    }
    // Whole milliseconds upwards: a timer that comes a hair early would only be set again.
    const delay = Math.max(1, Math.ceil(Math.min(...(ahead as number[])) - now));
    this.#cancelTimer = this.#clock.after(delay, () => {
      this.#changed();
    });
  }

  /** When to look at slots that free: in time for who waits, now and then for who only reads. */
  #freeAt({ nextFree }: Room, now: number): number | null {
    if (nextFree === null || this.#queues.waiting > 0 || !this.#bookings.isEmpty) return nextFree;
    const grain = this.#turns.isAtRest(now) ? TOLD_AT_REST : TOLD_AFTER;
    return Math.ceil(nextFree / grain) * grain;
  }

  #nextFree(now: number): number | null {
    const ends = [this.#window.nextFree, this.#neighbors.nextFree(now)];
    const known = ends.filter((end) => end !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** Somebody waits here, for a place that only the ledger can give. */
  #mustLook(now: number): boolean {
    if (this.#isLoneService) return false;
    if (!this.#bookings.isEmpty) return true;
    if (this.#queues.waiting === 0 || this.#rests.current(now) !== null) return false;
    return this.#neighbors.allowed(this.#limit, now) < this.#limit;
  }

  #look(): void {
    this.#lookedAt = this.#clock.monotonic();
    void this.#ledger.write();
  }

  /** Nobody else writes now: hears of the others, and books what has room beside them. */
  #exchange(finding: LedgerFinding): LedgerContent {
    const now = this.#clock.monotonic();
    this.#lookedAt = now;
    this.#window.prune(now);
    if ('peers' in finding) this.#meet(finding.peers);
    else if (this.#hasWritten) {
      // What the others had sent is lost with it.
      this.#rests.rest(`ledger-${finding.kind}`, now + WINDOW);
    }
    const allowed = this.#neighbors.allowed(this.#limit, now);
    const free = allowed - this.#window.booked - this.#window.ended;
    this.#bookings.take(this.#rests.isLedgerLost(now) ? 0 : free);
    // Answers go along.
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    return this.#ledgerContent();
  }

  #meet(peers: readonly LedgerPeer[]): void {
    this.#neighbors.set(peers);
    for (const { pausedUntil } of peers) {
      if (pausedUntil !== null) this.#rests.rest('rate-limited', pausedUntil);
    }
  }

  #written(takenOver: readonly LedgerPeer[]): void {
    this.#hasWritten = true;
    for (const { ends } of takenOver) {
      for (const [end, count] of ends) this.#window.bringOver(end, count);
    }
    this.#neighbors.forget(takenOver);
    this.#bookings.written();
    this.#changed();
  }

  #failed(fault: unknown): void {
    this.#bookings.failed(fault);
    this.#changed();
  }

  #writeSoon(): void {
    if (this.#cancelWrite !== null || this.#isClosed || this.#isLoneService) return;
    const delay = this.isAtRest ? ANSWER_AT_REST : ANSWER_DELAY;
    this.#cancelWrite = this.#clock.after(delay, () => {
      this.#cancelWrite = null;
      // A failure here only makes the ledger more cautious than need be.
      void this.#ledger.write();
    });
  }

  #ledgerContent(): LedgerContent {
    const now = this.#clock.monotonic();
    this.#window.prune(now);
    const isWaiting = this.#queues.waiting > 0 || !this.#bookings.isEmpty;
    return {
      limit: this.#limit,
      waitsUntil: isWaiting && !this.#isClosed ? now + WAIT_TOLD : null,
      unanswered: this.#window.booked,
      ends: this.#window.ends(LEDGER_GRAIN),
      pausedUntil: this.#rests.rateUntil(now),
    };
  }

  #toWall(moment: number): number {
    return Math.round(this.#clock.now() + moment - this.#clock.monotonic());
  }
}
