import { describe, expect, it } from 'vitest';
import { NEXT_DAY, PATIENT, reportingTraits, TUESDAY, worldAt } from './driving-fixture';

describe('a world of 50,000 vehicles', PATIENT, () => {
  it('computes a vehicle when it is asked for, and nothing else', () => {
    const world = worldAt(NEXT_DAY, 1, 50_000);
    expect(world.vehicles.count).toBe(50_000);
    expect(world.vehicles.page(49_950, 100)).toHaveLength(50);
    expect(world.journeys.computedUnits).toBe(0);
    const vehicle = world.vehicles.at(31_000);
    const traits = vehicle && world.traitsOf(vehicle);
    if (!traits) throw new Error('vehicle 31000 does not report');
    world.journeys.lastFix(traits, NEXT_DAY);
    expect(world.journeys.computedUnits).toBeLessThanOrEqual(3);
    const before = world.journeys.computedUnits;
    world.journeys.lastFix(traits, NEXT_DAY + 60);
    expect(world.journeys.computedUnits).toBe(before);
  });

  it('has plates, identifiers, IMEIs and serials without a double', () => {
    const world = worldAt(NEXT_DAY, 1, 50_000);
    const distinct = <T>(records: Iterable<T>, key: (record: T) => string | null): number => {
      const seen = new Set<string>();
      for (const record of records) {
        const value = key(record);
        if (value !== null) seen.add(value);
      }
      return seen.size;
    };
    expect(distinct(world.vehicles, ({ id }) => id)).toBe(50_000);
    expect(distinct(world.vehicles, ({ plate }) => plate)).toBe(50_000);
    expect(distinct(world.devices, ({ imei }) => imei)).toBe(world.devices.count);
    expect(distinct(world.chips, ({ serial }) => serial)).toBe(world.chips.count);
    expect(distinct(world.chips, ({ number }) => number)).toBe(world.chips.count);
    expect(distinct(world.users, ({ username }) => username)).toBe(world.users.count);
    expect(distinct(world.users, ({ cpf, id }) => cpf ?? id)).toBe(world.users.count);
  });

  it('keeps no more days than it has room for', () => {
    const world = worldAt(NEXT_DAY);
    const [traits] = reportingTraits(world, 5);
    if (!traits) throw new Error('nobody reports');
    for (let back = 0; back < 4; back += 1) world.journeys.day(traits, TUESDAY - back, NEXT_DAY);
    const computed = world.journeys.computedUnits;
    for (let back = 0; back < 4; back += 1) world.journeys.day(traits, TUESDAY - back, NEXT_DAY);
    expect(world.journeys.computedUnits).toBe(computed);
  });
});
