import type { LiveVehicle } from '@contract/fixes';
import type { MainDevice } from '../fleet/main-devices';
import type { TrackingRecord } from '../service/decoders/tracking';
import {
  learnInterval,
  unknownInterval,
  type IntervalLimits,
  type ReportingInterval,
} from './reporting-interval';
import type { Trails } from './trails';
import { connectionOf, motionOf, staleAtOf, type StatusThresholds } from './vehicle-status';

/** Reports closer together than this are not told apart; rarer ones are asked for all the same. */
const LIMITS: IntervalLimits = { least: 5_000, mostMoving: 2 * 60_000, mostStill: 5 * 60_000 };

interface Entry {
  live: LiveVehicle;
  interval: ReportingInterval;
  /**
   * The answer as text where its time was no use and the arrival time stands in: the same answer
   * again is the same fix, and must not look newer each time it is asked for.
   */
  undated: string | null;
}

/** The live state of every vehicle, and how answers of the service change it. */
export class LiveVehicles {
  readonly #thresholds: StatusThresholds;
  readonly #trails: Trails;
  readonly #entries = new Map<string, Entry>();

  constructor(thresholds: StatusThresholds, trails: Trails) {
    this.#thresholds = thresholds;
    this.#trails = trails;
  }

  /** Every vehicle's live state. */
  all(): LiveVehicle[] {
    return Array.from(this.#entries.values(), ({ live }) => live);
  }

  /** A vehicle's live state. */
  get(id: string): LiveVehicle | null {
    return this.#entries.get(id)?.live ?? null;
  }

  /** Takes a vehicle in of which nothing is known yet; false where it is known already. */
  add(id: string): boolean {
    if (this.#entries.has(id)) return false;
    const live: LiveVehicle = {
      vehicleId: id,
      fix: null,
      motion: 'unknown',
      connection: 'never',
      lookedAt: null,
      staleAt: null,
      association: 'unknown',
      device: null,
    };
    this.#entries.set(id, { live, interval: unknownInterval(LIMITS), undated: null });
    return true;
  }

  /** Lets a vehicle go. */
  remove(id: string): void {
    this.#entries.delete(id);
    this.#trails.remove(id);
  }

  /** Milliseconds between two reports of a vehicle, as far as they were learned. */
  intervalOf(id: string): number {
    const entry = this.#entries.get(id);
    if (entry === undefined) return LIMITS.least;
    return entry.live.motion === 'moving' ? entry.interval.moving : entry.interval.still;
  }

  /** The main device was learned or has changed. */
  setDevice(id: string, { association, device }: MainDevice): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.live = { ...entry.live, association, device };
  }

  /** The service told a position. */
  take(id: string, record: TrackingRecord): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const known = entry.live.fix;
    const isUndated = record.fix.problems.some((what) => what === 'future' || what === 'no-time');
    const undated = isUndated ? JSON.stringify(record.raw) : null;
    const isRepeated = undated !== null && undated === entry.undated && known !== null;
    const told = isRepeated ? { ...record.fix, at: known.at } : record.fix;
    const isOlder = known !== null && told.at < known.at;
    const fix = isOlder ? known : told;
    const motion = motionOf(fix, this.#thresholds);
    if (told.latitude !== null && told.longitude !== null) {
      this.#trails.add(id, told.at, told.latitude, told.longitude);
    }
    if (known !== null && !isOlder && !isUndated && entry.undated === null) {
      const seen = {
        before: known.at,
        after: fix.at,
        lookedAt: record.receivedAt,
        wasMoving: entry.live.motion === 'moving',
        isMoving: motion === 'moving',
      };
      entry.interval = learnInterval(entry.interval, seen, LIMITS);
    }
    if (!isOlder) entry.undated = undated;
    this.#look(entry, fix, record.receivedAt);
  }

  /** The service answered that there is no position. @param lookedAt epoch milliseconds */
  takeNothing(id: string, lookedAt: number): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#look(entry, entry.live.fix, lookedAt);
  }

  #look(entry: Entry, fix: LiveVehicle['fix'], lookedAt: number): void {
    const motion = motionOf(fix, this.#thresholds);
    entry.live = {
      ...entry.live,
      fix,
      motion,
      connection: connectionOf(fix, motion, lookedAt, this.#thresholds),
      lookedAt,
      staleAt: staleAtOf(lookedAt, this.#thresholds),
    };
  }
}
