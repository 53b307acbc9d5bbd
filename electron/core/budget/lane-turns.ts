import { lanes, type Lane } from '@contract/budget';
import type { LaneQueues } from './lane-queues';
import { keptFree, patientLanes } from './lane-minimums';
import { WINDOW, type SlotWindow } from './slot-window';

/** A lane counts as busy for this long after its last request, milliseconds. */
const BUSY_TIME = 5_000;

/**
 * Patient lanes take slots this much closer together than evenly over the minute, so that what
 * was missed (a late timer, a restart) is caught up.
 */
const HURRY = 0.95;

/**
 * A person is taken to be at work for this long after the last sign of it, milliseconds. It is short:
 * the first sign afterwards counts at once.
 */
const AT_WORK_TIME = 60_000;

/** What there is to hand out. */
export interface Room {
  /** Requests a minute of the account. */
  readonly limit: number;
  /** The part of them that is this process's own, however much other processes want. */
  readonly share: number;
  /** Slots that this process may hold now. */
  readonly allowed: number;
  readonly minimums: Readonly<Record<Lane, number>>;
  /** When the next slot frees, or null while no end is known. */
  readonly nextFree: number | null;
}

/**
 * Decides who comes next, among the lanes that wait: a lane below its minimum may always have a
 * free slot; a lane above it may have what busy lanes below theirs leave over. Of those the most
 * urgent goes first, and while a person is at work a few stay free for the next click; while nobody
 * is, the patient lanes have those, too. Slots that
 * patient lanes take beyond their minimum are spread over the minute, so that free ones last until
 * the next one frees, and a person's click never waits for long. All times are monotonic.
 */
export class LaneTurns {
  readonly #queues: LaneQueues;
  readonly #window: SlotWindow;
  readonly #inputAt: () => number;
  readonly #busyUntil = new Map<Lane, number>();
  #lastPaced = -WINDOW;
  #lastClick = -Infinity;
  #linkRestsUntil: number | null = null;

  /** @param inputAt when a person last touched mouse or keys */
  constructor(queues: LaneQueues, window: SlotWindow, inputAt: () => number = () => -Infinity) {
    this.#queues = queues;
    this.#window = window;
    this.#inputAt = inputAt;
  }

  /** From then on nobody is taken to be at work, unless there is a sign of it before. */
  get lendsAt(): number {
    return Math.max(this.#lastClick, this.#inputAt()) + AT_WORK_TIME;
  }

  /** Until then patient lanes send nothing, or null. */
  get linkRestsUntil(): number | null {
    return this.#linkRestsUntil;
  }

  /** No connection: patient lanes try one request at a time, and none before `until`. */
  restForLink(until: number): void {
    this.#linkRestsUntil = until;
  }

  /** The connection is back. Answers whether patient lanes rested. */
  wakeLink(): boolean {
    const rested = this.#linkRestsUntil !== null;
    this.#linkRestsUntil = null;
    return rested;
  }

  /** The network may be back: the next try may go now, and only if it is answered the others. */
  tryLink(now: number): boolean {
    if (this.#linkRestsUntil === null || this.#linkRestsUntil <= now) return false;
    this.#linkRestsUntil = now;
    return true;
  }

  /** Notes who waits now. */
  look(now: number): void {
    for (const lane of lanes) {
      if (this.#queues.waitingIn(lane) > 0) this.#busyUntil.set(lane, now + BUSY_TIME);
    }
    if (this.#queues.waitingIn('interactive') > 0) this.#lastClick = now;
  }

  /** The lane whose turn it is, or null while nobody may have a slot. */
  next(room: Room, now: number): Lane | null {
    if (this.#window.used >= room.allowed) return null;
    return lanes.find((lane) => this.#mayHave(lane, room, now)) ?? null;
  }

  /** A lane takes a slot; call it before the window counts that. */
  take(lane: Lane, { minimums }: Room, now: number): void {
    const isPaced = patientLanes.has(lane) && this.#window.usedBy(lane) >= minimums[lane];
    if (isPaced) this.#lastPaced = now;
  }

  /**
   * When the next slot beyond a minimum may go to a patient lane: evenly over the minute, or less
   * often where few slots are free and the next one frees late.
   */
  nextPaced({ allowed, share, nextFree }: Room): number {
    const free = Math.max(0, allowed - this.#window.used);
    const evenly = (HURRY * WINDOW) / Math.max(1, share);
    return this.#lastPaced + Math.max(evenly, ((nextFree ?? 0) - this.#lastPaced) / (free + 1));
  }

  #mayHave(lane: Lane, room: Room, now: number): boolean {
    if (this.#queues.waitingIn(lane) === 0) return false;
    if (patientLanes.has(lane) && this.#isHeldByLink(now)) return false;
    if (this.#window.usedBy(lane) < room.minimums[lane]) return true;
    const free = room.allowed - this.#window.used - this.#owedToOthers(lane, room, now);
    if (!patientLanes.has(lane)) return free > 0;
    return free > this.#keptForPerson(room, now) && now >= this.nextPaced(room);
  }

  /** Slots that busy lanes below their minimum have still coming to them. */
  #owedToOthers(lane: Lane, { minimums }: Room, now: number): number {
    return lanes.reduce((owed, other) => {
      if (other === lane || now >= (this.#busyUntil.get(other) ?? -Infinity)) return owed;
      if (patientLanes.has(other) && this.#isHeldByLink(now)) return owed;
      return owed + Math.max(0, minimums[other] - this.#window.usedBy(other));
    }, 0);
  }

  /** A click costs several requests, and a person who has clicked will click again. */
  #keptForPerson({ limit }: Room, now: number): number {
    return now < this.lendsAt ? keptFree(limit) : 0;
  }

  #isHeldByLink(now: number): boolean {
    if (this.#linkRestsUntil === null) return false;
    if (now < this.#linkRestsUntil) return true;
    return [...patientLanes].some((lane) => this.#window.openIn(lane) > 0);
  }
}
