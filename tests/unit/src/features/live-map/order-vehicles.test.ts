import { describe, expect, it } from 'vitest';
import { createNameOrder, orderByName } from '@/app/name-order';
import { createVehicleOrder, type ListChoice, type Sort } from '@/features/live-map/order-vehicles';
import type { LiveVehicle } from '@contract/fixes';
import type { Vehicle } from '@contract/vehicles';
import fc from 'fast-check';
import { listed, liveVehicle, now } from './live';

const vehicles = [
  listed('c', 'CCC-3C33', { modelName: 'Caminhão Açu' }),
  listed('a', 'AAA-1A11', { code: 'F-007' }),
  listed('d', 'DDD-4D44'),
  listed('b', 'BBB-2B22'),
];
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

function orderOf(vehicles: ReadonlyMap<string, Vehicle>, live: ReadonlyMap<string, LiveVehicle>) {
  return createVehicleOrder({
    byName: () => orderByName(vehicles.values()),
    vehicle: (id) => vehicles.get(id),
    live: (id) => live.get(id),
  });
}

const chosen = (choice: Partial<ListChoice>) => {
  const order = orderOf(new Map(vehicles.map((each) => [each.id, each])), live);
  order.choose({ found: null, status: null, sort: 'name', from: null, ...choice });
  return order.ids;
};

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

describe('the list in its order', () => {
  /** A fleet whose list is kept by what changes in it. */
  function kept(choice: Partial<ListChoice>) {
    const fleet = new Map(vehicles.map((each) => [each.id, each]));
    const states = new Map(live);
    const order = orderOf(fleet, states);
    order.choose({ found: null, status: null, sort: 'speed', from: null, ...choice });
    const at = (id: string, speed: number) =>
      states.set(id, liveVehicle(id, { motion: speed > 0 ? 'moving' : 'parked' }, { speed }));
    return { fleet, states, order, at };
  }

  it('is another one where a vehicle overtakes another, and the same where none does', () => {
    const { order, at } = kept({});
    expect(order.ids).toEqual(['c', 'a', 'b', 'd']);
    const before = order.ids;
    at('c', 31);
    order.change(['c']);
    expect(order.ids).toBe(before);
    at('d', 50);
    expect(order.change(['d'])).toBe(false);
    expect(order.ids).toEqual(['d', 'c', 'a', 'b']);
  });

  it('tells when others are let through than before', () => {
    const { order, at, fleet } = kept({ status: 'moving' });
    expect(order.ids).toEqual(['c']);
    at('a', 40);
    expect(order.change(['a'])).toBe(true);
    expect(order.ids).toEqual(['a', 'c']);
    at('a', 20);
    expect(order.change(['a'])).toBe(false);
    expect(order.ids).toEqual(['c', 'a']);
    fleet.delete('c');
    expect(order.change(['c'])).toBe(true);
    expect(order.ids).toEqual(['a']);
  });

  const steps = fc.array(
    fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
        plate: fc.constantFrom(null, 'AAA-1A11', 'BBB-2B22', 'CCC-3C33'),
        speed: fc.constantFrom(null, 0, 20, 40),
        at: fc.constantFrom(now, now - 60_000, now - 120_000),
      }),
      { maxLength: 5 },
    ),
    { maxLength: 6 },
  );
  const choices = fc.record({
    sort: fc.constantFrom<Sort>('name', 'status', 'since', 'age', 'speed', 'distance'),
    status: fc.constantFrom(null, 'moving', 'parked', 'unchecked'),
    isPinned: fc.constantFrom(undefined, (id: string) => id > 'd'),
    from: fc.constantFrom(null, { latitude: -11, longitude: -46 }),
  });

  it('is that of a list made again, whatever changes', () => {
    fc.assert(
      fc.property(choices, steps, ({ isPinned, ...rest }, parts) => {
        const choice = { found: null, ...rest, ...(isPinned && { isPinned }) } as ListChoice;
        const fleet = new Map<string, Vehicle>();
        const states = new Map<string, LiveVehicle>();
        const order = orderOf(fleet, states);
        order.choose(choice);
        for (const part of parts) {
          for (const { id, plate, speed, at } of part) {
            // Each has a name of its own: twins may take any order among each other.
            if (plate === null) fleet.delete(id);
            else fleet.set(id, listed(id, plate + id));
            if (speed === null) states.delete(id);
            else {
              const motion = speed > 0 ? 'moving' : 'parked';
              const since = { at, isAtLeast: false };
              states.set(
                id,
                liveVehicle(id, { motion, since }, { speed, at, latitude: -11 - speed / 9 }),
              );
            }
          }
          order.change(new Set(part.map(({ id }) => id)));
          const anew = orderOf(fleet, states);
          anew.choose(choice);
          expect(order.ids).toEqual(anew.ids);
        }
      }),
    );
  });
});
