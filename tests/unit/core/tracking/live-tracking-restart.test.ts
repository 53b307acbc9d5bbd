import { beforeEach, describe, expect, it } from 'vitest';
import type { Fix } from '@contract/fixes';
import { idOf } from '../fleet/fake-service';
import { HOUR, ids, MINUTE, SECOND, TrackedFleet } from './tracked-fleet';

let tracked: TrackedFleet;

/** The next run of the app on what this one kept, some time later. */
async function restart(after = HOUR): Promise<void> {
  const { clock, kept, count } = tracked;
  tracked.stop();
  await clock.sleep(after);
  tracked = await TrackedFleet.open(clock, kept.store);
  tracked.count = count;
}

beforeEach(async () => {
  tracked = await TrackedFleet.open();
  await tracked.start(30);
  await tracked.clock.advance(5 * MINUTE);
});

describe('after a restart', () => {
  it('every vehicle is where it was seen last, as old as that is, without a line', async () => {
    const before = new Map(
      tracked.live.snapshot().vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]),
    );
    await restart();
    tracked.service.failure = { code: 'offline' };
    await tracked.start(30);
    await tracked.clock.advance(SECOND);
    const { vehicles } = tracked.live.snapshot();
    expect(vehicles).toHaveLength(30);
    for (const vehicle of vehicles) expect(vehicle).toEqual(before.get(vehicle.vehicleId));
    expect(vehicles.every(({ staleAt }) => (staleAt ?? 0) < tracked.clock.now())).toBe(true);
  });

  it('none is told as one that was never checked, not even at first', async () => {
    await restart();
    tracked.live.readKept();
    await tracked.start(30);
    await tracked.clock.advance(SECOND);
    const told = tracked.patches.flatMap(({ changed }) => changed);
    expect(new Set(told.map(({ vehicleId }) => vehicleId)).size).toBe(30);
    expect(told.filter(({ lookedAt }) => lookedAt === null)).toEqual([]);
  });

  it('a device whose clock is wrong is told as such before it is looked at again', async () => {
    tracked.service.on('tracking.get', () => {
      const { data } = tracked.positionJson() as { data: { attributes: { act: number } } };
      const { attributes } = data;
      return { data: { ...data, attributes: { ...attributes, act: attributes.act + 2 * 3600 } } };
    });
    await tracked.clock.advance(5 * MINUTE);
    const offsets = () => tracked.live.snapshot().vehicles.map(({ clockOffset }) => clockOffset);
    const before = offsets();
    expect(before.every((offset) => (offset ?? 0) > HOUR)).toBe(true);
    await restart();
    tracked.service.failure = { code: 'offline' };
    await tracked.start(30);
    await tracked.clock.advance(SECOND);
    expect(offsets()).toEqual(before);
  });

  it('is looked at without listing any associations before', async () => {
    await restart();
    await tracked.start(30);
    await tracked.clock.advance(2 * MINUTE);
    expect(tracked.service.of('deviceAssociations.list')).toEqual([]);
    const seen = tracked.live
      .snapshot()
      .vehicles.filter(({ staleAt }) => (staleAt ?? 0) > tracked.clock.now());
    expect(seen).toHaveLength(30);
  });

  it('trails go on where they ended', async () => {
    const before = await tracked.live.trail(idOf('V', 1));
    expect(before.points.length).toBeGreaterThan(0);
    await restart();
    await tracked.start(30);
    await tracked.clock.advance(5 * MINUTE);
    const { points } = await tracked.live.trail(idOf('V', 1));
    expect(points.slice(0, before.points.length)).toEqual(before.points);
    expect(points.length).toBeGreaterThan(before.points.length);
  });

  it('sends no more than before: the first round costs one request a vehicle', async () => {
    await restart();
    await tracked.start(30);
    await tracked.clock.advance(30 * 1_250 + 5 * SECOND);
    const looked = new Set(tracked.service.of('tracking.get').map(({ input }) => input['id']));
    expect(looked.size).toBe(30);
  });
});

it('a large fleet is recalled whole, though in several turns', async () => {
  await restart(24 * HOUR);
  await tracked.start(2_500);
  await tracked.clock.advance(5 * MINUTE);
  const at = tracked.clock.now() - HOUR;
  const fix: Fix = {
    ...{ at, latitude: -23.5, longitude: -46.6, speed: 0, heading: 0, ignition: false },
    ...{ battery: null, output1: null, problems: [] },
  };
  const fixes = ids(31, 2_500).map((vehicleId) => ({ vehicleId, fix, lookedAt: at }));
  await restart();
  await tracked.kept.store.commit([{ kind: 'fixes', fixes }]);
  tracked.service.failure = { code: 'offline' };
  await tracked.start(2_500);
  await tracked.clock.advance(SECOND);
  const { vehicles } = tracked.live.snapshot();
  expect(vehicles).toHaveLength(2_500);
  expect(vehicles.filter((vehicle) => vehicle.fix === null)).toEqual([]);
  const told = tracked.patches.flatMap(({ changed }) => changed);
  const last = new Map(told.map((vehicle) => [vehicle.vehicleId, vehicle]));
  for (const vehicle of vehicles) expect(last.get(vehicle.vehicleId)).toBe(vehicle);
});

it('the clock set back a year leaves trails and places, and the map does not look live', async () => {
  const { clock } = tracked;
  const year = 365 * 24 * HOUR;
  const before = await tracked.live.trail(idOf('V', 1));
  tracked.stop();
  clock.setWallClock(clock.now() - year);
  await restart(0);
  tracked.service.failure = { code: 'offline' };
  await tracked.start(30);
  await clock.advance(26 * HOUR);
  const { vehicles } = tracked.live.snapshot();
  expect(vehicles.every(({ fix }) => fix !== null)).toBe(true);
  expect(vehicles.every(({ staleAt }) => (staleAt ?? Infinity) <= clock.now())).toBe(true);
  expect(await tracked.live.trail(idOf('V', 1))).toEqual(before);
});
