import { beforeEach, describe, expect, it } from 'vitest';
import type { VirtualClock } from '../virtual-clock';
import { idOf, vehicleJson, type FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';
import { openLists } from './served-lists';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;

beforeEach(async () => {
  ({ clock, service, kept } = await openLists());
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
