import { beforeEach, describe, expect, it } from 'vitest';
import type { LivePatch } from '@contract/fixes';
import type { Fleet } from '@core/fleet/fleet';
import type { LiveTracking } from '@core/tracking/live-tracking';
import { idOf, type FakeService } from '../fleet/fake-service';
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

describe('looking at a fleet', () => {
  it('finds the main device of each vehicle, then its position, all in the live lane', async () => {
    await tracked.start(3);
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
    const looks = ['deviceAssociations.list', 'tracking.get'] as const;
    for (const look of looks) {
      expect(new Set(service.of(look).map(({ lane }) => lane))).toEqual(new Set(['live']));
    }
  });

  it('adds up to its snapshot for whoever subscribes, at most four patches a second', async () => {
    service.slotEvery = 0;
    await tracked.start(40);
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
    await tracked.start(20);
    await clock.advance(10 * MINUTE);
    const counts = ids(1, 20).map((id) => tracked.looksAt(id, 5 * MINUTE).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);

    tracked.count = 21;
    await clock.advance(16 * MINUTE);
    expect(live.snapshot().vehicles).toHaveLength(21);
    fleet.remove(idOf('V', 5));
    await clock.advance(SECOND);
    expect(patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 5)]);
    const gone = clock.monotonic();
    await clock.advance(3 * MINUTE);
    expect(tracked.looksAt(idOf('V', 5), gone)).toEqual([]);
  });
});

describe('what windows show', () => {
  it('is looked at more often, and what is followed most often of all', async () => {
    await tracked.start(100);
    live.attend(1, attention({ onScreen: ids(1, 20), followed: idOf('V', 1) }));
    await clock.advance(10 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const followed = tracked.looksAt(idOf('V', 1), since).length;
    const shown = tracked.looksAt(idOf('V', 2), since).length;
    const hidden = tracked.looksAt(idOf('V', 50), since).length;
    expect(followed).toBeGreaterThan(5 * shown);
    expect(shown).toBeGreaterThan(3 * hidden);
    expect(hidden).toBeGreaterThan(0);
  });

  it('counts over all windows, until one is released', async () => {
    await tracked.start(60);
    live.attend(1, attention({ onScreen: ids(1, 5) }));
    live.attend(2, attention({ onScreen: ids(6, 10) }));
    await clock.advance(5 * MINUTE);
    live.release(2);
    await clock.advance(5 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(10 * MINUTE);
    const first = tracked.looksAt(idOf('V', 3), since).length;
    const second = tracked.looksAt(idOf('V', 8), since).length;
    expect(first).toBeGreaterThan(2 * second);
  });

  it('is chosen when the slot is there: a new selection goes before all that waited', async () => {
    await tracked.start(60);
    await clock.advance(5 * MINUTE);
    const now = clock.monotonic();
    live.attend(1, attention({ onScreen: ids(1, 60), selected: idOf('V', 33) }));
    await clock.advance(2 * SECOND);
    expect(tracked.looksAt(idOf('V', 33), now)).toHaveLength(1);
  });

  it('tells that time truly from the first round on, and for the few of a closer view', async () => {
    await tracked.start(120);
    live.attend(1, attention({ onScreen: ids(1, 120) }));
    await clock.advance(2 * MINUTE);
    // 48 a minute over 120 vehicles; in the first round each costs two, one for its associations.
    expect(live.snapshot().pace.onScreenSeconds).toBeGreaterThan(150);
    expect(live.snapshot().pace.onScreenSeconds).toBeLessThanOrEqual(310);
    await clock.advance(6 * MINUTE);
    expect(live.snapshot().pace.onScreenSeconds).toBeGreaterThan(120);
    expect(live.snapshot().pace.onScreenSeconds).toBeLessThanOrEqual(170);
  });

  it.each([
    { name: 'a closer view', before: ids(1, 120), after: ids(1, 5) },
    { name: 'a wider view', before: ids(1, 5), after: ids(1, 120) },
    { name: 'another view', before: ids(1, 20), after: ids(61, 100) },
  ])('tells it at once for $name', async ({ before, after }) => {
    await tracked.start(120);
    live.attend(1, attention({ onScreen: before }));
    await clock.advance(10 * MINUTE);
    live.attend(1, attention({ onScreen: after }));
    await clock.advance(SECOND);
    const told = live.snapshot().pace.onScreenSeconds ?? 0;
    await clock.advance(5 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(30 * MINUTE);
    const looks = after.reduce((sum, id) => sum + tracked.looksAt(id, since).length, 0);
    const counted = (30 * 60 * after.length) / looks;
    expect(Math.abs(told - counted)).toBeLessThan(Math.max(5, counted * 0.1));
  });

  it('tells when there are more vehicles than the budget can look at every hour', async () => {
    await tracked.start(3_400);
    await clock.advance(5 * MINUTE);
    expect(live.snapshot().pace.holdsCap).toBe(false);
    expect(patches.some(({ pace }) => pace?.holdsCap === false)).toBe(true);
    for (const id of ids(101, 3_400)) tracked.fleet.remove(id);
    await clock.advance(4 * MINUTE);
    expect(live.snapshot().pace.holdsCap).toBe(false);
    await clock.advance(3 * MINUTE);
    expect(live.snapshot().pace.holdsCap).toBe(true);
  });

  it('says nothing of that with 1,400, from the first round on', async () => {
    await tracked.start(1_400);
    await clock.advance(3 * HOUR);
    expect(patches.some(({ pace }) => pace?.holdsCap === false)).toBe(false);
    expect(tracked.longestGap(2 * HOUR)).toBeLessThan(HOUR);
  }, 60_000);

  it.each([
    { name: 'a few', shown: 20, isHeld: true },
    { name: 'many', shown: 200, isHeld: false },
  ])(
    'tells of 1,400 with $name on screen what the looks show',
    async ({ shown, isHeld }) => {
      await tracked.start(1_400);
      live.attend(1, attention({ onScreen: ids(1, shown) }));
      await clock.advance(2 * HOUR);
      const since = clock.monotonic();
      const before = live.snapshot().pace.holdsCap;
      patches.length = 0;
      await clock.advance(2 * HOUR);
      const told = patches.flatMap(({ pace }) => pace?.holdsCap ?? []);
      expect(new Set([before, ...told])).toEqual(new Set([isHeld]));
      expect(tracked.longestGap(since) <= HOUR).toBe(isHeld);
    },
    60_000,
  );

  it('is not thought slower because a few vehicles left the lane with little to do', async () => {
    tracked.reports = { every: 300, speed: 0 };
    await tracked.start(10);
    live.attend(1, attention({ onScreen: ids(1, 10) }));
    await clock.advance(60 * MINUTE);
    const before = live.snapshot().pace.onScreenSeconds ?? 0;
    live.attend(1, attention({ onScreen: ids(1, 10), selected: idOf('V', 1) }));
    await clock.advance(SECOND);
    const after = live.snapshot().pace.onScreenSeconds ?? 0;
    expect(before).toBeGreaterThan(60);
    // One of them less is in the mean, which is told in steps of five seconds.
    expect(Math.abs(after - before)).toBeLessThanOrEqual(5);
  });

  it('tells how long the vehicles on screen take to come round', async () => {
    await tracked.start(50);
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
    tracked.reports = { every: 3600, speed: 0 };
    await tracked.start(2);
    live.attend(1, attention({ onScreen: ids(1, 2), followed: idOf('V', 1) }));
    await clock.advance(10 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const apart = (id: string): number[] => {
      const looks = tracked.looksAt(id, since);
      return looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    };
    expect(Math.min(...apart(idOf('V', 1)))).toBeGreaterThanOrEqual(30 * SECOND);
    expect(Math.min(...apart(idOf('V', 2)))).toBeGreaterThanOrEqual(300 * SECOND);

    tracked.reports = { every: 1, speed: 60 };
    await clock.advance(10 * MINUTE);
    const moving = clock.monotonic();
    await clock.advance(5 * MINUTE);
    const looks = tracked.looksAt(idOf('V', 1), moving);
    const least = Math.min(...looks.slice(1).map((at, index) => at - (looks[index] ?? 0)));
    expect(least).toBeGreaterThanOrEqual(5 * SECOND);
    expect(least).toBeLessThan(8 * SECOND);
  });
});

describe('the limits that a person chose', () => {
  it('turn a late vehicle silent at once and back, without another look', async () => {
    await tracked.start(1);
    tracked.reports.every = 10 * 60;
    await clock.advance(9 * MINUTE);
    const stateOf = () => live.stateOf(idOf('V', 1))?.connection;
    const age = () =>
      (live.stateOf(idOf('V', 1))?.lookedAt ?? 0) - (live.stateOf(idOf('V', 1))?.fix?.at ?? 0);
    expect(age()).toBeGreaterThan(5 * MINUTE);
    expect(stateOf()).toBe('late');
    patches.length = 0;
    tracked.chosen = { ...tracked.chosen, lateAfter: 1, silentAfter: 5 };
    live.renewChosen();
    expect(stateOf()).toBe('silent');
    await clock.advance(SECOND);
    expect(patches.flatMap(({ changed }) => changed)).toMatchObject([{ connection: 'silent' }]);
    tracked.chosen = { ...tracked.chosen, lateAfter: 60, silentAfter: null };
    live.renewChosen();
    expect(stateOf()).toBe('live');
  });
});

describe('the start', () => {
  it('sends a part of a minute at once and then goes evenly', async () => {
    service.slotEvery = 0;
    await tracked.start(100);
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
    await tracked.start(100);
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
    await tracked.start(1);
    await clock.advance(10 * MINUTE);
    tracked.reports = { every: 3600, speed: 0 };
    await clock.advance(20 * MINUTE);
    const before = tracked.looksAt(idOf('V', 1)).length;
    await live.refresh(idOf('V', 1)).catch(() => undefined);
    const first = tracked.looksAt(idOf('V', 1)).length;
    await live.refresh(idOf('V', 1));
    expect(tracked.looksAt(idOf('V', 1)).length).toBe(first);
    expect(first - before).toBeLessThanOrEqual(1);
  });

  it('says what is missing', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    await tracked.start(1);
    await clock.advance(2 * SECOND);
    await expect(refresh(idOf('V', 1))).rejects.toMatchObject({
      error: { code: 'not-found', reason: 'no-device' },
    });
    await expect(refresh(idOf('V', 7))).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('hands on a fault, and leaves the vehicle to the schedule', async () => {
    await tracked.start(1);
    await clock.advance(MINUTE);
    service.failure = { code: 'timeout' };
    await expect(refresh(idOf('V', 1))).rejects.toMatchObject({ error: { code: 'timeout' } });
    service.failure = null;
    const before = tracked.looksAt(idOf('V', 1)).length;
    await clock.advance(5 * MINUTE);
    expect(tracked.looksAt(idOf('V', 1)).length).toBeGreaterThan(before);
  });
});

describe('watching', () => {
  it('gives pinned vehicles more looks, on screen or not', async () => {
    await tracked.start(60);
    live.pin([idOf('V', 40)]);
    await clock.advance(5 * MINUTE);
    const since = clock.monotonic();
    await clock.advance(30 * MINUTE);
    const pinned = tracked.looksAt(idOf('V', 40), since).length;
    expect(pinned).toBeGreaterThan(2 * tracked.looksAt(idOf('V', 41), since).length);
    expect(live.snapshot().pace.holdsCap).toBe(true);
  });

  it('gives vehicles on alert more looks, as many as it tells, and not for ever', async () => {
    await tracked.start(60);
    const onAlert = [idOf('V', 40), idOf('V', 41)];
    live.setOnAlert([...onAlert, idOf('V', 999)]);
    await clock.advance(5 * MINUTE);
    const { vehicles, looksAMinute: told } = live.alertCost();
    const looksAMinute = told ?? NaN;
    expect(vehicles).toBe(2);
    const looksOf = (id: string, since: number): number => tracked.looksAt(id, since).length;
    const since = clock.monotonic();
    await clock.advance(20 * MINUTE);
    const more = onAlert.map((id) => looksOf(id, since)).reduce((sum, looks) => sum + looks, 0);
    const usual = looksOf(idOf('V', 42), since);
    expect(more).toBeGreaterThan(4 * usual);
    expect(looksAMinute).toBeGreaterThan(0);
    expect(Math.abs(looksAMinute - (more - 2 * usual) / 20)).toBeLessThan(1);
    live.setOnAlert([]);
    expect(live.alertCost()).toEqual({ vehicles: 0, looksAMinute: 0 });
  });
});
