import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordsPatch } from '@contract/records';
import { openInlineStore } from '@adapters/store/inline-store';
import { MetRecords } from '@core/fleet/met-records';
import { RecordNews } from '@core/fleet/record-news';
import { Feed } from '@core/feed';
import type { Store, ToldRecord } from '@core/ports/store';
import { VirtualClock } from '../virtual-clock';

const first = 'ENTERPRISE00001';
const second = 'ENTERPRISE00002';

let clock: VirtualClock;
let store: Store;
let news: RecordNews;
let passes: Feed<Pick<RecordsPatch, 'syncs'>>;
let met: MetRecords;
let faults: unknown[];

function open(): MetRecords {
  return new MetRecords({
    ...{ store, clock, news, passes },
    isListed: (collection) => collection !== 'enterprises',
    onFault: (fault) => faults.push(fault),
  });
}

beforeEach(async () => {
  clock = new VirtualClock();
  store = await openInlineStore(null, '');
  news = new RecordNews();
  passes = new Feed('the passes');
  faults = [];
  met = open();
});

afterEach(() => {
  met.stop();
  expect(faults).toEqual([]);
});

/** A vehicle of an enterprise, as the service told it. */
function vehicle(number: number, enterprise: string, name?: string): ToldRecord {
  const id = `VEHICLE0000000${number}`;
  const attributes = name === undefined ? {} : { name };
  const raw = {
    id,
    relationships: { enterprises: { id: enterprise, type: 'enterprise', attributes } },
  };
  return { id, fields: { plate: `ABC${number}`, enterpriseId: enterprise }, raw, unread: [] };
}

async function told(...records: ToldRecord[]): Promise<void> {
  const at = clock.now();
  const { changed } = await store.commit([
    { kind: 'told', collection: 'vehicles', records, pass: null, at },
  ]);
  for (const { collection, keys } of changed) news.publish({ kind: 'changed', collection, keys });
  await clock.advance(1_000);
}

async function enterprises(): Promise<Record<string, unknown>> {
  const query = { collection: 'enterprises', search: '', filters: [], withGone: false } as const;
  const keys = await store.find({ ...query, filters: [], sort: [] });
  const records = await store.records('enterprises', keys);
  return Object.fromEntries(records.map(({ key, fields }) => [key, fields['name'] ?? null]));
}

describe('enterprises that no list tells', () => {
  it('are kept as vehicles that belong to them are told, with the name of the relation', async () => {
    met.start();
    await told(vehicle(1, first), vehicle(2, second, 'Expresso Sul'));
    expect(await enterprises()).toEqual({ [first]: null, [second]: 'Expresso Sul' });
  });

  it('are found among what an earlier start has kept', async () => {
    await told(vehicle(1, first));
    expect(await enterprises()).toEqual({});
    met.start();
    await clock.advance(1_000);
    expect(await enterprises()).toEqual({ [first]: null });
  });

  it('are looked for once a pass, not at each start', async () => {
    await told(vehicle(1, first));
    const completed = { collection: 'vehicles', pass: 1, nextPage: null, read: 1 } as const;
    const sync = { ...completed, completedAt: clock.now(), pagingRefused: false };
    await store.commit([{ kind: 'sync', sync }]);
    const rows = vi.spyOn(store, 'rows');
    const looks = () => rows.mock.calls.filter(([collection]) => collection === 'vehicles').length;
    met.start();
    await clock.advance(1_000);
    met.stop();
    expect([looks(), await enterprises()]).toEqual([1, { [first]: null }]);
    met = open();
    met.start();
    await clock.advance(1_000);
    expect(looks()).toBe(1);
    met.stop();
    await store.commit([{ kind: 'sync', sync: { ...sync, completedAt: clock.now() } }]);
    met = open();
    met.start();
    await clock.advance(1_000);
    expect(looks()).toBe(2);
  });

  it('keep the name that a person gave them here, until it is taken back', async () => {
    met.start();
    await told(vehicle(1, first));
    await met.nameHere({ collection: 'enterprises', key: first }, 'Filial Norte');
    await told(vehicle(2, first, 'Expresso Sul'));
    expect(await enterprises()).toEqual({ [first]: 'Filial Norte' });
    const [kept] = await store.records('enterprises', [first]);
    expect(kept?.setHere['name']?.value).toBe('Filial Norte');
    await met.nameHere({ collection: 'enterprises', key: first }, null);
    expect(await enterprises(), 'what the relation says').toEqual({ [first]: 'Expresso Sul' });
    await told(vehicle(3, first, 'Expresso Norte'));
    expect(await enterprises()).toEqual({ [first]: 'Expresso Norte' });
  });

  it('have no name again once one that no relation gives is taken back', async () => {
    met.start();
    await told(vehicle(1, first));
    await met.nameHere({ collection: 'enterprises', key: first }, 'Filial Norte');
    await met.nameHere({ collection: 'enterprises', key: first }, null);
    expect(await enterprises()).toEqual({ [first]: null });
  });

  it('are renamed as the service renames them, though nothing else of a vehicle changed', async () => {
    met.start();
    await told(vehicle(1, first, 'Expresso Sul'), vehicle(2, first, 'Expresso Sul'));
    await told(vehicle(1, first, 'Expresso Leste'));
    const vehicles = { phase: 'complete', count: 2, read: 2, completedAt: clock.now() } as const;
    passes.publish({ syncs: { vehicles: { ...vehicles, pagingRefused: false } } });
    await clock.advance(1_000);
    expect(await enterprises()).toEqual({ [first]: 'Expresso Leste' });
    met.stop();
    met = open();
    met.start();
    await clock.advance(1_000);
    expect(await enterprises(), 'an older reading').toEqual({ [first]: 'Expresso Leste' });
  });

  it('keep a name given here while cached data are erased; others go', async () => {
    met.start();
    await told(vehicle(1, first, 'Expresso Sul'), vehicle(2, second, 'Expresso Oeste'));
    await met.nameHere({ collection: 'enterprises', key: first }, 'Filial Norte');
    await store.eraseCached();
    expect(await enterprises()).toEqual({ [first]: 'Filial Norte' });
    await told(vehicle(1, first, 'Expresso Sul'));
    expect(await enterprises()).toEqual({ [first]: 'Filial Norte' });
    await met.nameHere({ collection: 'enterprises', key: first }, null);
    await store.eraseCached();
    expect(await enterprises(), 'nothing given here is left').toEqual({});
  });

  it('are named nowhere here where the service lists them, or where nobody knows them', async () => {
    met.start();
    await expect(
      met.nameHere({ collection: 'vehicles', key: 'VEHICLE00000001' }, 'Mine'),
    ).rejects.toMatchObject({ error: { code: 'invalid-request', reason: 'feature-absent' } });
    await expect(
      met.nameHere({ collection: 'enterprises', key: first }, 'Mine'),
    ).rejects.toMatchObject({ error: { code: 'not-found', reason: 'not-kept' } });
  });
});
