import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredAssociation } from '@core/ports/store';
import { VirtualClock } from '../virtual-clock';
import { FakeService, associationJson, failure, idOf, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
const local = (letter: string): string => `local:${letter.repeat(24)}`;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let vehicles: number;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function numberOf(id: unknown): number {
  return Number(String(id).slice(1));
}

function personJson(number: number, user: number, attributes: object = {}): unknown {
  return {
    id: idOf('B', number),
    type: 'user_associations',
    attributes,
    relationships: { user: { id: idOf('U', user), type: 'user', attributes: {} } },
  };
}

async function finish<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await clock.advance(5 * SECOND);
  return promise;
}

async function restart(): Promise<void> {
  kept.stop();
  await clock.advance(0);
  service.calls.length = 0;
  kept = await KeptFleet.open({ clock, service, store: kept.store });
}

/** Vehicles whose lists of a side were asked for, in order. */
function listed(side: 'devices' | 'users'): number[] {
  const operation = side === 'devices' ? 'deviceAssociations.list' : 'userAssociations.list';
  return service.of(operation).map(({ input }) => numberOf(input['vehicleId']));
}

/** Live tracking finds the main devices by itself; here somebody else has to. */
async function findDevices(): Promise<void> {
  kept.associations.complete('devices', true);
  await clock.advance(vehicles * SECOND);
}

beforeEach(async () => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  vehicles = 20;
  service
    .on(
      'vehicles.list',
      paged(() => numbers(vehicles).map((number) => vehicleJson(number))),
    )
    .on(
      'devices.list',
      paged(() =>
        numbers(vehicles).map((number) => ({
          id: idOf('D', number),
          attributes: { name: `Tracker ${number}`, imei: `35${number}` },
        })),
      ),
    )
    .on(
      'users.list',
      paged(() => [{ id: idOf('U', 1), attributes: { name: 'Ana', username: 'ana' } }]),
    )
    .on('deviceAssociations.list', ({ vehicleId }) => ({
      data: [associationJson(numberOf(vehicleId), numberOf(vehicleId))],
    }))
    .on('userAssociations.list', ({ vehicleId }) => ({
      data: [personJson(numberOf(vehicleId), 1)],
    }));
  kept = await KeptFleet.open({ clock, service });
});

describe('a vehicle’s associations', () => {
  it('are listed while a person waits, kept, and told with their names', async () => {
    kept.start();
    await clock.advance(10 * SECOND);
    service.calls.length = 0;
    const of = { vehicleKey: idOf('V', 3), side: 'devices' } as const;
    const answer = await finish(kept.associations.refresh(of));
    expect(answer).toEqual({
      items: [
        {
          key: idOf('A', 3),
          vehicleKey: idOf('V', 3),
          side: 'devices',
          otherKey: idOf('D', 3),
          vehicleLabel: 'ABC-3',
          otherLabel: 'Tracker 3',
          otherDetail: '353',
          isMain: true,
          createdAt: Date.UTC(2026, 0, 1),
          mark: 'none',
        },
      ],
      readAt: clock.now() - 4_800,
    });
    expect(service.of('deviceAssociations.list')[0]?.lane).toBe('interactive');
    service.failure = { code: 'offline' };
    expect(await kept.associations.ofVehicle(of)).toEqual(answer);
    await expect(finish(kept.associations.refresh(of))).rejects.toMatchObject({
      error: { code: 'offline' },
    });
  });

  it('leave out what was removed, and mark the newest main device alone', async () => {
    service.on('deviceAssociations.list', () => ({
      data: [
        associationJson(1, 1, { created_at: '2026-01-01T00:00:00Z' }),
        associationJson(2, 2, { created_at: '2026-02-01T00:00:00Z' }),
        associationJson(3, 3, { deleted_at: '2026-02-01T00:00:00Z' }),
        associationJson(4, 4, { is_main_device: false }),
      ],
    }));
    const of = { vehicleKey: idOf('V', 1), side: 'devices' } as const;
    const { items } = await finish(kept.associations.refresh(of));
    expect(items.map(({ otherKey, isMain }) => [numberOf(otherKey), isMain])).toEqual([
      [1, false],
      [4, false],
      [2, true],
    ]);
  });

  it('keep what waits to be sent, however often they are listed', async () => {
    const of = { vehicleKey: idOf('V', 1), side: 'users' } as const;
    await finish(kept.associations.refresh(of));
    const [told] = (await kept.store.associationsOf(of.vehicleKey, 'users')).items;
    if (told === undefined) throw new Error('No association is kept.');
    const made: StoredAssociation = {
      ...told,
      key: local('a'),
      otherKey: local('b'),
      mark: 'waiting',
    };
    await kept.store.commit([
      { kind: 'association', association: made },
      { kind: 'association', association: { ...told, mark: 'deleting' } },
    ]);
    const { items } = await finish(kept.associations.refresh(of));
    expect(items.map(({ key, mark }) => [key, mark]).sort()).toEqual([
      [told.key, 'deleting'],
      [local('a'), 'waiting'],
    ]);
  });

  it('are nothing to ask for where the service does not know the vehicle', async () => {
    const of = { vehicleKey: local('c'), side: 'users' } as const;
    expect(await kept.associations.refresh(of)).toEqual({ items: [], readAt: null });
    expect(service.calls).toEqual([]);
  });
});

describe('the round behind', () => {
  it('lists every vehicle once, those that somebody looks at first, in the background', async () => {
    kept.start();
    await clock.advance(SECOND);
    kept.fleet.want([idOf('V', 17), idOf('V', 99), idOf('V', 12)]);
    await clock.advance(10 * MINUTE);
    expect(listed('users').slice(0, 10)).toContain(17);
    expect(listed('users').indexOf(12)).toBe(listed('users').indexOf(17) + 1);
    expect([...listed('users')].sort((a, b) => a - b)).toEqual(numbers(20));
    expect(new Set(service.of('userAssociations.list').map(({ lane }) => lane))).toEqual(
      new Set(['background']),
    );
    // Evenly: taken at once, slots free at once as well, and a click in between waits.
    const times = service.of('userAssociations.list').map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * SECOND);
    // Which device is the main one is for live tracking to find out.
    expect(listed('devices')).toEqual([]);
  });

  it('goes on after a restart with those that are missing', async () => {
    kept.start();
    await clock.advance(3 * SECOND);
    const before = listed('users').length;
    await restart();
    kept.start();
    await clock.advance(10 * MINUTE);
    expect(listed('users').length).toBeGreaterThanOrEqual(20 - before);
    expect(listed('users').length).toBeLessThanOrEqual(21 - before);
  });

  it('lists what is a week old again, and newcomers at once', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices();
    service.calls.length = 0;
    await clock.advance(5 * DAY);
    expect(listed('users')).toEqual([]);
    vehicles = 21;
    await clock.advance(20 * MINUTE);
    expect(listed('users')).toEqual([21]);
    await clock.advance(2 * DAY);
    expect([...listed('users')].sort((a, b) => a - b)).toEqual([...numbers(20), 21]);
    expect([...listed('devices')].sort((a, b) => a - b)).toEqual(numbers(20));
  }, 60_000);

  it('lists all again, at its pace, when the clock was a year ahead', async () => {
    kept.start();
    clock.setWallClock(clock.now() + 365 * DAY);
    await clock.advance(5 * MINUTE);
    clock.setWallClock(clock.now() - 365 * DAY);
    service.calls.length = 0;
    await clock.advance(12 * MINUTE);
    expect(listed('users').length).toBeGreaterThanOrEqual(20);
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
    expect(listed('users').length).toBeLessThanOrEqual(20);
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
      expect(new Set(listed('users'))).toEqual(new Set(numbers(20)));
      const tries = listed('users').filter((number) => number === 1).length;
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
    expect(listed('users').length).toBeLessThanOrEqual(20 * 5);
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
    expect(listed('users')).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the side of a device or person', () => {
  it('says on how many vehicles it was checked, and how long the others take', async () => {
    vehicles = 60;
    kept.start();
    await clock.advance(5 * SECOND);
    kept.stop();
    const reverse = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(reverse.of).toBe(60);
    expect(reverse.checked).toBeGreaterThan(0);
    expect(reverse.items).toHaveLength(reverse.checked);
    expect(reverse.items[0]).toMatchObject({ vehicleLabel: 'ABC-1', otherLabel: 'Ana' });
    // Six a minute are sure of a slot at a budget of 48.
    expect(reverse.minutesToComplete).toBe((60 - reverse.checked) / 6);
    expect(reverse.isCompleting).toBe(false);
  });

  it('leaves out vehicles that are gone', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    kept.fleet.remove(idOf('V', 3));
    await clock.advance(SECOND);
    const reverse = await kept.associations.ofOther({ side: 'users', otherKey: idOf('U', 1) });
    expect(reverse).toMatchObject({ checked: 19, of: 19 });
    expect(reverse.items.map(({ vehicleKey }) => vehicleKey)).not.toContain(idOf('V', 3));
    expect(reverse.items).toHaveLength(19);
  });

  it('is completed when a person wants it, and that can be taken back', async () => {
    service.on('userAssociations.list', () => {
      throw failure({ code: 'timeout' });
    });
    kept.start();
    await clock.advance(MINUTE);
    const of = { side: 'devices', otherKey: idOf('D', 4) } as const;
    kept.associations.complete('devices', true);
    expect((await kept.associations.ofOther(of)).isCompleting).toBe(true);
    kept.associations.complete('devices', false);
    expect((await kept.associations.ofOther(of)).isCompleting).toBe(false);
    kept.associations.complete('devices', true);
    await clock.advance(MINUTE);
    expect(await kept.associations.ofOther(of)).toMatchObject({
      checked: 20,
      of: 20,
      minutesToComplete: 0,
      isCompleting: false,
      items: [{ vehicleKey: idOf('V', 4), isMain: true }],
    });
  });
});

describe('main devices', () => {
  it('are known after a restart without a call, names and all', async () => {
    service.on('deviceAssociations.list', ({ vehicleId }) => ({
      data: numberOf(vehicleId) === 2 ? [] : [associationJson(1, numberOf(vehicleId))],
    }));
    vehicles = 2;
    kept.start();
    await clock.advance(MINUTE);
    await findDevices();
    await restart();
    service.failure = { code: 'offline' };
    kept.start();
    await clock.advance(0);
    const { mainDevices } = kept.fleet;
    expect(mainDevices.of(idOf('V', 1))).toMatchObject({
      association: 'known',
      device: { id: idOf('D', 1), name: 'Tracker 1', imei: '351' },
    });
    expect(mainDevices.of(idOf('V', 2)).association).toBe('none');
    expect(listed('devices')).toEqual([]);
  });

  it('are known by their names in a fleet of hundreds too', async () => {
    vehicles = 620;
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices();
    await restart();
    service.failure = { code: 'offline' };
    await kept.associations.load();
    const { mainDevices } = kept.fleet;
    const names = numbers(vehicles).map((number) => mainDevices.of(idOf('V', number)).device?.name);
    expect(names).toEqual(numbers(vehicles).map((number) => `Tracker ${number}`));
  });

  it('are called what the list of devices says', async () => {
    kept.start();
    await clock.advance(MINUTE);
    await findDevices();
    service.on(
      'devices.list',
      paged(() => [{ id: idOf('D', 1), attributes: { name: 'Renamed', imei: '9' } }]),
    );
    kept.records.sync('devices');
    await clock.advance(10 * SECOND);
    expect(kept.fleet.mainDevices.of(idOf('V', 1)).device?.name).toBe('Renamed');
  });
});

describe('own changes', () => {
  const vehicleKey = idOf('V', 1);

  beforeEach(async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices();
    service.calls.length = 0;
  });

  async function change(association: Partial<StoredAssociation>): Promise<void> {
    const [told] = (await kept.store.associationsOf(vehicleKey, 'devices')).items;
    if (told === undefined) throw new Error('No association is kept.');
    await kept.store.commit([{ kind: 'association', association: { ...told, ...association } }]);
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(5 * SECOND);
  }

  it('are listed anew once they were sent, on their side alone, not while they wait', async () => {
    await change({ pendingMain: false });
    expect(service.calls).toEqual([]);
    expect(kept.fleet.mainDevices.of(vehicleKey).device?.id).toBe(idOf('D', 1));
    await change({ pendingMain: null, isMain: false });
    expect(listed('devices')).toEqual([1]);
    expect(listed('users')).toEqual([]);
  });

  it('are listed on both sides where it is not known what was changed', async () => {
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(5 * SECOND);
    expect([listed('devices'), listed('users')]).toEqual([[1], [1]]);
  });

  it('change the main device at once', async () => {
    const made = { key: idOf('A', 70), otherKey: idOf('D', 9), createdAt: clock.now() };
    service.on('deviceAssociations.list', () => ({
      data: [associationJson(1, 1), associationJson(70, 9, { created_at: '2026-03-01T00:00:00Z' })],
    }));
    const changed = change({ ...made, isMain: true });
    await clock.advance(0);
    expect(kept.fleet.mainDevices.of(vehicleKey).device).toEqual({
      id: idOf('D', 9),
      name: 'Tracker 9',
      imei: '359',
    });
    await changed;
    expect(kept.fleet.mainDevices.of(vehicleKey).device?.id).toBe(idOf('D', 9));
  });

  it('are not undone by a list that left the service before them', async () => {
    const of = { vehicleKey, side: 'devices' } as const;
    const refreshed = kept.associations.refresh(of);
    await clock.advance(100);
    service.on('deviceAssociations.list', () => ({ data: [associationJson(70, 9)] }));
    kept.news.publish({ kind: 'associations', vehicleKey });
    const { items } = await finish(refreshed);
    expect(items.map(({ otherKey }) => otherKey)).toEqual([idOf('D', 9)]);
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
        await restart();
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
