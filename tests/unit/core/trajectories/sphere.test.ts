import { describe, expect, it } from 'vitest';
import { bearingBetween, distanceBetween } from '@core/trajectories/sphere';

describe('on a sphere of 6,371 km', () => {
  it('a degree of a great circle is 111,194.93 m', () => {
    expect(distanceBetween(0, 0, 1, 0)).toBeCloseTo(111_194.927, 2);
    expect(distanceBetween(0, 179.5, 0, -179.5)).toBeCloseTo(111_194.927, 2);
    expect(distanceBetween(-23.55, -46.63, -23.55, -46.63)).toBe(0);
    expect(distanceBetween(0, 0, 0, 180)).toBeCloseTo(Math.PI * 6_371_000, 3);
  });

  it('a bearing is clockwise from north', () => {
    expect(bearingBetween(0, 0, 1, 0)).toBeCloseTo(0);
    expect(bearingBetween(0, 0, 0, 1)).toBeCloseTo(90);
    expect(bearingBetween(1, 0, 0, 0)).toBeCloseTo(180);
    expect(bearingBetween(0, 0, 0, -1)).toBeCloseTo(270);
    expect(bearingBetween(0, 179.9, 0, -179.9)).toBeCloseTo(90);
  });
});
