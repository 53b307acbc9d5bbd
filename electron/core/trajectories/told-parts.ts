import type { DaySummary } from '@contract/trajectories';
import type { TrajectoryRecord } from '../service/decoders/trajectories';
import type { TrajectoryData } from '../service/decoders/trajectory-data';
import type { TimeSpan } from './day-devices';
import { PositionBuffer, type Positions } from '../service/decoders/position-buffer';
import { UnreadReport } from '../service/decoders/unread-report';

/** What the service told of one device's part of a day. */
export interface ToldPart {
  /** When the device was on the vehicle, in the order of time. */
  spans: readonly TimeSpan[];
  trajectory: TrajectoryRecord | null;
  data: TrajectoryData;
}

/** What the service told of a day, whichever devices told it. */
export interface ToldTogether {
  trajectory: TrajectoryRecord | null;
  data: TrajectoryData;
}

/**
 * One day out of the parts that its devices told: of each device what belongs to its spans, and
 * figures that count all of them.
 * @param day start of the day and of the next one
 */
export function joinParts(parts: readonly ToldPart[], day: TimeSpan): ToldTogether {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const positions = new PositionBuffer();
  const stops: TrajectoryData['stops'][number][] = [];
  const alarms: TrajectoryData['alarms'][number][] = [];
  const segments: TrajectoryData['segments'][number][] = [];
  const report = new UnreadReport();
  const drives: TrajectoryRecord['segments'][number][] = [];
  const recordReport = new UnreadReport();
  for (const { spans, trajectory, data } of parts) {
    const holds = within(spans, day);
    addPositions(positions, data.positions, holds);
    stops.push(...data.stops.filter(({ from }) => holds(from)));
    alarms.push(...data.alarms.filter(({ at }) => holds(at)));
    segments.push(...data.segments.filter(({ from }) => holds(from)));
    report.addAll(data.report);
    if (trajectory === null) continue;
    drives.push(...trajectory.segments.filter(({ from }) => holds(from)));
    recordReport.addAll(trajectory.report);
  }
  const records = parts.flatMap(({ trajectory }) => trajectory ?? []);
  const summaries = records.map(({ summary }) => summary);
  return {
    trajectory: {
      // A device whose figures are missing would be missing in the sum.
      summary:
        records.length === parts.length ? sumOf(summaries) : emptySummary(summaries[0]?.day ?? ''),
      segments: drives,
      unreadSegments: sumUp(records),
      report: recordReport,
    },
    data: {
      ...{ positions, stops, alarms, segments, report },
      unreadSegments: sumUp(parts.map(({ data }) => data)),
    },
  };
}

/** The figures of several devices on one day as one. */
export function sumOf(summaries: readonly DaySummary[]): DaySummary {
  const sum = (pick: (summary: DaySummary) => number | null): number | null => {
    const told = summaries.map(pick).filter((figure) => figure !== null);
    return told.length === 0 ? null : told.reduce((total, figure) => total + figure, 0);
  };
  const speeds = summaries.flatMap(({ topSpeed }) => topSpeed ?? []);
  return {
    ...emptySummary(summaries[0]?.day ?? ''),
    duration: sum(({ duration }) => duration),
    distance: sum(({ distance }) => distance),
    topSpeed: speeds.length === 0 ? null : Math.max(...speeds),
    stops: sum(({ stops }) => stops),
    stopDuration: sum(({ stopDuration }) => stopDuration),
    alarms: sum(({ alarms }) => alarms),
  };
}

function emptySummary(day: string): DaySummary {
  return {
    day,
    duration: null,
    distance: null,
    topSpeed: null,
    averageSpeed: null,
    stops: null,
    stopDuration: null,
    alarms: null,
  };
}

function sumUp(answers: readonly { unreadSegments: number }[]): number {
  return answers.reduce((sum, { unreadSegments }) => sum + unreadSegments, 0);
}

/** Whether a moment belongs to a device. Moments outside the day pass: they are reported later. */
function within(spans: readonly TimeSpan[], day: TimeSpan): (moment: number) => boolean {
  return (moment) =>
    spans.some(
      ({ from, to }) => (moment >= from || from <= day.from) && (moment < to || to >= day.to),
    );
}

function addPositions(
  into: PositionBuffer,
  from: Positions,
  holds: (moment: number) => boolean,
): void {
  for (let index = 0; index < from.count; index++) {
    const at = from.at[index] ?? 0;
    if (!holds(at)) continue;
    const ignition = from.ignition[index];
    const speed = from.speed[index] ?? NaN;
    const heading = from.heading[index] ?? NaN;
    into.add({
      at,
      latitude: from.latitude[index] ?? 0,
      longitude: from.longitude[index] ?? 0,
      speed: Number.isNaN(speed) ? null : speed,
      heading: Number.isNaN(heading) ? null : heading,
      ignition: ignition === 2 ? null : ignition === 1,
    });
  }
}
