import { beforeEach, describe, expect, it } from 'vitest';
import { Fleet } from '@core/fleet/fleet';
import { VirtualClock } from '../virtual-clock';
import { FakeService, associationJson, failure, idOf, paged, vehicleJson } from './fake-service';

const MINUTE = 60_000;
const vehicleId = idOf('V', 1);

let clock: VirtualClock;
let service: FakeService;
let fleet: Fleet;
let users: unknown[];

function driver(number: number, parts: Record<string, unknown> = {}): unknown {
  return {
    id: idOf('B', number),
    type: 'user_associations',
    attributes: {},
    relationships: { user: { id: idOf('U', number), type: 'user', attributes: {}, ...parts } },
  };
}

function user(number: number, name: string | null): unknown {
  const attributes = { name, username: `user${number}` };
  return { id: idOf('U', number), type: 'users', attributes, relationships: {} };
}

/** Lets a call run to its end on the virtual clock. */
async function finish<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await clock.advance(5000);
  return promise;
}

beforeEach(async () => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  users = [user(1, 'Ana Souza'), user(2, 'João Lima')];
  service
    .on(
      'vehicles.list',
      paged(() => [vehicleJson(1), vehicleJson(2)]),
    )
    .on('deviceAssociations.list', () => ({ data: [associationJson(1, 7)] }))
    .on('devices.get', () => ({
      data: { id: idOf('D', 7), attributes: { name: 'Tracker 7', imei: '356938035643809' } },
    }))
    .on('userAssociations.list', () => ({ data: [driver(1), driver(2)] }))
    .on(
      'users.list',
      paged(() => users),
    )
    .on('users.get', ({ id }) => ({ data: { id, attributes: { name: `Read ${String(id)}` } } }));
  fleet = new Fleet({ service, clock });
  fleet.start();
  await clock.advance(MINUTE);
  service.calls.length = 0;
});

describe('a vehicle card', () => {
  it('tells device and drivers, read in the lane of what a person waits for', async () => {
    const card = await finish(fleet.card(vehicleId));
    expect(card).toEqual({
      vehicle: fleet.vehicle(vehicleId),
      device: { id: idOf('D', 7), name: 'Tracker 7', imei: '356938035643809' },
      drivers: [
        { id: idOf('U', 1), name: 'Ana Souza' },
        { id: idOf('U', 2), name: 'João Lima' },
      ],
      readAt: clock.now() - 5000 + 400,
    });
    const lanes = service.calls.filter(({ lane }) => lane !== 'interactive');
    expect(lanes.map(({ operation, input }) => [operation, input.page])).toEqual([
      ['users.list', 2],
    ]);
  });

  it('is given up with all its calls once nobody wants it, and read anew for the next one', async () => {
    const leaving = new AbortController();
    const left = fleet.card(vehicleId, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await clock.advance(1000);
    expect([...service.withdrawn].sort()).toEqual([
      'deviceAssociations.list',
      'userAssociations.list',
    ]);
    service.calls.length = 0;
    expect((await finish(fleet.card(vehicleId))).device?.name).toBe('Tracker 7');
  });

  it('is read on for somebody else who wants it too', async () => {
    const leaving = new AbortController();
    const left = fleet.card(vehicleId, leaving.signal);
    const kept = finish(fleet.card(vehicleId));
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect((await kept).drivers).toHaveLength(2);
    expect(service.withdrawn).toEqual([]);
  });

  it('takes the names of all users from no other card when it is given up', async () => {
    const leaving = new AbortController();
    const left = fleet.card(vehicleId, leaving.signal);
    const kept = finish(fleet.card(idOf('V', 2)));
    left.catch(() => undefined);
    // Both wait for the list of users by now.
    await clock.advance(300);
    leaving.abort();
    expect((await kept).drivers[0]?.name).toBe('Ana Souza');
    expect(service.of('users.list').filter(({ input }) => input.page === 1)).toHaveLength(1);
  });

  it('is read once for all who ask, and again only after five minutes', async () => {
    await finish(Promise.all([fleet.card(vehicleId), fleet.card(vehicleId)]));
    await finish(fleet.card(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(1);
    await clock.advance(5 * MINUTE);
    await finish(fleet.card(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(2);
    expect(service.of('deviceAssociations.list')).toHaveLength(1);
    expect(service.of('devices.get')).toHaveLength(1);
  });

  it('is read again in time whatever somebody makes of the wall clock', async () => {
    await finish(fleet.card(vehicleId));
    clock.setWallClock(clock.now() - 365 * 24 * 60 * MINUTE);
    await clock.advance(6 * MINUTE);
    await finish(fleet.card(vehicleId));
    expect(service.of('userAssociations.list')).toHaveLength(2);
  });

  it('shows an older one with its age while the link is down', async () => {
    const before = await finish(fleet.card(vehicleId));
    await clock.advance(30 * MINUTE);
    service.failure = { code: 'offline' };
    expect(await finish(fleet.card(vehicleId))).toEqual(before);
    await expect(finish(fleet.card(idOf('V', 2)))).rejects.toMatchObject({
      error: { code: 'offline' },
    });
  });

  it('does not hide a refusal behind an older card', async () => {
    await finish(fleet.card(vehicleId));
    await clock.advance(30 * MINUTE);
    service.failure = { code: 'forbidden' };
    await expect(finish(fleet.card(vehicleId))).rejects.toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('says not-found for a vehicle that is not in the list', async () => {
    await expect(fleet.card(idOf('V', 99))).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
    expect(service.calls).toEqual([]);
  });

  it('has no device where the vehicle has none', async () => {
    service.on('deviceAssociations.list', () => ({ data: [] }));
    const card = await finish(fleet.card(vehicleId));
    expect(card.device).toBeNull();
    expect(service.of('devices.get')).toEqual([]);
  });

  it('names the device by its id where devices may not be read', async () => {
    service.on('devices.get', () => {
      throw failure({ code: 'forbidden' });
    });
    const card = await finish(fleet.card(vehicleId));
    expect(card.device).toEqual({ id: idOf('D', 7), name: null, imei: null });
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
    users = Array.from({ length: 25 }, (_, index) => user(index + 1, `Name ${index + 1}`));
    const card = await finish(fleet.card(vehicleId));
    expect(card.drivers).toHaveLength(24);
    expect(card.drivers.at(-1)).toEqual({ id: idOf('U', 25), name: 'Name 25' });
  });
});

describe('names of drivers', () => {
  it('are listed once for all vehicles, the later pages in the background', async () => {
    users = Array.from({ length: 150 }, (_, index) => user(index + 1, `Name ${index + 1}`));
    await finish(fleet.card(vehicleId));
    await finish(fleet.card(idOf('V', 2)));
    expect(service.of('users.list').map(({ input, lane }) => [input.page, lane])).toEqual([
      [1, 'interactive'],
      [2, 'background'],
      [3, 'background'],
    ]);
    expect(service.of('users.get')).toEqual([]);
  });

  it('are read one by one where the list does not hold them', async () => {
    users = [user(1, 'Ana Souza')];
    service.on('userAssociations.list', () => ({ data: [driver(1), driver(77)] }));
    const card = await finish(fleet.card(vehicleId));
    expect(card.drivers.map(({ name }) => name)).toEqual(['Ana Souza', `Read ${idOf('U', 77)}`]);
  });

  it('are read one by one where users may not be listed', async () => {
    service.on('users.list', () => {
      throw failure({ code: 'forbidden' });
    });
    const card = await finish(fleet.card(vehicleId));
    expect(card.drivers[0]?.name).toBe(`Read ${idOf('U', 1)}`);
    await clock.advance(10 * MINUTE);
    await finish(fleet.card(vehicleId));
    expect(service.of('users.list')).toHaveLength(1);
  });

  it('are null where the service tells none, and are not asked for again', async () => {
    users = [];
    service.on('users.get', () => {
      throw failure({ code: 'not-found' });
    });
    const card = await finish(fleet.card(vehicleId));
    expect(card.drivers.map(({ name }) => name)).toEqual([null, null]);
    await clock.advance(10 * MINUTE);
    await finish(fleet.card(vehicleId));
    expect(service.of('users.get')).toHaveLength(2);
  });

  it('come with the association where the service includes them', async () => {
    service.on('userAssociations.list', () => ({
      data: [driver(5, { attributes: { name: 'Included' } })],
    }));
    const card = await finish(fleet.card(vehicleId));
    expect(card.drivers).toEqual([{ id: idOf('U', 5), name: 'Included' }]);
    expect(service.of('users.list')).toEqual([]);
  });

  it('fall back to the user name, and are listed anew after an hour', async () => {
    users = [user(1, null), user(2, 'João Lima')];
    expect((await finish(fleet.card(vehicleId))).drivers[0]?.name).toBe('user1');
    users = [user(1, 'Ana Dias'), user(2, 'João Lima')];
    await clock.advance(61 * MINUTE);
    expect((await finish(fleet.card(vehicleId))).drivers[0]?.name).toBe('Ana Dias');
  });
});
