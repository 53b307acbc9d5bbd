import { lanes, type Lane } from '@contract/budget';

/** How long a slot stays taken after its answer, milliseconds. */
export const WINDOW = 60_000;

/** How much later a request without answer may still reach the service, milliseconds. */
export const STRAY_TIME = 30_000;

/** A slot whose request has been answered or given up; it frees at a known time. */
interface Closing {
  freeAt: number;
  /** null for what a ledger brought over from an earlier run. */
  lane: Lane | null;
}

/** A slot that is taken and whose end is not known yet. */
export interface OpenSlot {
  readonly lane: Lane;
  /** It is in the ledger; its request may be on the way. */
  isBooked: boolean;
}

/**
 * The slots of one account that count against the service's minute, in monotonic time.
 *
 * A slot is taken from before its request is sent until 60 s after its answer came (90 s after it
 * was given up). The service sees the request at some moment in between, so all requests that it
 * sees within any 60 s hold a slot at the end of those 60 s: as many as there are slots, no more.
 */
export class SlotWindow {
  readonly #open = new Set<OpenSlot>();
  /** By `freeAt`, the earliest first. */
  #closing: Closing[] = [];
  readonly #byLane = new Map<Lane, number>(lanes.map((lane) => [lane, 0]));

  /** Lets go of what is free by now. */
  prune(now: number): void {
    const free = this.#closing.findIndex((slot) => slot.freeAt > now);
    const gone = this.#closing.splice(0, free === -1 ? this.#closing.length : free);
    for (const { lane } of gone) this.#count(lane, -1);
  }

  take(lane: Lane): OpenSlot {
    const slot: OpenSlot = { lane, isBooked: false };
    this.#open.add(slot);
    this.#count(lane, 1);
    return slot;
  }

  /** Gives a slot back that was never used. */
  giveBack(slot: OpenSlot): void {
    if (this.#open.delete(slot)) this.#count(slot.lane, -1);
  }

  /** The request of a slot is over: it frees at a known time. */
  settle(slot: OpenSlot, freeAt: number): void {
    if (!this.#open.delete(slot)) return;
    this.#insert({ freeAt, lane: slot.lane });
  }

  /** Takes over slots of an earlier run. */
  bringOver(freeAt: number, count: number): void {
    for (let index = 0; index < count; index += 1) this.#insert({ freeAt, lane: null });
  }

  /** Slots taken; call {@link prune} first. */
  get used(): number {
    return this.#open.size + this.#closing.length;
  }

  /** Slots whose request is over and that are not free yet. */
  get ended(): number {
    return this.#closing.length;
  }

  usedBy(lane: Lane): number {
    return this.#byLane.get(lane) ?? 0;
  }

  openIn(lane: Lane): number {
    let count = 0;
    for (const slot of this.#open) if (slot.lane === lane) count += 1;
    return count;
  }

  /** When the next slot frees, or null while no end is known. */
  get nextFree(): number | null {
    return this.#closing[0]?.freeAt ?? null;
  }

  /** When so many slots more are free; Infinity while that is not known. */
  whenFreed(count: number): number {
    return count <= 0 ? -Infinity : (this.#closing[count - 1]?.freeAt ?? Infinity);
  }

  /** Requests that are on the way. */
  get booked(): number {
    let count = 0;
    for (const slot of this.#open) if (slot.isBooked) count += 1;
    return count;
  }

  /** Ends of the settled slots, rounded up to `grain` milliseconds, with how many end then. */
  ends(grain: number): [freeAt: number, count: number][] {
    const ends = new Map<number, number>();
    for (const { freeAt } of this.#closing) {
      const end = Math.ceil(freeAt / grain) * grain;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    return [...ends];
  }

  #insert(slot: Closing): void {
    let at = this.#closing.length;
    // Nearly always the newest ends last.
    while (at > 0 && (this.#closing[at - 1]?.freeAt ?? 0) > slot.freeAt) at -= 1;
    this.#closing.splice(at, 0, slot);
  }

  #count(lane: Lane | null, change: number): void {
    if (lane !== null) this.#byLane.set(lane, this.usedBy(lane) + change);
  }
}
