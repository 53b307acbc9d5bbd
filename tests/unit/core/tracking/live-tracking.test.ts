import { beforeEach, describe, expect, it } from 'vitest';
import type { Attention, LivePatch } from '@contract/fixes';
import { Fleet } from '@core/fleet/fleet';
import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import {
  FakeService,
  associationJson,
  failure,
  idOf,
  paged,
  vehicleJson,
} from '../fleet/fake-service';
import { VirtualClock } from '../virtual-clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let clock: VirtualClock;
let service: FakeService;
let fleet: Fleet;
let live: LiveTracking;
let patches: LivePatch[];
let count: number;
/** Seconds between two reports, and speed, of every vehicle. */
let reports: { every: number; speed: number };

function attention(parts: Partial<Attention>): Attention {
  return { onScreen: [], selected: null, followed: null, ...parts };
}

function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => idOf('V', from + index));
}

function positionJson(): unknown {
  const now = Math.floor(clock.now() / SECOND);
  const attributes = {
    act: now - (now % reports.every),
    spd: reports.speed,
    ign: reports.speed > 0,
    dir: 90,
    geometry: { type: 'Point', coordinates: [-46.6, -23.5] },
  };
  return { data: { type: 'Feature', attributes } };
}

/** Monotonic moments at which a vehicle's position was asked for. */
function looksAt(vehicleId: string, since = 0): number[] {
  return service
    .of('tracking.get')
    .filter(({ input, at }) => input.id === vehicleId && at >= since)
    .map(({ at }) => at);
}

async function startWith(vehicles: number): Promise<void> {
  count = vehicles;
  fleet.start();
  live.start();
  await clock.advance(0);
}

beforeEach(() => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  service.slotEvery = 1_250;
  reports = { every: 10, speed: 40 };
  service
    .on(
      'vehicles.list',
      paged(() => Array.from({ length: count }, (_, index) => vehicleJson(index + 1))),
    )
    .on('deviceAssociations.list', ({ vehicleId }) => {
      const number = Number(String(vehicleId).slice(1));
      return { data: [associationJson(number, number)] };
    })
    .on('tracking.get', positionJson);
  fleet = new Fleet({ service, clock });
  live = new LiveTracking({
    service,
    clock,
    fleet,
    profile: defaultProfile,
    perMinute: () => 48,
  });
  patches = [];
  live.subscribe((patch) => patches.push(patch));
});

describe('looking at a fleet', () => {
  it('finds the main device of each vehicle, then its position, all in the live lane', async () => {
    await startWith(3);
    await clock.advance(20 * SECOND);
    expect(live.snapshot().vehicles).toHaveLength(3);
    for (const vehicle of live.snapshot().vehicles) {
      expect(vehicle).toMatchObject({
        association: 'known',
        motion: 'moving',
        connection: 'live',
        device: { id: vehicle.vehicleId.replace('V', 'D') },
      });
      expect(vehicle.staleAt).toBe((vehicle.lookedAt ?? 0) + 10 * MINUTE);
    }
    expect(service.of('deviceAssociations.list')).toHaveLength(3);
    const looks = service.calls.filter(({ operation }) => operation !== 'vehicles.list');
    expect(looks.every(({ lane }) => lane === 'live')).toBe(true);
  });

  it('adds up to its snapshot for whoever subscribes, at most four patches a second', async () => {
    service.slotEvery = 0;
    await startWith(40);
    const seen = new Map<string, unknown>();
    const times: number[] = [];
    live.subscribe(({ changed, removed }) => {
      times.push(clock.monotonic());
      for (const vehicle of changed) seen.set(vehicle.vehicleId, vehicle);
      for (const id of removed) seen.delete(id);
    });
    await clock.advance(3 * MINUTE);
    live.stop();
    await clock.advance(SECOND);
    expect([...seen.values()]).toEqual(live.snapshot().vehicles);
    const apart = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(times.length).toBeGreaterThan(20);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(250);
  });

  it('goes round evenly where nobody looks, and tells a newcomer and a loss', async () => {
    await startWith(20);
    await clock.advance(10 * MINUTE);
    const counts = ids(1, 20).map((id) => looksAt(id, 5 * MINUTE).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);

    count = 21;
    await clock.advance(16 * MINUTE);
    expect(live.snapshot().vehicles).toHaveLength(21);
    fleet.remove(idOf('V', 5));
    await clock.advance(SECOND);
    expect(patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 5)]);
    const gone = clock.monotonic();
    await clock.advance(3 * MINUTE);
    expect(looksAt(idOf('V', 5), gone)).toEqual([]);
  });
});

describe('what windows show', () => {
  it('is looked at more often, and what is followed most often of all', async () => {
    await startWith(100);
    live.attend(1, attention({ onScreen: ids(1, 20), followed: idOf('V', 1) }));
    await clock.advance(10 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const followed = looksAt(idOf('V', 1), since).length;
    const shown = looksAt(idOf('V', 2), since).length;
    const hidden = looksAt(idOf('V', 50), since).length;
    expect(followed).toBeGreaterThan(5 * shown);
    expect(shown).toBeGreaterThan(3 * hidden);
    expect(hidden).toBeGreaterThan(0);
  });

  it('counts over all windows, until one is released', async () => {
    await startWith(60);
    live.attend(1, attention({ onScreen: ids(1, 5) }));
    live.attend(2, attention({ onScreen: ids(6, 10) }));
    await clock.advance(5 * MINUTE);
    live.release(2);
    await clock.advance(5 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(10 * MINUTE);
    const first = looksAt(idOf('V', 3), since).length;
    const second = looksAt(idOf('V', 8), since).length;
    expect(first).toBeGreaterThan(2 * second);
  });

  it('is chosen when the slot is there: a new selection goes before all that waited', async () => {
    await startWith(60);
    await clock.advance(5 * MINUTE);
    const now = clock.monotonic();
    live.attend(1, attention({ onScreen: ids(1, 60), selected: idOf('V', 33) }));
    await clock.advance(2 * SECOND);
    expect(looksAt(idOf('V', 33), now)).toHaveLength(1);
  });

  it('tells how long the vehicles on screen take to come round', async () => {
    await startWith(50);
    live.attend(1, attention({ onScreen: ids(1, 50) }));
    await clock.advance(10 * MINUTE);
    // 48 a minute over 50 vehicles.
    const { onScreenSeconds } = live.snapshot().pace;
    expect(onScreenSeconds).toBeGreaterThanOrEqual(60);
    expect(onScreenSeconds).toBeLessThanOrEqual(70);
    expect(patches.some(({ pace }) => pace?.onScreenSeconds === onScreenSeconds)).toBe(true);
    live.attend(1, attention({}));
    await clock.advance(SECOND);
    expect(live.snapshot().pace.onScreenSeconds).toBeNull();
  });
});

describe('a device that reports rarely', () => {
  it('is not asked sooner than it reports, and at most every five seconds when followed', async () => {
    reports = { every: 3600, speed: 0 };
    await startWith(2);
    live.attend(1, attention({ onScreen: ids(1, 2), followed: idOf('V', 1) }));
    await clock.advance(10 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const apart = (id: string): number[] => {
      const looks = looksAt(id, since);
      return looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    };
    expect(Math.min(...apart(idOf('V', 1)))).toBeGreaterThanOrEqual(30 * SECOND);
    expect(Math.min(...apart(idOf('V', 2)))).toBeGreaterThanOrEqual(300 * SECOND);

    reports = { every: 1, speed: 60 };
    await clock.advance(10 * MINUTE);
    const moving = clock.monotonic();
    await clock.advance(5 * MINUTE);
    const looks = looksAt(idOf('V', 1), moving);
    const least = Math.min(...looks.slice(1).map((at, index) => at - (looks[index] ?? 0)));
    expect(least).toBeGreaterThanOrEqual(5 * SECOND);
    expect(least).toBeLessThan(8 * SECOND);
  });
});

describe('a vehicle without a position', () => {
  it('has no device: it is asked about rarely and says so', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    await startWith(1);
    await clock.advance(HOUR);
    expect(live.snapshot().vehicles[0]).toMatchObject({
      association: 'none',
      connection: 'never',
      lookedAt: null,
    });
    expect(service.of('deviceAssociations.list')).toHaveLength(4);
    expect(service.of('tracking.get')).toEqual([]);
  });

  it('was never heard: its associations are listed anew now and then', async () => {
    service.on('tracking.get', () => {
      throw failure({ code: 'not-found' });
    });
    await startWith(1);
    await clock.advance(HOUR);
    const vehicle = live.snapshot().vehicles[0];
    expect(vehicle).toMatchObject({ association: 'known', connection: 'never', fix: null });
    expect(vehicle?.lookedAt).not.toBeNull();
    expect(service.of('deviceAssociations.list').length).toBeLessThanOrEqual(3);
    expect(service.of('tracking.get').length).toBeLessThanOrEqual(15);
  });

  it('got another device: the 404 of the old one leads to it', async () => {
    await startWith(1);
    await clock.advance(HOUR);
    service.on('deviceAssociations.list', () => ({ data: [associationJson(2, 22)] }));
    service.on('tracking.get', (input) => {
      if (input.deviceId !== idOf('D', 22)) throw failure({ code: 'not-found' });
      return positionJson();
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
    await startWith(2);
    await clock.advance(MINUTE);
    expect(fleet.vehicle(idOf('V', 2))).toBeNull();
    expect(live.snapshot().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([idOf('V', 1)]);
  });

  it('is there but lists no associations', async () => {
    service
      .on('deviceAssociations.list', () => {
        throw failure({ code: 'not-found' });
      })
      .on('vehicles.get', () => ({ data: vehicleJson(1) }));
    await startWith(1);
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
        return positionJson();
      });
      await startWith(5);
      await clock.advance(20 * MINUTE);
      const looks = looksAt(idOf('V', 1));
      const apart = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
      expect(looks.length).toBeLessThanOrEqual(9);
      apart.slice(1).forEach((pause, index) => expect(pause).toBeGreaterThan(apart[index] ?? 0));
      expect(looksAt(idOf('V', 2)).length).toBeGreaterThan(20);
    },
  );

  it('of the link stop the lane but for probes, keep the last state, and end without a burst', async () => {
    await startWith(100);
    live.attend(1, attention({ onScreen: ids(1, 100) }));
    await clock.advance(10 * MINUTE);
    const before = live.snapshot().vehicles;
    service.failure = { code: 'offline' };
    const down = service.calls.length;
    await clock.advance(HOUR);
    expect(service.calls.length - down).toBeLessThan(90);
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
    await startWith(5);
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
    await startWith(100);
    await clock.advance(10 * MINUTE);
    await clock.sleep(8 * HOUR);
    const awake = clock.monotonic();
    await clock.advance(5 * SECOND);
    const calls = service.calls.filter(({ at, lane }) => at >= awake && lane === 'live');
    expect(calls.length).toBeGreaterThanOrEqual(4);
    expect(calls.length).toBeLessThanOrEqual(5);
  });
});

describe('the start', () => {
  it('sends a part of a minute at once and then goes evenly', async () => {
    service.slotEvery = 0;
    await startWith(100);
    await clock.advance(MINUTE);
    const looks = service.calls.filter(({ lane }) => lane === 'live').map(({ at }) => at);
    const first = looks[0] ?? 0;
    expect(looks.filter((at) => at <= first + SECOND).length).toBe(12);
    const late = looks.filter((at) => at > first + 10 * SECOND);
    const apart = late.slice(1).map((at, index) => at - (late[index] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(1_249);
    expect(looks.length).toBeLessThanOrEqual(60);
  });
});

describe('refresh', () => {
  async function refresh(id: string): Promise<void> {
    const done = live.refresh(id);
    done.catch(() => undefined);
    await clock.advance(5 * SECOND);
    return done;
  }

  it('looks at one vehicle in the lane of what a person waits for', async () => {
    await startWith(100);
    await clock.advance(2 * SECOND);
    const id = idOf('V', 90);
    await refresh(id);
    expect(live.snapshot().vehicles[89]?.fix).not.toBeNull();
    const own = service.calls.filter(({ lane }) => lane === 'interactive').slice(1);
    expect(own.map(({ operation }) => operation)).toEqual([
      'deviceAssociations.list',
      'tracking.get',
    ]);
  });

  it('asks no more than once in five seconds', async () => {
    await startWith(1);
    await clock.advance(10 * MINUTE);
    reports = { every: 3600, speed: 0 };
    await clock.advance(20 * MINUTE);
    const before = looksAt(idOf('V', 1)).length;
    await live.refresh(idOf('V', 1)).catch(() => undefined);
    const first = looksAt(idOf('V', 1)).length;
    await live.refresh(idOf('V', 1));
    expect(looksAt(idOf('V', 1)).length).toBe(first);
    expect(first - before).toBeLessThanOrEqual(1);
  });

  it('says what is missing', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    await startWith(1);
    await clock.advance(2 * SECOND);
    await expect(refresh(idOf('V', 1))).rejects.toMatchObject({
      error: { code: 'not-found', reason: 'no-device' },
    });
    await expect(refresh(idOf('V', 7))).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('hands on a fault, and leaves the vehicle to the schedule', async () => {
    await startWith(1);
    await clock.advance(MINUTE);
    service.failure = { code: 'timeout' };
    await expect(refresh(idOf('V', 1))).rejects.toMatchObject({ error: { code: 'timeout' } });
    service.failure = null;
    const before = looksAt(idOf('V', 1)).length;
    await clock.advance(5 * MINUTE);
    expect(looksAt(idOf('V', 1)).length).toBeGreaterThan(before);
  });
});

describe('stop', () => {
  it('ends calls, timers and patches, keeps what was seen, and can begin again', async () => {
    await startWith(10);
    await clock.advance(MINUTE);
    live.stop();
    fleet.stop();
    await clock.advance(SECOND);
    const calls = service.calls.length;
    patches.length = 0;
    expect(live.snapshot().vehicles).toHaveLength(10);
    expect(live.trail(idOf('V', 1)).points.length).toBeGreaterThan(0);
    await clock.advance(HOUR);
    expect(service.calls).toHaveLength(calls);
    expect(patches).toEqual([]);
    expect(clock.pending).toBe(0);
    live.start();
    await clock.advance(MINUTE);
    expect(service.calls.length).toBeGreaterThan(calls);
  });

  it('leaves no timer behind over a long day', async () => {
    await startWith(10);
    live.attend(1, attention({ onScreen: ids(1, 10) }));
    await clock.advance(HOUR);
    const before = clock.pending;
    await clock.advance(3 * HOUR);
    expect(clock.pending).toBeLessThanOrEqual(before + 8);
  });
});

describe('watching', () => {
  it('gives pinned vehicles more looks, on screen or not', async () => {
    await startWith(60);
    live.pin([idOf('V', 40)]);
    await clock.advance(5 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(30 * MINUTE);
    const pinned = looksAt(idOf('V', 40), since).length;
    expect(pinned).toBeGreaterThan(2 * looksAt(idOf('V', 41), since).length);
    expect(live.holdsCap).toBe(true);
  });
});
