import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import type { ChannelName, ChannelInput } from '@contract/channels';
import type { OutboxEntry } from '@contract/outbox';
import type { Fields, RecordRow } from '@contract/records';
import { BridgeHouse } from './bridge-house';

vi.mock('electron', () => ({ app: { getVersion: () => '1.2.3' }, clipboard: {} }));

const collection = 'serviceOrders';

let house: BridgeHouse;

async function call<Output>(
  channel: ChannelName,
  input: ChannelInput<ChannelName>,
): Promise<Output> {
  return (await house.call(channel, input)) as Output;
}

async function find(search = '', filters: unknown[] = []): Promise<RecordRow[]> {
  const query = { collection, search, filters, sort: [], withGone: false } as never;
  const { keys } = await call<{ keys: string[] }>('records.find', query);
  return call('records.rows', { collection, keys } as never);
}

async function numbers(search = '', filters: unknown[] = []): Promise<unknown[]> {
  return (await find(search, filters)).map(({ fields }) => fields['number']).sort();
}

function entries(): OutboxEntry[] {
  return house.sources().outbox.snapshot().entries;
}

/** Waits until something holds; the clock of the house runs ten times as fast. */
function until(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { interval: 50 });
}

/** What the service has of the orders, by number, past the app. */
async function atService(): Promise<Record<string, Fields>> {
  const list = await house.main.house.service.call(
    'serviceOrders.list' as 'vehicles.list',
    { page: 1, limit: 100 },
    { lane: 'interactive' },
  );
  const attributes = list.records.map(({ raw }) => raw['attributes'] as Fields);
  return Object.fromEntries(attributes.map((each) => [String(each['number']), each]));
}

/** Speaks to the demo's control endpoints. */
async function control(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(new URL(`/control/${path}`, house.service.url), {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  expect(answer.ok).toBe(true);
}

async function isOffline(isSo: boolean): Promise<void> {
  const fault = { operation: '*', fault: 'refuse', times: 10_000 };
  await (isSo ? control('POST', 'faults', fault) : control('DELETE', 'faults'));
}

beforeAll(async () => {
  house = await BridgeHouse.open({ resources: demoProfile.resources });
  await house.signIn();
  await until(() => {
    expect(house.sources().records.snapshot().syncs[collection]?.phase).toBe('complete');
  });
}, 200_000);

afterAll(async () => {
  await house.close();
});

describe('a resource that only the service profile describes', () => {
  it('is told to the pages, with what the service offers of it', () => {
    const { described } = house.sources().resources.snapshot();
    expect(described[collection]?.labels.many['pt-BR']).toBe('ordens de serviço');
    const { offered } = house.sources().capabilities.snapshot();
    expect(offered?.[collection]).toEqual(['list', 'read', 'create', 'update', 'delete']);
  });

  it('is listed into the store, with relations, dates, choices and numbers', async () => {
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6].map((at) => `OS-100${at}`));
    const [first] = await find('OS-1001');
    const there = (await atService())['OS-1001'];
    expect(first?.fields).toMatchObject({
      title: there?.['title'],
      dueDate: there?.['due_date'],
      state: there?.['state'],
      hours: String(there?.['hours']),
      createdAt: Date.parse(String(there?.['created_at'])),
    });
    const vehicles = { collection: 'vehicles', keys: [first?.fields['vehicleId']] };
    expect(await call('records.rows', vehicles as never)).toHaveLength(1);
  });

  it('is found by any part of a number, by words, and by its filters', async () => {
    expect(await numbers('1004')).toEqual(['OS-1004']);
    const [first] = await find('OS-1001');
    const word = String(first?.fields['title']).split(' ')[0] ?? '';
    expect(await numbers(word)).toContain('OS-1001');
    const { state } = first?.fields ?? {};
    expect(await numbers('', [{ field: 'state', anyOf: [state] }])).toContain('OS-1001');
    expect(await numbers('', [{ field: 'state', anyOf: ['none such'] }])).toEqual([]);
    const due = String(first?.fields['dueDate']);
    const onDay = [{ field: 'dueDate', fromDay: due, toDay: due }];
    expect(await numbers('', onDay)).toContain('OS-1001');
    expect(await numbers('', [{ field: 'dueDate', fromDay: null, toDay: '1999-12-31' }])).toEqual(
      [],
    );
  });

  it('is created offline, found at once, and sent when the service is back', async () => {
    await isOffline(true);
    const [vehicleId] = (
      await call<{ keys: string[] }>('records.find', {
        ...{ collection: 'vehicles', search: '', filters: [], sort: [], withGone: false },
      } as never)
    ).keys;
    const fields = { number: 'OS-2001', title: 'Troca do para-brisa', vehicleId, hours: '2.5' };
    const saved = { collection, fields: { ...fields, dueDate: '2026-12-31' } };
    const { key } = await call<{ key: string }>('records.create', saved as never);
    expect(key).toMatch(/^local:/);
    expect(await numbers('para-brisa')).toEqual(['OS-2001']);
    expect((await find('OS-2001'))[0]?.mark).not.toBe('none');
    await isOffline(false);
    await until(() => expect(entries()).toEqual([]));
    expect((await atService())['OS-2001']).toMatchObject({
      title: 'Troca do para-brisa',
      due_date: '2026-12-31',
      hours: 2.5,
    });
    const [row] = await find('OS-2001');
    expect(row).toMatchObject({ mark: 'none', fields: { vehicleId } });
    expect(row?.key).toMatch(/^[A-Za-z0-9]{15}$/);
  });

  it('is edited, and a value that the service refuses is named by its field', async () => {
    const [order] = await find('OS-1002');
    const key = order?.key ?? '';
    const change = { collection, key, fields: { state: 'done', notes: 'Pronto' } };
    await call('records.update', change as never);
    await until(() => expect(entries()).toEqual([]));
    expect((await atService())['OS-1002']).toMatchObject({ state: 'done', notes: 'Pronto' });
    const taken = { collection, key, fields: { number: 'OS-1003' } };
    await call('records.update', taken as never);
    await until(() => expect(entries().map(({ state }) => state)).toEqual(['attention']));
    expect(entries()[0]?.trouble).toMatchObject({
      kind: 'refused',
      error: { fields: [{ path: 'number', message: expect.stringContaining('in use') as string }] },
    });
    await call('outbox.discard', { entryId: entries()[0]?.id ?? '', withReleased: false } as never);
    expect(await numbers('OS-1002')).toEqual(['OS-1002']);
  });

  it('refuses what its fields do not take before anything is queued', async () => {
    const wrong = { number: 'OS-3001', title: 'X', hours: 'many', state: 'lost', dueDate: '31/12' };
    await expect(call('records.create', { collection, fields: wrong } as never)).rejects.toThrow();
    const lacking = { collection, fields: { title: 'Without a number' } };
    await expect(call('records.create', lacking as never)).rejects.toThrow();
    expect(entries()).toEqual([]);
  });

  it('is deleted once the time to undo is over, and stays where it was undone', async () => {
    const [order] = await find('OS-1005');
    const wish = { collection, keys: [order?.key ?? ''], confirmation: 'OS-1005' };
    await house.withClockStopped(async () => {
      const { entryIds } = await call<{ entryIds: string[] }>('records.delete', wish as never);
      expect((await find('OS-1005'))[0]?.mark).toBe('deleting');
      await call('outbox.undo', (entryIds[0] ?? '') as never);
    });
    expect((await find('OS-1005'))[0]?.mark).toBe('none');
    await call('records.delete', wish as never);
    await until(() => expect(entries()).toEqual([]));
    expect(Object.keys(await atService())).not.toContain('OS-1005');
    expect(await numbers('OS-1005')).toEqual([]);
  });

  it('keeps views of its list, and counts values for its filters', async () => {
    const content = {
      ...{ search: '', sort: [], filters: { state: ['open'] }, isUnsent: false, withGone: false },
      look: { widths: {}, shown: [], hidden: [], order: [] },
    };
    const change = { kind: 'keep', view: { id: 'open', name: 'Open ones', content } };
    await call('records.changeViews', { collection, change } as never);
    expect(await call('records.views', collection as never)).toMatchObject({
      views: [{ name: 'Open ones' }],
    });
    const values = await call<unknown[]>('records.values', { collection, field: 'state' } as never);
    expect(values.length).toBeGreaterThan(1);
  });
});
