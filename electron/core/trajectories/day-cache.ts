import type { DayAnswer } from '@contract/trajectories';

/** Fixes kept over all days: about 35 MB. */
const FIXES_KEPT = 1_000_000;
/** Days kept; empty ones cost next to nothing. */
const DAYS_KEPT = 200;

interface Entry {
  answer: DayAnswer;
  /** The devices that it was read from, as text. */
  devices: string;
}

/** Days in memory; the one looked at longest ago goes first. */
export class DayCache {
  readonly #entries = new Map<string, Entry>();
  #fixes = 0;

  get(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, answer: DayAnswer, devices: string): void {
    this.#remove(key);
    this.#entries.set(key, { answer, devices });
    this.#fixes += fixesOf(answer);
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
