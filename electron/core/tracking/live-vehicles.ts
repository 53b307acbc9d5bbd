import type { LiveVehicle } from '@contract/fixes';
import {
  learnInterval,
  unknownInterval,
  type IntervalLimits,
  type ReportingInterval,
} from '@contract/rules/looks';
import { motionOf } from '@contract/rules/motion';
import type { MainDevice } from '../fleet/main-devices';
import type { Clock } from '../ports/clock';
import type { StoredFix } from '../ports/store';
import type { TrackingRecord } from '../service/decoders/tracking';
import type { Trails } from './trails';
import { connectionOf, staleAtOf, type StatusThresholds } from './vehicle-status';

/** Reports closer together than this are not told apart; rarer ones are asked for all the same. */
const LIMITS: IntervalLimits = { least: 5_000, mostMoving: 2 * 60_000, mostStill: 5 * 60_000 };

/** How far a fix may be ahead of this machine's clock, milliseconds. */
const CLOCK_TOLERANCE = 60_000;

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
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Newest fixes of an earlier run, of vehicles that have not come in yet. */
  readonly #remembered = new Map<string, StoredFix>();

  constructor(options: { thresholds: StatusThresholds; trails: Trails; clock: Clock }) {
    this.#thresholds = options.thresholds;
    this.#trails = options.trails;
    this.#clock = options.clock;
  }

  /** Every vehicle's live state. */
  all(): LiveVehicle[] {
    return Array.from(this.#entries.values(), ({ live }) => live);
  }

  /** A vehicle's live state. */
  get(id: string): LiveVehicle | null {
    return this.#entries.get(id)?.live ?? null;
  }

  /** Takes a vehicle in; false where it is known already. */
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
    const entry = { live, interval: unknownInterval(LIMITS), undated: null };
    this.#entries.set(id, entry);
    this.#restore(id, entry);
    return true;
  }

  /** Lets a vehicle go; its trail stays as long as all others. */
  remove(id: string): void {
    this.#entries.delete(id);
  }

  /**
   * Takes the newest fixes of an earlier run, as old as they are, for vehicles that are here or
   * come in later; answers those that are here and of which nothing newer is known.
   */
  recall(fixes: readonly StoredFix[]): string[] {
    for (const kept of fixes) this.#remembered.set(kept.vehicleId, kept);
    return [...this.#entries].flatMap(([id, entry]) => (this.#restore(id, entry) ? [id] : []));
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
    // A fix of a time to come was dated by a clock that was wrong, and hides no other.
    const isPossible = known !== null && known.at <= record.receivedAt + CLOCK_TOLERANCE;
    const isOlder = isPossible && told.at < known.at;
    const fix = isOlder ? known : told;
    const motion = motionOf(fix, this.#thresholds.movingSpeed);
    this.#trails.add(id, told, record.receivedAt);
    if (isPossible && !isOlder && !isUndated && entry.undated === null) {
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
    if (entry === undefined) return;
    this.#look(entry, entry.live.fix, lookedAt);
    if (entry.live.fix !== null) this.#trails.add(id, entry.live.fix, lookedAt);
  }

  /** The service refused its position, or which device tells it; false where that is known. */
  refuse(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.live.isRefused === true) return false;
    entry.live = { ...entry.live, isRefused: true };
    return true;
  }

  #restore(id: string, entry: Entry): boolean {
    const kept = this.#remembered.get(id);
    if (kept === undefined) return false;
    this.#remembered.delete(id);
    if (entry.live.lookedAt !== null) return false;
    this.#look(entry, kept.fix, kept.lookedAt);
    const now = this.#clock.now();
    // Looked at in times to come, by the clock: nobody knows how long ago that was.
    if (kept.lookedAt > now) entry.live = { ...entry.live, staleAt: now };
    return true;
  }

  #look(entry: Entry, fix: LiveVehicle['fix'], lookedAt: number): void {
    const motion = motionOf(fix, this.#thresholds.movingSpeed);
    const live = { ...entry.live };
    delete live.isRefused;
    entry.live = {
      ...live,
      fix,
      motion,
      connection: connectionOf(fix, motion, lookedAt, this.#thresholds),
      lookedAt,
      staleAt: staleAtOf(lookedAt, this.#thresholds),
    };
  }
}
