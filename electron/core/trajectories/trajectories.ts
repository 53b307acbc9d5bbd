import type { DayAnswer, DaySummary } from '@contract/trajectories';
import type { Fleet } from '../fleet/fleet';
import type { Clock } from '../ports/clock';
import type { Profile } from '../service/profile';
import type { Service } from '../service/service';

/** What trajectories need. */
export interface TrajectoriesOptions {
  service: Service;
  clock: Clock;
  fleet: Fleet;
  /** The connection's zone as it is now; a changed one cuts cached days anew. */
  timeZone: () => string;
  profile: Pick<Profile, 'tracking' | 'motion' | 'trajectories'>;
}

/** Days of vehicles, ready to be drawn and played. */
export class Trajectories {
  readonly #options: TrajectoriesOptions;

  constructor(options: TrajectoriesOptions) {
    this.#options = options;
  }

  /** The days with data of a span of at most 31 days. @throws FleetdeskError */
  days(span: { vehicleId: string; from: string; to: string }): Promise<DaySummary[]> {
    return Promise.reject(new Error(span.vehicleId + this.#options.timeZone()));
  }

  /** One day of one vehicle. @throws FleetdeskError */
  day(wanted: { vehicleId: string; day: string }): Promise<DayAnswer> {
    return Promise.reject(new Error(wanted.vehicleId));
  }
}
