/** What the control endpoints can change while the service runs. */
export interface Settings {
  ratePerMinute: number;
  latencyMs: number;
  tokenLifeSeconds: number;
}

/** The demo's clock: the given one, moved forward by as much as a test wants. */
export class DemoClock {
  #ahead = 0;

  constructor(readonly real: () => number) {}

  readonly now = (): number => this.real() + this.#ahead;

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  reset(): void {
    this.#ahead = 0;
  }
}
