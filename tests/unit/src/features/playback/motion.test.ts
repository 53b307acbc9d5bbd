import { describe, expect, it } from 'vitest';
import { motionAt } from '@/features/playback/motion';
import type { TrackState } from '@/features/playback/playback-maths';

const standing: TrackState = {
  time: 0,
  knowledge: 'known',
  index: 0,
  latitude: 0,
  longitude: 0,
  heading: 0,
  speed: 0,
  ignition: true,
  speedComputed: false,
  headingComputed: false,
  gap: null,
  sinceFix: null,
};

describe('what a vehicle did', () => {
  it.each<[string, Partial<TrackState>]>([
    ['moving', { speed: 3 }],
    ['moving', { speed: 40, ignition: false }],
    ['idling', { speed: 2.9 }],
    ['parked', { ignition: false }],
    ['parked', { speed: null, ignition: false }],
    ['parked', { ignition: null }],
    ['unknown', { speed: null }],
    ['unknown', { speed: 60, knowledge: 'gap' }],
    ['unknown', { knowledge: 'before' }],
    ['unknown', { knowledge: 'after' }],
  ])('is %s with %o', (motion, state) => {
    expect(motionAt({ ...standing, ...state }, 3)).toBe(motion);
  });

  it("goes by the profile's moving speed, as the live map does", () => {
    expect(motionAt({ ...standing, speed: 5 }, 10)).toBe('idling');
    expect(motionAt({ ...standing, speed: 10 }, 10)).toBe('moving');
  });
});
