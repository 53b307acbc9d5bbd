import { describe, expect, it } from 'vitest';
import { startOfDay } from '@demo/world/driving/local-time';
import { PATIENT, reportingTraits, TUESDAY, worldAt } from './driving-fixture';

/** The share of a fleet of 120 whose last fix is of the last minutes, and moving. */
function movingShares(seed: number, day: number): number[] {
  const world = worldAt(startOfDay(day + 1), seed);
  const fleet = reportingTraits(world, 120);
  const shares: number[] = [];
  for (let minute = 3; minute < 24 * 60; minute += 15) {
    const instant = startOfDay(day) + minute * 60;
    const moving = fleet.filter((traits) => {
      const fix = world.journeys.lastFix(traits, instant);
      return fix !== null && fix.speed > 0 && instant - fix.act <= 300;
    });
    shares.push(moving.length / 120);
  }
  return shares;
}

describe('the demo fleet is never asleep', PATIENT, () => {
  it.each([
    ['a Tuesday', 1, TUESDAY],
    ['a Sunday', 1, TUESDAY - 2],
    ['a Saturday of another city', 2, TUESDAY + 4],
    ['a Sunday of a third city', 3, TUESDAY + 5],
  ])('at least a quarter of it moves at any time of %s', (_, seed, day) => {
    const shares = movingShares(seed, day);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.25);
    if (day !== TUESDAY) return;
    // In the working hours of a weekday it is about half.
    const busy = shares.slice(8 * 4, 18 * 4);
    const mean = busy.reduce((a, b) => a + b) / busy.length;
    expect(mean).toBeGreaterThan(0.42);
    expect(mean).toBeLessThan(0.65);
  });
});
