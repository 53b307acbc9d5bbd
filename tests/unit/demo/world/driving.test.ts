import { describe, expect, it } from 'vitest';
import { generateStreets } from '@demo/index';
import { distanceBetween, reportDay } from '@demo/world/driving/day-report';
import { DAY_SECONDS, startOfDay } from '@demo/world/driving/local-time';
import {
  metresBetween,
  NEXT_DAY,
  PATIENT,
  reportingTraits,
  RoadFinder,
  TUESDAY,
  worldAt,
} from './driving-fixture';

describe('driving', PATIENT, () => {
  const world = worldAt(NEXT_DAY + 5 * DAY_SECONDS);
  const fleet = reportingTraits(world, 30);
  const days = fleet.map((traits) => world.journeys.day(traits, TUESDAY, NEXT_DAY));

  it('is the same whenever and in whatever order it is asked for', () => {
    const other = worldAt(NEXT_DAY);
    for (const [index, traits] of [...fleet.entries()].reverse()) {
      if (index % 5 !== 0) continue;
      other.journeys.lastFix(traits, startOfDay(TUESDAY) - 3 * DAY_SECONDS);
      expect(other.journeys.day(traits, TUESDAY, NEXT_DAY)).toEqual(days[index]);
    }
  });

  it('keeps a moving vehicle on a road that is drawn, facing along it', () => {
    const finder = new RoadFinder(generateStreets(1));
    let moving = 0;
    let turned = 0;
    let farthest = 0;
    for (const fix of days.flat()) {
      if (fix.speed === 0) continue;
      moving += 1;
      farthest = Math.max(farthest, finder.distance(fix));
      // At a crossing the road just left may be the nearer one.
      if (finder.turnFromRoad(fix) > 12) turned += 1;
    }
    expect(farthest).toBeLessThan(6);
    expect(moving).toBeGreaterThan(10_000);
    expect(turned / moving).toBeLessThan(0.01);
  });

  it('never leaps: from fix to fix no faster than the vehicle can go', () => {
    let worst = 0;
    for (const [index, fixes] of days.entries()) {
      const fastest = (fleet[index]?.topSpeed ?? 0) / 3.6;
      for (const [i, fix] of fixes.entries()) {
        const before = fixes[i - 1];
        if (!before) continue;
        const seconds = fix.act - before.act;
        worst = Math.max(worst, metresBetween(before, fix) - fastest * seconds, 1 - seconds);
      }
    }
    // Some metres for changing from lane to lane at a corner.
    expect(worst).toBeLessThan(6);
  });

  it('goes on over midnight, where a vehicle is on the road', () => {
    let onTheRoad = 0;
    for (const [index, traits] of fleet.entries()) {
      const last = days[index]?.at(-1);
      const [next] = world.journeys.day(traits, TUESDAY + 1, NEXT_DAY + DAY_SECONDS);
      if (!last || !next) continue;
      if (last.speed > 0 && next.act - last.act < 120) onTheRoad += 1;
      const fastest = traits.topSpeed / 3.6;
      expect(metresBetween(last, next)).toBeLessThanOrEqual(fastest * (next.act - last.act) + 6);
    }
    expect(onTheRoad).toBeGreaterThan(5);
  });

  it('reports at the interval of the device, hourly when parked', () => {
    for (const [index, fixes] of days.entries()) {
      const interval = fleet[index]?.interval ?? 0;
      const gaps = fixes
        .slice(1)
        .map((fix, i) => ({ fix, seconds: fix.act - (fixes[i]?.act ?? 0) }));
      const moving = gaps
        .filter(({ fix }, i) => fix.speed > 0 && (fixes[i]?.speed ?? 0) > 0)
        .map(({ seconds }) => seconds);
      const usual = moving.filter((seconds) => seconds <= interval).length;
      if (moving.length > 0) expect(usual / moving.length).toBeGreaterThan(0.97);
      const parked = fixes.map((fix) => !fix.ignition && fix.event === 0);
      for (const [i, { seconds }] of gaps.entries()) {
        if (parked[i] && parked[i + 1]) expect(seconds % 3600).toBe(0);
      }
    }
  });

  it('agrees, live, with the day: the last fix so far is the last of the day so far', () => {
    for (const hour of [1, 7.3, 12.01, 18.75, 23.9]) {
      const instant = startOfDay(TUESDAY) + Math.round(hour * 3600);
      for (const traits of fleet) {
        const live = world.journeys.lastFix(traits, instant);
        const soFar = world.journeys.day(traits, TUESDAY, instant).at(-1);
        if (!soFar) continue;
        expect({ ...live, trip: 0 }).toEqual({ ...soFar, trip: 0 });
        expect(soFar.act).toBeLessThanOrEqual(instant);
      }
    }
  });

  it('has stops, idling, speeding, harsh moments, gaps and low batteries, as real fleets have', () => {
    const wide = worldAt(NEXT_DAY);
    const fixes = reportingTraits(wide, 80).map((traits) =>
      wide.journeys.day(traits, TUESDAY, NEXT_DAY),
    );
    const alarms = new Set(fixes.flat().map(({ alarm }) => alarm));
    expect([...alarms].sort()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5]));
    const reports = fixes.map((day) => reportDay(day));
    const stops = reports.reduce((sum, report) => sum + report.stops.length, 0);
    expect(stops / reports.length).toBeGreaterThan(8);
    const idle = fixes.flat().filter((fix) => fix.speed === 0 && fix.ignition && fix.trip < 0);
    expect(idle.length).toBeGreaterThan(100);
    // Somewhere on the way nothing was heard for a while.
    const gaps = fixes.filter((day) =>
      day.some((fix, i) => {
        const before = day[i - 1];
        return before && fix.act - before.act > 300 && metresBetween(before, fix) > 500;
      }),
    );
    expect(gaps.length).toBeGreaterThan(5);
    expect(fixes.filter((day) => day.length === 0).length).toBeGreaterThan(0);
  });

  it('sums up its days by great-circle distance within trips', () => {
    for (const fixes of days.slice(0, 10)) {
      for (const { first, last, distance } of reportDay(fixes).trips) {
        let sum = 0;
        for (let i = first + 1; i <= last; i += 1) {
          const [a, b] = [fixes[i - 1], fixes[i]];
          if (a && b) sum += distanceBetween(a, b);
        }
        expect(distance).toBeCloseTo(sum, 6);
      }
    }
    const degree = distanceBetween({ lng: 0, lat: 0 }, { lng: 0, lat: 1 });
    expect(degree).toBeCloseTo(111_194.93, 1);
  });

  it('knows days up to two years back, and none before', () => {
    const [traits] = fleet;
    if (!traits) throw new Error('nobody reports');
    const count = (back: number): number =>
      Array.from(
        { length: 6 },
        (_, i) => world.journeys.day(traits, TUESDAY - back - i, NEXT_DAY).length,
      ).reduce((a, b) => a + b);
    expect(count(720)).toBeGreaterThan(0);
    expect(count(733)).toBe(0);
  });
});
