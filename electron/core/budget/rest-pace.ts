/**
 * What a lane may send while nobody is at work. Beside it a slot stays free, so that a first click
 * need not wait for the next requests that go together.
 */
export interface RestPace {
  /** Requests a minute that the other lanes leave. */
  readonly perMinute: number;
  /** Slots that are free now. */
  readonly free: number;
  /** When so many are free, monotonic; Infinity while that is not known. */
  whenFree(count: number): number;
}
