import { beforeEach, describe, expect, it } from 'vitest';
import { channels } from '@contract/channels';
import { topics, type TopicMessage, type TopicName } from '@contract/events';
import type { RecordQuery } from '@contract/records';
import { createFakePreload } from '@/bridge/fake';

const noon = Date.UTC(2026, 10, 25, 18, 0, 0);
const vehicles: RecordQuery = {
  collection: 'vehicles',
  search: '',
  filters: [],
  sort: [{ field: 'plate', direction: 'up' }],
  withGone: false,
};

let at = noon;
let api: ReturnType<typeof createFakePreload>;
let heard: TopicMessage<TopicName>[];

/** The data of an answer that must have come. */
function dataOf<T>(answer: { ok: true; data: T } | { ok: false }): T {
  if (!answer.ok) throw new Error('The call failed.');
  return answer.data;
}

const find = async (query: Partial<RecordQuery> = {}) =>
  dataOf(await api.records.find({ ...vehicles, ...query })).keys;

beforeEach(() => {
  at = noon;
  api = createFakePreload({ now: () => at, vehicles: 40 });
  heard = [];
  api.onEvent((message) => heard.push(message));
});

describe('the fake records', () => {
  it('answer what fits the contract', async () => {
    const keys = await find();
    const name = { collection: 'vehicles', key: keys[0] ?? '' } as const;
    const rows = dataOf(await api.records.rows({ collection: 'vehicles', keys }));
    channels['records.rows'].output.parse(rows);
    channels['records.read'].output.parse(dataOf(await api.records.read(name)));
    channels['records.refresh'].output.parse(dataOf(await api.records.refresh(name)));
    channels['records.values'].output.parse(
      dataOf(await api.records.values({ collection: 'vehicles', field: 'typeName' })),
    );
    for (const topic of ['records', 'outbox', 'store'] as const) {
      topics[topic].snapshot.parse(dataOf(await api.events.subscribe(topic)).snapshot);
    }
  });

  it('are found by any part of a plate, by words without accents, and sorted', async () => {
    const keys = await find();
    expect(keys).toHaveLength(39);
    const [row] = dataOf(
      await api.records.rows({ collection: 'vehicles', keys: keys.slice(3, 4) }),
    );
    const plate = String(row?.fields['plate']);
    expect(await find({ search: plate.slice(1, 6).replace('-', '') })).toContain(row?.key);
    expect(await find({ search: 'sprint' })).not.toHaveLength(0);
    expect(await find({ search: 'rinter' })).toHaveLength(0);
    const down = await find({ sort: [{ field: 'plate', direction: 'down' }] });
    expect(down).toEqual([...keys].reverse());
    expect(await find({ withGone: true })).toHaveLength(40);
  });

  it('look changed at once, are marked, and are the service’s once they were sent', async () => {
    const [key = ''] = await find();
    const name = { collection: 'vehicles', key } as const;
    await api.records.update({ ...name, fields: { code: 'X-1' } });
    const waiting = dataOf(await api.records.read(name));
    expect(waiting).toMatchObject({ mark: 'waiting', changed: ['code'], fields: { code: 'X-1' } });
    expect(waiting.told?.['code']).not.toBe('X-1');
    for (let step = 0; step < 2; step += 1) await api.outbox.sendNow();
    const sent = dataOf(await api.records.read(name));
    expect(sent).toMatchObject({ mark: 'none', changed: [], told: { code: 'X-1' } });
  });

  it('that are new get the service’s name, and answer to their first one', async () => {
    const { key } = dataOf(
      await api.records.create({ collection: 'vehicles', fields: { plate: 'AAA-0A00' } }),
    );
    expect(await find()).toContain(key);
    for (let step = 0; step < 2; step += 1) await api.outbox.sendNow();
    const renamed = heard.flatMap(({ topic, patch }) =>
      topic === 'records' ? Object.entries(topics.records.patch.parse(patch).renamed) : [],
    );
    expect(renamed).toEqual([[key, expect.stringMatching(/^[A-Za-z0-9]{15}$/)]]);
    const detail = dataOf(await api.records.read({ collection: 'vehicles', key }));
    expect(detail).toMatchObject({ key: renamed[0]?.[1], fields: { plate: 'AAA-0A00' } });
  });

  it('that are deleted come back where that is undone', async () => {
    const [key = ''] = await find();
    const { entryIds } = dataOf(
      await api.records.delete({ collection: 'vehicles', keys: [key], confirmation: 'x' }),
    );
    expect(dataOf(await api.records.read({ collection: 'vehicles', key })).mark).toBe('deleting');
    await api.outbox.undo(entryIds[0] ?? '');
    expect(dataOf(await api.records.read({ collection: 'vehicles', key })).mark).toBe('none');
  });

  it('that nobody keeps are not found', async () => {
    const answer = await api.records.read({ collection: 'vehicles', key: 'veh999999999999' });
    expect(answer.ok).toBe(false);
  });
});

describe('the fake associations', () => {
  const side = { vehicleKey: 'veh000000000005', side: 'devices' } as const;

  it('answer what fits the contract', async () => {
    channels['associations.ofVehicle'].output.parse(dataOf(await api.associations.ofVehicle(side)));
    channels['associations.ofOther'].output.parse(
      dataOf(await api.associations.ofOther({ side: 'users', otherKey: 'usr000000000001' })),
    );
  });

  it('are marked from the moment they are changed until that was sent', async () => {
    const marks = async () =>
      dataOf(await api.associations.ofVehicle(side)).items.map(({ mark }) => mark);
    const [, second] = dataOf(await api.associations.ofVehicle(side)).items;
    await api.associations.remove({ ...side, key: second?.key ?? '' });
    expect(await marks()).toEqual(['none', 'deleting']);
    // It can be undone for ten seconds.
    at += 10_000;
    for (let step = 0; step < 2; step += 1) await api.outbox.sendNow();
    expect(await marks()).toEqual(['none']);
  });
});
