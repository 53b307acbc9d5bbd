import type { Motion } from '@contract/fixes';
import type { TrackState } from './playback-maths';

/** km/h from which a vehicle counts as moving, as on the live map. */
const movingFrom = 3;

/** What a vehicle did at a moment of its track; unknown where no fix tells. */
export function motionAt({ knowledge, speed, ignition }: TrackState): Motion {
  if (knowledge !== 'known') return 'unknown';
  if (speed !== null && speed >= movingFrom) return 'moving';
  if (ignition === false) return 'parked';
  if (speed === null) return 'unknown';
  return ignition === true ? 'idling' : 'parked';
}
