import { beforeEach, describe, expect, it } from 'vitest';
import type { Fleet } from '@core/fleet/fleet';
import type { VirtualClock } from '../virtual-clock';
import { CardOffice, driver, user } from './card-office';
import { failure, idOf, paged, type FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const vehicleId = idOf('V', 1);

let office: CardOffice;
let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let fleet: Fleet;

const finish = <T>(promise: Promise<T>): Promise<T> => office.finish(promise);
const read = (id: string, signal?: AbortSignal): ReturnType<CardOffice['read']> =>
  office.read(id, signal);

beforeEach(async () => {
  office = await CardOffice.open();
  ({ clock, service, kept } = office);
  ({ fleet } = kept);
});

describe('a vehicle card', () => {
  it('tells device and drivers, read in the lane of what a person waits for', async () => {
    const card = await finish(read(vehicleId));
    expect(card).toEqual({
      device: {
        value: { id: idOf('D', 7), name: 'Tracker 7', imei: '356938035643809' },
        readAt: clock.now() - 5000 + 200,
        error: null,
      },
      drivers: {
        value: [
          { id: idOf('U', 1), name: 'Ana Souza' },
          { id: idOf('U', 2), name: 'João Lima' },
        ],
        readAt: clock.now() - 5000 + 200,
        error: null,
      },
    });
    expect(service.calls.map(({ operation, lane }) => [operation, lane])).toEqual([
      ['deviceAssociations.list', 'interactive'],
      ['userAssociations.list', 'interactive'],
      ['devices.get', 'interactive'],
    ]);
  });

  it('opens without a line from what is kept, with its age, after a restart too', async () => {
    const before = await finish(read(vehicleId));
    await clock.advance(HOUR);
    service.failure = { code: 'offline' };
    await office.restart();
    const error = expect.objectContaining({ code: 'offline' }) as unknown;
    const after = await finish(read(vehicleId));
    expect(after.device).toEqual({ ...before.device, error });
    expect(after.drivers).toEqual({ ...before.drivers, error });
    const unread = await finish(read(idOf('V', 2)));
    expect(unread.drivers).toEqual({ value: [], readAt: null, error });
  });

  it('shows no person who is about to leave the vehicle, or whom the service does not know', async () => {
    await finish(read(vehicleId));
    const { items } = await kept.store.associationsOf(vehicleId, 'users');
    const [first] = items;
    if (first === undefined) throw new Error('No association is kept.');
    const local = (letter: string): string => `local:${letter.repeat(24)}`;
    await kept.store.commit([
      { kind: 'association', association: { ...first, mark: 'deleting' } },
      {
        kind: 'association',
        association: { ...first, key: local('a'), otherKey: local('b'), mark: 'waiting' },
      },
    ]);
    const card = await finish(read(vehicleId));
    expect(card.drivers.value).toEqual([{ id: idOf('U', 2), name: 'João Lima' }]);
  });

  it('is given up with all its calls once nobody wants it, and read again for the next one', async () => {
    const leaving = new AbortController();
    const left = read(vehicleId, leaving.signal);
    left.catch(() => undefined);
    await clock.advance(100);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await clock.advance(1000);
    expect([...service.withdrawn].sort()).toEqual([
      'deviceAssociations.list',
      'userAssociations.list',
    ]);
    service.calls.length = 0;
    expect((await finish(read(vehicleId))).device.value?.name).toBe('Tracker 7');
  });

  it('is read on for somebody else who wants it too', async () => {
    const leaving = new AbortController();
    const left = read(vehicleId, leaving.signal);
    const kept = finish(read(vehicleId));
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect((await kept).drivers.value).toHaveLength(2);
    expect(service.withdrawn).toEqual([]);
  });

  it('is read once for all who ask, and again only after five minutes', async () => {
    await finish(Promise.all([read(vehicleId), read(vehicleId)]));
    await finish(read(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(1);
    await clock.advance(5 * MINUTE);
    await finish(read(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(2);
    expect(service.of('deviceAssociations.list')).toHaveLength(2);
    expect(service.of('devices.get')).toHaveLength(1);
  });

  it('is in each of its parts as old as the list that this comes from', async () => {
    await finish(read(vehicleId));
    const listedAt = kept.associations.listedAt('devices', vehicleId);
    await clock.advance(HOUR);
    await finish(kept.associations.refresh({ vehicleKey: vehicleId, side: 'users' }));
    service.failure = { code: 'offline' };
    const card = await finish(read(vehicleId));
    expect(card.device.readAt).toBe(listedAt);
    expect(card.drivers).toMatchObject({ readAt: clock.now() - 10_000 + 200, error: null });
  });

  it('shows the device of the vehicle list to a user who may not list associations of devices', async () => {
    const device = { id: idOf('D', 8), name: 'Included', imei: '8' };
    fleet.mainDevices.learnIncluded(vehicleId, device);
    service.on('deviceAssociations.list', () => {
      throw failure({ code: 'forbidden' });
    });
    const card = await finish(read(vehicleId));
    expect(card.device).toMatchObject({ value: device, error: null });
    expect(card.drivers.value).toHaveLength(2);
  });

  it('is read again in time whatever somebody makes of the wall clock', async () => {
    await finish(read(vehicleId));
    clock.setWallClock(clock.now() - 365 * 24 * 60 * MINUTE);
    await clock.advance(6 * MINUTE);
    await finish(read(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(2);
  });

  it('does not hide a refusal behind an older card, and keeps the rest', async () => {
    const before = await finish(read(vehicleId));
    await clock.advance(30 * MINUTE);
    service.failure = { code: 'forbidden' };
    const card = await finish(read(vehicleId));
    expect(card.drivers).toMatchObject({ value: [], readAt: null, error: { code: 'forbidden' } });
    // The live map goes by this device all the time.
    expect(card.device).toEqual(before.device);
  });

  it.each(['forbidden', 'not-found', 'service-error', 'timeout', 'bad-response'] as const)(
    'shows the device where the people can not be had: %s',
    async (code) => {
      service.on('userAssociations.list', () => {
        throw failure({ code });
      });
      const card = await finish(read(vehicleId));
      expect(card.device).toMatchObject({ value: { name: 'Tracker 7' }, error: null });
      expect(card.drivers).toMatchObject({ value: [], readAt: null, error: { code } });
    },
  );

  it.each(['forbidden', 'not-found', 'service-error', 'timeout', 'bad-response'] as const)(
    'shows the people where the device can not be had: %s',
    async (code) => {
      service.on('deviceAssociations.list', () => {
        throw failure({ code });
      });
      const card = await finish(read(idOf('V', 2)));
      expect(card.drivers.value).toHaveLength(2);
      expect(card.drivers.error).toBeNull();
      expect(card.device).toMatchObject({ value: null, readAt: null, error: { code } });
    },
  );

  it('shows what is kept of a part that fails, with its age and the reason', async () => {
    const before = await finish(read(vehicleId));
    await clock.advance(HOUR);
    service.on('userAssociations.list', () => {
      throw failure({ code: 'service-error' });
    });
    const card = await finish(read(vehicleId));
    const error = expect.objectContaining({ code: 'service-error' }) as unknown;
    expect(card.drivers).toEqual({ ...before.drivers, error });
    expect(card.device.readAt).toBe(clock.now() - 5000 + 200);
  });

  it('shows the device while the store can not say who drives', async () => {
    await finish(read(vehicleId));
    const closed = failure({ code: 'store-damaged' });
    kept.store.associationsOf = () => Promise.reject(closed);
    const card = await finish(read(vehicleId));
    expect(card.device.value?.name).toBe('Tracker 7');
    expect(card.drivers).toEqual({ value: [], readAt: null, error: closed.error });
  });

  it('says not-found for a vehicle that is not in the list', async () => {
    await expect(read(idOf('V', 99))).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
    expect(service.calls).toEqual([]);
  });

  it('has no device where the vehicle has none', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    const card = await finish(read(vehicleId));
    expect(card.device).toMatchObject({ value: null, error: null });
    expect(service.of('devices.get')).toEqual([]);
  });

  it('names the device by its id where devices may not be read', async () => {
    service.on('devices.get', () => {
      throw failure({ code: 'forbidden' });
    });
    const card = await finish(read(vehicleId));
    const bare = { id: idOf('D', 7), name: null, imei: null };
    expect(card.device).toMatchObject({ value: bare, error: null });
  });

  it('names device and people by their ids where reading them fails, and says so', async () => {
    const fails = (): never => {
      throw failure({ code: 'service-error' });
    };
    service.on('userAssociations.list', () => ({ data: [driver(1), driver(77)] }));
    service.on('devices.get', fails).on('users.get', fails);
    const card = await finish(read(vehicleId));
    const error = { code: 'service-error' };
    expect(card.device).toMatchObject({ value: { id: idOf('D', 7), name: null }, error });
    expect(card.drivers).toMatchObject({ error });
    expect(card.drivers.value.map(({ name }) => name)).toEqual(['Ana Souza', null]);
  });

  it('reads every page of drivers and leaves out associations that were removed', async () => {
    const all = Array.from({ length: 25 }, (_, index) => driver(index + 1));
    all[3] = {
      ...(driver(4) as object),
      attributes: { deleted_at: '2026-01-01T00:00:00Z' },
    };
    service.on(
      'userAssociations.list',
      paged(() => all, 20),
    );
    office.users = Array.from({ length: 25 }, (_, index) => user(index + 1, `Name ${index + 1}`));
    kept.records.sync('users');
    await clock.advance(10_000);
    const card = await finish(read(vehicleId));
    expect(card.drivers.value).toHaveLength(24);
    expect(card.drivers.value.at(-1)).toEqual({ id: idOf('U', 25), name: 'Name 25' });
  });
});

describe('people on a vehicle', () => {
  const nature = (number: number, word: string): unknown => ({
    ...(driver(number) as Record<string, unknown>),
    attributes: { nature: word },
  });

  it('are shown with role and phones from the store, the driver first, after a restart too', async () => {
    service.on(
      'roles.list',
      paged(() => [{ id: idOf('R', 1), type: 'roles', attributes: { name: 'OWNER' } }]),
    );
    const { attributes, ...rest } = user(2, 'João Lima') as Record<string, object>;
    const phones = { phone1: '+5563995834891', phone2: '(63) 3215-0000' };
    const relationships = { roles: { id: idOf('R', 1), type: 'roles' } };
    office.users = [
      user(1, 'Ana Souza'),
      { ...rest, attributes: { ...attributes, ...phones }, relationships },
    ];
    kept.records.sync('users');
    kept.records.sync('roles');
    await clock.advance(30_000);
    service.on('userAssociations.list', () => ({
      data: [nature(1, 'PERMISSION'), nature(2, 'DRIVER')],
    }));
    await finish(read(vehicleId));
    await office.restart();
    service.failure = { code: 'offline' };
    const { drivers } = await office.kept.fleet.card(vehicleId);
    expect(drivers?.value).toEqual([
      {
        ...{ id: idOf('U', 2), name: 'João Lima', nature: 'DRIVER', role: 'OWNER' },
        phones: ['+5563995834891', '(63) 3215-0000'],
      },
      { id: idOf('U', 1), name: 'Ana Souza', nature: 'PERMISSION' },
    ]);
  });
});

describe('names of drivers', () => {
  it('come from the kept users, without a call', async () => {
    await finish(read(vehicleId));
    expect(service.calls.filter(({ operation }) => operation.startsWith('users'))).toEqual([]);
  });

  it('are read one by one where the list does not hold them, and kept then', async () => {
    service.on('userAssociations.list', () => ({ data: [driver(1), driver(77)] }));
    const card = await finish(read(vehicleId));
    expect(card.drivers.value.map(({ name }) => name)).toEqual([
      'Ana Souza',
      `Read ${idOf('U', 77)}`,
    ]);
    await clock.advance(10 * MINUTE);
    await finish(read(vehicleId));
    expect(service.of('users.get')).toHaveLength(1);
  });

  it('are null where the service tells none, and are not asked for again', async () => {
    service.on('userAssociations.list', () => ({ data: [driver(78), driver(79)] }));
    service.on('users.get', () => {
      throw failure({ code: 'not-found' });
    });
    const card = await finish(read(vehicleId));
    expect(card.drivers.value.map(({ name }) => name)).toEqual([null, null]);
    await clock.advance(10 * MINUTE);
    await finish(read(vehicleId));
    expect(service.of('users.get')).toHaveLength(2);
  });

  it('are read for five at most: a card is not worth more', async () => {
    service.on('userAssociations.list', () => ({
      data: Array.from({ length: 9 }, (_, index) => driver(index + 60)),
    }));
    const card = await finish(read(vehicleId));
    expect(card.drivers.value.filter(({ name }) => name !== null)).toHaveLength(5);
    expect(service.of('users.get')).toHaveLength(5);
  });

  it('come with the association where the service includes them', async () => {
    service.on('userAssociations.list', () => ({
      data: [driver(5, { attributes: { name: 'Included' } })],
    }));
    const card = await finish(read(vehicleId));
    expect(card.drivers.value).toEqual([{ id: idOf('U', 5), name: 'Included' }]);
    expect(service.of('users.get')).toEqual([]);
  });

  it('fall back to the user name, and follow the list of users', async () => {
    office.users = [user(1, null), user(2, 'João Lima')];
    kept.records.sync('users');
    await clock.advance(10_000);
    expect((await finish(read(vehicleId))).drivers.value[0]?.name).toBe('user1');
    office.users = [user(1, 'Ana Dias'), user(2, 'João Lima')];
    await clock.advance(61 * MINUTE);
    expect((await finish(read(vehicleId))).drivers.value[0]?.name).toBe('Ana Dias');
  });
});
