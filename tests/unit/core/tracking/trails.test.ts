import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Fix } from '@contract/fixes';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Store, StoreChange } from '@core/ports/store';
import type { LearnedDevice } from '@core/tracking/learned-devices';
import { Trails } from '@core/tracking/trails';
import { settle, VirtualClock } from '../virtual-clock';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const YEAR = 365 * DAY;

let clock: VirtualClock;
let store: Store;
let trails: Trails;
let commits: StoreChange[][];

function fixAt(at: number, parts: Partial<Fix> = {}): Fix {
  const place = { latitude: at / 1e12, longitude: -at / 1e12, speed: 40, heading: 0 };
  return { at, ...place, ignition: true, battery: null, output1: null, problems: [], ...parts };
}

/** Sees a vehicle now, at a fix of so many milliseconds ago. */
function see(vehicleId: string, ago = 0, parts: Partial<Fix> = {}): void {
  trails.add(vehicleId, fixAt(clock.now() - ago, parts), clock.now());
}

async function timesOf(vehicleId: string): Promise<number[]> {
  return (await trails.read(vehicleId)).points.map(({ at }) => at);
}

/** The next run of the app on what this one kept. */
async function restart(): Promise<void> {
  trails.stop();
  trails = new Trails({ store, clock });
  await trails.start();
}

beforeEach(async () => {
  clock = new VirtualClock();
  store = await openInlineStore(null, '');
  commits = [];
  const commit = store.commit.bind(store);
  store.commit = (changes) => {
    commits.push([...changes]);
    return commit(changes);
  };
  trails = new Trails({ store, clock });
  await trails.start();
});

describe('a trail', () => {
  it('lacks nothing that is written while it is read', async () => {
    see('one', 2 * SECOND);
    see('one');
    const times = timesOf('one');
    trails.stop();
    expect(await times).toEqual([clock.now() - 2 * SECOND, clock.now()]);
  });

  it('holds every position once and by time, written or not, over restarts', async () => {
    const step = fc.oneof(
      fc.record({
        ago: fc.integer({ min: 0, max: 40_000 }),
        vehicle: fc.constantFrom('one', 'two'),
      }),
      fc.constant('write' as const),
      fc.constant('restart' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        clock = new VirtualClock();
        store = await openInlineStore(null, '');
        trails = new Trails({ store, clock });
        const expected = { one: new Set<number>(), two: new Set<number>() };
        for (const next of steps) {
          if (next === 'write') await clock.advance(15 * SECOND);
          else if (next === 'restart') await restart();
          else {
            see(next.vehicle, next.ago);
            expected[next.vehicle].add(clock.now() - next.ago);
          }
        }
        for (const vehicle of ['one', 'two'] as const) {
          const times = [...expected[vehicle]].sort((a, b) => a - b);
          expect(await timesOf(vehicle)).toEqual(times);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out what is no place, and goes a day back from the newest fix', async () => {
    see('one', 2 * DAY);
    see('one', DAY / 2);
    see('one', 0, { latitude: null, longitude: null, problems: ['no-position'] });
    const newest = clock.now();
    expect(await timesOf('one')).toEqual([newest - DAY / 2]);
    expect(await store.trail('one', 0)).toEqual([]);
    await clock.advance(15 * SECOND);
    expect((await store.trail('one', 0)).map(({ fix }) => fix.at)).toEqual([
      newest - 2 * DAY,
      newest - DAY / 2,
      newest,
    ]);
  });

  it('shows the newest 4,000 positions', async () => {
    for (let ago = 5_000; ago > 0; ago -= 1) see('one', ago * SECOND);
    const times = await timesOf('one');
    expect(times).toHaveLength(4_000);
    expect(times.at(-1)).toBe(clock.now() - SECOND);
  });
});

describe('writing', () => {
  it('takes many fixes in one commit, every quarter of a minute', async () => {
    for (let second = 0; second < 60; second++) {
      see('one');
      see('two');
      await clock.advance(SECOND);
    }
    expect(commits.length).toBeLessThanOrEqual(4);
    const fixes = commits.flat().flatMap((change) => (change.kind === 'fixes' ? change.fixes : []));
    expect(fixes.length).toBeGreaterThanOrEqual(90);
  });

  it('writes a fix that is only seen again once a minute, and its last look when it stops', async () => {
    const at = clock.now();
    const fix = fixAt(at);
    for (let look = 0; look < 30; look++) {
      trails.add('one', fix, clock.now());
      await clock.advance(10 * SECOND);
    }
    expect(commits).toHaveLength(5);
    const lastLook = clock.now() - 10 * SECOND;
    trails.stop();
    expect(await store.trail('one', 0)).toEqual([{ vehicleId: 'one', fix, lookedAt: lastLook }]);
    expect(clock.pending).toBe(0);
  });

  describe('and what was learned of devices', () => {
    const device = (offset: number): LearnedDevice => ({
      ...{ deviceId: 'd', offset, interval: { moving: 1, still: 1 } },
      seen: { moving: [], still: [] },
    });
    let news: Map<string, LearnedDevice | null>;

    /** A run on what an earlier one kept. */
    async function begin(): Promise<void> {
      see('one');
      trails.stop();
      await settle();
      news = new Map();
      const learned = {
        take: (most: number) => {
          const taken = new Map([...news].slice(0, most));
          for (const id of taken.keys()) news.delete(id);
          return taken;
        },
        putBack: (ids: Iterable<string>) => {
          for (const id of ids) news.set(id, device(7));
        },
      };
      trails = new Trails({ store, clock, learned });
      await trails.start();
    }

    const written = () =>
      commits
        .flat()
        .flatMap((change) => (change.kind === 'learned' ? [[...change.devices.keys()]] : []));

    it('writes what is new every five minutes and at the end of a run', async () => {
      await begin();
      news.set('one', device(1));
      see('one');
      await clock.advance(60 * SECOND);
      // Much is read at a start: this can wait.
      expect(written()).toEqual([]);
      await clock.advance(5 * 60 * SECOND);
      see('one');
      await clock.advance(16 * SECOND);
      expect(written()).toEqual([['one']]);
      news.set('two', device(2));
      see('one');
      await clock.advance(16 * SECOND);
      expect(written()).toEqual([['one']]);
      see('one');
      trails.stop();
      await settle();
      expect(written()).toEqual([['one'], ['two']]);
      expect([...(await store.learned()).keys()]).toEqual(['one', 'two']);
    });

    it('writes some at a time of a large fleet, and all the rest at the end of a run', async () => {
      await begin();
      for (let number = 0; number < 2_000; number += 1) news.set(`v${number}`, device(1));
      await clock.advance(6 * 60 * SECOND);
      const sizes = () => written().map(({ length }) => length);
      see('one');
      await clock.advance(16 * SECOND);
      expect(sizes()).toEqual([500]);
      see('one');
      await clock.advance(16 * SECOND);
      expect(sizes()).toEqual([500, 500]);
      see('one');
      trails.stop();
      await settle();
      expect(sizes()).toEqual([500, 500, 1_000]);
      expect(new Set(written().flat()).size).toBe(2_000);
    });

    it('tells it once to the next run, and forgets what is not known any more', async () => {
      await begin();
      news.set('one', device(1)).set('two', device(2)).set('three', device(3));
      see('one');
      trails.stop();
      await begin();
      news.set('two', null);
      expect(trails.takeLearned('one')).toEqual(device(1));
      expect(trails.takeLearned('one')).toBeNull();
      see('one');
      trails.stop();
      await settle();
      expect([...(await store.learned()).keys()]).toEqual(['one', 'three']);
    });

    it('gives it back where the store does not take it', async () => {
      await begin();
      news.set('one', device(1));
      const { commit } = store;
      store.commit = () => Promise.reject(new Error('full'));
      see('one');
      trails.stop();
      await settle();
      store.commit = commit;
      expect([...news.keys()]).toEqual(['one']);
    });
  });

  it('keeps what the store does not take, and writes it later', async () => {
    const { commit } = store;
    store.commit = () => Promise.reject(new Error('full'));
    see('one');
    await clock.advance(20 * SECOND);
    see('one');
    expect(await timesOf('one')).toHaveLength(2);
    store.commit = commit;
    await clock.advance(60 * SECOND);
    expect(await store.trail('one', 0)).toHaveLength(2);
  });
});

describe('retention', () => {
  it('removes fixes older than 30 days, a minute after the start and once a day', async () => {
    see('one', 31 * DAY);
    see('one', 29 * DAY);
    see('one');
    await restart();
    await clock.advance(59 * SECOND);
    expect(await store.trail('one', 0)).toHaveLength(3);
    await clock.advance(SECOND);
    expect(await store.trail('one', 0)).toHaveLength(2);
    await clock.advance(2 * DAY);
    // Nothing newer was told, so that nothing tells that two days have passed.
    expect(await store.trail('one', 0)).toHaveLength(2);
    see('one');
    await clock.advance(DAY);
    expect(await store.trail('one', 0)).toHaveLength(2);
  });

  it('keeps trails for as many days as a person chose, a minute after the choice', async () => {
    let trailDays = 60;
    trails.stop();
    trails = new Trails({ store, clock, keptDays: () => ({ trailDays, deletedDays: 90 }) });
    await trails.start();
    for (const day of [61, 59, 8, 6, 0]) see('one', day * DAY);
    await clock.advance(60 * SECOND);
    expect(await store.trail('one', 0)).toHaveLength(4);
    trailDays = 7;
    trails.renewRetention();
    await clock.advance(59 * SECOND);
    expect(await store.trail('one', 0)).toHaveLength(4);
    await clock.advance(SECOND);
    expect(await store.trail('one', 0)).toHaveLength(2);
  });

  it.each([YEAR, -YEAR])('wipes no trail when the clock is set off by %d ms', async (jump) => {
    for (let day = 20; day >= 0; day--) see('one', day * DAY);
    trails.stop();
    clock.setWallClock(clock.now() + jump);
    await restart();
    await clock.advance(3 * DAY);
    expect(await store.trail('one', 0)).toHaveLength(21);
    expect(await timesOf('one')).not.toEqual([]);
    clock.setWallClock(clock.now() - jump);
    await restart();
    await clock.advance(3 * DAY);
    expect(await store.trail('one', 0)).toHaveLength(21);
  });

  it('does not believe a time that no device told', async () => {
    see('one');
    const before = clock.now();
    clock.setWallClock(before + YEAR);
    see('two', 0, { problems: ['no-time'] });
    trails.stop();
    await restart();
    await clock.advance(60 * SECOND);
    expect(await store.trail('one', 0)).toHaveLength(1);
  });

  describe('where no device reports', () => {
    /** Keeps a record that was changed so long ago, and deletions of 80 and 100 days ago. */
    async function keep(changedAgo: number | null): Promise<void> {
      const now = clock.now();
      const updatedAt = changedAgo === null ? null : now - changedAgo;
      const record = { id: 'U00000000000001', fields: { updatedAt }, raw: {}, unread: [] };
      const deletion = (days: number): StoreChange => ({
        kind: 'deletion',
        deletion: {
          id: `${days} days`,
          subject: { collection: 'users', key: record.id, label: 'Ana' },
          snapshot: { fields: {}, raw: null, listed: [], associations: [] },
          unread: [],
          deletedAt: now - days * DAY,
          recreatedAs: null,
        },
      });
      await store.commit([
        { kind: 'told', collection: 'users', records: [record], pass: null, at: now },
        deletion(80),
        deletion(100),
      ]);
      await restart();
      await clock.advance(60 * SECOND);
    }

    const kept = async (): Promise<string[]> => (await store.deletions()).map(({ id }) => id);

    it('what the service changed last tells how late it is', async () => {
      await keep(DAY);
      expect(await kept()).toEqual(['80 days']);
    });

    it('the clock alone takes nothing away', async () => {
      await keep(null);
      expect(await kept()).toHaveLength(2);
    });

    it('a clock that runs a year ahead takes nothing away', async () => {
      await keep(YEAR);
      expect(await kept()).toHaveLength(2);
    });
  });
});
