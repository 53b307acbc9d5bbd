import type { Place } from '@contract/rules/longitudes';
import type { Alarm, Gap, Segment, Stop, Track } from '@contract/trajectories';
import type { Span } from './playback-clock';
import { findIndexAt } from './playback-maths';

/** One row of a day's timeline. */
export type TimelineEntry = Span & { key: string } & (
    | {
        kind: 'stop';
        stop: Stop;
        /** Milliseconds of it without a fix, as far as these are gaps: parked devices report rarely. */
        silence: number;
      }
    | { kind: 'drive'; segment: Segment }
    | { kind: 'gap'; gap: Gap }
    | { kind: 'alarm'; alarm: Alarm }
    /** From here on another device tells the day. */
    | { kind: 'device'; deviceId: string }
  );

/** What a day's figures and rows are made of. */
type Happenings = Pick<Track, 'stops' | 'segments' | 'gaps' | 'alarms' | 'devices'>;

const order = { device: 0, drive: 1, stop: 2, gap: 3, alarm: 4 } as const;

/** Whether a gap is within a stop, so that it hides no way. */
function isWithin(gap: Gap, { from, to }: Span): boolean {
  return gap.from >= from && gap.to <= to;
}

/**
 * Stops, drives, gaps, alarms and changes of the device in the order of time; where several begin
 * at once, what holds the others comes first. A gap within a stop is shown by the stop.
 */
export function buildTimeline(track: Happenings): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...track.segments.map((segment, index): TimelineEntry => {
      return { kind: 'drive', key: `drive-${index}`, from: segment.from, to: segment.to, segment };
    }),
    ...track.stops.map((stop, index): TimelineEntry => {
      const silence = track.gaps
        .filter((gap) => isWithin(gap, stop))
        .reduce((sum, { from, to }) => sum + to - from, 0);
      return { kind: 'stop', key: `stop-${index}`, from: stop.from, to: stop.to, stop, silence };
    }),
    ...track.gaps
      .filter((gap) => !track.stops.some((stop) => isWithin(gap, stop)))
      .map((gap): TimelineEntry => {
        return { kind: 'gap', key: `gap-${gap.index}`, from: gap.from, to: gap.to, gap };
      }),
    ...track.alarms.map((alarm, index): TimelineEntry => {
      return { kind: 'alarm', key: `alarm-${index}`, from: alarm.at, to: alarm.at, alarm };
    }),
    ...track.devices
      .filter(({ deviceId }, index) => index > 0 && deviceId !== track.devices[index - 1]?.deviceId)
      .map(({ deviceId, from }): TimelineEntry => {
        return { kind: 'device', key: `device-${from}`, from, to: from, deviceId };
      }),
  ];
  return entries.sort((one, other) => one.from - other.from || order[one.kind] - order[other.kind]);
}

/** The row that holds a moment, the innermost one where several do; some last no time. */
export function findCurrent(
  entries: readonly TimelineEntry[],
  time: number,
): TimelineEntry | undefined {
  return entries.findLast(
    ({ kind, from, to }) =>
      kind !== 'alarm' && kind !== 'device' && from <= time && time < Math.max(to, from + 1),
  );
}

/** From the first to the last thing known of the day: what the player's axis shows. */
export function spanOf(track: Happenings & Pick<Track, 'columns' | 'dayFrom' | 'dayTo'>): Span {
  const { at } = track.columns;
  const starts = [at[0], track.stops[0]?.from, track.segments[0]?.from, track.alarms[0]?.at];
  const ends = [
    at[at.length - 1],
    track.stops.at(-1)?.to,
    track.segments.at(-1)?.to,
    track.alarms.at(-1)?.at,
  ];
  const known = (time: number | undefined): time is number => time !== undefined;
  const from = Math.max(Math.min(...starts.filter(known)), track.dayFrom);
  const to = Math.min(Math.max(...ends.filter(known)), track.dayTo);
  return from <= to ? { from, to } : { from: track.dayFrom, to: track.dayTo };
}

/**
 * Where the player is when a day is opened: at the first drive, so that nobody has to sit
 * through the night before it.
 */
export function openingMoment(track: Happenings, span: Span): number {
  return Math.min(Math.max(track.segments[0]?.from ?? span.from, span.from), span.to);
}

/** Where the last fix of a span is; null for a span without one. */
export function placeAtEnd({ from, to }: Span, columns: Track['columns']): Place | null {
  const index = findIndexAt(columns.at, to);
  const [at, latitude, longitude] = [
    columns.at[index],
    columns.latitude[index],
    columns.longitude[index],
  ];
  const isKnown = at !== undefined && latitude !== undefined && longitude !== undefined;
  return isKnown && at >= from ? { latitude, longitude } : null;
}
