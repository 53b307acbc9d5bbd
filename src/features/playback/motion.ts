import type { Motion } from '@contract/fixes';
import { motionOf } from '@contract/rules/motion';
import type { TrackState } from './playback-maths';

/**
 * What a vehicle did at a moment of its track, by the rule of the live map; unknown where no fix
 * tells.
 * @param movingSpeed km/h, by the service profile
 */
export function motionAt({ knowledge, ...report }: TrackState, movingSpeed: number): Motion {
  return motionOf(knowledge === 'known' ? report : null, movingSpeed);
}
