import type { Fix } from '@contract/fixes';
import { readClock, UNKNOWN_CLOCK, type DeviceClock } from '@contract/rules/clock-offset';
import type { TrackingRecord } from '../service/decoders/tracking';

type Report = Pick<TrackingRecord, 'fix' | 'toldAt'>;

/** A report with the time that can be vouched for. */
export interface DatedFix {
  readonly fix: Fix;
  /** A report that was here already, told once more. */
  readonly isRepeated: boolean;
}

/** Whether a fix has the time of its arrival, since none that its device told is of use. */
export function isUndated({ problems }: Fix): boolean {
  return problems.some((what) => what === 'future' || what === 'past' || what === 'no-time');
}

/**
 * Dates the reports of one device. The time that a device told counts unless its clock is wrong:
 * then a report is as old as its first arrival here, however often it is told after that.
 */
export class ReportDates {
  #clock: DeviceClock = UNKNOWN_CLOCK;
  /** The reports told last and shown last, with the times they were given. */
  #last: Report | null = null;
  #shown: Report | null = null;

  /** Milliseconds by which the device's clock is ahead; negative: behind; 0: right. */
  get offset(): number {
    return this.#clock.offset;
  }

  /** The fix that is shown, as it was told; null for none. */
  get shown(): Fix | null {
    return this.#shown?.fix ?? null;
  }

  /** What an earlier run kept. @param offset milliseconds by which the clock was ahead then */
  restore(fix: Fix, offset = 0): void {
    this.#last = { fix, toldAt: isUndated(fix) ? null : fix.at };
    this.#shown = this.#last;
    const report = { told: fix.at, arrivedAt: fix.at };
    this.#clock = { ...UNKNOWN_CLOCK, offset, last: report, stepFrom: report };
  }

  /** Dates a report. */
  date(record: TrackingRecord): DatedFix {
    for (const known of [this.#last, this.#shown]) {
      if (known === null || !areSame(known, record)) continue;
      const fix = { ...record.fix, at: known.fix.at, problems: known.fix.problems };
      this.#last = { fix, toldAt: record.toldAt };
      return { fix, isRepeated: true };
    }
    const fix = this.#read(record);
    this.#last = { fix, toldAt: record.toldAt };
    return { fix, isRepeated: false };
  }

  /** The report dated last is shown now, as this fix. */
  show(fix: Fix): void {
    if (this.#last === null) return;
    this.#last = { ...this.#last, fix };
    this.#shown = this.#last;
  }

  #read({ fix, toldAt, receivedAt }: TrackingRecord): Fix {
    if (toldAt === null) return fix;
    const { clock, verdict } = readClock(this.#clock, { told: toldAt, arrivedAt: receivedAt });
    this.#clock = clock;
    // One that is ahead has its problem from the decoder.
    if (verdict !== 'behind') return fix;
    return { ...fix, at: receivedAt, problems: [...fix.problems, 'past'] };
  }
}

/**
 * Whether two reports are one. Of a report that an earlier run kept the wrong time is not known
 * any more: what else it says has to do.
 */
function areSame(known: Report, record: Report): boolean {
  if (known.toldAt !== null || !isUndated(known.fix) || known.fix.problems.includes('no-time')) {
    if (known.toldAt !== record.toldAt) return false;
  }
  const told = ({ fix }: Report): unknown[] => [
    ...[fix.latitude, fix.longitude, fix.speed, fix.heading],
    ...[fix.ignition, fix.battery, fix.output1],
  ];
  const other = told(record);
  return told(known).every((value, index) => value === other[index]);
}
