import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { MetRecords } from '@core/fleet/met-records';
import { RecordNews } from '@core/fleet/record-news';
import type { Store, ToldRecord } from '@core/ports/store';
import { VirtualClock } from '../virtual-clock';

const first = 'ENTERPRISE00001';
const second = 'ENTERPRISE00002';

let clock: VirtualClock;
let store: Store;
let news: RecordNews;
let met: MetRecords;
let faults: unknown[];

function open(): MetRecords {
  return new MetRecords({
    ...{ store, clock, news },
    isListed: (collection) => collection !== 'enterprises',
    onFault: (fault) => faults.push(fault),
  });
}

beforeEach(async () => {
  clock = new VirtualClock();
  store = await openInlineStore(null, '');
  news = new RecordNews();
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
  await store.commit([{ kind: 'told', collection: 'vehicles', records, pass: null, at }]);
  const keys = records.map(({ id }) => id);
  news.publish({ kind: 'changed', collection: 'vehicles', keys });
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

  it('keep the name that a person gave them here, until it is taken back', async () => {
    met.start();
    await told(vehicle(1, first));
    await met.nameHere({ collection: 'enterprises', key: first }, 'Filial Norte');
    await told(vehicle(2, first, 'Expresso Sul'));
    expect(await enterprises()).toEqual({ [first]: 'Filial Norte' });
    const [kept] = await store.records('enterprises', [first]);
    expect(kept?.setHere['name']?.value).toBe('Filial Norte');
    await met.nameHere({ collection: 'enterprises', key: first }, null);
    expect(await enterprises()).toEqual({ [first]: null });
    await told(vehicle(3, first, 'Expresso Sul'));
    expect(await enterprises()).toEqual({ [first]: 'Expresso Sul' });
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
