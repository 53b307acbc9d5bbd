import { describe, expect, it } from 'vitest';
import { createNameOrder, orderByName } from '@/app/name-order';
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
    liveVehicle(
      'a',
      { motion: 'parked', since: { at: now - 900_000, isAtLeast: true } },
      { at: now - 9000, speed: 0, latitude: -11.3 },
    ),
    liveVehicle('b', { connection: 'silent' }, { at: now - 90_000, speed: 80 }),
    liveVehicle(
      'c',
      { since: { at: now - 60_000, isAtLeast: false } },
      { at: now - 5000, speed: 30, latitude: -11.2 },
    ),
  ].map((each) => [each.vehicleId, each]),
);

const chosen = (choice: Partial<ListChoice>) =>
  chooseVehicles(
    byPlate,
    live,
    { found: null, status: null, sort: 'name', from: null, ...choice },
    now,
  );

describe('the order of the list', () => {
  it('is by plate to begin with', () => {
    expect(chosen({})).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is by the latest fix, what never reported last', () => {
    expect(chosen({ sort: 'age' })).toEqual(['c', 'a', 'b', 'd']);
  });

  it('is by speed, the fastest first; a silent one moved once, and comes with those that stand', () => {
    expect(chosen({ sort: 'speed' })).toEqual(['c', 'a', 'b', 'd']);
  });

  it('is by what vehicles do, silent ones below them, what was not checked last', () => {
    expect(chosen({ sort: 'status' })).toEqual(['c', 'a', 'b', 'd']);
  });

  it('is by time in status, the longest first; of a silent one since its last report', () => {
    expect(chosen({ sort: 'since' })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is by distance from a place, what is nowhere last; by plate without a place', () => {
    const from = { latitude: -11.1, longitude: -46.9 };
    expect(chosen({ sort: 'distance', from })).toEqual(['b', 'c', 'a', 'd']);
    expect(chosen({ sort: 'distance' })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is natural: Truck 2 comes before Truck 10', () => {
    const trucks = ['Truck 10', 'Truck 2', 'Truck 1'].map((plate) => listed(plate, plate));
    expect(orderByName(trucks).map(({ plate }) => plate)).toEqual([
      'Truck 1',
      'Truck 2',
      'Truck 10',
    ]);
  });
});

it('the order is kept as vehicles come, are called otherwise and leave', () => {
  const inOrder = createNameOrder([]);
  const fleet = new Map<string, (typeof vehicles)[number]>();
  const steps: (readonly [id: string, plate: string | null])[][] = [
    vehicles.map(({ id, plate }) => [id, plate] as const),
    [
      ['e', 'CCC-1A00'],
      ['f', 'AAA-0A00'],
    ],
    [
      ['a', 'ZZZ-9Z99'],
      ['d', null],
    ],
    [],
  ];
  for (const step of steps) {
    const gone = step.flatMap(([id]) => fleet.get(id) ?? []);
    for (const [id, plate] of step) {
      if (plate === null) fleet.delete(id);
      else fleet.set(id, listed(id, plate));
    }
    inOrder.change({ gone, come: step.flatMap(([id]) => fleet.get(id) ?? []) });
    expect(inOrder.all).toEqual(orderByName(fleet.values()));
  }
  expect(inOrder.all.map(({ id }) => id)).toEqual(['f', 'b', 'e', 'c', 'a']);
});

it('the order is kept among vehicles that are called the same', () => {
  const twins = ['1', '2', '3', '4'].map((id) => listed(id, 'AAA-1A11'));
  const inOrder = createNameOrder(twins);
  const [first, second, third, fourth] = twins;
  if (!first || !second || !third || !fourth) throw new Error('four are made');
  inOrder.change({ gone: [third, listed('9', 'AAA-1A11')], come: [listed('0', 'AAA-1A11')] });
  // The second was there before it was told.
  inOrder.change({ gone: [], come: [second] });
  expect(inOrder.all.map(({ id }) => id)).toEqual(['1', '4', '0', '2']);
});

describe('the filter of the list', () => {
  it('lets through what was found, in the order of the list', () => {
    expect(chosen({ found: new Set(['b', 'a', 'elsewhere']) })).toEqual(['a', 'b']);
    expect(chosen({ found: new Set() })).toEqual([]);
  });

  it('lets through what has the status', () => {
    expect(chosen({ status: 'moving' })).toEqual(['c']);
    expect(chosen({ status: 'silent' })).toEqual(['b']);
    expect(chosen({ status: 'parked', found: new Set(['c']) })).toEqual([]);
  });
});
