import { describe, expect, it } from 'vitest';
import { clusterRadius } from '@/map/workers/vehicles/compose';
import { mixShares } from '@/map/workers/vehicles/draw-cluster';
import { headingStep, headingSteps } from '@/map/workers/vehicles/glyphs';

describe('the ring of a cluster', () => {
  it('is shared by what the vehicles do', () => {
    expect(mixShares([3, 0, 1, 0, 0, 0, 0, 0])).toEqual([0.75, 0, 0.25, 0, 0, 0, 0, 0]);
  });

  it('shows even one among thousands', () => {
    const shares = mixShares([9999, 0, 1, 0, 0, 0, 0, 0]);
    expect(shares[2]).toBeGreaterThan(0.03);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
  });

  it('grows slowly with the number, and not without end', () => {
    expect(clusterRadius(2)).toBeLessThan(clusterRadius(20));
    expect(clusterRadius(50_000)).toBeLessThanOrEqual(28);
  });
});

describe('the picture of a heading', () => {
  it('is the nearest one, all around', () => {
    expect(headingStep(0)).toBe(0);
    expect(headingStep(359)).toBe(0);
    expect(headingStep(90)).toBe(headingSteps / 4);
    expect(headingStep(NaN)).toBe(0);
  });
});
