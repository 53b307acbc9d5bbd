import type { LivePace } from '@contract/fixes';
import type { AttentionBook } from './attention-book';
import type { FreshnessScheduler } from './freshness-scheduler';
import type { PaceMeter } from './pace-meter';
import type { Terms } from './settled-pace';

/** What the pace is told from. */
export interface ReportedPaceOptions {
  scheduler: FreshnessScheduler;
  attention: AttentionBook;
  meter: PaceMeter;
  /** Looks a millisecond that the lane is likely to get where nothing measures it. */
  likelyRate: () => number;
  /** Terms of the whole fleet as they are once every vehicle has been seen. */
  settledTerms: () => Terms;
}

/** What was worked out holds for so long, unless the view changes. */
const HOLDS_FOR = 20_000;
/** A lane that had nothing to do within this time could do more than it did. */
const IDLE_COUNTS_FOR = 60_000;
/** What the lane gets wavers: a cap is reported as held once it was for so long. */
const HELD_FROM = 5 * 60_000;

/**
 * How often the vehicles on screen are looked at, and whether none is forgotten. Both follow from
 * what the lane really gets and from how the schedule spends that on the present view, so that
 * they are right for a view that has just changed: counting the looks would tell of the view
 * before for minutes. Times are of the monotonic clock.
 */
export class ReportedPace {
  readonly #options: ReportedPaceOptions;
  #told: LivePace = { onScreenSeconds: null, holdsCap: true };
  #workedOutAt = -Infinity;
  #idleAt = -Infinity;
  /** Whether the cap was held when that was judged last. */
  #isHeld = true;
  #judgedAt = -Infinity;
  #unheldAt = -Infinity;
  #isStuck = false;

  constructor(options: ReportedPaceOptions) {
    this.#options = options;
  }

  /** The view or the schedule has changed. */
  outdate(): void {
    this.#workedOutAt = -Infinity;
  }

  /** The lane came to rest because the service gives nothing, or goes on again. */
  gated(isStuck: boolean): void {
    this.#isStuck = isStuck;
    this.outdate();
  }

  /** The lane has chosen a vehicle: with none left to ask about it is faster than it has to be. */
  chosen(now: number): void {
    const next = this.#options.scheduler.nextAt(now);
    if (next === null || next > now) this.#idleAt = now;
  }

  /** The pace as it was published last. */
  get told(): LivePace {
    return this.#told;
  }

  /** The pace, where it is another one than was published last. */
  news(now: number): LivePace | null {
    if (now - this.#judgedAt >= HOLDS_FOR) this.#judge(now);
    if (!this.#isHeld) this.#unheldAt = now;
    const holdsCap = now - this.#unheldAt >= HELD_FROM;
    let { onScreenSeconds } = this.#told;
    if (now - this.#workedOutAt >= HOLDS_FOR) {
      onScreenSeconds = this.#workOut(now);
      if (onScreenSeconds !== null) this.#workedOutAt = now;
    }
    const before = this.#told;
    const isSame =
      onScreenSeconds === before.onScreenSeconds &&
      holdsCap === before.holdsCap &&
      this.#isStuck === (before.isStuck === true);
    if (isSame) return null;
    this.#told = { onScreenSeconds, holdsCap, ...(this.#isStuck && { isStuck: true }) };
    return this.#told;
  }

  /**
   * The first round is left out of it: there, a vehicle costs two looks, and those that nothing is
   * known of go before those that were seen.
   */
  #judge(now: number): void {
    const { scheduler, meter, settledTerms } = this.#options;
    const measured = meter.rate(now);
    if (measured === null) return;
    this.#judgedAt = now;
    this.#isHeld = scheduler.holdsCap(this.#possible(measured, now), settledTerms);
  }

  #workOut(now: number): number | null {
    const { scheduler, attention, meter } = this.#options;
    const measured = meter.fixRate(now);
    if (measured === null || attention.onScreenOnly === 0) return null;
    const rate = this.#possible(measured, now);
    const period = scheduler.shownPeriod(rate);
    if (period === null) return null;
    const seconds = period / 1000;
    // Nobody reads more than that out of "about", and a steady number does not flicker.
    return seconds < 30 ? Math.max(1, Math.round(seconds)) : Math.round(seconds / 5) * 5;
  }

  /** Looks a millisecond that the lane could make, which it does not where little is due. */
  #possible(measured: number, now: number): number {
    this.chosen(now);
    const isIdle = now - this.#idleAt < IDLE_COUNTS_FOR;
    return isIdle ? Math.max(measured, this.#options.likelyRate()) : measured;
  }
}
