import type { Fix } from '@contract/fixes';
import type { DayAnswer, DaySummary } from '@contract/trajectories';

/** One fix of a vehicle's trail; of each vehicle and moment one is kept. */
export interface StoredFix {
  readonly vehicleId: string;
  readonly fix: Fix;
  /** When it was looked at, epoch milliseconds. */
  readonly lookedAt: number;
}

/** A day of a vehicle as it was read, for the time zone that it was cut in. */
export interface KeptDay {
  readonly vehicleId: string;
  readonly day: string;
  readonly timeZone: string;
  /** The devices that it was read from, as text. */
  readonly devices: string;
  readonly answer: DayAnswer;
}

/** The figures of days that were read. */
export interface KeptSummaries {
  readonly days: DaySummary[];
  readonly readAt: number | null;
}
