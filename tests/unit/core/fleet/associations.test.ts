import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredAssociation } from '@core/ports/store';
import type { VirtualClock } from '../virtual-clock';
import { findDevices, listed, numberOf, openAssociated, personJson } from './associated-fleet';
import { associationJson, failure, idOf, numbers, paged, type FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';
import { restarted } from './restarted';
import { entry } from '../../adapters/store/stored';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const local = (letter: string): string => `local:${letter.repeat(24)}`;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let vehicles: number;

beforeEach(async () => {
  vehicles = 20;
  ({ clock, service, kept } = await openAssociated(() => vehicles));
});

async function finish<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await clock.advance(5 * SECOND);
  return promise;
}

describe('a user who was made here', () => {
  const made = (sentAt: number | null, state: 'waiting' | 'sent' = 'sent') =>
    ({
      kind: 'entry',
      entry: entry('made', {
        kind: 'create',
        subject: { collection: 'users', key: idOf('U', 77), label: 'Nova' },
        state,
        sentAt,
      }),
    }) as const;

  it('is new for an hour: it is on no vehicle but those that it was added to here', async () => {
    await kept.store.commit([made(clock.now())]);
    const of = { side: 'users', otherKey: idOf('U', 77) } as const;
    expect((await kept.associations.ofOther(of)).isNew).toBe(true);
    await clock.advance(59 * MINUTE);
    expect((await kept.associations.ofOther(of)).isNew).toBe(true);
    await clock.advance(2 * MINUTE);
    expect((await kept.associations.ofOther(of)).isNew).toBe(false);
  });

  it('is new while it waits to be sent; one that others made is not', async () => {
    const ofOther = async (otherKey: string): Promise<boolean> =>
      (await kept.associations.ofOther({ side: 'users', otherKey })).isNew;
    expect(await ofOther(local('w'))).toBe(true);
    expect(await ofOther(idOf('U', 1))).toBe(false);
  });
});

it('where devices are is told by the vehicles that were listed, what leaves left out', async () => {
  kept.start();
  await clock.advance(10 * SECOND);
  for (const number of [3, 4]) {
    const of = { vehicleKey: idOf('V', number), side: 'devices' } as const;
    await finish(kept.associations.refresh(of));
  }
  const [leaving] = (await kept.store.associationsOf(idOf('V', 4), 'devices')).items;
  if (!leaving) throw new Error('nothing is listed');
  await kept.store.commit([{ kind: 'association', association: { ...leaving, mark: 'deleting' } }]);
  const otherKeys = [3, 4, 99].map((number) => idOf('D', number));
  expect(await kept.associations.places({ side: 'devices', otherKeys })).toEqual([
    { otherKey: idOf('D', 3), vehicleKey: idOf('V', 3), vehicleLabel: 'ABC-3', isMain: true },
  ]);
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

  it('waits for no vehicle whose list the service refuses or does not have', async () => {
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (numberOf(vehicleId) <= 2) throw failure({ code: 'not-found' });
      if (numberOf(vehicleId) === 3) throw failure({ code: 'forbidden' });
      if (numberOf(vehicleId) === 4) throw failure({ code: 'service-error' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    kept.start();
    await clock.advance(10 * MINUTE);
    const of = { side: 'users', otherKey: idOf('U', 1) } as const;
    // The list that failed is tried again.
    expect(await kept.associations.ofOther(of)).toMatchObject({
      checked: 16,
      of: 20,
      withheld: 3,
      minutesToComplete: 1 / 6,
    });
  });

  it('waits for none where this user may not see that side, until it is tried again', async () => {
    let isRefused = true;
    service.on('userAssociations.list', ({ vehicleId }) => {
      if (isRefused) throw failure({ code: 'forbidden' });
      return { data: [personJson(numberOf(vehicleId), 1)] };
    });
    kept.start();
    await clock.advance(10 * MINUTE);
    const of = { side: 'users', otherKey: idOf('U', 1) } as const;
    expect(await kept.associations.ofOther(of)).toMatchObject({
      checked: 0,
      withheld: 20,
      minutesToComplete: 0,
      isCompleting: false,
    });
    isRefused = false;
    await clock.advance(3 * 60 * MINUTE);
    expect(await kept.associations.ofOther(of)).toMatchObject({ checked: 20, withheld: 0 });
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
    await findDevices(kept, clock, vehicles);
    kept = await restarted(kept, { clock, service });
    service.failure = { code: 'offline' };
    kept.start();
    await clock.advance(0);
    const { mainDevices } = kept.fleet;
    expect(mainDevices.of(idOf('V', 1))).toMatchObject({
      association: 'known',
      device: { id: idOf('D', 1), name: 'Tracker 1', imei: '351' },
    });
    expect(mainDevices.of(idOf('V', 2)).association).toBe('none');
    expect(listed(service, 'devices')).toEqual([]);
  });

  it('that only stand in are known after a restart, too', async () => {
    service.on('deviceAssociations.list', () => ({
      data: [associationJson(1, 7, { is_main_device: false })],
    }));
    vehicles = 1;
    kept.start();
    await clock.advance(MINUTE);
    await findDevices(kept, clock, vehicles);
    kept = await restarted(kept, { clock, service });
    service.failure = { code: 'offline' };
    kept.start();
    await clock.advance(0);
    expect(kept.fleet.mainDevices.of(idOf('V', 1))).toMatchObject({
      association: 'known',
      device: { id: idOf('D', 7) },
      isStandIn: true,
    });
  });

  it('stays on the map with the other device once the main one of two was removed', async () => {
    const both = [
      associationJson(1, 1, { created_at: '2026-01-01T00:00:00Z' }),
      associationJson(2, 2, { created_at: '2026-02-01T00:00:00Z', is_main_device: false }),
    ];
    service.on('deviceAssociations.list', () => ({ data: both }));
    vehicles = 1;
    kept.start();
    await clock.advance(MINUTE);
    await findDevices(kept, clock, vehicles);
    const { mainDevices } = kept.fleet;
    const vehicleKey = idOf('V', 1);
    expect(mainDevices.of(vehicleKey).device?.id).toBe(idOf('D', 1));
    await kept.store.commit([{ kind: 'dropAssociation', key: idOf('A', 1) }]);
    kept.news.publish({ kind: 'associations', vehicleKey });
    service.failure = { code: 'offline' };
    await clock.advance(0);
    expect(mainDevices.of(vehicleKey)).toMatchObject({
      association: 'known',
      device: { id: idOf('D', 2) },
      isStandIn: true,
    });
  });

  it('are known by their names in a fleet of hundreds too', async () => {
    vehicles = 620;
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices(kept, clock, vehicles);
    kept = await restarted(kept, { clock, service });
    service.failure = { code: 'offline' };
    await kept.associations.load();
    const { mainDevices } = kept.fleet;
    const names = numbers(vehicles).map((number) => mainDevices.of(idOf('V', number)).device?.name);
    expect(names).toEqual(numbers(vehicles).map((number) => `Tracker ${number}`));
  });

  it('are called what the list of devices says', async () => {
    kept.start();
    await clock.advance(MINUTE);
    await findDevices(kept, clock, vehicles);
    service.on(
      'devices.list',
      paged(() => [{ id: idOf('D', 1), attributes: { name: 'Renamed', imei: '9' } }]),
    );
    kept.records.sync('devices');
    await clock.advance(10 * SECOND);
    expect(kept.fleet.mainDevices.of(idOf('V', 1)).device?.name).toBe('Renamed');
  });
});
