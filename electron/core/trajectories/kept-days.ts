import { reportFault } from '../faults';
import type { KeptDay, KeptSummaries } from '../ports/kept-tracks';
import type { Store } from '../ports/store';
import { DayCache } from './day-cache';

const NONE: KeptSummaries = { days: [], readAt: null };

/** Days that were read: in memory, and in the store for offline use. */
export class KeptDays {
  readonly #cache = new DayCache();
  readonly #store: Pick<Store, 'commit' | 'keptDay' | 'keptSummaries'> | null;

  constructor(store: Pick<Store, 'commit' | 'keptDay' | 'keptSummaries'> | null) {
    this.#store = store;
  }

  /** A day as it was read last, or null. */
  async find(wanted: Pick<KeptDay, 'vehicleId' | 'day' | 'timeZone'>): Promise<KeptDay | null> {
    const key = keyOf(wanted);
    const cached = this.#cache.get(key);
    if (cached !== null || this.#store === null) return cached;
    const { vehicleId, day, timeZone } = wanted;
    try {
      const kept = await this.#store.keptDay({ vehicleId, day, timeZone });
      if (kept !== null) this.#cache.set(key, kept);
      return kept;
    } catch (fault) {
      reportFault('a kept day could not be read', fault);
      return null;
    }
  }

  keep(kept: KeptDay): void {
    this.#cache.set(keyOf(kept), kept);
    this.#store?.commit([{ kind: 'day', kept }]).catch((fault: unknown) => {
      reportFault('a day could not be kept', fault);
    });
  }

  /** The figures of kept days with data. */
  async summaries(
    { vehicleId, from, to }: { vehicleId: string; from: string; to: string },
    timeZone: string,
  ): Promise<KeptSummaries> {
    try {
      return (await this.#store?.keptSummaries({ vehicleId, from, to, timeZone })) ?? NONE;
    } catch (fault) {
      reportFault('kept days could not be read', fault);
      return NONE;
    }
  }
}

/** One text for a vehicle, a day and a time zone. */
export function keyOf({
  vehicleId,
  day,
  timeZone,
}: Pick<KeptDay, 'vehicleId' | 'day' | 'timeZone'>): string {
  return `${vehicleId} ${day} ${timeZone}`;
}
