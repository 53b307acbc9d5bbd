import { FleetdeskError } from '@contract/errors';
import type { Track } from '@contract/trajectories';
import { parseJson } from '../service/answer-errors';
import { decodeTrajectory, decodeTrajectoryData } from '../service/decoders/trajectories';
import type { Profile } from '../service/profile';
import { buildTrack, type TrackSource } from './track';

/** A day as the service told it: plain data, so that another thread can read it. */
export interface ToldDay extends Omit<TrackSource, 'trajectory' | 'data'> {
  /** The JSON of *get trajectory*; undefined where the service had none. */
  trajectory: unknown;
  /** The text of *trajectory data*: a day of 86,400 detailed fixes is about 17 MB. */
  data: string;
  /** How the profile names and measures a position. */
  tracking: Profile['tracking'];
}

/**
 * Reads a day and builds its track; null where the service told nothing. For a large one this takes
 * half a second. @throws FleetdeskError `bad-response`/`not-json`
 */
export function readDay({ trajectory, data, tracking, ...source }: ToldDay): Track | null {
  const body = parseJson(data);
  if (body === undefined) {
    throw new FleetdeskError({
      code: 'bad-response',
      reason: 'not-json',
      message: 'The trajectory data of the day are not JSON.',
    });
  }
  return buildTrack({
    ...source,
    trajectory: trajectory === undefined ? null : decodeTrajectory(trajectory, source.day),
    data: decodeTrajectoryData(body, tracking),
  });
}
