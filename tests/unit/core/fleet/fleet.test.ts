import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FleetPatch } from '@contract/vehicles';
import { Fleet } from '@core/fleet/fleet';
import { VirtualClock } from '../virtual-clock';
import { FakeService, failure, idOf, paged, vehicleJson } from './fake-service';

const MINUTE = 60_000;

let clock: VirtualClock;
let service: FakeService;
let fleet: Fleet;
let patches: FleetPatch[];
let records: unknown[];

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

beforeEach(() => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  fleet = new Fleet({ service, clock });
  patches = [];
  fleet.subscribe((patch) => patches.push(patch));
  records = numbers(250).map((number) => vehicleJson(number));
  service.on(
    'vehicles.list',
    paged(() => records),
  );
});

describe('the first pass', () => {
  it('reads pages of 100 until an empty one, the first while a person waits', async () => {
    expect(fleet.snapshot().sync.phase).toBe('waiting');
    fleet.start();
    await clock.advance(MINUTE);
    const calls = service.of('vehicles.list');
    expect(calls.map(({ input }) => [input.page, input.limit])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
      [4, 100],
    ]);
    expect(calls.map(({ lane }) => lane)).toEqual([
      'interactive',
      'background',
      'background',
      'background',
    ]);
    expect(fleet.snapshot().vehicles).toHaveLength(250);
    expect(fleet.snapshot().sync).toEqual({
      phase: 'complete',
      read: 250,
      completedAt: clock.now() - MINUTE + 800,
      pagingRefused: false,
    });
  });

  it('tells each page as a patch that adds up to the snapshot', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    const told = patches.flatMap(({ changed }) => changed.map(({ id }) => id));
    expect(told).toEqual(fleet.snapshot().vehicles.map(({ id }) => id));
    expect(patches.map(({ sync }) => sync?.read)).toEqual([0, 100, 200, 250, 250]);
    expect(patches.at(-1)?.sync).toEqual(fleet.snapshot().sync);
  });

  it('reads the whole fleet whatever the server makes of limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 100 }),
        async (count, clamp) => {
          const ownClock = new VirtualClock();
          const own = new FakeService(ownClock);
          const all = numbers(count).map((number) => vehicleJson(number));
          own.on(
            'vehicles.list',
            paged(() => all, clamp),
          );
          const ownFleet = new Fleet({ service: own, clock: ownClock });
          ownFleet.start();
          await ownClock.advance(MINUTE);
          ownFleet.stop();
          expect(ownFleet.snapshot().vehicles).toHaveLength(count);
          expect(ownFleet.snapshot().sync).toMatchObject({ phase: 'complete', read: count });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves out a vehicle that the service marks as deleted', async () => {
    records = [vehicleJson(1), vehicleJson(2, { deleted_at: '2026-01-01T00:00:00Z' })];
    fleet.start();
    await clock.advance(MINUTE);
    expect(fleet.snapshot().vehicles.map(({ id }) => id)).toEqual([idOf('V', 1)]);
  });
});

describe('paging that is not honoured', () => {
  it('stops at a page that repeats and says so', async () => {
    service.on('vehicles.list', () => ({ data: records.slice(0, 100) }));
    fleet.start();
    await clock.advance(MINUTE);
    expect(service.of('vehicles.list')).toHaveLength(2);
    const sync = { phase: 'complete', pagingRefused: true, completedAt: null };
    expect(fleet.snapshot().sync).toMatchObject(sync);
    expect(fleet.snapshot().vehicles).toHaveLength(100);
  });

  it('stops where the pages go round in circles', async () => {
    service.on('vehicles.list', ({ page }) => ({
      data: Number(page) % 2 === 1 ? records.slice(0, 100) : records.slice(100, 200),
    }));
    fleet.start();
    await clock.advance(MINUTE);
    expect(service.of('vehicles.list')).toHaveLength(3);
    expect(fleet.snapshot().sync.pagingRefused).toBe(true);
  });

  it('takes nothing for gone', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    service.on('vehicles.list', () => ({ data: records.slice(0, 100) }));
    await clock.advance(60 * MINUTE);
    expect(fleet.snapshot().vehicles).toHaveLength(250);
  });
});

it('a page of which nothing can be read is a failure, not the end of the list', async () => {
  service.on('vehicles.list', () => ({ data: [{ id: 1 }, 'x'] }));
  fleet.start();
  await clock.advance(MINUTE);
  expect(fleet.snapshot().sync).toMatchObject({ phase: 'failed', pagingRefused: false });
  service.on(
    'vehicles.list',
    paged(() => records),
  );
  await clock.advance(5 * MINUTE);
  expect(fleet.snapshot().sync.phase).toBe('complete');
  expect(fleet.snapshot().vehicles).toHaveLength(250);
});

describe('a later pass', () => {
  it('begins every 15 minutes and tells what changed alone', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    patches.length = 0;
    records[7] = vehicleJson(8, { plate: 'NEW-8' });
    await clock.advance(14 * MINUTE);
    expect(patches).toEqual([]);
    await clock.advance(MINUTE);
    expect(patches.flatMap(({ changed }) => changed.map(({ plate }) => plate))).toEqual(['NEW-8']);
    expect(service.of('vehicles.list').at(-1)?.lane).toBe('background');
  });

  it('takes a vehicle for gone after its absence from two complete passes, not one', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    records.splice(3, 1);
    await clock.advance(15 * MINUTE);
    expect(fleet.vehicle(idOf('V', 4))).not.toBeNull();
    await clock.advance(15 * MINUTE + 1000);
    expect(fleet.vehicle(idOf('V', 4))).toBeNull();
    expect(patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 4)]);
  });

  it('forgets an absence once the vehicle is back', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    const [absent] = records.splice(3, 1);
    await clock.advance(15 * MINUTE);
    records.push(absent);
    await clock.advance(15 * MINUTE + 1000);
    records.pop();
    await clock.advance(15 * MINUTE + 1000);
    expect(fleet.vehicle(idOf('V', 4))).not.toBeNull();
  });

  it('takes a vehicle for gone at once where the service answers 404 for it', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    fleet.remove(idOf('V', 9));
    fleet.remove(idOf('V', 9));
    expect(patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 9)]);
  });
});

describe('devices in the list', () => {
  function includeDevices(input: Record<string, unknown>): unknown {
    const all = numbers(150).map((number) => {
      const json = vehicleJson(number) as { relationships: Record<string, unknown> };
      const attributes = { name: `Tracker ${number}`, imei: `35${number}` };
      if (number !== 2) {
        json.relationships.device = { id: idOf('D', number), type: 'devices', attributes };
      }
      return json;
    });
    return paged(() => all)(input, undefined as never);
  }

  it('are asked for once and never again where the service leaves them out', async () => {
    fleet.start();
    await clock.advance(16 * MINUTE);
    const includes = service.of('vehicles.list').map(({ input }) => input.includes);
    expect(includes.slice(0, 3)).toEqual([{ device: ['name', 'imei'] }, undefined, undefined]);
    expect(includes.slice(4).every((one) => one === undefined)).toBe(true);
    expect(fleet.mainDevices.of(idOf('V', 1)).association).toBe('unknown');
  });

  it('make a call a vehicle unnecessary where they come', async () => {
    service.on('vehicles.list', includeDevices);
    fleet.start();
    await clock.advance(MINUTE);
    expect(service.of('vehicles.list').every(({ input }) => input.includes)).toBe(true);
    expect(fleet.mainDevices.of(idOf('V', 1))).toMatchObject({
      association: 'known',
      device: { id: idOf('D', 1), name: 'Tracker 1', imei: '351' },
    });
    expect(fleet.mainDevices.of(idOf('V', 2)).association).toBe('unknown');
  });
});

describe('a failing service', () => {
  it('keeps what is there and tries again with growing pauses, from the page that failed', async () => {
    service.on('vehicles.list', (input, call) => {
      if (input.page === 2) throw failure({ code: 'offline' });
      return paged(() => records)(input, call);
    });
    fleet.start();
    await clock.advance(40_000);
    expect(fleet.snapshot().sync).toMatchObject({ phase: 'failed', read: 100, completedAt: null });
    expect(fleet.snapshot().vehicles).toHaveLength(100);
    const second = service.of('vehicles.list').filter(({ input }) => input.page === 2);
    const pauses = second.slice(1).map(({ at }, index) => at - (second[index]?.at ?? 0) - 200);
    expect(pauses).toEqual([5_000, 10_000, 20_000]);

    service.on(
      'vehicles.list',
      paged(() => records),
    );
    await clock.advance(5 * MINUTE);
    expect(service.of('vehicles.list').filter(({ input }) => input.page === 1)).toHaveLength(1);
    expect(fleet.snapshot().sync).toMatchObject({ phase: 'complete', read: 250 });
  });

  it('is asked again at once when the link is back', async () => {
    service.failure = { code: 'offline' };
    fleet.start();
    await clock.advance(10 * MINUTE);
    const before = service.calls.length;
    service.failure = null;
    fleet.wake();
    await clock.advance(1000);
    expect(service.calls.length).toBeGreaterThan(before);
    expect(fleet.snapshot().sync.phase).toBe('complete');
    expect(service.calls[before]?.lane).toBe('interactive');
  });

  it('is not woken out of the pause between two good passes', async () => {
    fleet.start();
    await clock.advance(MINUTE);
    const before = service.calls.length;
    fleet.wake();
    await clock.advance(MINUTE);
    expect(service.calls).toHaveLength(before);
  });
});

describe('stop', () => {
  it('ends calls, timers and patches, and keeps what was read', async () => {
    fleet.start();
    await clock.advance(300);
    fleet.stop();
    patches.length = 0;
    await clock.advance(60 * MINUTE);
    expect(service.calls).toHaveLength(2);
    expect(patches).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(fleet.snapshot().vehicles).toHaveLength(100);
  });

  it('lets a later start read the list from its beginning', async () => {
    fleet.start();
    fleet.start();
    await clock.advance(300);
    fleet.stop();
    fleet.start();
    await clock.advance(MINUTE);
    expect(fleet.snapshot().sync).toMatchObject({ phase: 'complete', read: 250 });
    expect(service.of('vehicles.list').map(({ input }) => input.page)).toEqual([1, 2, 1, 2, 3, 4]);
  });
});
