import { describe, expect, it } from 'vitest';
import { builtInCollections } from '@contract/collections';
import { failure, numbers, paged, vehicleJson } from './fake-service';
import { pages, serve } from './served-lists';
import { clock, kept, restart, service, sizes, openListsForEach } from './synced-lists';

openListsForEach();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a restart', () => {
  it('goes on with the page after the last one that was kept', async () => {
    sizes.vehicles = 1_500;
    kept.start();
    await clock.advance(2 * SECOND);
    const read = pages(service, 'vehicles').length - 1;
    await restart();
    kept.start();
    await clock.advance(0);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'reading', read: read * 100 });
    await clock.advance(MINUTE);
    expect(pages(service, 'vehicles')[0]).toBe(read + 1);
    expect(pages(service, 'vehicles').at(-1)).toBe(16);
    expect(kept.records.state('vehicles')).toMatchObject({ phase: 'complete', count: 1_500 });
  });

  it('is as old as the first page of a pass that went on days later, and is read again at once', async () => {
    kept.start();
    const begunAt = clock.now();
    while (pages(service, 'vehicles').length < 2) await clock.advance(SECOND);
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

  it('reads nothing again that was read just now, and everything that is due', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await restart();
    kept.start();
    await clock.advance(9 * MINUTE);
    expect(pages(service, 'vehicles')).toEqual([]);
    await clock.advance(MINUTE + 5 * SECOND);
    expect(pages(service, 'vehicles')).toEqual([1, 2, 3, 4]);
    await restart();
    await clock.sleep(24 * HOUR);
    kept.start();
    await clock.advance(MINUTE);
    expect(pages(service, 'vehicles')).toEqual([1, 2, 3, 4]);
    expect(pages(service, 'users')).toEqual([1, 2]);
    expect(service.of('vehicles.list').every(({ lane }) => lane === 'background')).toBe(true);
  });

  it('after the clock was set back reads the lists again', async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await restart();
    clock.setWallClock(clock.now() - 365 * 24 * HOUR);
    kept.start();
    await clock.advance(MINUTE);
    expect(pages(service, 'vehicles')).toEqual([1, 2, 3, 4]);
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
    serve(service, sizes);
    await clock.advance(5 * MINUTE);
    expect(pages(service, 'vehicles').filter((page) => page === 1)).toHaveLength(1);
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
    expect(builtInCollections.flatMap((name) => service.of(`${name}.list`))).toEqual([]);
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
    serve(service, sizes);
    kept.records.sync('vehicles');
    await clock.advance(MINUTE);
    expect(kept.fleet.snapshot().sync.phase).toBe('complete');
    expect(kept.fleet.snapshot().vehicles).toHaveLength(250);
  });
});
