import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectionNames, type CollectionName } from '@contract/collections';
import { readProfile, type Profile } from '@core/service/profile';
import { VirtualClock } from '../virtual-clock';
import { FakeService, failure, idOf, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const withEnterprises = readProfile({ optionalOperations: { 'enterprises.list': {} } });

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;
let profile: Profile;
let sizes: Record<CollectionName, number>;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function recordJson(letter: string, number: number): unknown {
  return { id: idOf(letter, number), attributes: { name: `${letter} ${number}` } };
}

/** A service that holds so many records of each collection. */
function serve(): void {
  const letters = { devices: 'D', chips: 'C', users: 'U', enterprises: 'E' } as const;
  service.on(
    'vehicles.list',
    paged(() => numbers(sizes.vehicles).map((number) => vehicleJson(number))),
  );
  for (const [collection, letter] of Object.entries(letters)) {
    const name = collection as keyof typeof letters;
    service.on(
      `${name}.list`,
      paged(() => numbers(sizes[name]).map((number) => recordJson(letter, number))),
    );
  }
  service.on('roles.list', () => ({
    data: numbers(sizes.roles).map((number) => recordJson('R', number)),
  }));
}

async function restart(): Promise<void> {
  kept.stop();
  await clock.advance(0);
  service.calls.length = 0;
  kept = await KeptFleet.open({ clock, service, profile, store: kept.store });
}

function pages(collection: Exclude<CollectionName, 'roles'>): unknown[] {
  return service.of(`${collection}.list`).map(({ input }) => input['page']);
}

beforeEach(async () => {
  clock = new VirtualClock();
  service = new FakeService(clock);
  profile = withEnterprises;
  sizes = { vehicles: 250, devices: 120, chips: 30, users: 40, roles: 7, enterprises: 2 };
  serve();
  kept = await KeptFleet.open({ clock, service, profile });
});

describe('the lists', () => {
  it('are all read into the store, page by page until an empty one', async () => {
    kept.start();
    await clock.advance(MINUTE);
    for (const collection of collectionNames) {
      expect(await kept.keys(collection), collection).toHaveLength(sizes[collection]);
      expect(kept.records.state(collection), collection).toMatchObject({
        phase: 'complete',
        read: sizes[collection],
        count: sizes[collection],
        pagingRefused: false,
      });
    }
    expect(pages('vehicles')).toEqual([1, 2, 3, 4]);
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
    profile = readProfile({});
    kept = await KeptFleet.open({ clock, service, profile });
    kept.start();
    await clock.advance(MINUTE);
    expect(service.of('enterprises.list')).toEqual([]);
    expect(kept.records.state('enterprises').phase).toBe('off');
  });

  it('are read whole whatever the server makes of limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 100 }),
        async (count, clamp) => {
          clock = new VirtualClock();
          service = new FakeService(clock);
          const all = numbers(count).map((number) => vehicleJson(number));
          service.on(
            'vehicles.list',
            paged(() => all, clamp),
          );
          kept = await KeptFleet.open({ clock, service });
          kept.start();
          await clock.advance(2 * MINUTE);
          kept.stop();
          expect(await kept.keys('vehicles')).toHaveLength(count);
          expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', read: count });
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
    sizes = { vehicles: 3_000, devices: 2_000, chips: 300, users: 900, roles: 7, enterprises: 2 };
    kept.start();
    await clock.advance(30 * SECOND);
    const order = service.calls
      .map(({ operation }) => operation.replace('.list', ''))
      .filter((name) => collectionNames.some((collection) => collection === name));
    expect(order.slice(0, 4)).toEqual(['vehicles', 'vehicles', 'vehicles', 'vehicles']);
    const first = order.slice(0, 24);
    for (const collection of collectionNames) expect(first).toContain(collection);
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

  it('reads a small fleet anew every 15 minutes, the other lists more rarely', async () => {
    kept.start();
    await clock.advance(4 * HOUR);
    const firsts = (collection: Exclude<CollectionName, 'roles'>): number =>
      pages(collection).filter((page) => page === 1).length;
    expect(firsts('vehicles')).toBe(16);
    expect(firsts('users')).toBe(4);
    expect(firsts('devices')).toBe(4);
    expect(firsts('chips')).toBe(2);
    expect(service.of('roles.list')).toHaveLength(1);
    expect(firsts('enterprises')).toBe(1);
  });

  it('takes no more than half of the lane for lists that were read before', async () => {
    sizes = { vehicles: 600, devices: 600, chips: 200, users: 200, roles: 7, enterprises: 2 };
    // The background is sure of one request a minute then.
    kept = await KeptFleet.open({ clock, service, profile, perMinute: () => 8 });
    kept.start();
    await clock.advance(MINUTE);
    service.calls.length = 0;
    await clock.advance(12 * HOUR);
    const lists = service.calls.filter(({ operation }) => !operation.includes('Associations'));
    expect(lists.length / (12 * 60)).toBeLessThanOrEqual(1 / 2);
    expect(lists.length / (12 * 60)).toBeGreaterThan(1 / 5);
  });

  it('reads a list at once when a person wants it anew', async () => {
    kept.start();
    await clock.advance(MINUTE);
    service.calls.length = 0;
    kept.records.sync('chips');
    await clock.advance(10 * SECOND);
    expect(pages('chips')).toEqual([1, 2]);
    expect(pages('vehicles')).toEqual([]);
  });
});

describe('paging that is not honoured', () => {
  const all = numbers(250).map((number) => vehicleJson(number));

  it('ends at a page that repeats and says so', async () => {
    service.on('vehicles.list', () => ({ data: all.slice(0, 100) }));
    kept.start();
    await clock.advance(MINUTE);
    expect(pages('vehicles')).toEqual([1, 2]);
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
    expect(pages('vehicles')).toEqual([1, 2, 3]);
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
    serve();
    await clock.advance(20 * MINUTE);
    expect(kept.records.state('vehicles').pagingRefused).toBe(false);
  });

  it('is not a page of which nothing can be read: that is a failure', async () => {
    service.on('vehicles.list', () => ({ data: [{ id: 1 }, 'x'] }));
    kept.start();
    await clock.advance(MINUTE);
    const failed = { phase: 'failed', pagingRefused: false };
    expect(kept.records.state('vehicles')).toMatchObject(failed);
    serve();
    await clock.advance(5 * MINUTE);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', count: 250 });
  });
});

describe('a restart', () => {
  it('goes on with the page after the last one that was kept', async () => {
    sizes.vehicles = 1_500;
    kept.start();
    await clock.advance(2 * SECOND);
    const read = pages('vehicles').length - 1;
    await restart();
    kept.start();
    await clock.advance(0);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'reading', read: read * 100 });
    await clock.advance(MINUTE);
    expect(pages('vehicles')[0]).toBe(read + 1);
    expect(pages('vehicles').at(-1)).toBe(16);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', count: 1_500 });
  });

  it('is as old as the first page of a pass that went on days later, and is read anew at once', async () => {
    kept.start();
    const begunAt = clock.now();
    while (pages('vehicles').length < 2) await clock.advance(SECOND);
    await restart();
    await clock.sleep(3 * 24 * HOUR);
    kept.start();
    const ages: (number | null)[] = [];
    kept.records.subscribe(({ syncs }) => {
      if (syncs.vehicles) ages.push(syncs.vehicles.completedAt);
    });
    const resumedAt = clock.now();
    await clock.advance(MINUTE);
    expect(ages.find((age) => age !== null)).toBe(begunAt);
    expect(ages.at(-1)).toBeGreaterThanOrEqual(resumedAt);
    expect(await kept.keys('vehicles')).toHaveLength(250);
  });

  it('counts no absence twice, and takes nothing for gone that one pass saw', async () => {
    sizes.vehicles = 350;
    kept.start();
    await clock.advance(MINUTE);
    for (let run = 0; run < 4; run++) {
      await clock.advance(15 * MINUTE - 61 * SECOND);
      for (let part = 0; part < 6; part++) {
        await clock.advance(SECOND);
        await restart();
        kept.start();
      }
      await clock.advance(MINUTE);
    }
    expect(await kept.keys('vehicles')).toHaveLength(350);
  });

  it('reads nothing anew that was read just now, and everything that is due', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await restart();
    kept.start();
    await clock.advance(9 * MINUTE);
    expect(pages('vehicles')).toEqual([]);
    await clock.advance(MINUTE + 5 * SECOND);
    expect(pages('vehicles')).toEqual([1, 2, 3, 4]);
    await restart();
    await clock.sleep(24 * HOUR);
    kept.start();
    await clock.advance(MINUTE);
    expect(pages('vehicles')).toEqual([1, 2, 3, 4]);
    expect(pages('users')).toEqual([1, 2]);
    expect(service.of('vehicles.list').every(({ lane }) => lane === 'background')).toBe(true);
  });

  it('after the clock was set back reads the lists anew', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await restart();
    clock.setWallClock(clock.now() - 365 * 24 * HOUR);
    kept.start();
    await clock.advance(MINUTE);
    expect(pages('vehicles')).toEqual([1, 2, 3, 4]);
  });
});

describe('a failing service', () => {
  it('is asked again with growing pauses for the page that failed, while other lists go on', async () => {
    service.on('vehicles.list', (input, call) => {
      if (input['page'] === 2) throw failure({ code: 'offline' });
      return paged(() => numbers(250).map((number) => vehicleJson(number)))(input, call);
    });
    kept.start();
    await clock.advance(40 * SECOND);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'failed', read: 100 });
    expect(kept.records.state('users')).toMatchObject({ phase: 'complete', read: 40 });
    const second = service.of('vehicles.list').filter(({ input }) => input['page'] === 2);
    const pauses = second.slice(1).map(({ at }, index) => at - (second[index]?.at ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(2);
    pauses.forEach((pause, index) => {
      expect(pause).toBeGreaterThanOrEqual(5 * SECOND * 2 ** index);
      expect(pause).toBeLessThanOrEqual(5 * SECOND * 2 ** index + 3 * SECOND);
    });
    serve();
    await clock.advance(5 * MINUTE);
    expect(pages('vehicles').filter((page) => page === 1)).toHaveLength(1);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', read: 250 });
  });

  it('is asked at once when the link is back, the first page while a person waits', async () => {
    service.failure = { code: 'offline' };
    kept.start();
    await clock.advance(10 * MINUTE);
    service.failure = null;
    service.calls.length = 0;
    kept.wake();
    await clock.advance(5 * SECOND);
    expect(service.of('vehicles.list')[0]?.lane).toBe('interactive');
    expect(kept.records.state('vehicles').phase).toBe('complete');
  });

  it('is not woken out of the pause between two good passes', async () => {
    kept.start();
    await clock.advance(MINUTE);
    service.calls.length = 0;
    kept.wake();
    await clock.advance(MINUTE);
    expect(collectionNames.flatMap((name) => service.of(`${name}.list`))).toEqual([]);
  });

  it('that refuses a list is hardly asked for it again', async () => {
    service.on('users.list', () => {
      throw failure({ code: 'forbidden' });
    });
    kept.start();
    await clock.advance(2 * HOUR);
    expect(service.of('users.list').length).toBeLessThanOrEqual(2);
    expect(kept.records.state('users').phase).toBe('refused');
  });

  it('that refuses a list no more is read as soon as a person asks for it', async () => {
    service.on('vehicles.list', () => {
      throw failure({ code: 'forbidden' });
    });
    kept.start();
    await clock.advance(MINUTE);
    expect(kept.fleet.snapshot().sync.phase).toBe('refused');
    serve();
    kept.records.sync('vehicles');
    await clock.advance(MINUTE);
    expect(kept.fleet.snapshot().sync.phase).toBe('complete');
    expect(kept.fleet.snapshot().vehicles).toHaveLength(250);
  });
});

describe('an answer that is older than a change', () => {
  it('does not undo it', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    const key = idOf('V', 5);
    kept.records.sync('vehicles');
    await clock.advance(100);
    // The outbox has written meanwhile, and knows what the service stored.
    const told = { id: key, fields: { plate: 'SENT-5' }, raw: {}, unread: [] };
    await kept.store.commit([
      { kind: 'told', collection: 'vehicles', records: [told], pass: null, at: clock.now() },
    ]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [key] });
    await clock.advance(10 * SECOND);
    expect(kept.fleet.vehicle(key)?.plate).toBe('SENT-5');
    expect(kept.fleet.snapshot().vehicles).toHaveLength(250);
    kept.records.sync('vehicles');
    await clock.advance(10 * SECOND);
    expect(kept.fleet.vehicle(key)?.plate).toBe('ABC-5');
  });

  it('does not bring back what was deleted meanwhile', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    const key = idOf('V', 5);
    kept.records.sync('vehicles');
    await clock.advance(100);
    await kept.store.commit([{ kind: 'gone', collection: 'vehicles', key, at: clock.now() }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [key] });
    await clock.advance(10 * SECOND);
    expect(service.of('vehicles.list').length).toBeGreaterThan(0);
    expect(await kept.keys('vehicles')).toHaveLength(249);
    expect(kept.fleet.vehicle(key)).toBeNull();
  });

  it('is looked into where both were written in the same moment', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    const key = idOf('V', 5);
    service.on('vehicles.get', () => ({ data: vehicleJson(5, { plate: 'SENT-5' }) }));
    const { store, news } = kept;
    const commit = store.commit.bind(store);
    let isFirst = true;
    store.commit = (changes) => {
      const isPage = changes.some((change) => change.kind === 'told');
      if (!isPage || !isFirst) return commit(changes);
      isFirst = false;
      const told = { id: key, fields: { plate: 'SENT-5' }, raw: {}, unread: [] };
      const at = clock.now();
      const own = commit([
        { kind: 'told', collection: 'vehicles', records: [told], pass: null, at },
      ]).then(() => news.publish({ kind: 'changed', collection: 'vehicles', keys: [key] }));
      return Promise.all([commit(changes), own]).then(([committed]) => committed);
    };
    kept.records.sync('vehicles');
    await clock.advance(10 * SECOND);
    expect(service.of('vehicles.get').map(({ input, lane }) => ({ input, lane }))).toEqual([
      { input: { id: key }, lane: 'background' },
    ]);
    expect(kept.fleet.vehicle(key)?.plate).toBe('SENT-5');
  });
});
