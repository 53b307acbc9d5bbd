import { beforeEach, expect, it, vi } from 'vitest';
import type { Fix } from '@contract/fixes';
import { defaultSettings } from '@contract/settings';
import type { Vehicle } from '@contract/vehicles';
import type { FirstLook } from '@core/ports/stores';
import type { FirstSight } from '@core/tracking/first-sight';
import { FirstShown } from '@core/workspace/first-shown';
import { MemoryKeychain } from '../session/house';
import { settle, VirtualClock } from '../virtual-clock';
import { FakeSession } from './house';

const clock = new VirtualClock();
const MINUTE = 60_000;

function vehicle(id: string): Vehicle {
  return {
    ...{ id, plate: id, typeName: null, brandName: null, modelName: null, year: null },
    ...{ color: null, code: null, description: null, vin: null, batch: null, enterpriseId: null },
    unread: [],
  };
}

const fix: Fix = {
  ...{ at: clock.now() - MINUTE, latitude: -23, longitude: -46, speed: 60, heading: 90 },
  ...{ ignition: true, battery: 12, output1: null, problems: [] },
};

let found: (look: FirstLook) => void;
let look: Promise<FirstLook>;
const onShow = vi.fn<(sight: FirstSight) => void>();
const onHide = vi.fn();
let shown: FirstShown;

beforeEach(() => {
  look = new Promise((resolve) => (found = resolve));
  onShow.mockReset();
  onHide.mockReset();
  shown = new FirstShown({ look, clock, chosen: () => defaultSettings, onShow, onHide });
});

function lookOf(identity: string, parts: Partial<FirstLook> = {}): FirstLook {
  return {
    identity,
    async *vehicles() {
      yield [vehicle('v1'), vehicle('v2')];
      await settle();
      yield [vehicle('v3')];
    },
    newestFixes: () => Promise.resolve([{ vehicleId: 'v3', fix, lookedAt: clock.now() }]),
    learned: () => Promise.resolve(new Map()),
    ...parts,
  };
}

function session(identity: string) {
  const session = new FakeSession(new MemoryKeychain());
  session.become(identity);
  const active = session.active();
  if (active === null) throw new Error('nobody is signed in');
  return active;
}

it('the fleet is on the map with what was seen of it last, before its store is checked', async () => {
  found(lookOf('a'));
  await shown.show(session('a'), () => true);
  const [{ fleet, live }] = onShow.mock.calls[0] ?? [{ fleet: null, live: null }];
  expect(fleet?.vehicles.map(({ id }) => id)).toEqual(['v1', 'v2', 'v3']);
  expect(live?.vehicles).toMatchObject([
    { vehicleId: 'v1', connection: 'never' },
    { vehicleId: 'v2', connection: 'never' },
    { vehicleId: 'v3', fix, motion: 'moving', connection: 'live', lookedAt: clock.now() },
  ]);
  expect(onShow).toHaveBeenCalledOnce();
});

it('nobody sees what belongs to another, nor what comes when they have left', async () => {
  found(lookOf('a'));
  await shown.show(session('b'), () => true);
  expect(onShow).not.toHaveBeenCalled();
  shown = new FirstShown({ look, clock, chosen: () => defaultSettings, onShow, onHide });
  let isWanted = true;
  const late = shown.show(session('a'), () => isWanted);
  isWanted = false;
  await late;
  expect(onShow).not.toHaveBeenCalled();
  shown.hide();
  expect(onHide).not.toHaveBeenCalled();
});

it('is shown once a run, and taken away where they leave before the store is open', async () => {
  found(lookOf('a'));
  await shown.show(session('a'), () => true);
  shown.hide();
  shown.hide();
  expect(onHide).toHaveBeenCalledOnce();
  await shown.show(session('a'), () => true);
  expect(onShow).toHaveBeenCalledOnce();
});

it('gives way to the workspace, which then takes its leave itself', async () => {
  found(lookOf('a'));
  await shown.show(session('a'), () => true);
  shown.giveWay();
  shown.hide();
  expect(onHide).not.toHaveBeenCalled();
});

it('leaves it to the check of the store to tell what can not be read', async () => {
  found(lookOf('a', { newestFixes: () => Promise.reject(new Error('SQLITE_CORRUPT')) }));
  await shown.show(session('a'), () => true);
  expect(onShow).not.toHaveBeenCalled();
});
