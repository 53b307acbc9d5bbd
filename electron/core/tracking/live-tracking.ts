import type { Attention, LivePatch, LiveSnapshot, Trail } from '@contract/fixes';
import { Feed } from '../feed';
import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import type { Service } from '../service/service';
import type { StatusThresholds } from './vehicle-status';

/** What live tracking needs. */
export interface LiveTrackingOptions {
  service: Service;
  clock: Clock;
  fleet: Fleet;
  thresholds: StatusThresholds;
  /** Requests a minute of the whole budget: the live lane never goes faster than these, evenly. */
  perMinute: () => number;
}

/** Where the vehicles are. Make a new one for every sign-in; `stop` it at sign-out. */
export class LiveTracking {
  readonly #feed = new Feed<LivePatch>();
  readonly #options: LiveTrackingOptions;

  constructor(options: LiveTrackingOptions) {
    this.#options = options;
  }

  /** Every vehicle's live state as it stands. */
  snapshot(): LiveSnapshot {
    return { vehicles: [], pace: { onScreenSeconds: null } };
  }

  /** What changes from now on, at most four times a second; the answer ends it. */
  subscribe(listener: (patch: LivePatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** What a window shows now; replaces what it showed before. */
  attend(_windowId: number, _attention: Attention): void {
    void this.#options;
  }

  /** A window is gone. */
  release(_windowId: number): void {
    void this.#options;
  }

  /** Looks at one vehicle in the interactive lane. @throws FleetdeskError */
  refresh(id: string): Promise<void> {
    return Promise.reject(new Error(id));
  }

  /** Where Fleetdesk saw a vehicle lately, oldest first. */
  trail(id: string): Trail {
    return { vehicleId: id, points: [] };
  }

  start(): void {
    void this.#options;
  }

  stop(): void {
    void this.#options;
  }

  /** The link is back or the session renewed: the live lane goes on now. */
  wake(): void {
    void this.#options;
  }
}
