import { beforeEach, describe, expect, it } from 'vitest';
import type { LivePatch } from '@contract/fixes';
import type { Fleet } from '@core/fleet/fleet';
import type { LiveTracking } from '@core/tracking/live-tracking';
import {
  associationJson,
  failure,
  idOf,
  vehicleJson,
  type FakeService,
} from '../fleet/fake-service';
import type { VirtualClock } from '../virtual-clock';
import { HOUR, MINUTE, SECOND, TrackedFleet, attention, ids } from './tracked-fleet';

let tracked: TrackedFleet;
let clock: VirtualClock;
let service: FakeService;
let fleet: Fleet;
let live: LiveTracking;
let patches: LivePatch[];

beforeEach(async () => {
  tracked = await TrackedFleet.open();
  ({ clock, service, fleet, live, patches } = tracked);
});

it('tells that the service gives no positions, and that it does again', async () => {
  await tracked.start(20);
  await clock.advance(MINUTE);
  expect(live.snapshot().pace.isStuck).toBeUndefined();
  service.failure = { code: 'service-error' };
  await clock.advance(MINUTE);
  expect(live.snapshot().pace.isStuck).toBe(true);
  expect(patches.some(({ pace }) => pace?.isStuck === true)).toBe(true);
  service.failure = null;
  await clock.advance(2 * MINUTE);
  expect(live.snapshot().pace.isStuck).toBeUndefined();
  expect(patches.findLast(({ pace }) => pace !== null)?.pace?.isStuck).toBeUndefined();
});

it('goes on at once where the check that a person wanted is answered', async () => {
  await tracked.start(20);
  await clock.advance(MINUTE);
  service.failure = { code: 'service-error' };
  await clock.advance(10 * MINUTE);
  service.failure = null;
  // The next attempt of its own may be a minute away.
  const checked = live.refresh(idOf('V', 1));
  await clock.advance(3 * SECOND);
  await checked;
  expect(live.snapshot().pace.isStuck).toBeUndefined();
});

describe('a vehicle without a position', () => {
  it('has no device: it is asked about rarely and says so', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    await tracked.start(1);
    await clock.advance(HOUR);
    expect(live.snapshot().vehicles[0]).toMatchObject({
      association: 'none',
      connection: 'never',
      lookedAt: null,
    });
    expect(service.of('deviceAssociations.list')).toHaveLength(4);
    expect(service.of('tracking.get')).toEqual([]);
  });

  it('was never heard: its associations are listed again now and then', async () => {
    service.on('tracking.get', () => {
      throw failure({ code: 'not-found' });
    });
    await tracked.start(1);
    await clock.advance(HOUR);
    const vehicle = live.snapshot().vehicles[0];
    expect(vehicle).toMatchObject({ association: 'known', connection: 'never', fix: null });
    expect(vehicle?.lookedAt).not.toBeNull();
    expect(service.of('deviceAssociations.list').length).toBeLessThanOrEqual(3);
    expect(service.of('tracking.get').length).toBeLessThanOrEqual(15);
  });

  it.each(['tracking.get', 'deviceAssociations.list'] as const)(
    'says that this user may not see it, until it is told after all: %s',
    async (operation) => {
      let isRefused = true;
      service.on(operation, () => {
        if (isRefused) throw failure({ code: 'forbidden' });
        if (operation === 'tracking.get') return tracked.positionJson();
        return { data: [associationJson(1, 1)] };
      });
      await tracked.start(1);
      await clock.advance(MINUTE);
      expect(live.snapshot().vehicles[0]).toMatchObject({ isRefused: true, lookedAt: null });
      expect(patches.some(({ changed }) => changed.some((one) => one.isRefused))).toBe(true);
      isRefused = false;
      await clock.advance(HOUR);
      expect(live.snapshot().vehicles[0]?.fix).not.toBeNull();
      expect(live.snapshot().vehicles[0]).not.toHaveProperty('isRefused');
    },
  );

  it('got another device: the 404 of the old one leads to it', async () => {
    await tracked.start(1);
    await clock.advance(HOUR);
    service.on('deviceAssociations.list', () => ({ data: [associationJson(2, 22)] }));
    service.on('tracking.get', (input) => {
      if (input.deviceId !== idOf('D', 22)) throw failure({ code: 'not-found' });
      return tracked.positionJson();
    });
    const before = clock.now();
    await clock.advance(2 * MINUTE);
    expect(live.snapshot().vehicles[0]?.device?.id).toBe(idOf('D', 22));
    expect(live.snapshot().vehicles[0]?.fix?.at).toBeGreaterThan(before);
  });

  it('is gone at the service: a 404 on its associations is looked into', async () => {
    service.on('deviceAssociations.list', ({ vehicleId }) => {
      if (vehicleId === idOf('V', 2)) throw failure({ code: 'not-found' });
      return { data: [associationJson(1, 1)] };
    });
    await tracked.start(2);
    await clock.advance(SECOND);
    tracked.count = 1;
    await clock.advance(MINUTE);
    expect(fleet.vehicle(idOf('V', 2))).toBeNull();
    expect(live.snapshot().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([idOf('V', 1)]);
  });

  it('stays on the map when a gateway answers 404 for it and its list names it', async () => {
    let isDown = true;
    const orMissing = (answer: unknown): unknown => {
      if (isDown) throw failure({ code: 'not-found' });
      return answer;
    };
    service
      .on('deviceAssociations.list', () => orMissing({ data: [associationJson(1, 1)] }))
      .on('vehicles.get', () => orMissing({ data: vehicleJson(1) }));
    await tracked.start(1);
    await clock.advance(10 * MINUTE);
    expect(fleet.vehicle(idOf('V', 1))).not.toBeNull();
    // Asked for with growing pauses.
    expect(service.of('vehicles.get').length).toBeGreaterThan(1);
    expect(service.of('vehicles.get').length).toBeLessThan(12);
    isDown = false;
    await clock.advance(10 * MINUTE);
    expect(live.snapshot().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([idOf('V', 1)]);
  });

  it('is there but lists no associations', async () => {
    service
      .on('deviceAssociations.list', () => {
        throw failure({ code: 'not-found' });
      })
      .on('vehicles.get', () => ({ data: vehicleJson(1) }));
    await tracked.start(1);
    await clock.advance(MINUTE);
    expect(live.snapshot().vehicles[0]?.association).toBe('none');
    expect(service.of('vehicles.get')).toHaveLength(1);
  });
});

describe('faults', () => {
  it.each(['bad-response', 'service-error', 'timeout', 'forbidden'] as const)(
    'of one vehicle hold up no other, and are met with growing pauses: %s',
    async (code) => {
      service.on('tracking.get', ({ id }) => {
        if (id === idOf('V', 1)) throw failure({ code });
        return tracked.positionJson();
      });
      await tracked.start(5);
      await clock.advance(20 * MINUTE);
      const looks = tracked.looksAt(idOf('V', 1));
      const apart = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
      expect(looks.length).toBeLessThanOrEqual(9);
      apart.slice(1).forEach((pause, index) => expect(pause).toBeGreaterThan(apart[index] ?? 0));
      expect(tracked.looksAt(idOf('V', 2)).length).toBeGreaterThan(20);
    },
  );

  it.each(['forbidden', 'service-error'] as const)(
    'of most of a fleet leave the others their turns: %s',
    async (code) => {
      service.on('tracking.get', ({ id }) => {
        if (Number(String(id).slice(1)) <= 700) throw failure({ code });
        return tracked.positionJson();
      });
      await tracked.start(1_000);
      await clock.advance(90 * MINUTE);
      const since = clock.monotonic();
      await clock.advance(90 * MINUTE);
      const looks = service.of('tracking.get').filter(({ at }) => at >= since);
      const answered = looks.filter(({ input }) => Number(String(input.id).slice(1)) > 700);
      expect(new Set(answered.map(({ input }) => input.id)).size).toBe(300);
      expect(answered.length / looks.length).toBeGreaterThan(0.2);
    },
    60_000,
  );

  it('of a vehicle that fail by chance, twice in a row, cost it no round', async () => {
    let failures = 0;
    service.on('tracking.get', ({ id }) => {
      if (id === idOf('V', 1) && failures > 0) {
        failures -= 1;
        throw failure({ code: 'service-error' });
      }
      return tracked.positionJson();
    });
    await tracked.start(400);
    await clock.advance(HOUR);
    failures = 2;
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const looks = tracked.looksAt(idOf('V', 1), since);
    // Two failures, and the answer a few seconds behind each other.
    expect((looks[2] ?? Infinity) - (looks[0] ?? 0)).toBeLessThan(20 * SECOND);
  });

  it('of the link stop the lane but for probes, keep the last state, and end without a burst', async () => {
    await tracked.start(100);
    live.attend(1, attention({ onScreen: ids(1, 100) }));
    await clock.advance(10 * MINUTE);
    const before = live.snapshot().vehicles;
    service.failure = { code: 'offline' };
    const down = clock.monotonic();
    await clock.advance(HOUR);
    const tries = service.calls.filter(({ at, lane }) => at >= down && lane === 'live');
    expect(tries.length).toBeLessThan(90);
    expect(live.snapshot().vehicles).toEqual(before);
    expect(live.snapshot().pace.onScreenSeconds).toBeNull();

    service.failure = null;
    service.slotEvery = 0;
    const back = clock.monotonic();
    live.wake();
    await clock.advance(MINUTE);
    const calls = service.calls.filter(({ at, lane }) => at >= back && lane === 'live');
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.length).toBeLessThanOrEqual(49);
    expect(calls.filter(({ at }) => at < back + 5 * SECOND).length).toBeLessThanOrEqual(5);
  });

  it('of the session pause the lane until it is renewed', async () => {
    await tracked.start(5);
    await clock.advance(MINUTE);
    service.failure = { code: 'unauthenticated', reason: 'expired' };
    await clock.advance(10 * MINUTE);
    const before = service.of('tracking.get').length;
    service.failure = null;
    live.wake();
    await clock.advance(10 * SECOND);
    expect(service.of('tracking.get').length).toBeGreaterThan(before);
  });
});

describe('a machine that slept', () => {
  it('goes on evenly, without a burst', async () => {
    service.slotEvery = 0;
    await tracked.start(100);
    await clock.advance(10 * MINUTE);
    await clock.sleep(8 * HOUR);
    const awake = clock.monotonic();
    await clock.advance(5 * SECOND);
    const calls = service.calls.filter(({ at, lane }) => at >= awake && lane === 'live');
    expect(calls.length).toBeGreaterThanOrEqual(4);
    expect(calls.length).toBeLessThanOrEqual(5);
  });
});

describe('stop', () => {
  it('ends calls, timers and patches, keeps what was seen, and can begin again', async () => {
    await tracked.start(10);
    await clock.advance(MINUTE);
    tracked.stop();
    await clock.advance(SECOND);
    const calls = service.calls.length;
    patches.length = 0;
    expect(live.snapshot().vehicles).toHaveLength(10);
    expect((await live.trail(idOf('V', 1))).points.length).toBeGreaterThan(0);
    await clock.advance(HOUR);
    expect(service.calls).toHaveLength(calls);
    expect(patches).toEqual([]);
    expect(clock.pending).toBe(0);
    tracked.kept.start();
    live.start();
    await clock.advance(MINUTE);
    expect(service.calls.length).toBeGreaterThan(calls);
  });

  it('leaves no timer behind over a long day', async () => {
    await tracked.start(10);
    live.attend(1, attention({ onScreen: ids(1, 10) }));
    await clock.advance(HOUR);
    const before = clock.pending;
    await clock.advance(3 * HOUR);
    expect(clock.pending).toBeLessThanOrEqual(before + 8);
  });
});
