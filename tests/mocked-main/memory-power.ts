import type { PowerSource } from '@core/ports/power-source';

/** A computer at the mains, until a test unplugs it. */
export class MemoryPower implements PowerSource {
  readonly #listeners: (() => void)[] = [];
  #onBattery = false;

  isOnBattery(): boolean {
    return this.#onBattery;
  }

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Pulls the plug, or puts it in again. */
  set(onBattery: boolean): void {
    this.#onBattery = onBattery;
    for (const tell of this.#listeners) tell();
  }
}
