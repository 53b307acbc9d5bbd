import { expect, it } from 'vitest';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import { packVehicles } from '@contract/packed/fleet-rows';
import { PACKED_AT_ONCE } from '@contract/packed/rows';
import { unpackPatch } from '@contract/packed/topics';
import type { FleetPatch, FleetSync, Vehicle } from '@contract/vehicles';
import { Feed } from '@core/feed';
import type { FirstSight } from '@core/tracking/first-sight';
import type { Workspace } from '@core/workspace/workspace';
import { tellAtFirst, tellSinceFirst, topicsAtFirst } from '@main/ipc/first-topics';
import { VirtualClock } from '../../core/virtual-clock';

const clock = new VirtualClock();
const waiting: FleetSync = { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false };
const pace = { onScreenSeconds: null, holdsCap: true };

function vehicle(id: string, plate = id): Vehicle {
  return {
    ...{ id, plate, typeName: null, brandName: null, modelName: null, year: null, color: null },
    ...{ code: null, description: null, vin: null, batch: null, enterpriseId: null, unread: [] },
  };
}

function live(vehicleId: string, connection: LiveVehicle['connection'] = 'never'): LiveVehicle {
  return {
    ...{ vehicleId, fix: null, motion: 'unknown', connection, lookedAt: null, staleAt: null },
    ...{ association: 'unknown', device: null },
  };
}

const [a, b, c] = [vehicle('a'), vehicle('b'), vehicle('c')];

const sight: FirstSight = {
  fleet: { vehicles: [packVehicles([a, b]), packVehicles([c])], sync: waiting },
  live: { vehicles: [live('a'), live('b'), live('c')], pace },
};

it('pages that listen are told of what is shown first in parts, as it left the store', async () => {
  const sent: FleetPatch[] = [];
  await tellAtFirst(sight).fleet((patch) => sent.push(unpackPatch('fleet', patch)));
  expect(sent).toEqual([
    { changed: [a, b], removed: [], sync: null },
    { changed: [c], removed: [], sync: null },
  ]);
  const vehicles = Array.from({ length: PACKED_AT_ONCE + 1 }, (_, row) => live(`v${row}`));
  const states: LivePatch[] = [];
  const { live: tell } = tellAtFirst({ ...sight, live: { vehicles, pace } });
  await tell((patch) => states.push(unpackPatch('live', patch)));
  expect(states.map(({ changed }) => changed.length)).toEqual([PACKED_AT_ONCE, 1]);
  expect(states.flatMap(({ changed }) => changed)).toEqual(vehicles);
});

it('others get all of it, the fleet without being taken apart', () => {
  const topics = topicsAtFirst(sight);
  expect(topics.fleet.sent?.()).toBe(sight.fleet);
  expect(topics.fleet.snapshot()).toEqual({ vehicles: [a, b, c], sync: waiting });
  expect(topics.live.snapshot()).toBe(sight.live);
});

it('the workspace tells them what it knows otherwise, and how far its list was read', async () => {
  const sync: FleetSync = { ...waiting, phase: 'complete', completedAt: 1 };
  const renamed = vehicle('b', 'other plate');
  const known = { onScreenSeconds: 7, holdsCap: true };
  const workspace = {
    fleet: {
      snapshot: () => ({ vehicles: [a, renamed], sync }),
      subscribe: (listener: (patch: FleetPatch) => void) =>
        new Feed<FleetPatch>('the test').subscribe(listener),
    },
    live: {
      snapshot: () => ({ vehicles: [live('a'), live('b', 'late')], pace: known }),
      subscribe: (listener: (patch: LivePatch) => void) =>
        new Feed<LivePatch>('the test').subscribe(listener),
    },
  } as unknown as Workspace;
  const tell = tellSinceFirst(sight, workspace, clock);
  const [fleet, states]: [FleetPatch[], LivePatch[]] = [[], []];
  await tell.fleet((patch) => fleet.push(unpackPatch('fleet', patch)));
  await tell.live((patch) => states.push(unpackPatch('live', patch)));
  expect(fleet).toEqual([
    { changed: [], removed: [], sync },
    { changed: [renamed], removed: [], sync: null },
    { changed: [], removed: ['c'], sync: null },
  ]);
  expect(states).toEqual([
    { changed: [], removed: [], pace: known },
    { changed: [live('b', 'late')], removed: [], pace: null },
    { changed: [], removed: ['c'], pace: null },
  ]);
});
