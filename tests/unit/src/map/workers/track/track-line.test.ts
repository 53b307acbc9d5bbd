import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldSize, worldX, worldY } from '@/map/core/projection';
import {
  gapStep,
  unrollTrack,
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

type Point = readonly [number, number];

/** How far a point lies beside the way between two others. */
function beside([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const part =
    length === 0 ? 0 : Math.min(Math.max(((x - x0) * dx + (y - y0) * dy) / length, 0), 1);
  return Math.hypot(x - x0 - part * dx, y - y0 - part * dy);
}

/** Degrees of longitude in one pixel at zoom 10. */
const pixel = 360 / worldSize(10);

describe('the line of a track', () => {
  it('is unrolled at the date line', () => {
    const line = unrollTrack(
      fixesOf([
        { at: 0, lng: 179 },
        { at: 1, lng: -179 },
        { at: 2, lng: 179 },
      ]),
    );
    expect([...line.longitude]).toEqual([179, 181, 179]);
    const { x } = thinLine(line, worldSize(10), 24);
    expect([...x].map((value) => Math.round(value * 360))).toEqual([359, 361, 359]);
    expect([line.west, line.east].map((value) => Math.round(value * 360))).toEqual([359, 361]);
  });

  it('leaves out what lies within a pixel, but no end and no side of a gap', () => {
    const line = unrollTrack(
      fixesOf(
        [
          { at: 0, lng: 0 },
          { at: 1, lng: 0.3 * pixel },
          { at: 2, lng: 0.6 * pixel },
          { at: 3, lng: 2 * pixel, lat: 5 * pixel },
          { at: 4, lng: 2.1 * pixel, lat: 5 * pixel },
          { at: 5, lng: 2.2 * pixel, lat: 9 * pixel },
          { at: 6, lng: 2.3 * pixel, lat: 9 * pixel },
          { at: 7, lng: 2.4 * pixel, lat: 9 * pixel },
        ],
        [4],
      ),
    );
    expect([...thinLine(line, worldSize(10), 24).fixes]).toEqual([0, 4, 5, 7]);
  });

  it('knows where each vertex is, far from the equator too', () => {
    const line = unrollTrack(
      fixesOf([
        { at: 0, lng: 20, lat: 69 },
        { at: 1, lng: 20 + 0.7 * pixel, lat: 69 },
        { at: 2, lng: 20, lat: 69 + 0.25 * pixel },
        { at: 3, lng: 20, lat: 69 + 0.6 * pixel },
        { at: 4, lng: 20 + 9 * pixel, lat: 69 },
      ]),
    );
    // A degree of latitude is 2.8 times as long there as one of longitude.
    const { fixes, x, y } = thinLine(line, worldSize(10), 24);
    expect([...fixes]).toEqual([0, 3, 4]);
    expect([...x]).toEqual([20, 20, 20 + 9 * pixel].map(worldX));
    const wanted = [69, 69 + 0.6 * pixel, 69].map(worldY);
    for (const [index, each] of wanted.entries()) expect(y[index]).toBeCloseTo(each, 11);
  });

  it('takes the mean speed of the fixes that a piece stands for', () => {
    const line = unrollTrack(
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

  /** Places of a way that goes on by these pixels. */
  function wayBy(steps: readonly { dx: number; dy: number; speed: number }[]) {
    let [lng, lat] = [0, 0];
    return steps.map(({ dx, dy, speed }, at) => {
      lng += dx * pixel;
      lat += dy * pixel;
      return { at, lng, lat, speed };
    });
  }

  const speed = fc.double({ min: 0, max: 130, noNaN: true });
  const anyway = fc.record({
    dx: fc.double({ min: -6, max: 6, noNaN: true }),
    dy: fc.double({ min: -6, max: 6, noNaN: true }),
    speed,
  });
  /** Even, for a while, as a road is. */
  const drive = fc
    .array(
      fc.record({
        turn: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        length: fc.double({ min: 0, max: 5, noNaN: true }),
      }),
      { minLength: 2, maxLength: 120 },
    )
    .map((each) => {
      let heading = 0;
      return each.map(({ turn, length }) => {
        heading += turn;
        return { dx: length * Math.cos(heading), dy: length * Math.sin(heading), speed: 50 };
      });
    });

  it('never lies further beside a fix than can be seen', () => {
    const ways = fc.oneof(fc.array(anyway, { minLength: 2, maxLength: 120 }), drive);
    fc.assert(
      fc.property(ways, (way) => {
        const line = unrollTrack(fixesOf(wayBy(way)));
        const { fixes } = thinLine(line, worldSize(10), 24);
        const at = (index: number) =>
          [worldX(line.longitude[index] ?? 0), worldY(line.latitude[index] ?? 0)] as const;
        for (let piece = 1; piece < fixes.length; piece += 1) {
          const from = fixes[piece - 1] ?? 0;
          const to = fixes[piece] ?? 0;
          for (let fix = from + 1; fix < to; fix += 1) {
            expect(beside(at(fix), at(from), at(to)) * worldSize(10)).toBeLessThan(1.01);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out vertices between others on a straight way, and none where it bends', () => {
    const straight = Array.from({ length: 9 }, (_, at) => ({ dx: 3, dy: at % 2 ? 0.15 : -0.15 }));
    const back = { dx: -3, dy: 0 };
    const bend = Array.from({ length: 4 }, () => ({ dx: 0, dy: 3 }));
    const way = [...straight, back, ...bend].map((each) => ({ ...each, speed: 50 }));
    const { fixes, steps } = thinLine(unrollTrack(fixesOf(wayBy(way))), worldSize(10), 25);
    expect([...fixes]).toEqual([0, 8, 9, 13]);
    expect([...steps].slice(1)).toEqual([10, 10, 10]);
  });

  it('keeps the vertices of a straight way at which the colour changes or a gap is', () => {
    const speeds = [50, 50, 50, 90, 90, 90, NaN, NaN, 90, 90, 90, 90, 90];
    const way = speeds.map((each) => ({ dx: 3, dy: 0, speed: each }));
    const line = unrollTrack(fixesOf(wayBy(way), [9, 10]));
    const { fixes, steps } = thinLine(line, worldSize(10), 25);
    expect([...fixes]).toEqual([0, 2, 5, 7, 9, 10, 11, 12]);
    const [fifty, ninety] = [50, 90].map((each) => stepOf(each, 25));
    expect([...steps].slice(1)).toEqual([
      ...[fifty, ninety, unknownStep, ninety],
      ...[gapStep, gapStep, ninety],
    ]);
  });

  it('holds of a slow drive a vertex a pixel', () => {
    const points = Array.from({ length: 86_400 }, (_, at) => {
      const across = Math.abs((at % 20) - 10);
      return { at, lng: 0.1 * across * pixel, lat: 0.1 * at * pixel * 1e-3, speed: 0 };
    });
    const { fixes } = thinLine(unrollTrack(fixesOf(points)), worldSize(10), 24);
    expect(fixes.length).toBeLessThan(10_900);
    expect(fixes.at(-1)).toBe(86_399);
  });

  it('holds nothing where there are no fixes', () => {
    expect(thinLine(unrollTrack(fixesOf([])), worldSize(3), 24).fixes).toHaveLength(0);
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
