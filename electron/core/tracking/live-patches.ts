import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';

/** Patches are merged over this time, so that a window gets at most four a second. */
const PATCH_AFTER = 250;

/** Vehicles in one patch: of a large fleet that changes as a whole, others get their turn between. */
const AT_ONCE = 500;

/** What changed of the live state, sent to the windows in patches. */
export class LivePatches {
  readonly #clock: Clock;
  readonly #stateOf: (vehicleId: string) => LiveVehicle | null;
  readonly #paceNews: () => LivePatch['pace'];
  readonly #feed = new Feed<LivePatch>('live tracking');
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  #isOpen = false;
  #cancelFlush: (() => void) | null = null;

  /** @param options `paceNews`: what is new of the pace; null for nothing */
  constructor(options: {
    clock: Clock;
    stateOf: (vehicleId: string) => LiveVehicle | null;
    paceNews: () => LivePatch['pace'];
  }) {
    this.#clock = options.clock;
    this.#stateOf = options.stateOf;
    this.#paceNews = options.paceNews;
  }

  subscribe(listener: (patch: LivePatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  start(): void {
    this.#isOpen = true;
  }

  /** Tells what is due, and nothing after it. */
  stop(): void {
    this.#isOpen = false;
    if (this.#cancelFlush === null) return;
    this.#cancelFlush();
    this.#flush(Infinity);
  }

  /** A vehicle looks different. */
  change(vehicleId: string): void {
    this.#removed.delete(vehicleId);
    this.#changed.add(vehicleId);
    this.tellSoon();
  }

  /** A vehicle left the fleet. */
  remove(vehicleId: string): void {
    this.#changed.delete(vehicleId);
    this.#removed.add(vehicleId);
  }

  tellSoon(): void {
    if (!this.#isOpen) return;
    this.#cancelFlush ??= this.#clock.after(PATCH_AFTER, () => this.#flush());
  }

  #flush(atOnce = AT_ONCE): void {
    this.#cancelFlush = null;
    const pace = this.#paceNews();
    const changed: LiveVehicle[] = [];
    for (const id of this.#changed) {
      if (changed.length >= atOnce) break;
      this.#changed.delete(id);
      const state = this.#stateOf(id);
      if (state !== null) changed.push(state);
    }
    const removed = [...this.#removed];
    this.#removed.clear();
    if (this.#changed.size > 0) this.#cancelFlush = this.#clock.after(0, () => this.#flush());
    if (changed.length + removed.length === 0 && pace === null) return;
    this.#feed.publish({ changed, removed, pace });
  }
}
