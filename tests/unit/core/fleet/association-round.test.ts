import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../virtual-clock';
import { findDevices, listed, numberOf, openAssociated, personJson } from './associated-fleet';
import {
  FakeService,
  associationJson,
  failure,
  idOf,
  numbers,
  paged,
  vehicleJson,
} from './fake-service';
import { KeptFleet } from './kept-fleet';
import { restarted } from './restarted';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let vehicles: number;

beforeEach(async () => {
  vehicles = 20;
  ({ clock, service, kept } = await openAssociated(() => vehicles));
});

describe('the round behind', () => {
  it('lists every vehicle once, those that somebody looks at first, in the background', async () => {
    kept.start();
    await clock.advance(SECOND);
    kept.fleet.want(() => [idOf('V', 17), idOf('V', 99), idOf('V', 12)]);
    await clock.advance(10 * MINUTE);
    expect(listed(service, 'users').slice(0, 10)).toContain(17);
    expect(listed(service, 'users').indexOf(12)).toBe(listed(service, 'users').indexOf(17) + 1);
    expect([...listed(service, 'users')].sort((a, b) => a - b)).toEqual(numbers(20));
    expect(new Set(service.of('userAssociations.list').map(({ lane }) => lane))).toEqual(
      new Set(['background']),
    );
    // Evenly: taken at once, slots free at once as well, and a click in between waits.
    const times = service.of('userAssociations.list').map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * SECOND);
    // Which device is the main one is for live tracking to find out.
    expect(listed(service, 'devices')).toEqual([]);
  });

  it('goes on after a restart with those that are missing', async () => {
    kept.start();
    await clock.advance(3 * SECOND);
    const before = listed(service, 'users').length;
    kept = await restarted(kept, { clock, service });
    kept.start();
    await clock.advance(10 * MINUTE);
    expect(listed(service, 'users').length).toBeGreaterThanOrEqual(20 - before);
    expect(listed(service, 'users').length).toBeLessThanOrEqual(21 - before);
  });

  it('lists what is a week old again, and newcomers at once', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices(kept, clock, vehicles);
    service.calls.length = 0;
    await clock.advance(5 * DAY);
    expect(listed(service, 'users')).toEqual([]);
    vehicles = 21;
    await clock.advance(20 * MINUTE);
    expect(listed(service, 'users')).toEqual([21]);
    await clock.advance(2 * DAY);
    expect([...listed(service, 'users')].sort((a, b) => a - b)).toEqual([...numbers(20), 21]);
    expect([...listed(service, 'devices')].sort((a, b) => a - b)).toEqual(numbers(20));
  }, 60_000);

  it('lists all again, at its pace, when the clock was a year ahead', async () => {
    kept.start();
    clock.setWallClock(clock.now() + 365 * DAY);
    await clock.advance(5 * MINUTE);
    clock.setWallClock(clock.now() - 365 * DAY);
    service.calls.length = 0;
    await clock.advance(12 * MINUTE);
    expect(listed(service, 'users').length).toBeGreaterThanOrEqual(20);
    const before = service.calls.length;
    await clock.advance(12 * MINUTE);
    expect(service.calls.length - before).toBeLessThan(20);
  });

  it('rests while the service fails, and goes on when the link is back', async () => {
    kept.start();
    await clock.advance(SECOND);
    service.failure = { code: 'offline' };
    service.calls.length = 0;
    await clock.advance(60 * MINUTE);
    expect(listed(service, 'users').length).toBeLessThanOrEqual(20);
    service.failure = null;
    kept.wake();
    await clock.advance(5 * MINUTE);
    const { checked } = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(checked).toBe(20);
  });

  it.each(['service-error', 'bad-response', 'timeout'] as const)(
    'lists the others where one list always ends in %s',
    async (code) => {
      service.on('userAssociations.list', ({ vehicleId }) => {
        if (numberOf(vehicleId) === 1) throw failure({ code });
        return { data: [personJson(numberOf(vehicleId), 1)] };
      });
      kept.start();
      await clock.advance(60 * MINUTE);
      expect(new Set(listed(service, 'users'))).toEqual(new Set(numbers(20)));
      const tries = listed(service, 'users').filter((number) => number === 1).length;
      expect(tries).toBeGreaterThan(1);
      expect(tries).toBeLessThanOrEqual(7);
    },
  );

  it('spends the lane on no list over and over that can not be kept', async () => {
    const { commit } = kept.store;
    kept.start();
    await clock.advance(SECOND);
    service.calls.length = 0;
    kept.store.commit = (changes) =>
      changes.some(({ kind }) => kind === 'associationsListed')
        ? Promise.reject(new Error('full'))
        : commit.call(kept.store, changes);
    await clock.advance(10 * MINUTE);
    expect(listed(service, 'users').length).toBeLessThanOrEqual(20 * 5);
    kept.store.commit = commit;
    await clock.advance(60 * MINUTE);
    const { checked } = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(checked).toBe(20);
  });

  it('leaves a side alone that this user may not see, and a vehicle that has no list', async () => {
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (numberOf(vehicleId) < 5) throw failure({ code: 'not-found' });
      throw failure({ code: 'forbidden' });
    });
    kept.start();
    await clock.advance(50 * MINUTE);
    // "Not found" is asked about once more; the refused ones are tried again ever more rarely, each
    // time with one that was not refused yet.
    expect(listed(service, 'users')).toEqual([
      ...numbers(7),
      ...numbers(4),
      ...numbers(12).slice(7),
    ]);
    const refused = () =>
      service.of('userAssociations.list').filter(({ input }) => numberOf(input['vehicleId']) >= 5);
    const times = refused().map(({ at }) => at);
    const pauses = times.slice(3).map((at, index) => (at - (times[index + 2] ?? 0)) / MINUTE);
    expect(pauses.map((pause) => Math.round(pause))).toEqual([2, 2, 4, 8, 16]);
    service.calls.length = 0;
    await clock.advance(DAY);
    // Once an hour in the end.
    expect(refused().length).toBeGreaterThanOrEqual(22);
    expect(refused().length).toBeLessThanOrEqual(25);
    const told = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(told).toMatchObject({ checked: 0, withheld: 20, minutesToComplete: 0 });
  });

  it('lists what a gateway called "not found" for a while, once that is over', async () => {
    let isGateway = true;
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (isGateway) throw failure({ code: 'not-found' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    kept.start();
    await clock.advance(10 * MINUTE);
    isGateway = false;
    await clock.advance(2 * 60 * MINUTE);
    const told = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(told).toMatchObject({ checked: 20, withheld: 0 });
  });

  it('is not misled for long where the first that were asked about are the ones refused', async () => {
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (numberOf(vehicleId) <= 3) throw failure({ code: 'forbidden' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    const other = { side: 'users', otherKey: idOf('U', 1) } as const;
    kept.start();
    await clock.advance(MINUTE);
    expect(await kept.associations.ofOther(other)).toMatchObject({ checked: 0, withheld: 20 });
    await clock.advance(6 * MINUTE);
    expect(await kept.associations.ofOther(other)).toMatchObject({ checked: 17, withheld: 3 });
  });

  it('tries a closed side at once where a person wants it complete', async () => {
    let isRefused = true;
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (isRefused) throw failure({ code: 'forbidden' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    kept.start();
    await clock.advance(40 * MINUTE);
    const asked = listed(service, 'users').length;
    kept.associations.complete('users', true);
    await clock.advance(10 * SECOND);
    expect(listed(service, 'users')).toHaveLength(asked + 1);
    const other = { side: 'users', otherKey: idOf('U', 1) } as const;
    const told = { checked: 0, withheld: 20, isCompleting: false };
    expect(await kept.associations.ofOther(other)).toMatchObject(told);
    isRefused = false;
    kept.associations.complete('users', true);
    await clock.advance(2 * MINUTE);
    expect((await kept.associations.ofOther(other)).checked).toBeGreaterThan(5);
  });

  it.each([{ refused: [1, 2, 9] }, { refused: [5, 6, 7] }])(
    'lists the others where this user may not see that side of $refused',
    async ({ refused }) => {
      service.on('userAssociations.list', ({ vehicleId }) => {
        if (refused.includes(numberOf(vehicleId))) throw failure({ code: 'forbidden' });
        return { data: [personJson(numberOf(vehicleId), 1)] };
      });
      kept.start();
      await clock.advance(10 * MINUTE);
      expect(listed(service, 'users')).toEqual(numbers(20));
      const told = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
      expect(told).toMatchObject({ checked: 17, withheld: 3, minutesToComplete: 0 });
      await clock.advance(DAY);
      const tries = listed(service, 'users').filter((number) => number === refused[0]).length;
      expect(tries).toBeGreaterThan(2);
      expect(tries).toBeLessThanOrEqual(5);
    },
  );

  it('goes on with a side that three refusals closed once somebody could list it', async () => {
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (numberOf(vehicleId) <= 9) throw failure({ code: 'forbidden' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    kept.start();
    await clock.advance(5 * MINUTE);
    const other = { side: 'users', otherKey: idOf('U', 1) } as const;
    expect(await kept.associations.ofOther(other)).toMatchObject({ checked: 0, withheld: 20 });
    const read = kept.associations.refresh({ vehicleKey: idOf('V', 12), side: 'users' });
    await clock.advance(SECOND);
    await read;
    expect(await kept.associations.ofOther(other)).toMatchObject({ checked: 1, withheld: 5 });
    await clock.advance(20 * MINUTE);
    expect(await kept.associations.ofOther(other)).toMatchObject({ checked: 11, withheld: 9 });
  });

  it('asks about each vehicle once in hours where this user may not see any longer', async () => {
    kept.start();
    await clock.advance(10 * MINUTE);
    service.on('userAssociations.list', () => {
      throw failure({ code: 'forbidden' });
    });
    service.calls.length = 0;
    vehicles = 40;
    await clock.advance(40 * MINUTE);
    expect(listed(service, 'users')).toEqual(numbers(40).slice(20));
    await clock.advance(DAY);
    expect(listed(service, 'users').length).toBeLessThanOrEqual(20 * 5);
    const told = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(told).toMatchObject({ checked: 20, withheld: 20 });
  });
});

it('what is kept ends up as what the service lists, over any news and restarts', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 600 }) }),
    fc.record({
      what: fc.constant('move' as const),
      device: fc.integer({ min: 1, max: 9 }),
      vehicle: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ what: fc.constant('news' as const), vehicle: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ what: 'restart' as const }),
    fc.constant({ what: 'fail' as const }),
    fc.constant({ what: 'heal' as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      clock = new VirtualClock();
      vehicles = 4;
      const place = new Map<number, number>();
      const fresh = new FakeService(clock);
      fresh
        .on(
          'vehicles.list',
          paged(() => numbers(4).map((number) => vehicleJson(number))),
        )
        .on('deviceAssociations.list', ({ vehicleId }) => ({
          data: [...place].flatMap(([device, vehicle]) =>
            vehicle === numberOf(vehicleId) ? [associationJson(device, device)] : [],
          ),
        }));
      service = fresh;
      kept = await KeptFleet.open({ clock, service });
      kept.start();
      for (const next of steps) {
        if (next.what === 'wait') await clock.advance(next.seconds * SECOND);
        if (next.what === 'move') place.set(next.device, next.vehicle);
        if (next.what === 'news') {
          kept.news.publish({ kind: 'associations', vehicleKey: idOf('V', next.vehicle) });
        }
        if (next.what === 'fail') service.failure = { code: 'offline' };
        if (next.what === 'heal') service.failure = null;
        if (next.what !== 'restart') continue;
        kept = await restarted(kept, { clock, service });
        kept.start();
      }
      service.failure = null;
      kept.wake();
      await clock.advance(WEEK + DAY);
      kept.associations.complete('devices', true);
      await clock.advance(20 * MINUTE);
      for (const vehicle of numbers(4)) {
        const { items } = await kept.store.associationsOf(idOf('V', vehicle), 'devices');
        const expected = [...place].flatMap(([device, at]) => (at === vehicle ? [device] : []));
        expect(items.map(({ otherKey }) => numberOf(otherKey)).sort()).toEqual(expected.sort());
        const main = kept.fleet.mainDevices.of(idOf('V', vehicle));
        expect(main.association).toBe(expected.length === 0 ? 'none' : 'known');
      }
      kept.stop();
    }),
    { numRuns: 15 },
  );
}, 120_000);
