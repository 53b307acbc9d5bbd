import type { FleetPatch, FleetSnapshot, Vehicle, VehicleCard } from '@contract/vehicles';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Service } from '../service/service';

/** What a fleet needs. */
export interface FleetOptions {
  service: Service;
  clock: Clock;
}

/** The vehicles of one identity. Make a new one for every sign-in; `stop` it at sign-out. */
export class Fleet {
  readonly #feed = new Feed<FleetPatch>();
  readonly #options: FleetOptions;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  /** The fleet as it stands. */
  snapshot(): FleetSnapshot {
    const sync = { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false } as const;
    return { vehicles: [], sync };
  }

  /** What changes from now on; the answer ends it. */
  subscribe(listener: (patch: FleetPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** A vehicle by its id, or null. */
  vehicle(_id: string): Vehicle | null {
    return null;
  }

  /** Begins reading the list; harmless when already started. */
  start(): void {
    void this.#options;
  }

  /** Ends all work; what was read stays. */
  stop(): void {
    void this.#options;
  }

  /** The link is back or the session renewed: what waits for a retry runs now. */
  wake(): void {
    void this.#options;
  }

  /** Device and drivers of a vehicle. @throws FleetdeskError */
  card(id: string): Promise<VehicleCard> {
    return Promise.reject(new Error(id));
  }
}
