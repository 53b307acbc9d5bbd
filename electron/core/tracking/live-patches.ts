import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';

/** Patches are merged over this time, so that a window gets at most four a second. */
const PATCH_AFTER = 250;
/** While nobody is at work the answers to looks that went together are one patch, and one picture. */
const PATCH_AT_REST = 1_000;

/**
 * Vehicles in one patch, where a large fleet changes as a whole: as many as all who listen take in
 * within this time, ms, so that others get their turn between.
 */
const TURN = 8;
const AT_ONCE = { first: 200, least: 50, most: 500 };

/** What changed of the live state, sent to the windows in patches. */
export class LivePatches {
  readonly #clock: Clock;
  readonly #stateOf: (vehicleId: string) => LiveVehicle | null;
  readonly #paceNews: () => LivePatch['pace'];
  readonly #isAtRest: () => boolean;
  readonly #feed = new Feed<LivePatch>('live tracking');
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  #isOpen = false;
  #atOnce = AT_ONCE.first;
  #cancelFlush: (() => void) | null = null;

  /** @param options `paceNews`: what is new of the pace; null for nothing. `isAtRest`: nobody is at work */
  constructor(options: {
    clock: Clock;
    stateOf: (vehicleId: string) => LiveVehicle | null;
    paceNews: () => LivePatch['pace'];
    isAtRest?: () => boolean;
  }) {
    this.#clock = options.clock;
    this.#stateOf = options.stateOf;
    this.#paceNews = options.paceNews;
    this.#isAtRest = options.isAtRest ?? (() => false);
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
    this.#tellRest();
  }

  /** Tells what is due now, of a large fleet some at a time; resolves once nothing is due. */
  async tellDue(): Promise<void> {
    while (this.#cancelFlush !== null && this.#changed.size > this.#atOnce) {
      this.#cancelFlush();
      this.#flush();
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    }
    this.#tellRest();
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
    if (!this.#isOpen || this.#cancelFlush !== null) return;
    const after = this.#isAtRest() ? PATCH_AT_REST : PATCH_AFTER;
    this.#cancelFlush = this.#clock.after(after, () => this.#flush());
  }

  #tellRest(): void {
    if (this.#cancelFlush === null) return;
    this.#cancelFlush();
    this.#flush(Infinity);
  }

  #flush(atOnce = this.#atOnce): void {
    this.#cancelFlush = null;
    const begunAt = this.#clock.monotonic();
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
    if (changed.length === atOnce) this.#fit(this.#clock.monotonic() - begunAt);
  }

  /** @param took ms that a full patch took */
  #fit(took: number): void {
    if (took > TURN) this.#atOnce = Math.max(AT_ONCE.least, Math.floor(this.#atOnce / 2));
    else if (took < TURN / 3) this.#atOnce = Math.min(AT_ONCE.most, this.#atOnce * 2);
  }
}
