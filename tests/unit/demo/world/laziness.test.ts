import { describe, expect, it } from 'vitest';
import { Journeys } from '@demo/world/driving/journeys';
import { DAY_SECONDS } from '@demo/world/driving/local-time';
import { NEXT_DAY, PATIENT, reportingTraits, worldAt } from './driving-fixture';

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

  it('keeps what it computed while there is room, and forgets the oldest first', () => {
    const [traits] = reportingTraits(worldAt(NEXT_DAY), 5);
    if (!traits) throw new Error('nobody reports');
    const computedBy = (room: number): number => {
      const journeys = new Journeys(1, room);
      for (const back of [0, 1, 2, 3, 4, 0])
        journeys.lastFix(traits, NEXT_DAY - back * DAY_SECONDS);
      return journeys.computedUnits;
    };
    expect(computedBy(1_000_000)).toBe(5);
    expect(computedBy(1)).toBe(6);
  });
});
