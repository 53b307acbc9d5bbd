import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordMark } from '@contract/records';
import type { VirtualClock } from '../virtual-clock';
import { idOf, numbers, vehicleJson, type FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';
import { openLists } from './served-lists';

const BEFORE = '2026-11-01T10:00:00.000Z';
const AFTER = '2026-11-27T10:00:00.000Z';

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;

beforeEach(async () => {
  ({ clock, service, kept } = await openLists());
  kept.start();
  await clock.advance(5 * 60_000);
  service.on('vehicles.get', ({ id }) => ({
    data: { id, attributes: { plate: 'SENT', updated_at: AFTER } },
  }));
  service.calls.length = 0;
});

/** The outbox has changed vehicles, and writes what the service's answers told of that. */
async function change(
  count: number,
  attributes: Record<string, unknown> = { updated_at: BEFORE },
  fields: Record<string, string | number> = { plate: 'SENT' },
): Promise<void> {
  const keys = numbers(count).map((number) => idOf('V', number));
  const records = keys.map((id) => ({ id, fields, raw: { attributes }, unread: [] }));
  const at = clock.now();
  await kept.store.commit([{ kind: 'told', collection: 'vehicles', records, pass: null, at }]);
  kept.news.publish({ kind: 'changed', collection: 'vehicles', keys });
}

const moment = async (number: number): Promise<unknown> => {
  const [record] = await kept.store.records('vehicles', [idOf('V', number)]);
  return record?.told?.['updatedAt'];
};

describe('a record of whose change the moment was not told', () => {
  it('is read again soon, in the background, and once', async () => {
    await change(1);
    const outdated = await kept.records.read({ collection: 'vehicles', key: idOf('V', 1) });
    expect(outdated.isOutdated).toBe(true);
    await clock.advance(5000);
    const calls = service.of('vehicles.get').map(({ input, lane }) => [input['id'], lane]);
    expect(calls).toEqual([[idOf('V', 1), 'background']]);
    expect(await moment(1)).toBe(Date.parse(AFTER));
    const detail = await kept.records.read({ collection: 'vehicles', key: idOf('V', 1) });
    expect(detail.isOutdated).toBe(false);
    await clock.advance(60_000);
    expect(service.of('vehicles.get')).toHaveLength(1);
  });

  it('is asked for at once by whoever opens it, however new the rest is', async () => {
    await change(1);
    const opened = kept.records.refresh({ collection: 'vehicles', key: idOf('V', 1) });
    await clock.advance(500);
    expect((await opened).told?.['updatedAt']).toBe(Date.parse(AFTER));
    await clock.advance(10_000);
    expect(service.of('vehicles.get')).toHaveLength(1);
  });

  it('comes with the list where many were changed: that takes fewer requests', async () => {
    service.on('vehicles.list', ({ page }) => ({
      data: page === 1 ? [vehicleJson(1, { updated_at: AFTER })] : [],
    }));
    await change(12);
    await clock.advance(10_000);
    expect(service.of('vehicles.get')).toEqual([]);
    expect(service.of('vehicles.list').length).toBeGreaterThan(0);
    expect(await moment(1)).toBe(Date.parse(AFTER));
  });

  it.each([
    ['the answer told the moment', { updated_at: AFTER }, { plate: 'SENT', updatedAt: 1 }],
    ['the service never tells one', {}, { plate: 'SENT' }],
  ])('is not read where %s', async (_, attributes, fields) => {
    await change(1, attributes, fields);
    await clock.advance(10_000);
    expect(service.of('vehicles.get')).toEqual([]);
    expect(service.of('vehicles.list')).toEqual([]);
  });

  it('is read once the link is back, where it could not be read before', async () => {
    service.failure = { code: 'offline' };
    await change(1);
    await clock.advance(5000);
    expect(await moment(1)).toBeUndefined();
    service.failure = null;
    kept.records.wake();
    await clock.advance(5000);
    expect(await moment(1)).toBe(Date.parse(AFTER));
    service.calls.length = 0;
    kept.records.wake();
    await clock.advance(5000);
    expect(service.of('vehicles.get')).toEqual([]);
  });

  it('is not read any more where all work ended while it was looked up', async () => {
    const { store, records } = kept;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const read = store.records.bind(store);
    vi.spyOn(store, 'records').mockImplementation(async (...terms) => {
      await held;
      return read(...terms);
    });
    await change(1);
    await clock.advance(5000);
    expect(store.records).toHaveBeenCalledWith('vehicles', [idOf('V', 1)]);
    records.stop();
    letGo();
    await clock.advance(5000);
    expect(service.of('vehicles.get')).toEqual([]);
  });

  it('is not read while another change of it is on its way', async () => {
    const mark: RecordMark = 'waiting';
    const pending = { plate: 'NEXT' };
    await change(1);
    await kept.store.commit([
      { kind: 'pending', collection: 'vehicles', key: idOf('V', 1), pending, mark },
    ]);
    await clock.advance(10_000);
    expect(service.of('vehicles.get')).toEqual([]);
  });
});
