import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';

/** More than the looks of half a minute change is told at once, in parts as it comes. */
const MOST_HELD = 100;

/** Where patches come from, and for how long they may wait. */
export interface HeldPatchesOptions {
  clock: Clock;
  patches: { subscribe(listener: (patch: LivePatch) => void): () => void };
  stateOf: (vehicleId: string) => LiveVehicle | null;
  /** How long windows may wait for what changes now, ms. */
  holdFor: () => number;
}

/**
 * What changed of the live state, for windows alone: while nobody is at work several patches become
 * one, and one picture. What judges positions hears of each patch as it comes.
 */
export class HeldPatches {
  readonly #options: HeldPatchesOptions;
  readonly #feed = new Feed<LivePatch>('live tracking in windows');
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  #pace: LivePatch['pace'] = null;
  #cancel: (() => void) | null = null;

  constructor(options: HeldPatchesOptions) {
    this.#options = options;
    options.patches.subscribe((patch) => {
      this.#take(patch);
    });
  }

  subscribe(listener: (patch: LivePatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Tells what waits, as it is now: somebody is here. */
  tell(): void {
    if (this.#cancel === null) return;
    this.#cancel();
    this.#cancel = null;
    const changed = [...this.#changed].flatMap((id) => this.#options.stateOf(id) ?? []);
    const patch = { changed, removed: [...this.#removed], pace: this.#pace };
    this.#changed.clear();
    this.#removed.clear();
    this.#pace = null;
    this.#feed.publish(patch);
  }

  #take(patch: LivePatch): void {
    const isLarge = patch.changed.length + this.#changed.size > MOST_HELD;
    const wait = isLarge ? 0 : this.#options.holdFor();
    if (wait === 0) {
      this.tell();
      this.#feed.publish(patch);
      return;
    }
    for (const { vehicleId } of patch.changed) {
      this.#removed.delete(vehicleId);
      this.#changed.add(vehicleId);
    }
    for (const id of patch.removed) {
      this.#changed.delete(id);
      this.#removed.add(id);
    }
    this.#pace = patch.pace ?? this.#pace;
    this.#cancel ??= this.#options.clock.after(wait, () => {
      this.tell();
    });
  }
}
