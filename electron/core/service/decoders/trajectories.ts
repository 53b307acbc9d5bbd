import type { Unread } from '@contract/records';
import type { DaySummary } from '@contract/trajectories';
import { FleetdeskError } from '@contract/errors';
import { dayOfAcc } from '../day-key';
import { UnreadReport } from './unread-report';
import { isJsonObject, own } from '../json';
import { LARGEST, ObjectReader } from './object-reader';
import { refuseEndless } from './records';
import { fieldsOf, readSegment, type ReportedSegment } from './trajectory-parts';

/** The days out of *list trajectories* (service defaults, "Trajectories"). */
export interface TrajectoryList {
  readonly days: readonly DaySummary[];
  /** Items in the answer, readable or not. */
  readonly size: number;
  readonly unread: readonly Unread[];
}

/** One day out of *get trajectory* (service defaults, "Trajectories"). */
export interface TrajectoryRecord {
  readonly summary: DaySummary;
  readonly segments: readonly ReportedSegment[];
  /** Drives that could not be read. */
  readonly unreadSegments: number;
  readonly report: UnreadReport;
}

/**
 * Decodes *list trajectories*: an array, `{data: […]}` or one record alone.
 * @throws FleetdeskError `bad-response` where there is no list
 */
export function decodeTrajectoryList(body: unknown): TrajectoryList {
  const inner = isJsonObject(body) && Object.hasOwn(body, 'data') ? own(body, 'data') : body;
  const items: unknown = isJsonObject(inner) ? [inner] : inner;
  if (!Array.isArray(items)) {
    throw new FleetdeskError({
      code: 'bad-response',
      reason: 'unexpected-shape',
      message: 'The answer holds no list of trajectories in "data".',
    });
  }
  refuseEndless(items);
  const unread: Unread[] = [];
  const days = items.flatMap((item: unknown, index) => {
    const record = new ObjectReader(fieldsOf(item), `data[${index}]`, unread);
    const day = dayOfAcc(record.value('acc'));
    if (day === null) record.report('acc', 'not-a-day');
    return day === null ? [] : [readSummary(record, day)];
  });
  return { days, size: items.length, unread };
}

/** Decodes *get trajectory* for a day; what can't be read is reported. */
export function decodeTrajectory(body: unknown, day: string): TrajectoryRecord {
  const report = new UnreadReport();
  const fields = fieldsOf(unwrap(body, (item) => dayOfAcc(own(fieldsOf(item), 'acc')) === day));
  if (Object.keys(fields).length === 0) report.add('data', 'not-a-trajectory', body);
  const unread: Unread[] = [];
  const record = new ObjectReader(fields, 'data', unread);
  const summary = readSummary(record, day);
  for (const { path, problem } of unread) {
    report.add(path, problem, { [path]: own(fields, path.replace(/^data\./, '')) });
  }
  const segs = own(fields, 'segs');
  const told: unknown[] = Array.isArray(segs) ? segs : [];
  const segments = told.flatMap((item, index) => {
    const segment = readSegment(item);
    if (segment === null) report.add(`data.segs[${index}]`, 'not-a-segment', item);
    return segment ?? [];
  });
  return { summary, segments, unreadSegments: told.length - segments.length, report };
}

/** The record inside `{data: …}`, out of a list the one that fits best. */
function unwrap(body: unknown, fits: (item: unknown) => boolean): unknown {
  const inner = isJsonObject(body) && Object.hasOwn(body, 'data') ? own(body, 'data') : body;
  return Array.isArray(inner) ? (inner.find(fits) ?? inner[0]) : inner;
}

function readSummary(record: ObjectReader, day: string): DaySummary {
  return {
    day,
    duration: record.amount('dur', LARGEST.duration),
    distance: record.amount('dis', LARGEST.distance),
    topSpeed: record.amount('spMax', LARGEST.speed),
    averageSpeed: record.amount('spAvg', LARGEST.speed),
    stops: record.amount('stCnt', LARGEST.count),
    stopDuration: record.amount('stDur', LARGEST.duration),
    alarms: record.amount('alCnt', LARGEST.count),
  };
}
