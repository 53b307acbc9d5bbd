import { trackFlags, type Gap, type Track, type TrackColumns } from '@contract/trajectories';

/**
 * What is known at a moment of a day. `gap` is a stretch without fixes: the position is the last
 * one known, never a place between. `before` and `after` lie outside of the day's fixes.
 */
export type Knowledge = 'before' | 'known' | 'gap' | 'after';

/** A vehicle at one moment of its track. */
export type TrackState = {
  /** Epoch milliseconds. */
  time: number;
  knowledge: Knowledge;
  /** The newest fix at or before the moment; the first one where there is none. */
  index: number;
  latitude: number;
  longitude: number;
  /** Degrees clockwise from north, 0 to 360 exclusive. */
  heading: number | null;
  /** km/h. */
  speed: number | null;
  ignition: boolean | null;
  speedComputed: boolean;
  headingComputed: boolean;
  /** Where the moment is in a gap, that gap. */
  gap: Gap | null;
  /** Milliseconds since the newest fix, where that fix is not the present: in a gap and after. */
  sinceFix: number | null;
};

/** The part of a track that a position needs. */
export type Playable = Pick<Track, 'columns' | 'gaps'>;

/** Reads the state at any moment; keeps its place, so that playing on costs no search. */
export type TrackReader = (time: number) => TrackState;

/**
 * The index of the last entry at or below `time`, −1 where all lie above. `hint` is where the
 * caller was last: the entry itself and the next one are looked at before the search.
 */
export function findIndexAt(at: ArrayLike<number>, time: number, hint = 0): number {
  const last = at.length - 1;
  const isHere = (index: number) =>
    index >= 0 &&
    index <= last &&
    (at[index] ?? Infinity) <= time &&
    (index === last || (at[index + 1] ?? Infinity) > time);
  if (isHere(hint)) return hint;
  if (isHere(hint + 1)) return hint + 1;
  let low = 0;
  let high = last;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** Degrees from 0 up to, not including, 360. */
function normaliseHeading(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 360 ? 0 : turned;
}

/** Turns from one heading to another the short way round: 359° to 1° passes north. */
export function interpolateHeading(from: number, to: number, fraction: number): number {
  const turn = normaliseHeading(to - from + 180) - 180;
  return normaliseHeading(from + turn * fraction);
}

/** A longitude between two, the short way round the globe. */
export function interpolateLongitude(from: number, to: number, fraction: number): number {
  const span = to - from;
  if (Math.abs(span) <= 180) return from + span * fraction;
  const reached = from + (span > 0 ? span - 360 : span + 360) * fraction;
  if (reached > 180) return reached - 360;
  return reached < -180 ? reached + 360 : reached;
}

/** The gap that begins at a fix, or null. Gaps are sorted by index. */
function findGapAfter(gaps: readonly Gap[], index: number): Gap | null {
  let low = 0;
  let high = gaps.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const gap = gaps[middle];
    if (gap === undefined) return null;
    if (gap.index === index) return gap;
    if (gap.index < index) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function has(columns: TrackColumns, index: number, flag: number): boolean {
  return ((columns.flags[index] ?? 0) & flag) !== 0;
}

/** The state at a fix itself. */
function readFix(columns: TrackColumns, index: number, time: number): TrackState {
  const ignition = columns.ignition[index];
  const heading = known(columns.heading[index]);
  return {
    time,
    knowledge: 'known',
    index,
    latitude: columns.latitude[index] ?? 0,
    longitude: columns.longitude[index] ?? 0,
    heading: heading === null ? null : normaliseHeading(heading),
    speed: known(columns.speed[index]),
    ignition: ignition === 0 ? false : ignition === 1 ? true : null,
    speedComputed: has(columns, index, trackFlags.speedComputed),
    headingComputed: has(columns, index, trackFlags.headingComputed),
    gap: null,
    sinceFix: null,
  };
}

/** The same place and heading, with nothing said of what the vehicle does there now. */
function hold(
  columns: TrackColumns,
  index: number,
  time: number,
  knowledge: Knowledge,
  gap: Gap | null,
): TrackState {
  return {
    ...readFix(columns, index, time),
    knowledge,
    speed: null,
    ignition: null,
    speedComputed: false,
    gap,
    sinceFix: knowledge === 'before' ? null : time - (columns.at[index] ?? time),
  };
}

/** The state on the way from one fix to the next, by time. */
function readBetween(columns: TrackColumns, index: number, time: number): TrackState {
  const state = readFix(columns, index, time);
  const from = columns.at[index] ?? time;
  const to = columns.at[index + 1] ?? from;
  if (time <= from || to <= from) return state;
  const fraction = (time - from) / (to - from);
  const next = readFix(columns, index + 1, time);
  state.latitude += (next.latitude - state.latitude) * fraction;
  state.longitude = interpolateLongitude(state.longitude, next.longitude, fraction);
  if (state.speed !== null && next.speed !== null) {
    state.speed += (next.speed - state.speed) * fraction;
    state.speedComputed ||= next.speedComputed;
  }
  if (state.heading !== null && next.heading !== null) {
    state.heading = interpolateHeading(state.heading, next.heading, fraction);
    state.headingComputed ||= next.headingComputed;
  }
  return state;
}

/**
 * A reader of a track's states, or null where it holds no fix. The answer depends on the moment
 * alone, not on what was read before.
 */
export function createTrackReader(track: Playable): TrackReader | null {
  const { columns, gaps } = track;
  const last = columns.at.length - 1;
  if (last < 0) return null;
  let hint = 0;
  return (time) => {
    const index = findIndexAt(columns.at, time, hint);
    hint = Math.max(index, 0);
    if (index < 0) return hold(columns, 0, time, 'before', null);
    const isOnFix = columns.at[index] === time;
    if (index === last && !isOnFix) return hold(columns, last, time, 'after', null);
    const gap = isOnFix ? null : findGapAfter(gaps, index);
    if (gap !== null) return hold(columns, index, time, 'gap', gap);
    return readBetween(columns, index, time);
  };
}
