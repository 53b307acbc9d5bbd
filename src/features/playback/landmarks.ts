import type { Track } from '@contract/trajectories';

/** What a person can step to: the start of a stop, of a drive, an alarm. */
export type LandmarkKind = 'stop' | 'segment' | 'alarm';

/** A moment to step to. */
export type Landmark = { at: number; kind: LandmarkKind; index: number };

/** The kinds that Shift with an arrow steps through. */
export const stopsAndAlarms: readonly LandmarkKind[] = ['stop', 'alarm'];

/** All landmarks of a day, in the order of time. */
export function listLandmarks(
  track: Pick<Track, 'stops' | 'segments' | 'alarms'>,
): readonly Landmark[] {
  return [
    ...track.stops.map(({ from }, index): Landmark => ({ at: from, kind: 'stop', index })),
    ...track.segments.map(({ from }, index): Landmark => ({ at: from, kind: 'segment', index })),
    ...track.alarms.map(({ at }, index): Landmark => ({ at, kind: 'alarm', index })),
  ].sort((one, other) => one.at - other.at);
}

/** The first landmark of these kinds after a moment, or null. */
export function findNext(
  landmarks: readonly Landmark[],
  kinds: readonly LandmarkKind[],
  time: number,
): Landmark | null {
  return landmarks.find(({ at, kind }) => at > time && kinds.includes(kind)) ?? null;
}

/**
 * The last landmark of these kinds before a moment, or null. While playing, time runs on past the
 * landmark that one just stepped to; `grace` (milliseconds) is how far past it still counts as
 * being there, so that stepping back twice goes back twice.
 */
export function findPrevious(
  landmarks: readonly Landmark[],
  kinds: readonly LandmarkKind[],
  time: number,
  grace = 0,
): Landmark | null {
  return landmarks.findLast(({ at, kind }) => at < time - grace && kinds.includes(kind)) ?? null;
}
