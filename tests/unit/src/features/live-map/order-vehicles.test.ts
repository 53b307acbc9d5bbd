import { describe, expect, it } from 'vitest';
import { orderByName } from '@/app/vehicle-search';
import { chooseVehicles, type ListChoice } from '@/features/live-map/order-vehicles';
import { listed, liveVehicle, now } from './live';

const vehicles = [
  listed('c', 'CCC-3C33', { modelName: 'Caminhão Açu' }),
  listed('a', 'AAA-1A11', { code: 'F-007' }),
  listed('d', 'DDD-4D44'),
  listed('b', 'BBB-2B22'),
];
const byPlate = orderByName(vehicles);
const live = new Map(
  [
    liveVehicle('a', { motion: 'parked' }, { at: now - 9000, speed: 0 }),
    liveVehicle('b', { connection: 'silent' }, { at: now - 90_000, speed: 80 }),
    liveVehicle('c', {}, { at: now - 5000, speed: 30 }),
  ].map((each) => [each.vehicleId, each]),
);

const chosen = (choice: Partial<ListChoice>) =>
  chooseVehicles(byPlate, live, { found: null, status: null, sort: 'name', ...choice }, now);

describe('the order of the list', () => {
  it('is by plate to begin with', () => {
    expect(chosen({})).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is by the latest fix, what never reported last', () => {
    expect(chosen({ sort: 'age' })).toEqual(['c', 'a', 'b', 'd']);
  });

  it('is by speed, the fastest first', () => {
    expect(chosen({ sort: 'speed' })).toEqual(['b', 'c', 'a', 'd']);
  });

  it('is by what vehicles do, heard of before silent, equals by plate', () => {
    expect(chosen({ sort: 'status' })).toEqual(['c', 'b', 'a', 'd']);
  });
});

describe('the filter of the list', () => {
  it('lets through what was found, in the order of the list', () => {
    expect(chosen({ found: new Set(['b', 'a', 'elsewhere']) })).toEqual(['a', 'b']);
    expect(chosen({ found: new Set() })).toEqual([]);
  });

  it('lets through what has the status', () => {
    expect(chosen({ status: 'moving' })).toEqual(['b', 'c']);
    expect(chosen({ status: 'silent' })).toEqual(['b']);
    expect(chosen({ status: 'parked', found: new Set(['c']) })).toEqual([]);
  });
});
