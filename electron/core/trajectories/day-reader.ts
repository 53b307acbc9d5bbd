import type { Track } from '@contract/trajectories';
import type { ToldDay } from './read-day';

/** Makes tracks of what the service told, tens of megabytes at times, without holding others up. */
export interface DayReader {
  /**
   * The track, or null where the service told nothing.
   * @throws FleetdeskError `bad-response`/`not-json`; `cancelled`
   */
  read(day: ToldDay, signal: AbortSignal): Promise<Track | null>;
}
