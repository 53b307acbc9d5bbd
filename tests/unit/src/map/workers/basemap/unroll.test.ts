import { describe, expect, it } from 'vitest';
import { unrollLine, unrollRing } from '@/map/workers/basemap/unroll';

describe('shapes across the 180th meridian', () => {
  it('run on beyond it', () => {
    expect(
      unrollLine([
        [179, 65],
        [-179, 66],
        [-178, 67],
        [179.5, 68],
      ]),
    ).toEqual([
      [179, 65],
      [181, 66],
      [182, 67],
      [179.5, 68],
    ]);
  });

  it('leave others as they are', () => {
    const line = [
      [-46, -11],
      [-47, -12],
    ];
    expect(unrollLine(line)).toEqual(line);
  });

  it('are closed along the pole when they run all around it', () => {
    const ring = [-180, -90, 0, 90, 180].map((longitude) => [longitude, -70]);
    const unrolled = unrollRing(ring);
    expect(unrolled.slice(-3)).toEqual([
      [180, -90],
      [-180, -90],
      [-180, -70],
    ]);
  });
});
