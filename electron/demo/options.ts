import type { DialectChoice } from './http/dialect';

/** How a demo service is started. Everything has a default. */
export interface DemoOptions {
  /** The port on loopback; 0 lets the system choose. */
  readonly port?: number;
  /** Size of the fleet, 1 to 100,000. */
  readonly vehicles?: number;
  /** The same seed gives the same city, records and journeys, always. */
  readonly seed?: number;
  /** Requests that are answered in any 60 seconds; beyond, the answer is 429. */
  readonly ratePerMinute?: number;
  /** Delay of every answer in milliseconds. */
  readonly latencyMs?: number;
  /** Life of an access token in seconds. */
  readonly tokenLifeSeconds?: number;
  /** Opens `/control/…`, by which tests inject faults and read the request log. */
  readonly testControl?: boolean;
  /** Where this service speaks otherwise than the service defaults say. */
  readonly dialect?: DialectChoice;
  /** Milliseconds since the epoch, for tests that bring their own clock. */
  readonly now?: () => number;
}

/** A demo service that is running. */
export interface DemoService {
  /** The base URL for a connection; it ends in `/v2`. */
  readonly url: string;
  readonly port: number;
  readonly publicKey: string;
  readonly username: string;
  readonly password: string;
  readonly seed: number;
  readonly vehicles: number;
  close(): Promise<void>;
}

export const DEFAULT_VEHICLES = 120;
export const DEFAULT_SEED = 1;
export const DEFAULT_RATE = 50;
export const DEFAULT_TOKEN_LIFE = 900;
export const MOST_VEHICLES = 100_000;
