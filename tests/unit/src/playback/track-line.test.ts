import { describe, expect, it } from 'vitest';
import { worldSize } from '@/map/core/projection';
import {
  gapStep,
  projectTrack,
  stepOf,
  thinLine,
  unknownStep,
  type TrackFixes,
} from '@/map/workers/track/track-line';

function fixesOf(
  points: readonly { at: number; lng: number; lat?: number; speed?: number }[],
  gapAfter: number[] = [],
): TrackFixes {
  return {
    at: Float64Array.from(points, ({ at }) => at),
    latitude: Float64Array.from(points, ({ lat = 0 }) => lat),
    longitude: Float64Array.from(points, ({ lng }) => lng),
    speed: Float32Array.from(points, ({ speed = 0 }) => speed),
    gapAfter: Uint32Array.from(gapAfter),
  };
}

/** Degrees of longitude in one pixel at zoom 10. */
const pixel = 360 / worldSize(10);

describe('the line of a track', () => {
  it('is unrolled at the date line', () => {
    const { x } = projectTrack(
      fixesOf([
        { at: 0, lng: 179 },
        { at: 1, lng: -179 },
        { at: 2, lng: 179 },
      ]),
    );
    expect([...x].map((value) => Math.round(value * 360))).toEqual([359, 361, 359]);
  });

  it('leaves out what lies within a pixel, but no end and no side of a gap', () => {
    const line = projectTrack(
      fixesOf(
        [
          { at: 0, lng: 0 },
          { at: 1, lng: 0.3 * pixel },
          { at: 2, lng: 0.6 * pixel },
          { at: 3, lng: 2 * pixel },
          { at: 4, lng: 2.1 * pixel },
          { at: 5, lng: 2.2 * pixel },
          { at: 6, lng: 2.3 * pixel },
          { at: 7, lng: 2.4 * pixel },
        ],
        [4],
      ),
    );
    expect([...thinLine(line, worldSize(10), 24).fixes]).toEqual([0, 3, 4, 5, 7]);
  });

  it('takes the mean speed of the fixes that a piece stands for', () => {
    const line = projectTrack(
      fixesOf(
        [
          { at: 0, lng: 0, speed: 0 },
          { at: 1, lng: 0.3 * pixel, speed: 30 },
          { at: 2, lng: 2 * pixel, speed: 90 },
          { at: 3, lng: 9 * pixel, speed: NaN },
          { at: 4, lng: 20 * pixel, speed: 120 },
        ],
        [3],
      ),
    );
    const { fixes, steps } = thinLine(line, worldSize(10), 25);
    expect([...fixes]).toEqual([0, 2, 3, 4]);
    expect([...steps]).toEqual([0, stepOf(60, 25), unknownStep, gapStep]);
  });

  it('is thinned until it can be drawn within a frame', () => {
    const points = Array.from({ length: 86_400 }, (_, at) => ({
      at,
      lng: (at % 2000) * 1.2 * pixel,
      lat: Math.floor(at / 2000) * 0.01,
    }));
    const { fixes } = thinLine(projectTrack(fixesOf(points)), worldSize(10), 24);
    expect(fixes.length).toBeLessThan(25_000);
    expect(fixes.at(-1)).toBe(86_399);
  });

  it('holds nothing where there are no fixes', () => {
    expect(thinLine(projectTrack(fixesOf([])), worldSize(3), 24).fixes).toHaveLength(0);
  });
});

describe('the steps of the colour scale', () => {
  it.each([
    [0, 0],
    [60, 12],
    [120, 24],
    [300, 24],
    [-5, 0],
    [NaN, unknownStep],
  ])('%d km/h is step %d of 25', (speed, step) => {
    expect(stepOf(speed, 25)).toBe(step);
  });
});
