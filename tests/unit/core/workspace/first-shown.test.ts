import { beforeEach, expect, it, vi } from 'vitest';
import type { Fix } from '@contract/fixes';
import { defaultSettings } from '@contract/settings';
import { packVehicles } from '@contract/packed/fleet-rows';
import { unpackSnapshot } from '@contract/packed/topics';
import type { Vehicle } from '@contract/vehicles';
import { logTo } from '@core/log';
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

let found: (look: FirstLook | null) => void;
let look: Promise<FirstLook | null>;
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
    vehicles: () =>
      Promise.resolve([
        packVehicles([vehicle('v1'), vehicle('v2')]),
        packVehicles([vehicle('v3')]),
      ]),
    newestFixes: () => Promise.resolve([{ vehicleId: 'v3', fix, lookedAt: clock.now() }]),
    learned: () => Promise.resolve(new Map()),
    ...parts,
  };
}

/** Shows it until it had time to be drawn. */
async function show(identity: string): Promise<void> {
  const shows = shown.show(session(identity), () => true);
  await clock.advance(1_000);
  await shows;
}

function session(identity: string) {
  const session = new FakeSession(new MemoryKeychain());
  session.become(identity);
  const active = session.active();
  if (active === null) throw new Error('nobody is signed in');
  return active;
}

it('the fleet is on the map with what was seen of it last, before its store is checked', async () => {
  const lookedAt = clock.now();
  found(lookOf('a'));
  await show('a');
  const [{ fleet, live }] = onShow.mock.calls[0] ?? [{ fleet: null, live: null }];
  const { vehicles } = unpackSnapshot('fleet', fleet ?? expect.fail());
  expect(vehicles).toEqual([vehicle('v1'), vehicle('v2'), vehicle('v3')]);
  expect(live?.vehicles).toMatchObject([
    { vehicleId: 'v1', connection: 'never' },
    { vehicleId: 'v2', connection: 'never' },
    { vehicleId: 'v3', fix, motion: 'moving', connection: 'live', lookedAt },
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
  await show('a');
  shown.hide();
  shown.hide();
  expect(onHide).toHaveBeenCalledOnce();
  await show('a');
  expect(onShow).toHaveBeenCalledOnce();
});

it('gives way to the workspace, which then takes its leave itself', async () => {
  found(lookOf('a'));
  await show('a');
  shown.giveWay();
  shown.hide();
  expect(onHide).not.toHaveBeenCalled();
});

it('leaves it to the check of the store to tell what can not be read, and notes it', async () => {
  const noted: unknown[] = [];
  const end = logTo({ write: (...entry) => noted.push(entry), hide: () => undefined });
  const fault = Object.assign(new Error('the row of Ana'), { code: 'SQLITE_CORRUPT' });
  found(lookOf('a', { newestFixes: () => Promise.reject(fault) }));
  await show('a');
  end();
  expect(onShow).not.toHaveBeenCalled();
  const facts = { fault: 'Error', code: 'SQLITE_CORRUPT' };
  expect(noted).toEqual([['warning', 'fleet.not-shown-first', facts]]);
});

it('has time to be drawn before anything else begins; where nothing is shown nobody waits', async () => {
  found(lookOf('a'));
  let isOver = false;
  void shown.show(session('a'), () => true).then(() => (isOver = true));
  await settle();
  expect(onShow).toHaveBeenCalledOnce();
  await clock.advance(900);
  expect(isOver).toBe(false);
  await clock.advance(100);
  expect(isOver).toBe(true);
  const none = new FirstShown({
    ...{ clock, chosen: () => defaultSettings, onShow, onHide },
    look: Promise.resolve(null),
  });
  await none.show(session('a'), () => true);
  expect(onShow).toHaveBeenCalledOnce();
});

it('gives way soon after a page said which vehicles it shows', async () => {
  found(lookOf('a'));
  let isOver = false;
  void shown.show(session('a'), () => true).then(() => (isOver = true));
  await clock.advance(300);
  shown.noteLook();
  await clock.advance(100);
  expect(isOver).toBe(false);
  await clock.advance(100);
  expect(isOver).toBe(true);
});

it('tells once it is on the map, and where there is nothing to show', async () => {
  let isTold = false;
  void shown.isTold.then(() => (isTold = true));
  const shows = shown.show(session('a'), () => true);
  await settle();
  expect(isTold).toBe(false);
  found(lookOf('a'));
  await settle();
  expect([isTold, onShow.mock.calls.length]).toEqual([true, 1]);
  await clock.advance(1_000);
  await shows;
  const none = new FirstShown({
    ...{ clock, chosen: () => defaultSettings, onShow, onHide },
    look: Promise.resolve(lookOf('b')),
  });
  await none.show(session('a'), () => true);
  await none.isTold;
});
