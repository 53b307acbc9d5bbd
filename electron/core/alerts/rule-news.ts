import type { AlertCost, RuleView } from '@contract/alerts';
import type { Clock } from '../ports/clock';

/** What is published of rules. */
export interface RuleState {
  readonly rules: RuleView[];
  readonly cost: AlertCost;
}

/** What telling of rules needs. */
export interface RuleNewsOptions {
  clock: Clock;
  state(): RuleState;
  publish(state: RuleState): void;
}

/** How often the rules' pace is published, where it is another. */
const PACE_AFTER = 30_000;
/** Vehicles that join or leave the fleet are published together. */
const FLEET_AFTER = 1_000;

/** Tells of rules, how many vehicles they watch and how often, where that is another. */
export class RuleNews {
  readonly #options: RuleNewsOptions;
  #told = '';
  #cancelPace: () => void = () => undefined;
  #cancelFleet: (() => void) | null = null;

  constructor(options: RuleNewsOptions) {
    this.#options = options;
  }

  /** Tells the pace now and then from now on. */
  start(): void {
    this.#cancelPace = this.#options.clock.after(PACE_AFTER, () => {
      this.tell();
      this.start();
    });
  }

  stop(): void {
    this.#cancelPace();
    this.#cancelFleet?.();
    this.#cancelFleet = null;
  }

  /** Tells how it is now. */
  tell(): void {
    const state = this.#options.state();
    const told = JSON.stringify(state);
    if (told === this.#told) return;
    this.#told = told;
    this.#options.publish(state);
  }

  /** The fleet has changed: that is published soon. */
  tellSoon(): void {
    this.#cancelFleet ??= this.#options.clock.after(FLEET_AFTER, () => {
      this.#cancelFleet = null;
      this.tell();
    });
  }
}
