import { describe, expect, it } from 'vitest';
import { worldSize, worldX } from '@/map/core/projection';
import { gapStep, thinLine, unrollTrack } from '@/map/workers/track/track-line';
import {
  countBetween,
  findRuns,
  placeVertices,
  sortBySteps,
  type Runs,
  type Vertices,
} from '@/map/workers/track/track-runs';
import type { TrackView } from '@/map/workers/track/track-view';

const world = worldSize(10);
const view: TrackView = {
  ...{ worldSize: world, left: worldX(0) * world, top: 0.5 * world - 50 },
  ...{ width: 200, height: 100, pixelRatio: 1 },
};

function verticesAt(places: readonly (readonly [number, number])[], steps: number[]): Vertices {
  return {
    x: Float32Array.from(places, ([x]) => x),
    y: Float32Array.from(places, ([, y]) => y),
    steps: Uint8Array.from(steps),
    count: places.length,
  };
}

const listed = ({ steps, from, to, count }: Runs) =>
  Array.from({ length: count }, (_, run) => [steps[run], from[run], to[run]]);

describe('stretches of one colour', () => {
  const way = verticesAt(
    [
      ...([
        [10, 20],
        [20, 20],
        [30, 40],
        [40, 10],
      ] as const),
      // Out of view and back.
      ...([
        [400, 10],
        [400, 90],
        [150, 90],
        [150, 80],
      ] as const),
    ],
    [0, 3, 3, 5, 5, 5, 5, 3],
  );

  it('are told in the order of the way, without what is out of view', () => {
    expect(listed(findRuns(way, view, 4))).toEqual([
      ...[
        [3, 0, 2],
        [5, 2, 4],
      ],
      ...[
        [5, 5, 6],
        [3, 6, 7],
      ],
    ]);
  });

  it('know how far they reach', () => {
    expect(findRuns(way, view, 4)).toMatchObject({ left: 10, top: 10, right: 400, bottom: 90 });
    const beside = verticesAt(
      [
        [210, 20],
        [220, 30],
      ],
      [0, 1],
    );
    expect(findRuns(beside, view, 4)).toMatchObject({ count: 0, left: Infinity, right: -Infinity });
  });

  it('are found by their step, gaps too', () => {
    const steps = Uint8Array.from([gapStep, 3, 0, 3, gapStep, 3, 9]);
    const empty = new Uint32Array(7);
    const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
    // What was found may be less than there was room for.
    const ofStep = sortBySteps({ steps, from: empty, to: empty, count: 6, ...bounds });
    expect([0, 1, 3, 9, gapStep].map((step) => [...ofStep(step)])).toEqual([
      ...[[2], [], [1, 3, 5]],
      ...[[], [0, 4]],
    ]);
  });
});

describe('the vertices between two moments', () => {
  const line = unrollTrack({
    at: Float64Array.from([0, 1000, 2000, 3000]),
    latitude: new Float64Array(4),
    longitude: Float64Array.from([10, 50, 90, 130], (x) => (x * 360) / world),
    // On a straight way, vertices are where the colour changes.
    speed: Float32Array.of(0, 30, 60, 90),
    gapAfter: new Uint32Array(),
  });
  const thin = thinLine(line, world, 24);
  const placesAt = (since: number, until: number) => {
    const { x, count } = placeVertices(line, thin, view, since, until);
    return [...x.subarray(0, count)].map(Math.round);
  };

  it('begin and end between two fixes', () => {
    expect(placesAt(-Infinity, Infinity)).toEqual([10, 50, 90, 130]);
    expect(placesAt(500, 2500)).toEqual([30, 50, 90, 110]);
    expect(placesAt(-Infinity, 0)).toEqual([10]);
    expect(placesAt(-Infinity, -1)).toEqual([]);
  });

  it('are counted without being placed', () => {
    expect(countBetween(line, thin, -Infinity, Infinity)).toBe(4);
    expect(countBetween(line, thin, 500, 2500)).toBe(2);
    expect(countBetween(line, thin, 500, 700)).toBe(0);
    expect(countBetween(line, thin, -Infinity, -1)).toBe(0);
  });
});
