import { describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import { CallFailure } from '@core/service/call-failure';
import { lookForCreated } from '@core/outbox/sending/look-for-created';
import { newEntry } from '@core/outbox/entering/new-entry';
import type { Lists, Page, PageQuery } from '@core/fleet/list-search';
import type { ToldRecord } from '@core/ports/store';
import { VirtualClock } from '../../virtual-clock';

const clock = new VirtualClock();

function createOf(fields: Fields) {
  const random = { fraction: () => 0.5, id: () => 'e1' };
  const subject = { collection: 'vehicles' as const, key: 'local:x', label: '' };
  return newEntry({ clock, random }, { kind: 'create', subject, fields });
}

const vehicle = (id: string, fields: Fields): ToldRecord => ({ id, fields, raw: {}, unread: [] });

/** A list that answers as a test says; it keeps what it was asked. */
function listOf(answer: (query: PageQuery) => Page) {
  const asked: PageQuery[] = [];
  const list = (_collection: string, query: PageQuery): Promise<Page> => {
    asked.push(query);
    return Promise.resolve().then(() => answer(query));
  };
  return { asked, records: { list } satisfies Lists };
}

const options = { pageSize: 100, isEarlier: () => Promise.resolve(false) };
const plate = { plate: 'ABC-1D23' };

describe('a create whose answer was lost', () => {
  it('is found by its plate, with or without dash', async () => {
    const there = vehicle('V1', { plate: 'abc1d23' });
    const { asked, records } = listOf(({ filters }) =>
      filters?.['plate']?.eq === 'ABC1D23'
        ? { records: [there], size: 1 }
        : { records: [], size: 0 },
    );
    const look = await lookForCreated(createOf(plate), records, options);
    expect(look).toEqual({ kind: 'found', record: there });
    expect(asked).toHaveLength(1);
  });

  it('is not there where no spelling of the plate finds anything', async () => {
    const { asked, records } = listOf(() => ({ records: [], size: 0 }));
    expect(await lookForCreated(createOf(plate), records, options)).toEqual({ kind: 'absent' });
    expect(asked.map(({ filters }) => filters?.['plate']?.eq)).toEqual(['ABC1D23', 'ABC-1D23']);
  });

  it('is asked for by VIN first, which is the surer', async () => {
    const there = vehicle('V1', { plate: 'ABC1D23', vin: '9BWZZZ377VT004251' });
    const { asked, records } = listOf(() => ({ records: [there], size: 1 }));
    const fields = { ...plate, vin: '9bwzzz377vt004251' };
    expect(await lookForCreated(createOf(fields), records, options)).toMatchObject({
      kind: 'found',
    });
    expect(asked[0]?.filters).toEqual({ vin: { eq: '9bwzzz377vt004251' } });
  });

  it('is asked for by its VIN as typed and in capitals', async () => {
    const { asked, records } = listOf(() => ({ records: [], size: 0 }));
    await lookForCreated(createOf({ vin: '9bwzzz377vt004251' }), records, options);
    expect(asked.map(({ filters }) => filters?.['vin']?.eq)).toEqual([
      '9bwzzz377vt004251',
      '9BWZZZ377VT004251',
    ]);
  });

  it('is not taken for another one that has the plate and another VIN', async () => {
    const other = vehicle('V1', { plate: 'ABC1D23', vin: '9BWZZZ377VT000000' });
    const { records } = listOf(({ filters }) =>
      filters?.['vin'] ? { records: [], size: 0 } : { records: [other], size: 1 },
    );
    const fields = { ...plate, vin: '9BWZZZ377VT004251' };
    expect(await lookForCreated(createOf(fields), records, options)).toEqual({ kind: 'absent' });
  });

  it('is not what the service told before it was first sent', async () => {
    const before = vehicle('V1', { plate: 'ABC1D23' });
    const { records } = listOf(() => ({ records: [before], size: 1 }));
    const isEarlier = (id: string) => Promise.resolve(id === 'V1');
    const look = await lookForCreated(createOf(plate), records, { ...options, isEarlier });
    expect(look).toEqual({ kind: 'absent' });
  });
});

describe('a list that does not filter', () => {
  const all = Array.from({ length: 250 }, (_, index) =>
    vehicle(`V${index}`, { plate: `XYZ${String(index).padStart(4, '0')}` }),
  );
  const page = (records: readonly ToldRecord[], { page: number }: PageQuery): Page => {
    const cut = records.slice((number - 1) * 100, number * 100);
    return { records: cut, size: cut.length };
  };

  it('is read to its end before anything is taken for missing', async () => {
    const { asked, records } = listOf((query) => page(all, query));
    expect(await lookForCreated(createOf(plate), records, options)).toEqual({ kind: 'absent' });
    expect(asked.map(({ filters, page: number }) => [filters !== undefined, number])).toEqual([
      [true, 1],
      ...[1, 2, 3, 4].map((number) => [false, number]),
    ]);
  });

  it('shows what is on a later page', async () => {
    const there = vehicle('V999', { plate: 'ABC1D23' });
    const { records } = listOf((query) => page([...all, there], query));
    expect(await lookForCreated(createOf(plate), records, options)).toMatchObject({
      kind: 'found',
    });
  });

  it('says so by refusing the parameter, too', async () => {
    const { records } = listOf((query) => {
      if (query.filters === undefined) return page(all, query);
      throw new CallFailure({ code: 'invalid-request', message: 'no filters' }, 'answered');
    });
    expect(await lookForCreated(createOf(plate), records, options)).toEqual({ kind: 'absent' });
  });

  it('tells nothing where it repeats itself, or never ends', async () => {
    const same = listOf(() => ({ records: all.slice(0, 100), size: 100 }));
    expect(await lookForCreated(createOf(plate), same.records, options)).toEqual({
      kind: 'unclear',
    });
    const endless = listOf(({ page: number }) => ({
      records: [vehicle(`V${number}`, { plate: `N${number}` })],
      size: 1,
    }));
    expect(await lookForCreated(createOf(plate), endless.records, options)).toEqual({
      kind: 'unclear',
    });
    expect(endless.asked.length).toBeLessThan(40);
  });

  it('does not hide that it can’t be read', async () => {
    const { records } = listOf(() => {
      throw new CallFailure({ code: 'offline', message: 'gone' }, 'lost');
    });
    await expect(lookForCreated(createOf(plate), records, options)).rejects.toThrow('gone');
  });
});

it('can’t be told of a record without anything that identifies it', async () => {
  const { asked, records } = listOf(() => ({ records: [], size: 0 }));
  expect(await lookForCreated(createOf({ code: 'x' }), records, options)).toEqual({
    kind: 'unclear',
  });
  expect(asked).toEqual([]);
});
