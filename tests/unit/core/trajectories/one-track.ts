import type { Track } from '@contract/trajectories';
import { decodeTrajectory } from '@core/service/decoders/trajectories';
import { decodeTrajectoryData } from '@core/service/decoders/trajectory-data';
import { defaultProfile } from '@core/service/profile';
import { buildTrack } from '@core/trajectories/track';

/** The day of the tracks. */
export const day = '2026-03-10';
/** Midnight in São Paulo. */
export const midnight = Date.UTC(2026, 2, 10, 3);
/** Meters to degrees of latitude. */
export const DEGREE = 111_194.927;

/** A position some seconds into the day, some meters north of the first. */
export function position(
  seconds: number,
  meters: number,
  parts: Record<string, unknown> = {},
): unknown {
  return { act: midnight / 1000 + seconds, lat: meters / DEGREE + 1, lng: -46.6, ...parts };
}

/** The track of the day; null where nothing of it was told. */
export function build(positions: unknown, trajectory: unknown = null): Track | null {
  return buildTrack({
    vehicleId: 'V00000000000001',
    day,
    timeZone: 'America/Sao_Paulo',
    trajectory: trajectory === null ? null : decodeTrajectory(trajectory, day),
    data: decodeTrajectoryData(positions, defaultProfile.tracking),
    limits: { live: 300_000, late: 3_600_000, parkedLate: 86_400_000, gap: 300_000 },
    movingSpeed: 3,
  });
}

export function mustBuild(positions: unknown, trajectory: unknown = null): Track {
  const track = build(positions, trajectory);
  if (track === null) throw new Error('no track');
  return track;
}

/** Seconds into the day. */
export function seconds(moment: number): number {
  return (moment - midnight) / 1000;
}
