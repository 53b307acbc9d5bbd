import type { DayAnswer } from '@contract/trajectories';
import type { KeptDay } from '../ports/kept-tracks';

/** Fixes kept over all days: about 35 MB. */
const FIXES_KEPT = 1_000_000;
/** Days kept; empty ones cost next to nothing. */
const DAYS_KEPT = 200;

/** Days in memory; the one looked at longest ago goes first. */
export class DayCache {
  readonly #entries = new Map<string, KeptDay>();
  #fixes = 0;

  get(key: string): KeptDay | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: KeptDay): void {
    this.#remove(key);
    this.#entries.set(key, entry);
    this.#fixes += fixesOf(entry.answer);
    for (const oldest of this.#entries.keys()) {
      const isFull = this.#fixes > FIXES_KEPT || this.#entries.size > DAYS_KEPT;
      if (!isFull || oldest === key) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#fixes -= fixesOf(entry.answer);
  }
}

function fixesOf(answer: DayAnswer): number {
  return answer.kind === 'track' ? answer.track.columns.at.length : 0;
}
