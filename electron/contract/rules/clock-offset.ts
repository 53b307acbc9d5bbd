/** What is known of a device's clock. */
export interface DeviceClock {
  /** Milliseconds by which it is ahead; negative: behind; 0: right, as far as is known. */
  offset: number;
  /** The newest report, as it was dated and as it arrived; null before the first one. */
  last: DatedReport | null;
  /** Reports in a row, the last one included, that arrived equally late; see {@link readClock}. */
  inStep: number;
  /** The first of them. */
  stepFrom: DatedReport | null;
}

/** When a report was made by the device's clock, and when it first arrived here. */
export interface DatedReport {
  /** Epoch milliseconds. */
  told: number;
  /** Epoch milliseconds. */
  arrivedAt: number;
}

/** What a report says of the clock that dated it. */
export interface ClockReading {
  clock: DeviceClock;
  /** `ahead` and `behind`: the time can't be right, and the time of arrival is used instead. */
  verdict: 'right' | 'ahead' | 'behind';
}

/** A clock of which nothing is known. */
export const UNKNOWN_CLOCK: DeviceClock = { offset: 0, last: null, inStep: 0, stepFrom: null };

/** How far ahead of this machine's clock a report may be, milliseconds: clocks differ a little. */
export const CLOCK_TOLERANCE = 60_000;

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** No report is that late, milliseconds, unless it is the first one seen of its device. */
const NEVER_LATE = 26 * WEEK;
/** Reports are late by less where they were buffered while the device was out of reach. */
const SELDOM_LATE = WEEK;
/** This many reports that are equally late, over this time, mean that the clock is wrong. */
const FEWEST_IN_STEP = 3;
const IN_STEP_FOR = 3 * MINUTE;
/** Reports are equally late within this, since they are looked for now and then. */
const STEP_TOLERANCE = 2 * MINUTE;

/**
 * Reads a report that is new here (not the one before, told again), and learns from it. A clock
 * is ahead where it dates a report in the future. It is behind (as after a rollover of the GPS
 * week, by 1,024 weeks) where a report that has just come is dated half a year ago, or where
 * reports that are weeks old keep coming as fast as time goes: what was buffered comes in faster.
 * A report that can be right makes the clock right.
 */
export function readClock(known: DeviceClock, report: DatedReport): ClockReading {
  const lead = report.told - report.arrivedAt;
  const first: DeviceClock = { offset: 0, last: report, inStep: 1, stepFrom: report };
  if (lead > CLOCK_TOLERANCE) return { clock: { ...first, offset: lead }, verdict: 'ahead' };
  const { last, stepFrom } = known;
  if (lead > -SELDOM_LATE || last === null || stepFrom === null) {
    return { clock: first, verdict: 'right' };
  }
  const isInStep = Math.abs(lead - (stepFrom.told - stepFrom.arrivedAt)) <= STEP_TOLERANCE;
  const clock = isInStep ? { ...first, inStep: known.inStep + 1, stepFrom } : first;
  const isLongInStep =
    clock.inStep >= FEWEST_IN_STEP && report.arrivedAt - stepFrom.arrivedAt >= IN_STEP_FOR;
  const wasBehind = isInStep && known.offset < 0;
  if (lead < -NEVER_LATE || isLongInStep || wasBehind) {
    return { clock: { ...clock, offset: lead }, verdict: 'behind' };
  }
  return { clock, verdict: 'right' };
}
