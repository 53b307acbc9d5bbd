import { beforeEach, describe, expect, it } from 'vitest';
import type { MainDevices } from '@core/fleet/main-devices';
import { VirtualClock } from '../virtual-clock';
import { FakeService, associationJson, idOf, paged } from './fake-service';
import { KeptFleet } from './kept-fleet';

const vehicleId = idOf('V', 1);
const DAY = 24 * 60 * 60_000;

let clock: VirtualClock;
let service: FakeService;
let devices: MainDevices;
let associations: unknown[];
let told: string[];

beforeEach(async () => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  devices = (await KeptFleet.open({ clock, service })).associations.mainDevices;
  associations = [];
  told = [];
  devices.subscribe((id) => told.push(id));
  service.on(
    'deviceAssociations.list',
    paged(() => associations),
  );
});

async function resolve(): Promise<string | null> {
  const resolved = devices.resolve(vehicleId, 'interactive');
  await clock.advance(5000);
  return (await resolved).device?.id ?? null;
}

describe('the main device', () => {
  it('is the newest association that is marked and not removed', async () => {
    associations = [
      associationJson(1, 1, { created_at: '2026-01-01T00:00:00Z' }),
      associationJson(2, 2, { created_at: '2026-03-01T00:00:00Z' }),
      associationJson(3, 3, {
        created_at: '2026-04-01T00:00:00Z',
        deleted_at: '2026-04-02T00:00:00Z',
      }),
      associationJson(4, 4, { created_at: '2026-05-01T00:00:00Z', is_main_device: false }),
    ];
    expect(await resolve()).toBe(idOf('D', 2));
    expect(told).toEqual([vehicleId]);
  });

  it('is stood in for by the only device where none is marked', async () => {
    associations = [associationJson(1, 1, { is_main_device: false })];
    expect(await resolve()).toBe(idOf('D', 1));
    expect(devices.of(vehicleId)).toMatchObject({ association: 'known', isStandIn: true });
  });

  it('is stood in for by the newest of several devices where none is marked', async () => {
    associations = [
      associationJson(1, 1, { is_main_device: false, created_at: '2026-01-01T00:00:00Z' }),
      associationJson(2, 2, { is_main_device: false, created_at: '2026-03-01T00:00:00Z' }),
      associationJson(3, 3, {
        is_main_device: false,
        created_at: '2026-04-01T00:00:00Z',
        deleted_at: '2026-05-01T00:00:00Z',
      }),
    ];
    expect(await resolve()).toBe(idOf('D', 2));
    expect(devices.of(vehicleId).isStandIn).toBe(true);
  });

  it('is none where all devices were removed', async () => {
    associations = [associationJson(1, 1, { deleted_at: '2026-05-01T00:00:00Z' })];
    expect(await resolve()).toBeNull();
    expect(devices.of(vehicleId)).toMatchObject({ association: 'none', isStandIn: false });
  });

  it('is the newest association where the service never tells the mark', async () => {
    associations = [
      associationJson(1, 1, { is_main_device: null, created_at: '2026-02-01T00:00:00Z' }),
      associationJson(2, 2, { is_main_device: null, created_at: '2026-01-01T00:00:00Z' }),
    ];
    expect(await resolve()).toBe(idOf('D', 1));
    expect(devices.of(vehicleId).isStandIn).toBe(false);
  });

  it('is found under both spellings of the relationship', async () => {
    associations = [
      {
        id: idOf('A', 1),
        attributes: { is_main_device: true },
        relationships: { device: { id: idOf('D', 9), type: 'device', attributes: {} } },
      },
    ];
    expect(await resolve()).toBe(idOf('D', 9));
  });

  it('is found on a later page of a server that clamps the limit', async () => {
    associations = Array.from({ length: 15 }, (_, index) =>
      associationJson(index + 1, index + 1, {
        created_at: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
      }),
    );
    service.on(
      'deviceAssociations.list',
      paged(() => associations, 10),
    );
    expect(await resolve()).toBe(idOf('D', 15));
    expect(service.calls).toHaveLength(2);
  });

  it('ends where a server ignores the page', async () => {
    associations = Array.from({ length: 12 }, (_, index) => associationJson(index + 1, 1));
    service.on('deviceAssociations.list', () => ({ data: associations }));
    expect(await resolve()).toBe(idOf('D', 1));
    expect(service.calls).toHaveLength(2);
  });
});

describe('what is kept', () => {
  it('is not asked for again before it is used', async () => {
    associations = [associationJson(1, 1)];
    await resolve();
    await clock.sleep(30 * DAY);
    expect(await resolve()).toBe(idOf('D', 1));
    expect(service.calls).toHaveLength(1);
  });

  it('is listed once for all who ask at the same time', async () => {
    associations = [associationJson(1, 1)];
    const both = Promise.all([
      devices.resolve(vehicleId, 'interactive'),
      devices.resolve(vehicleId, 'interactive'),
    ]);
    await clock.advance(1000);
    expect((await both).map(({ device }) => device?.id)).toEqual([idOf('D', 1), idOf('D', 1)]);
    expect(service.calls).toHaveLength(1);
  });

  it('is the answer for whoever lists it in another lane, page by page', async () => {
    associations = Array.from({ length: 15 }, (_, index) => associationJson(index + 1, index + 1));
    service.on(
      'deviceAssociations.list',
      paged(() => associations, 10),
    );
    const slow = devices.resolve(vehicleId, 'background');
    await clock.advance(100);
    const quick = devices.resolve(vehicleId, 'interactive');
    await clock.advance(5000);
    expect((await slow).device).toEqual((await quick).device);
    // Two pages, each asked for at most once by either.
    expect(service.calls.length).toBeLessThanOrEqual(4);
  });

  it('is listed again when the service denies the position, but not over and over', async () => {
    associations = [associationJson(1, 1)];
    await resolve();
    expect(devices.doubt(vehicleId)).toBe(false);
    await clock.advance(31 * 60_000);
    expect(devices.doubt(vehicleId)).toBe(true);
    associations = [associationJson(2, 2)];
    expect(await resolve()).toBe(idOf('D', 2));
    expect(devices.doubt(vehicleId)).toBe(false);
  });

  it('doubts a device that came with the vehicle list at once, and trusts the list after', async () => {
    const included = { id: idOf('D', 5), name: 'Five', imei: '5' };
    devices.learnIncluded(vehicleId, included);
    expect(devices.of(vehicleId)).toMatchObject({ association: 'known', device: included });
    expect(devices.doubt(vehicleId)).toBe(true);
    associations = [associationJson(1, 1)];
    expect(await resolve()).toBe(idOf('D', 1));
    devices.learnIncluded(vehicleId, included);
    expect(devices.of(vehicleId).device?.id).toBe(idOf('D', 1));
  });

  it('keeps the name of a device when a list tells the id alone', async () => {
    devices.learnIncluded(vehicleId, { id: idOf('D', 1), name: 'One', imei: '1' });
    devices.doubt(vehicleId);
    associations = [associationJson(1, 1)];
    await resolve();
    expect(devices.of(vehicleId).device).toEqual({ id: idOf('D', 1), name: 'One', imei: '1' });
    expect(told).toEqual([vehicleId]);
  });
});
