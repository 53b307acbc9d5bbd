/** Time, as core sees it. Tests drive a virtual one. */
export interface Clock {
  /** Wall-clock time, epoch milliseconds. It can jump in either direction. */
  now(): number;
  /** Milliseconds since some start; never goes back, and goes on through a sleep of the machine. */
  monotonic(): number;
  /** Runs `task` once after `delay` milliseconds; the answer cancels it. */
  after(delay: number, task: () => void): () => void;
}
