import { describe, expect, it } from 'vitest';
import { reportDay } from '@demo/world/driving/day-report';
import { DAY_SECONDS } from '@demo/world/driving/local-time';
import type { Traits } from '@demo/world/driving/traits';
import { NEXT_DAY, PATIENT, reportingTraits, TUESDAY, worldAt } from './driving-fixture';

interface VehicleDay {
  readonly traits: Traits;
  readonly kilometres: number;
  /** From the first fix of each trip to its last. */
  readonly hours: number;
  /** km/h */
  readonly topSpeed: number;
  readonly alarms: number;
}

/** The days of a fleet on which its devices were heard. */
function daysOf(seed: number, days: readonly number[]): VehicleDay[] {
  const world = worldAt(NEXT_DAY + 7 * DAY_SECONDS, seed);
  const result: VehicleDay[] = [];
  for (const traits of reportingTraits(world, 120)) {
    for (const day of days) {
      const fixes = world.journeys.day(traits, day, NEXT_DAY + 7 * DAY_SECONDS);
      if (fixes.length === 0) continue;
      const { trips, alarms } = reportDay(fixes);
      const seconds = trips.map(
        ({ first, last }) => (fixes[last]?.act ?? 0) - (fixes[first]?.act ?? 0),
      );
      result.push({
        traits,
        kilometres: trips.reduce((sum, { distance }) => sum + distance, 0) / 1000,
        hours: seconds.reduce((sum, lasts) => sum + lasts, 0) / 3600,
        topSpeed: Math.max(0, ...trips.map(({ topSpeed }) => topSpeed)),
        alarms: alarms.length,
      });
    }
  }
  return result;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

describe.each([1, 2, 3])('the days of a fleet, city %i', PATIENT, (seed) => {
  const sample = daysOf(seed, [TUESDAY, TUESDAY + 3]);
  const inSteadyUse = sample.filter(({ traits }) =>
    ['bus', 'patrol', 'haul'].includes(traits.mission),
  );
  const ordinary = sample.filter((day) => !inSteadyUse.includes(day));

  it('are as long as a crew can drive', () => {
    const hours = sample.map((day) => day.hours);
    expect(quantile(hours, 0.5)).toBeGreaterThan(6);
    expect(quantile(hours, 0.5)).toBeLessThan(11.5);
    expect(quantile(hours, 0.95)).toBeLessThan(17.5);
    expect(
      quantile(
        ordinary.map((day) => day.hours),
        0.95,
      ),
    ).toBeLessThan(13);
  });

  it('cover a distance that city traffic allows', () => {
    const kilometres = sample.map((day) => day.kilometres);
    expect(quantile(kilometres, 0.5)).toBeGreaterThan(120);
    expect(quantile(kilometres, 0.5)).toBeLessThan(300);
    expect(quantile(kilometres, 0.95)).toBeLessThan(620);
    const inTown = sample.filter(({ traits }) => traits.mission !== 'haul');
    expect(
      quantile(
        inTown.map((day) => day.kilometres),
        0.95,
      ),
    ).toBeLessThan(460);
  });

  it('seldom have an alarm, but for those of a few drivers', () => {
    const alarms = sample.map((day) => day.alarms);
    expect(quantile(alarms, 0.5)).toBeLessThanOrEqual(1);
    expect(quantile(alarms, 0.95)).toBeLessThanOrEqual(6);
    expect(Math.max(...alarms)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...alarms)).toBeLessThanOrEqual(20);
    expect(alarms.filter((count) => count === 0).length).toBeGreaterThan(0.4 * alarms.length);
  });

  it('seldom see more than 110 km/h', () => {
    const fast = sample.filter(({ topSpeed }) => topSpeed > 110);
    expect(fast.length).toBeLessThan(0.05 * sample.length);
  });
});
