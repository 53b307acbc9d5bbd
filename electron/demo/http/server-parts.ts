import type { Service } from './service';
import type { DemoClock, Settings } from './settings';

/** What the service is made of. */
export interface ServerParts extends Service {
  readonly publicKey: string;
  readonly clock: DemoClock;
  readonly settings: Settings;
  readonly testControl: boolean;
  /** Stops listening for some milliseconds, so that connections are refused. */
  outage(milliseconds: number): void;
}
