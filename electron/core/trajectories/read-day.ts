import { FleetdeskError } from '@contract/errors';
import type { Track } from '@contract/trajectories';
import { parseJson } from '../service/answer-errors';
import { decodeTrajectory } from '../service/decoders/trajectories';
import { decodeTrajectoryData } from '../service/decoders/trajectory-data';
import type { Profile } from '../service/profile';
import type { DayDevice } from './day-devices';
import { dayBounds } from './day-math';
import { joinParts } from './told-parts';
import { buildTrack, type TrackSource } from './track';

/** What one device told of its part of a day. */
export interface ToldDevice extends DayDevice {
  /** The JSON of *get trajectory*; undefined where the service had none. */
  trajectory: unknown;
  /**
   * The text of *trajectory data*: a day of 86,400 detailed fixes is about 17 MB. Null where the
   * service had none.
   */
  data: string | null;
}

/** A day as the service told it: plain data, so that another thread can read it. */
export interface ToldDay extends Omit<TrackSource, 'trajectory' | 'data' | 'devices'> {
  /** The devices that told something of the day; at least one. */
  devices: readonly ToldDevice[];
  /** How the profile names and measures a position. */
  tracking: Profile['tracking'];
}

/**
 * Reads a day and builds its track; null where the service told nothing. For a large one this takes
 * half a second. @throws FleetdeskError `bad-response`/`not-json`
 */
export function readDay({ devices, tracking, ...source }: ToldDay): Track | null {
  const parts = devices.map(({ spans, trajectory, data }) => {
    const body = data === null ? [] : parseJson(data);
    if (body === undefined) {
      throw new FleetdeskError({
        code: 'bad-response',
        reason: 'not-json',
        message: 'The trajectory data of the day are not JSON.',
      });
    }
    return {
      spans,
      trajectory: trajectory === undefined ? null : decodeTrajectory(trajectory, source.day),
      data: decodeTrajectoryData(body, tracking),
    };
  });
  const day = dayBounds(source.day, source.timeZone);
  return buildTrack({
    ...source,
    ...joinParts(parts, day),
    devices: devices
      .flatMap(({ deviceId, spans }) => spans.map((span) => ({ deviceId, ...span })))
      .sort((a, b) => a.from - b.from),
  });
}
