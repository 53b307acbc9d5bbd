/** What a failed look means for the next turn of its vehicle. */
export interface FailedLook {
  /** Milliseconds in which the vehicle is not asked again. */
  pause: number;
  /** Whether this was its turn all the same; else it keeps its age, and so goes first after it. */
  isTurn: boolean;
}

const FIRST_PAUSE = 5_000;
const LAST_PAUSE = 10 * 60_000;

/**
 * So many failures in a row are no accident of the network. Before, a vehicle that lost its turn
 * would wait for another whole round, and miss the longest time that it should be left alone.
 */
const FAILURES_UNTIL_TURN = 4;

/** Where more vehicles than these fail at once, their second looks would take all others' turns. */
const MANY = 20;

/** Counts failed looks in a row, by vehicle: the pause after each is twice the one before. */
export class FailedLooks {
  readonly #inARow = new Map<string, number>();

  /** Whether the last look at a vehicle failed. */
  has(vehicleId: string): boolean {
    return this.#inARow.has(vehicleId);
  }

  /** Counts one more failure. */
  add(vehicleId: string): FailedLook {
    const before = this.#inARow.get(vehicleId) ?? 0;
    this.#inARow.set(vehicleId, before + 1);
    const isLasting = before >= FAILURES_UNTIL_TURN || this.#inARow.size > MANY;
    return {
      pause: Math.min(FIRST_PAUSE * 2 ** before, LAST_PAUSE),
      isTurn: before > 0 && isLasting,
    };
  }

  /** A look at the vehicle was answered, or the vehicle is gone. */
  clear(vehicleId: string): void {
    this.#inARow.delete(vehicleId);
  }
}
