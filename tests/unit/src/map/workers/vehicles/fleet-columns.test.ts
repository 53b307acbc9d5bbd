import { describe, expect, it } from 'vitest';
import { createFleetColumns } from '@/map/workers/vehicles/fleet-columns';
import { easeGlide, glideDuration, headingBetween } from '@/map/workers/vehicles/glide';
import { pack, pixelOf, type Spot } from './fleet';

const hooks = { before: () => undefined, after: () => undefined };

function fleetAt(spot: Spot) {
  const fleet = createFleetColumns();
  fleet.apply(pack([spot]), 0, { from: 0, to: 1 }, hooks);
  return fleet;
}

describe('vehicles in columns', () => {
  it('glide from one fix to the next, within 600 ms', () => {
    const fleet = fleetAt({ slot: 3, x: 100, y: 100 });
    fleet.apply(pack([{ slot: 3, x: 140, y: 100 }]), 1000, { from: 0, to: 1 }, hooks);
    const xAt = (now: number) => {
      const start = fleet.drawn(3, 1000).x;
      const end = fleet.x(3);
      return (fleet.drawn(3, now).x - start) / (end - start);
    };
    expect(glideDuration).toBeLessThanOrEqual(600);
    expect(xAt(1000)).toBe(0);
    expect(xAt(1300)).toBeCloseTo(0.75, 6);
    expect(xAt(1600)).toBe(1);
    fleet.settle(1600);
    expect(fleet.drawn(3, 1300).gliding).toBe(false);
  });

  it('go on from where they are drawn when the next fix comes early', () => {
    const fleet = fleetAt({ slot: 0, x: 0, y: 0 });
    fleet.apply(pack([{ slot: 0, x: 100, y: 0 }]), 0, { from: 0, to: 1 }, hooks);
    const before = fleet.drawn(0, 200);
    fleet.apply(pack([{ slot: 0, x: 100, y: 80 }]), 200, { from: 0, to: 1 }, hooks);
    expect(fleet.drawn(0, 200).x).toBeCloseTo(before.x, 12);
    expect(fleet.drawn(0, 200).y).toBeCloseTo(before.y, 12);
  });

  it('jump when there is no glide, or the way is too long for one', () => {
    const fleet = fleetAt({ slot: 0, x: 0, y: 0 });
    fleet.apply(pack([{ slot: 0, x: 100, y: 0 }]), 0, { from: 0, to: 0 }, hooks);
    expect(fleet.drawn(0, 0)).toMatchObject({ x: fleet.x(0), gliding: false });
    fleet.apply(pack([{ slot: 0, x: 5000, y: 0 }]), 0, { from: 0, to: 1e-6 }, hooks);
    expect(fleet.drawn(0, 0)).toMatchObject({ x: fleet.x(0), gliding: false });
  });

  it('are drawn as before where a look found them as they were', () => {
    const spot = { slot: 0, x: 100, y: 100, heading: 12.3 };
    const fleet = fleetAt(spot);
    const apply = (...spots: Spot[]) => fleet.apply(pack(spots), 0, { from: 0, to: 1 }, hooks);
    expect(apply(spot)).toBe(false);
    expect(apply(spot, { ...spot, heading: 12.4 })).toBe(true);
    expect(apply(spot, { slot: 1, x: NaN, y: NaN })).toBe(true);
    expect(apply({ slot: 1, x: NaN, y: NaN })).toBe(false);
    expect(fleet.size).toBe(2);
  });

  it('do not glide to or from a place that is not known', () => {
    const fleet = fleetAt({ slot: 0, x: 10, y: 10 });
    fleet.apply(pack([{ slot: 0, x: NaN, y: NaN }]), 0, { from: 0, to: 1 }, hooks);
    expect(fleet.isPlaced(0)).toBe(false);
    fleet.apply(pack([{ slot: 0, x: 50, y: 10 }]), 0, { from: 0, to: 1 }, hooks);
    expect(fleet.isPlaced(0)).toBe(true);
    expect(fleet.drawn(0, 0).gliding).toBe(false);
  });

  it('make room for any number and are gone once removed', () => {
    const fleet = createFleetColumns();
    const many = Array.from({ length: 3000 }, (_, slot) => ({ slot, x: slot, y: 7 }));
    fleet.apply(pack(many), 0, { from: 0, to: 0 }, hooks);
    expect(fleet.size).toBe(3000);
    expect(pixelOf(fleet, 2999).x).toBeCloseTo(2999, 2);
    fleet.remove(2999);
    expect(fleet.isPlaced(2999)).toBe(false);
  });
});

describe('a glide', () => {
  it('slows down towards its end', () => {
    expect([0, 0.5, 1, 2].map(easeGlide)).toEqual([0, 0.75, 1, 1]);
  });

  it('turns the short way round', () => {
    expect(headingBetween(350, 10, 0.5)).toBe(0);
    expect(headingBetween(10, 350, 0.5)).toBe(0);
    expect(headingBetween(90, 180, 0.5)).toBe(135);
    expect(headingBetween(NaN, 42, 0.1)).toBe(42);
  });
});
