/** How much the newest time between two looks counts. */
const NEWEST = 0.4;

interface Pace {
  lookedAt: number;
  /** By the monotonic clock, when that was noticed. */
  noticedAt: number;
  /** Milliseconds between two looks; null before the second one. */
  between: number | null;
}

/** How often vehicles are really looked at, as alerts tell it. Times are of the monotonic clock. */
export class LookPace {
  readonly #paces = new Map<string, Pace>();

  /** A vehicle's live state came; true where it was looked at again. @param lookedAt of that state */
  note(vehicleId: string, lookedAt: number, now: number): boolean {
    const known = this.#paces.get(vehicleId);
    if (known?.lookedAt === lookedAt) return false;
    const took = known === undefined ? null : now - known.noticedAt;
    const before = known?.between ?? null;
    const between = took === null || before === null ? took : before + (took - before) * NEWEST;
    this.#paces.set(vehicleId, { lookedAt, noticedAt: now, between });
    return true;
  }

  /** Whether the vehicle was looked at since this began. */
  isKnown(vehicleId: string): boolean {
    return this.#paces.has(vehicleId);
  }

  /** The app was away: how long that was says nothing of the pace. */
  reset(): void {
    this.#paces.clear();
  }

  forget(vehicleId: string): void {
    this.#paces.delete(vehicleId);
  }

  /** Seconds between two looks at a vehicle; null while it was not seen twice. */
  secondsOf(vehicleId: string, now: number): number | null {
    const pace = this.#paces.get(vehicleId);
    if (pace === undefined || pace.between === null) return null;
    // A look that is long in coming tells of itself.
    return Math.round(Math.max(pace.between, now - pace.noticedAt) / 1000);
  }

  /** The same of several: the one in the middle, and the one that is looked at most rarely. */
  among(vehicleIds: Iterable<string>, now: number): { usual: number; most: number } | null {
    const known: number[] = [];
    for (const id of vehicleIds) {
      const each = this.secondsOf(id, now);
      if (each !== null) known.push(each);
    }
    if (known.length === 0) return null;
    const seconds = Float64Array.from(known).sort();
    return { usual: seconds[seconds.length >> 1] ?? 0, most: seconds.at(-1) ?? 0 };
  }
}
