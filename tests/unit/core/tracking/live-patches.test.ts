import { expect, it } from 'vitest';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { LivePatches } from '@core/tracking/live-patches';
import { WorkingClock } from '../virtual-clock';

const fleet = Array.from({ length: 1_200 }, (_, at) => `v${at}`);

function vehicle(vehicleId: string): LiveVehicle {
  return {
    ...{ vehicleId, fix: null, motion: 'unknown', connection: 'never', lookedAt: null },
    ...{ staleAt: null, association: 'unknown', device: null },
  };
}

function open(isAtRest = () => false) {
  const clock = new WorkingClock();
  const gone = new Set<string>();
  const patches = new LivePatches({
    clock,
    stateOf: (id) => (gone.has(id) ? null : vehicle(id)),
    paceNews: () => null,
    isAtRest,
  });
  const heard: LivePatch[] = [];
  patches.subscribe((patch) => heard.push(patch));
  patches.start();
  const sizes = () => heard.map(({ changed }) => changed.length);
  const told = () => heard.flatMap(({ changed }) => changed.map(({ vehicleId }) => vehicleId));
  return { clock, gone, patches, heard, sizes, told };
}

it('tells of a large fleet in slices, each in a turn of its own, in order and each vehicle once', async () => {
  const { clock, patches, sizes, told } = open();
  for (const id of fleet) patches.change(id);
  await clock.advance(250);
  expect(sizes()).toEqual([200, 400, 500, 100]);
  expect(told()).toEqual(fleet);
});

it('tells of fewer at a time where all who listen take long, and of more again later', async () => {
  const { clock, patches, sizes, told } = open();
  let each = 0.1;
  patches.subscribe(({ changed }) => {
    clock.worked += each * changed.length;
    if (changed.length === 50) each = 0.01;
  });
  for (const id of fleet) patches.change(id);
  await clock.advance(500);
  expect(sizes()).toEqual([200, 100, 50, 50, 100, 200, 400, 100]);
  expect(told()).toEqual(fleet);
});

it('a vehicle that changes or leaves between two slices is told as it is then', async () => {
  const { clock, gone, patches, heard, sizes, told } = open();
  const stop = patches.subscribe(() => {
    stop();
    patches.change('v0');
    gone.add('v1199');
    patches.remove('v1199');
  });
  for (const id of fleet) patches.change(id);
  await clock.advance(250);
  expect(sizes()).toEqual([200, 400, 500, 100]);
  expect(told()).toEqual([...fleet.slice(0, -1), 'v0']);
  expect(heard.map(({ removed }) => removed)).toEqual([[], ['v1199'], [], []]);
});

it('tells all that waits at the end', () => {
  const { patches, told } = open();
  for (const id of fleet) patches.change(id);
  patches.stop();
  expect(told()).toEqual(fleet);
});

it('tells what is due where somebody comes who has it from the snapshot, in slices too', async () => {
  const { clock, patches, sizes } = open();
  await patches.tellDue();
  expect(sizes()).toEqual([]);
  for (const id of fleet) patches.change(id);
  const isTold = patches.tellDue();
  expect(sizes()).toEqual([200]);
  await clock.advance(10);
  await isTold;
  expect(sizes()).toEqual([200, 400, 500, 100]);
  patches.change('v0');
  await patches.tellDue();
  expect(sizes()).toEqual([200, 400, 500, 100, 1]);
  const later: LivePatch[] = [];
  patches.subscribe((patch) => later.push(patch));
  await clock.advance(1_000);
  expect(later).toEqual([]);
  patches.change('v1');
  await clock.advance(250);
  expect(later.map(({ changed }) => changed.length)).toEqual([1]);
});

it('tells what looks that went together found at once while nobody is at work, at work sooner', async () => {
  let isAtRest = true;
  const { clock, patches, told, heard } = open(() => isAtRest);
  for (const id of ['v1', 'v2', 'v3']) {
    patches.change(id);
    await clock.advance(300);
  }
  expect(heard).toHaveLength(0);
  await clock.advance(100);
  expect(told()).toEqual(['v1', 'v2', 'v3']);
  expect(heard).toHaveLength(1);
  isAtRest = false;
  patches.change('v4');
  await clock.advance(250);
  expect(told().at(-1)).toBe('v4');
});
