import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInCollections, type BuiltInCollection } from '@contract/collections';
import { VirtualClock } from '../virtual-clock';
import { FakeService, numbers, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';
import { pages, recordJson, serve, withEnterprises } from './served-lists';
import { clock, kept, restart, service, sizes, openListsForEach } from './synced-lists';

openListsForEach();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the lists', () => {
  it('are all read into the store, page by page until an empty one', async () => {
    kept.start();
    await clock.advance(MINUTE);
    for (const collection of builtInCollections) {
      expect(await kept.keys(collection), collection).toHaveLength(sizes[collection]);
      expect(kept.records.state(collection), collection).toMatchObject({
        phase: 'complete',
        read: sizes[collection],
        count: sizes[collection],
        pagingRefused: false,
      });
    }
    expect(pages(service, 'vehicles')).toEqual([1, 2, 3, 4]);
    expect(service.of('vehicles.list').map(({ lane }) => lane)).toEqual([
      'interactive',
      'background',
      'background',
      'background',
    ]);
    expect(service.of('roles.list').map(({ input }) => input)).toEqual([{}]);
    const lanes = new Set(service.of('users.list').map(({ lane }) => lane));
    expect([...lanes]).toEqual(['background']);
  });

  it('are left alone where the deployment has none', async () => {
    const fleet = await KeptFleet.open({ clock, service });
    fleet.start();
    await clock.advance(MINUTE);
    expect(service.of('enterprises.list')).toEqual([]);
    expect(fleet.records.state('enterprises').phase).toBe('off');
  });

  it('are read whole whatever the server makes of limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 100 }),
        async (count, clamp) => {
          const time = new VirtualClock();
          const server = new FakeService(time);
          const all = numbers(count).map((number) => vehicleJson(number));
          server.on(
            'vehicles.list',
            paged(() => all, clamp),
          );
          const fleet = await KeptFleet.open({ clock: time, service: server });
          fleet.start();
          await time.advance(2 * MINUTE);
          fleet.stop();
          expect(await fleet.keys('vehicles')).toHaveLength(count);
          expect(fleet.records.state('vehicles')).toMatchObject({ phase: 'complete', read: count });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('tell what is new as one patch a page', async () => {
    kept.start();
    await clock.advance(MINUTE);
    const named = kept.recordPatches.flatMap(({ changed }) => changed.vehicles ?? []);
    expect(new Set(named).size).toBe(250);
    expect(kept.recordPatches.length).toBeLessThan(20);
    expect(kept.recordPatches.at(-1)?.syncs).toBeDefined();
    kept.recordPatches.length = 0;
    await clock.advance(16 * MINUTE);
    expect(kept.recordPatches.every(({ changed }) => Object.keys(changed).length === 0)).toBe(true);
  });
});

describe('sharing the lane', () => {
  it('begins with the fleet, and lets no list wait for the end of another', async () => {
    Object.assign(sizes, {
      vehicles: 3_000,
      devices: 2_000,
      chips: 300,
      users: 900,
      roles: 7,
      enterprises: 2,
    });
    kept.start();
    await clock.advance(30 * SECOND);
    const order = service.calls
      .map(({ operation }) => operation.replace('.list', ''))
      .filter((name) => builtInCollections.some((collection) => collection === name));
    expect(order.slice(0, 4)).toEqual(['vehicles', 'vehicles', 'vehicles', 'vehicles']);
    const first = order.slice(0, 24);
    for (const collection of builtInCollections) expect(first).toContain(collection);
    const shared = order.slice(8, 40);
    const vehicles = shared.filter((name) => name === 'vehicles').length;
    expect(vehicles).toBeGreaterThanOrEqual(shared.length * 0.35);
    expect(vehicles).toBeLessThanOrEqual(shared.length * 0.65);
    kept.stop();
  });

  it('asks for one page at a time', async () => {
    kept.start();
    await clock.advance(10 * SECOND);
    const lists = service.calls.filter(({ operation }) => !operation.includes('Associations'));
    const apart = lists.slice(1).map(({ at }, index) => at - (lists[index]?.at ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(200);
  });

  it('reads a small fleet again every 15 minutes, the other lists more rarely', async () => {
    kept.start();
    await clock.advance(4 * HOUR);
    const firsts = (collection: Exclude<BuiltInCollection, 'roles'>): number =>
      pages(service, collection).filter((page) => page === 1).length;
    expect(firsts('vehicles')).toBe(16);
    expect(firsts('users')).toBe(4);
    expect(firsts('devices')).toBe(4);
    expect(firsts('chips')).toBe(2);
    expect(service.of('roles.list')).toHaveLength(1);
    expect(firsts('enterprises')).toBe(1);
  });

  it('takes no more than half of the lane for lists that were read before', async () => {
    Object.assign(sizes, {
      vehicles: 600,
      devices: 600,
      chips: 200,
      users: 200,
      roles: 7,
      enterprises: 2,
    });
    // The background is sure of one request a minute then.
    const perMinute = (): number => 8;
    const fleet = await KeptFleet.open({ clock, service, profile: withEnterprises, perMinute });
    fleet.start();
    await clock.advance(MINUTE);
    service.calls.length = 0;
    await clock.advance(12 * HOUR);
    const lists = service.calls.filter(({ operation }) => !operation.includes('Associations'));
    expect(lists.length / (12 * 60)).toBeLessThanOrEqual(1 / 2);
    expect(lists.length / (12 * 60)).toBeGreaterThan(1 / 5);
  });

  it('reads a list at once when a person wants it again', async () => {
    kept.start();
    await clock.advance(MINUTE);
    service.calls.length = 0;
    kept.records.sync('chips');
    await clock.advance(10 * SECOND);
    expect(pages(service, 'chips')).toEqual([1, 2]);
    expect(pages(service, 'vehicles')).toEqual([]);
  });
});

describe('paging that is not honoured', () => {
  const all = numbers(250).map((number) => vehicleJson(number));

  it('ends at a page that repeats and says so', async () => {
    service.on('vehicles.list', () => ({ data: all.slice(0, 100) }));
    kept.start();
    await clock.advance(MINUTE);
    expect(pages(service, 'vehicles')).toEqual([1, 2]);
    expect(kept.records.state('vehicles')).toMatchObject({
      phase: 'complete',
      pagingRefused: true,
      completedAt: null,
      count: 100,
    });
    await restart();
    kept.start();
    await clock.advance(0);
    expect(kept.records.state('vehicles').pagingRefused).toBe(true);
  });

  it('ends where the pages go round in circles', async () => {
    service.on('vehicles.list', ({ page }) => ({
      data: Number(page) % 2 === 1 ? all.slice(0, 100) : all.slice(100, 200),
    }));
    kept.start();
    await clock.advance(MINUTE);
    expect(pages(service, 'vehicles')).toEqual([1, 2, 3]);
    expect(kept.records.state('vehicles').pagingRefused).toBe(true);
  });

  it('ends a list that never ends', async () => {
    service.on('roles.list', () => ({ data: [] }));
    service.on('users.list', ({ page }) => ({ data: [recordJson('U', Number(page))] }));
    for (const collection of ['vehicles', 'devices', 'chips', 'enterprises'] as const) {
      service.on(`${collection}.list`, () => ({ data: [] }));
    }
    kept.start();
    await clock.advance(20 * MINUTE);
    expect(service.of('users.list')).toHaveLength(5_000);
    expect(kept.records.state('users')).toMatchObject({
      phase: 'complete',
      read: 5_000,
      pagingRefused: true,
      completedAt: null,
    });
  });

  it('takes nothing for gone, and is forgotten once a list ends as it should', async () => {
    kept.start();
    await clock.advance(MINUTE);
    service.on('vehicles.list', () => ({ data: all.slice(0, 100) }));
    await clock.advance(HOUR);
    expect(kept.fleet.snapshot().vehicles).toHaveLength(250);
    expect(kept.records.state('vehicles').pagingRefused).toBe(true);
    serve(service, sizes);
    await clock.advance(20 * MINUTE);
    expect(kept.records.state('vehicles').pagingRefused).toBe(false);
  });

  it('is not a page of which nothing can be read: that is a failure', async () => {
    service.on('vehicles.list', () => ({ data: [{ id: 1 }, 'x'] }));
    kept.start();
    await clock.advance(MINUTE);
    const failed = { phase: 'failed', pagingRefused: false };
    expect(kept.records.state('vehicles')).toMatchObject(failed);
    serve(service, sizes);
    await clock.advance(5 * MINUTE);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', count: 250 });
  });
});

describe('records whose identifiers are not as the service documents them', () => {
  const odd = ['short', 'a-uuid-0f8fad5b-d9cb-469f', 'exactly15chars!', '', null, 7].map(
    (name) => ({
      id: name,
      attributes: { plate: 'ODD' },
    }),
  );

  it('are counted; the others are kept, and nothing is taken for the end of the list', async () => {
    const good = numbers(250).map((number) => vehicleJson(number));
    const pagesOfAll = [[...good.slice(0, 94), ...odd], good.slice(94, 194), good.slice(194)];
    service.on('vehicles.list', ({ page }) => ({ data: pagesOfAll[Number(page) - 1] ?? [] }));
    kept.start();
    await clock.advance(MINUTE);
    expect(kept.records.state('vehicles')).toMatchObject({
      ...{ phase: 'complete', count: 250, pagingRefused: false },
      unreadable: odd.length,
    });
  });

  it('are forgotten once a later pass brings none', async () => {
    service.on('vehicles.list', ({ page }) => ({
      data: page === 1 ? [vehicleJson(1), ...odd] : [],
    }));
    kept.start();
    await clock.advance(MINUTE);
    expect(kept.records.state('vehicles').unreadable).toBe(odd.length);
    serve(service, sizes);
    await clock.advance(20 * MINUTE);
    expect(kept.records.state('vehicles')).not.toHaveProperty('unreadable');
  });
});
