import { lanes, type Lane } from '@contract/budget';
import { AT_WORK_TIME } from '../at-work';
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
 * While nobody is at work, requests may go this far ahead of their even pace, milliseconds: sent
 * together they wake the processor once.
 */
export const TOGETHER = 10_000;

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
  /** What went is paid for by then, at an even pace. */
  #pacedUntil = -Infinity;
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

  /** Nobody is at work: no click will come that has to find a slot at once. */
  isAtRest(now: number): boolean {
    return now >= this.lendsAt;
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
  take(lane: Lane, { minimums, share }: Room, now: number): void {
    const isPaced = patientLanes.has(lane) && this.#window.usedBy(lane) >= minimums[lane];
    if (!isPaced) return;
    this.#lastPaced = now;
    this.#pacedUntil = Math.max(this.#pacedUntil, now) + evenPace(share);
  }

  /**
   * When the next slot beyond a minimum may go to a patient lane: evenly over the minute, or less
   * often where few slots are free and the next one frees late. While nobody is at work several may
   * go together.
   */
  nextPaced({ allowed, share, nextFree }: Room, now: number): number {
    if (this.isAtRest(now)) return this.#pacedUntil - TOGETHER;
    const free = Math.max(0, allowed - this.#window.used);
    const spread = ((nextFree ?? 0) - this.#lastPaced) / (free + 1);
    return this.#lastPaced + Math.max(evenPace(share), spread);
  }

  #mayHave(lane: Lane, room: Room, now: number): boolean {
    if (this.#queues.waitingIn(lane) === 0) return false;
    if (patientLanes.has(lane) && this.#isHeldByLink(now)) return false;
    if (this.#window.usedBy(lane) < room.minimums[lane]) return true;
    const free = room.allowed - this.#window.used - this.#owedToOthers(lane, room, now);
    if (!patientLanes.has(lane)) return free > 0;
    return free > this.#keptFree(lane, room, now) && now >= this.nextPaced(room, now);
  }

  /** Slots that busy lanes below their minimum have still coming to them. */
  #owedToOthers(lane: Lane, { minimums }: Room, now: number): number {
    return lanes.reduce((owed, other) => {
      if (other === lane || now >= (this.#busyUntil.get(other) ?? -Infinity)) return owed;
      if (patientLanes.has(other) && this.#isHeldByLink(now)) return owed;
      return owed + Math.max(0, minimums[other] - this.#window.usedBy(other));
    }, 0);
  }

  /**
   * A click costs several requests, and a person who has clicked will click again. While nobody is at
   * work, looks at vehicles come together, and find the slots that lists could have had before.
   */
  #keptFree(lane: Lane, { limit, share }: Room, now: number): number {
    if (!this.isAtRest(now)) return keptFree(limit);
    const isWatched = lane === 'background' && this.#window.usedBy('live') > 0;
    return isWatched ? Math.round((share * TOGETHER) / WINDOW) + 1 : 0;
  }

  #isHeldByLink(now: number): boolean {
    if (this.#linkRestsUntil === null) return false;
    if (now < this.#linkRestsUntil) return true;
    return [...patientLanes].some((lane) => this.#window.openIn(lane) > 0);
  }
}

/** Milliseconds from one patient request to the next. */
function evenPace(share: number): number {
  return (HURRY * WINDOW) / Math.max(1, share);
}
