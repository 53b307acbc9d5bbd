import { lanes, type BudgetState, type Lane } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import { LaneQueues, type Ticket, type Waiter } from './lane-queues';
import { keptFree, laneMinimums, patientLanes } from './lane-minimums';
import { Ledger, LEDGER_GRAIN, type LedgerContent } from './ledger';
import { Rests } from './rests';
import { SlotWindow, STRAY_TIME, WINDOW, type OpenSlot } from './slot-window';

/** A lane counts as busy for this long after its last request, milliseconds. */
const BUSY_TIME = 5_000;

/**
 * Patient lanes take slots this much closer together than evenly over the minute, so that what
 * was missed (a late timer, a restart) is caught up.
 */
const HURRY = 0.95;

/** A person is taken to be at work for this long after the last click, milliseconds. */
const AT_WORK_TIME = 300_000;

/** An answer reaches the ledger within this time, milliseconds, should no request come first. */
const ANSWER_DELAY = 1_000;

/** What is known of earlier requests of an account. */
export type AccountHistory =
  /** Nothing was ever sent: a missing ledger is in order. */
  | 'new'
  /** It was used before: a missing ledger counts as a full minute. */
  | 'known'
  /** The service itself has just begun, so no ledger is older than it. */
  | 'fresh';

/** What an account needs. */
export interface BudgetAccountOptions {
  clock: Clock;
  files: Files;
  /** Name of the ledger file. */
  ledger: string;
  /** Requests a minute, already less the reserve and within the share. */
  limit: number;
  /** Something of the state may have changed. */
  onChange: () => void;
}

/** A slot of the budget, for one request. Exactly one of the ends is called. */
export class Slot {
  readonly #account: BudgetAccount;
  readonly #open: OpenSlot;

  constructor(account: BudgetAccount, open: OpenSlot) {
    this.#account = account;
    this.#open = open;
  }

  /** Writes the request into the ledger; send it only once this resolved. @throws FleetdeskError */
  book(): Promise<void> {
    return this.#account.book(this.#open);
  }

  /** The answer is there, whatever it says. */
  answered(): void {
    this.#account.settle(this.#open, WINDOW);
  }

  /** It was sent, or may have been, and no answer will come any more. */
  lost(): void {
    this.#account.settle(this.#open, WINDOW + STRAY_TIME);
  }

  /** Nothing reached the service. */
  unsent(): void {
    this.#account.giveBack(this.#open);
  }
}

/**
 * The request budget of one origin and public key. No 60 seconds at the service ever hold more
 * requests than the limit ({@link SlotWindow} says why), over restarts too ({@link Ledger}).
 *
 * Who comes next, among the lanes that wait: a lane below its minimum may always have a free
 * slot; a lane above it may have what busy lanes below theirs leave over. Of those the most
 * urgent goes first, and while a person is at work a few stay free for the next click. Slots
 * that patient lanes take beyond their minimum are spread over the minute, so that free ones last
 * until the next one frees, and a person's click never waits for long.
 */
export class BudgetAccount {
  readonly #clock: Clock;
  readonly #ledger: Ledger;
  readonly #onChange: () => void;
  readonly #window = new SlotWindow();
  readonly #rests = new Rests();
  readonly #queues = new LaneQueues();
  readonly #busyUntil = new Map<Lane, number>();
  #limit: number;
  #lastPaced = -WINDOW;
  #lastClick = -Infinity;
  #linkRestsUntil: number | null = null;
  #cancelTimer: () => void = () => undefined;
  #cancelWrite: (() => void) | null = null;
  #isClosed = false;

  constructor(options: BudgetAccountOptions) {
    this.#clock = options.clock;
    this.#limit = options.limit;
    this.#onChange = options.onChange;
    this.#ledger = new Ledger(options.ledger, () => this.#ledgerContent(), options);
  }

  /** Takes over what the ledger says; call it once, before the first slot is asked for. */
  async open(history: AccountHistory): Promise<void> {
    if (history === 'fresh') return;
    const finding = await this.#ledger.read().catch(() => ({ kind: 'damaged' as const }));
    const fullUntil = this.#clock.monotonic() + WINDOW;
    if ('content' in finding) this.#takeOver(finding.content);
    if (finding.kind === 'future') this.#rests.rest('clock', fullUntil);
    if (finding.kind === 'damaged') this.#rests.rest('ledger-damaged', fullUntil);
    if (finding.kind === 'missing' && history === 'known') {
      this.#rests.rest('ledger-missing', fullUntil);
    }
    this.#changed();
  }

  #takeOver({ ends, unanswered, pausedUntil }: LedgerContent): void {
    for (const [end, count] of ends) this.#window.bringOver(end, count);
    // What was on the way when the last run ended may reach the service even now.
    const strayEnd = this.#clock.monotonic() + WINDOW + STRAY_TIME;
    this.#window.bringOver(strayEnd, unanswered);
    if (pausedUntil !== null) this.#rests.rest('rate-limited', pausedUntil);
  }

  /** Counts what another account has sent to the same service as well. */
  countAlso(other: BudgetAccount): void {
    const { ends, unanswered } = other.#ledgerContent();
    this.#takeOver({ ends, unanswered, pausedUntil: null });
    this.#changed();
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
    this.#writeSoon();
    return this.#toWall(until);
  }

  /** A request was accepted: pauses begin small again. */
  forgive(): void {
    this.#rests.forgive(this.#clock.monotonic());
  }

  /** No line: patient lanes try one request at a time, and none before `delay` has passed. */
  restForLink(delay: number): void {
    this.#linkRestsUntil = this.#clock.monotonic() + delay;
    this.#changed();
  }

  /** The line is back, or a person wants to know. */
  wakeLink(): void {
    if (this.#linkRestsUntil === null) return;
    this.#linkRestsUntil = null;
    this.#changed();
  }

  state(): BudgetState {
    const now = this.#clock.monotonic();
    this.#window.prune(now);
    const rest = this.#rests.current(now);
    return {
      limit: this.#limit,
      used: this.#window.used,
      queued: this.#queues.definite,
      pausedUntil: rest && this.#toWall(rest.until),
      pause: rest?.reason ?? null,
    };
  }

  /**
   * Writes what the ledger still owes. Nobody gets a slot after that; what is on the way stands in
   * the ledger as unanswered, and its answer is not written down any more.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    if (this.#cancelWrite === null) return;
    this.#cancelWrite();
    this.#cancelWrite = null;
    await this.#ledger.write().catch(() => undefined);
  }

  /** @internal of {@link Slot} */
  async book(slot: OpenSlot): Promise<void> {
    slot.isBooked = true;
    try {
      await this.#ledger.write();
    } catch (cause) {
      const message = `The record of requests can't be written: ${String(cause)}`;
      throw new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    }
  }

  /** @internal of {@link Slot} */
  settle(slot: OpenSlot, hold: number): void {
    this.#window.settle(slot, this.#clock.monotonic() + hold);
    this.#writeSoon();
    this.#changed();
  }

  /** @internal of {@link Slot} */
  giveBack(slot: OpenSlot): void {
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
    for (const lane of lanes) {
      if (this.#queues.waitingIn(lane) > 0) this.#busyUntil.set(lane, now + BUSY_TIME);
    }
    if (this.#queues.waitingIn('interactive') > 0) this.#lastClick = now;
    const minimums = laneMinimums(this.#limit);
    while (this.#rests.current(now) === null && this.#window.used < this.#limit) {
      const lane = lanes.find((candidate) => this.#mayHave(candidate, minimums, now));
      const waiter = lane && this.#queues.take(lane);
      if (lane === undefined || waiter === undefined) break;
      this.#grant(waiter as Waiter<Slot>, lane, minimums, now);
    }
    this.#schedule(now);
  }

  #grant(
    waiter: Waiter<Slot>,
    lane: Lane,
    minimums: Readonly<Record<Lane, number>>,
    now: number,
  ): void {
    const isPaced = patientLanes.has(lane) && this.#window.usedBy(lane) >= minimums[lane];
    if (isPaced) this.#lastPaced = now;
    waiter.grant(new Slot(this, this.#window.take(lane)));
  }

  #mayHave(lane: Lane, minimums: Readonly<Record<Lane, number>>, now: number): boolean {
    if (this.#queues.waitingIn(lane) === 0) return false;
    if (patientLanes.has(lane) && this.#isHeldByLink(now)) return false;
    if (this.#window.usedBy(lane) < minimums[lane]) return true;
    const free = this.#limit - this.#window.used - this.#owedToOthers(lane, minimums, now);
    if (!patientLanes.has(lane)) return free > 0;
    return free > this.#keptForPerson(now) && now >= this.#nextPaced();
  }

  /** Slots that busy lanes below their minimum have still coming to them. */
  #owedToOthers(lane: Lane, minimums: Readonly<Record<Lane, number>>, now: number): number {
    return lanes.reduce((owed, other) => {
      if (other === lane || now >= (this.#busyUntil.get(other) ?? -Infinity)) return owed;
      if (patientLanes.has(other) && this.#isHeldByLink(now)) return owed;
      return owed + Math.max(0, minimums[other] - this.#window.usedBy(other));
    }, 0);
  }

  /** A click costs several requests, and whoever has clicked will click again. */
  #keptForPerson(now: number): number {
    return now - this.#lastClick < AT_WORK_TIME ? keptFree(this.#limit) : 0;
  }

  #isHeldByLink(now: number): boolean {
    if (this.#linkRestsUntil === null) return false;
    if (now < this.#linkRestsUntil) return true;
    return [...patientLanes].some((lane) => this.#window.openIn(lane) > 0);
  }

  /**
   * When the next slot beyond a minimum may go to a patient lane: evenly over the minute, or less
   * often where few slots are free and the next one frees late.
   */
  #nextPaced(): number {
    const free = Math.max(0, this.#limit - this.#window.used);
    const nextFree = this.#window.nextFree ?? 0;
    const evenly = (HURRY * WINDOW) / this.#limit;
    return this.#lastPaced + Math.max(evenly, (nextFree - this.#lastPaced) / (free + 1));
  }

  /** Wakes when the next thing can change by itself: a rest ends, a slot frees, a pace comes. */
  #schedule(now: number): void {
    this.#cancelTimer();
    const rest = this.#rests.current(now);
    const moments = [rest?.until, this.#window.nextFree, this.#linkRestsUntil];
    if (this.#queues.waiting > 0) moments.push(this.#nextPaced());
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

  #writeSoon(): void {
    if (this.#cancelWrite !== null || this.#isClosed) return;
    this.#cancelWrite = this.#clock.after(ANSWER_DELAY, () => {
      this.#cancelWrite = null;
      // A failure here only makes the ledger more cautious than need be.
      this.#ledger.write().catch(() => undefined);
    });
  }

  #ledgerContent(): LedgerContent {
    const now = this.#clock.monotonic();
    this.#window.prune(now);
    return {
      unanswered: this.#window.booked,
      ends: this.#window.ends(LEDGER_GRAIN),
      pausedUntil: this.#rests.rateUntil(now),
    };
  }

  #toWall(moment: number): number {
    return Math.round(this.#clock.now() + moment - this.#clock.monotonic());
  }
}
